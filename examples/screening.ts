import { createReadStream } from "node:fs";
import { type Chain, ComplianceError, createCompliance, memoryStorage, unwrap } from "vaspkit";
import { ofacList, parseOfacList } from "vaspkit/providers";

// A sample of an outdated list. In production, download SDN.XML every day.
const published = await parseOfacList(createReadStream(new URL("data/ofac-sample.xml", import.meta.url)));
console.log(`${published.count} addresses of ${published.asOf}, ${published.entries.length} on supported chains`);
for (const { code, reason } of published.unplaced) console.log(`not screened: ${code}, ${reason}`);

let now = "2026-10-05T09:00:00Z"; // the time of the sample; omit the clock in production
const clock = () => new Date(now);
const OFAC = ofacList({ ...published, clock });
const { addresses } = createCompliance({ storage: memoryStorage(), riskProviders: { OFAC }, clock });

async function screen(chain: Chain, address: string): Promise<void> {
  try {
    const request = { chain, address, provider_name: "OFAC", scan_for_risk: true };
    const { risk_data } = unwrap(await addresses.create(request));
    for (const entry of risk_data ?? []) console.log(chain, entry.risk_ratio, entry.risk_descriptors.join(" "));
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    console.log(chain, "not screened:", error.code);
  }
}

await screen("bitcoin-cash", "18Y8VPic2pZsvyLaYVdSLQdCuT2nAJJ3hd"); // listed in CashAddr; this is its legacy form
await screen("bitcoin", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9"); // listed for BSV, with the same key
await screen("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");

now = "2026-11-05T09:00:00Z"; // the list is outdated by now
await screen("bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
await screen("bitcoin", "12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9");
