import { createReadStream } from "node:fs";
import { ComplianceError, createCompliance, memoryStorage, unwrap } from "vaspkit";
import { ofacList, parseOfacList } from "vaspkit/providers";

// An old sample, to show the form. Yours, each day anew:
// https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML
const file = createReadStream(new URL("data/ofac-sample.xml", import.meta.url));

const published = await parseOfacList(file);
console.log(`${published.count} addresses of ${published.asOf}, ${published.entries.length} of them on our chains`);
for (const { code, reason } of published.unplaced) console.log(`not screened here: ${code}, ${reason}`);

let now = "2026-10-05T09:00:00Z";
const clock = () => new Date(now);
const compliance = createCompliance({
  storage: memoryStorage(),
  riskProviders: { OFAC: ofacList({ ...published, clock }) },
  clock,
});

async function screen(chain, address) {
  const request = { chain, address, provider_name: "OFAC", scan_for_risk: true };
  const { risk_data } = unwrap(await compliance.addresses.create(request));
  for (const { risk_ratio, risk_descriptors } of risk_data) console.log(chain, risk_ratio, risk_descriptors.join(" "));
}

// The list has it for bitcoin cash, without its prefix; here is the form of before.
await screen("bitcoin-cash", "18Y8VPic2pZsvyLaYVdSLQdCuT2nAJJ3hd");
await screen("xdc", "xdc4f47bc496083c727c5fbe3ce9cdf2b0f6496270c");
await screen("bitcoin", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9");
await screen("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");

now = "2026-11-05T09:00:00Z";
try {
  await screen("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  console.log(error.code, "-", error.message);
}
await compliance.close();
