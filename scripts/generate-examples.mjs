/** Generates the real data of examples/data/ and of tests from the shared data. Command line: see generator.mjs. */
import { toVaspSample } from "./esma-vasps.mjs";
import { runGenerator } from "./generator.mjs";
import { toAddressFixture, toOfacSample } from "./ofac-files.mjs";

await runGenerator((read) => {
  const parsed = (name) => JSON.parse(read(name));
  const rates = toRateTable(parsed("ecb-rates-2026-10-06.json"));
  const olderList = parsed("ofac-crypto-addresses.json");
  return {
    "examples/data/vasps.json": json(toVaspSample(parsed("esma-casps-2026-08-22.json"))),
    [`examples/data/ecb-${rates.date}.json`]: json(rates),
    "examples/data/ofac-sample.xml": toOfacSample(parsed("ofac-crypto-addresses-2026-10-01.json")),
    [`test/support/fixtures/ofac-${olderList.asOf}.txt`]: toAddressFixture(olderList),
  };
});

/** Returns a RateTable (src/domain/thresholds/types.ts). The decimal text of the rates stays as published. */
function toRateTable({ base, date, source, rates }) {
  return { base, date, source, rates };
}

function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
