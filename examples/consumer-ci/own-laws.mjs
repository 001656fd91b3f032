import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { createCompliance, memoryStorage, parseAccount, unwrap } from "vaspkit";
import { arbitraries, fakes } from "vaspkit/testing";
import { toAccount, toForm } from "./customer-form.mjs";
import { mayPayOut } from "./may-pay-out.mjs";

/** Everyone who can fill in our form. */
const form = fc.record({
  number: fc.nat(),
  given: fc.oneof(fc.constant(""), arbitraries.name()),
  family: arbitraries.name(),
  nationality: arbitraries.country(),
});

function isKept(filled) {
  const account = unwrap(parseAccount(toAccount(filled)));
  return isDeepStrictEqual(toForm(account), { ...filled });
}

/** What `mayPayOut` says when our provider does that. */
async function saidWhile(fault) {
  const HOUSE = fakes.riskProvider({ provider_name: "HOUSE" });
  HOUSE.script(fault);
  const compliance = createCompliance({ storage: memoryStorage(), riskProviders: { HOUSE } });
  const address = { chain: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" };
  return mayPayOut(compliance, address, 50);
}

/** Laws of our own, in the form of the others: a name, and a function that rejects. */
export const ownLaws = [
  {
    name: "who fills in our form has an account that says the same",
    run: async (options) => fc.assert(fc.property(form, isKept), options),
  },
  ...["hang", "reject", "malformed"].map((fault) => ({
    name: `nothing is paid out while the risk provider is at fault: ${fault}`,
    run: async () => {
      const said = await saidWhile(fault);
      if (said !== "not now")
        throw new Error(`A provider at fault (${fault}), and mayPayOut says "${said}": only "not now" is right.`);
    },
  })),
];
