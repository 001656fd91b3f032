import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { ofacList } from "vaspkit/providers";

const address = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
const clock = () => new Date("2026-10-05T09:00:00Z"); // omit it in production
const other = { code: "XBT", address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", name: "", programs: ["CYBER2"] };
let current = ofacList({ entries: [other], asOf: "2026-10-01", clock });

const { addresses } = createCompliance({
  storage: memoryStorage(),
  riskProviders: { OFAC: { screen: (query) => current.screen(query) } },
  clock,
});
await addresses.create({ chain: "bitcoin", address, provider_name: "OFAC", scan_for_risk: true });

const added = { code: "XBT", address, name: "Example Ltd", programs: ["CYBER2"] };
current = ofacList({ entries: [other, added], asOf: "2026-10-05", clock });

const onChange = async ({ address, listed, from, to }) =>
  console.log(address, listed ? "is listed:" : "is not:", from, to);
const report = unwrap(await addresses.rescreen({ provider_name: "OFAC" }, { onChange }));
console.log(`${report.screened} screened, ${report.newlyListed} newly listed, ${report.failed} failed`);
