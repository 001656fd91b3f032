import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { createCompliance, memoryStorage, parseAccount, unwrap } from "vaspkit";
import { arbitraries, fakes, propertyCheck } from "vaspkit/testing";
import { toAccount, toForm } from "./customer-form.mjs";
import { mayPayOut } from "./may-pay-out.mjs";

/** Everything that our form can send. */
const form = fc.record({
  number: fc.nat(),
  given: fc.oneof(fc.constant(""), arbitraries.name()),
  family: arbitraries.name(),
  nationality: arbitraries.country(),
});

/** Returns the answer of `mayPayOut` while our provider has this fault. */
async function answerDuring(fault) {
  const HOUSE = fakes.riskProvider({ providerName: "HOUSE" });
  HOUSE.script(fault);
  const compliance = createCompliance({ storage: memoryStorage(), riskProviders: { HOUSE } });
  const address = { chain: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" };
  return mayPayOut(compliance, address, 50);
}

/** Checks of our own: one on drawn forms, and plain ones with a name and a function that rejects. */
export const ownChecks = [
  propertyCheck({
    name: "an account keeps the fields of our form",
    promise: "The account of a filled form has the same values.",
    arbitrary: form,
    holds: (filled) => isDeepStrictEqual(toForm(unwrap(parseAccount(toAccount(filled)))), { ...filled }),
  }),
  ...["hang", "reject", "malformed"].map((fault) => ({
    name: `nothing is paid out while the risk provider has the fault: ${fault}`,
    run: async () => {
      const answer = await answerDuring(fault);
      if (answer !== "not now")
        throw new Error(`With the fault "${fault}", mayPayOut returned "${answer}", expected "not now".`);
    },
  })),
];
