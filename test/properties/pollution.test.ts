/** A sample of pollution.slow.test.ts, in this process. */
import { beforeAll, describe, expect, it } from "vitest";
import { createThresholdEngine } from "../../src/index.js";
import { answersOf, pollutions, whilePolluted } from "../support/pollution-answers.js";
import { outcomesOf, runMemory } from "../support/pollution-battery.js";
import { share } from "../support/runs.js";

const answers = async () => answersOf(await outcomesOf(runMemory));

/** Read as an option, in a query, in a record, of an address, and of an error. */
const names = `
  maxRateAgeMs limit name_first screening is_self_hosted checksum issues customer_id params deliver asset
  prices disputed price statusText route takes query extensions retryAfterMs address_country_code
  originator_country beneficiary_country doubt isOptional operator cross_border_only covers_self_hosted
  chain beneficiary_tag link_key vasp_id evidence until citation failure decision account_ref_id
  originator_address_is_self_hosted executed_at code result issue
  proof public_key format nonce recipient text message hasTypedData nonceBytes compose zip215 context extraEntropy
  prehash lowS transaction_hash deposit_address expires_in_ms contractSignatures tries verdict
`
  .trim()
  .split(/\s+/);

/** How many names are added at once. A difference shows in the answers, whichever name made it. */
const GROUP = 6;
const groups = Array.from({ length: Math.ceil(names.length / GROUP) }, (_, at) =>
  names.slice(at * GROUP, (at + 1) * GROUP),
);

/** Each group gets a text, an accessor and one other kind of value. */
const labels = ["function", "list", "true", "object", "null"];
const values = groups.flatMap((group, index) =>
  ["text", "accessor", labels[index % labels.length] ?? "true"].map((label) => ({ group, label })),
);

describe("a polluted Object.prototype", () => {
  let expected: Awaited<ReturnType<typeof answers>>;
  beforeAll(async () => {
    expected = await answers();
  });

  it.each(share(values))("changes no answer by $group = $label", async ({ group, label }) => {
    const polluted = await whilePolluted(group, pollutions[label], answers);
    expect(polluted).toEqual(expected);
  });

  it.each([
    ["address_country_code", "US"],
    ["originator_country", "DE"],
    ["beneficiary_country", "DE"],
    ["doubt", "amount_missing"],
    ["operator", ">"],
  ])("changes no answer by %s = %s, a value that would count", async (name, value) => {
    expect(await whilePolluted(name, value, answers)).toEqual(expected);
  });

  it.each(["d", "e", "s"])(
    "changes no decision by an accessor of %s, which decimal.js assigns and reads",
    async (name) => {
      const rates = { base: "EUR", date: "2026-11-20", source: "test", rates: { SGD: "1.4513", USD: "1.0705" } };
      const engine = createThresholdEngine({ thresholds: { SG: "1500", US: "3000" }, rates });
      const transaction = { transaction_id: "T-1", amount: "1500", currency: "USD", country: "SG" } as const;
      const expected = engine.evaluate(transaction);
      expect(expected.status).toBe("breach");
      for (const label of ["accessor", "accessor of a list"]) {
        // Without a wait, because the test runner would read the property, too.
        expect(await whilePolluted(name, pollutions[label], async () => engine.evaluate(transaction))).toEqual(
          expected,
        );
      }
    },
  );
});
