// The installed package from TypeScript at its strictest, library declarations checked too. CI compiles this file as an
// ECMAScript module and as CommonJS (nodenext) and for a bundler, then runs what came out.
import {
  type AccountInput,
  type Compliance,
  ComplianceError,
  createCompliance,
  type Issue,
  memoryStorage,
  parseAccount,
  type RateSource,
  type Result,
  type Storage,
  type ThresholdDecision,
} from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { ecbRates } from "vaspkit/providers";

const storages: readonly (() => Storage)[] = [memoryStorage, () => jsonFileStorage("directory.json")];
const rates: RateSource = ecbRates();
const compliance: Compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" }, rates });

const parsed: Result<AccountInput> = parseAccount({ account_type: "entity" });
const codes: readonly Issue["code"][] = parsed.ok ? [] : parsed.issues.map(({ code }) => code);
const sides: Readonly<Record<ThresholdDecision["comparison"], string>> = {
  below: "pass",
  equal: "breach",
  above: "breach",
};

function sentenceOf(account: AccountInput): string {
  switch (account.account_type) {
    case "individual":
      return account.individual.individual_name.name_last;
    case "entity":
      return account.entity.entity_name.name_legal;
  }
}

async function main(): Promise<void> {
  const answer = await compliance.accounts.create({ reference_id: "A-1" });
  if (answer.ok || codes.length === 0)
    throw new ComplianceError("invalid_input", "Not so: an empty account has issues.");
  await compliance.close();
  console.log(`TypeScript: ${[storages, sides, sentenceOf].length} values with their types`);
}

// A rejection ends the process with an error, which is what CI looks at.
void main();
