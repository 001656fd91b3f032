import * as fc from "fast-check";
import { parseAccount } from "vaspkit";
import { arbitraries } from "vaspkit/testing";

// A form that "cleans" names before it passes them to vaspkit.
function fromForm(account) {
  const cleaned = structuredClone(account);
  const name = cleaned.individual?.individual_name;
  if (name) name.name_last = name.name_last.replace(/[^\p{Script=Latin} '-]/gu, "").slice(0, 40);
  return cleaned;
}

/** Returns the smallest counterexample found, or undefined. */
function counterexample(property) {
  const { failed, counterexample } = fc.check(property, { seed: 7, numRuns: 500 });
  return failed ? counterexample[0] : undefined;
}

const keepsNames = fc.property(arbitraries.account({ type: "individual" }), (account) => {
  const given = account.individual.individual_name.name_last;
  return fromForm(account).individual.individual_name.name_last === given;
});
console.log("a name that the form changes:", JSON.stringify(counterexample(keepsNames).individual));

// An invalid account has one fault, and its code and path.
const { not_a_country, identification_missing } = arbitraries.invalidAccounts;
const hasOneIssue = fc.property(fc.oneof(not_a_country, identification_missing), ({ input, code, path }) => {
  const parsed = parseAccount(input);
  return !parsed.ok && parsed.issues.length === 1 && parsed.issues[0].code === code && parsed.issues[0].path === path;
});
console.log("a fault without its issue:", counterexample(hasOneIssue) ?? "none");
