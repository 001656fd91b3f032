/** Generates the real data of examples/data/ and of tests from the shared data; see generator.mjs for the command line. */
import { parseCsvObjects } from "./csv.mjs";
import { toVaspSample } from "./esma-vasps.mjs";
import { runGenerator } from "./generator.mjs";
import { toAddressFixture, toOfacSample } from "./ofac-files.mjs";

runGenerator((read) => {
  const rates = toRateTable(JSON.parse(read("ecb-rates.json")));
  const sanctions = JSON.parse(read("ofac-crypto-addresses.json"));
  return {
    "examples/data/vasps.json": json(toVaspSample(parseCsvObjects(read("esma-casps.csv")))),
    [`examples/data/ecb-${rates.date}.json`]: json(rates),
    "examples/data/ofac-sample.xml": toOfacSample(sanctions),
    [`test/support/fixtures/ofac-${sanctions.asOf}.txt`]: toAddressFixture(sanctions),
  };
});

/** A RateTable (src/domain/thresholds/rate-table.ts); the decimal text of the rates stays as published. */
function toRateTable({ base, date, source, rates }) {
  return { base, date, source, rates };
}

function json(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
