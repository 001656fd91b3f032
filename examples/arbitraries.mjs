import * as fc from "fast-check";
import { parseAccount } from "vaspkit";
import { arbitraries } from "vaspkit/testing";

// What a form of yours might do with a customer's data on the way to vaspkit: it means well.
function fromForm(account) {
  const tidied = structuredClone(account);
  const name = tidied.individual?.individual_name;
  if (name) name.name_last = name.name_last.replace(/[^\p{Script=Latin} '-]/gu, "").slice(0, 40);
  return tidied;
}

/** The case that shows it, the smallest that was found; undefined: none was found. */
function counterexample(property) {
  const { failed, counterexample } = fc.check(property, { seed: 7, numRuns: 500 });
  return failed ? counterexample[0] : undefined;
}

const keepsNames = fc.property(arbitraries.account({ type: "individual" }), (account) => {
  const given = account.individual.individual_name.name_last;
  return fromForm(account).individual.individual_name.name_last === given;
});
console.log("a name that the form spoils:", JSON.stringify(counterexample(keepsNames).individual));

// An invalid account is valid but for one fault, and says which.
const { not_a_country, identification_missing } = arbitraries.invalidAccounts;
const isToldAtItsPlace = fc.property(fc.oneof(not_a_country, identification_missing), ({ input, code, path }) => {
  const parsed = parseAccount(input);
  return !parsed.ok && parsed.issues.length === 1 && parsed.issues[0].code === code && parsed.issues[0].path === path;
});
console.log("an issue that is not told:", counterexample(isToldAtItsPlace) ?? "none");
