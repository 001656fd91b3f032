// The installed package from TypeScript at its strictest, library declarations checked too. CI compiles this file as an
// ECMAScript module and as CommonJS (nodenext) and for a bundler, then runs what came out.
import {
  type AccountInput,
  type Compliance,
  ComplianceError,
  type ComplianceStorage,
  createCompliance,
  type Issue,
  memoryStorage,
  parseAccount,
  parseAddress,
  type RateSource,
  type Result,
  type RiskProvider,
  type ThresholdDecision,
} from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { balancesByChain, ecbRates, esplora, screenWith, tzkt } from "vaspkit/providers";
import { bestMatches, type Searchable, searchTextsOf } from "vaspkit/storage";
import {
  arbitraries,
  type ConformanceCheck,
  type FakeRiskProvider,
  fakes,
  riskProviderConformance,
  thresholdConformance,
} from "vaspkit/testing";

const storages: readonly (() => ComplianceStorage)[] = [memoryStorage, () => jsonFileStorage("directory.json")];
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

const esploraUrl = "https://explorer.example/api";
const balances = balancesByChain({ bitcoin: esplora({ url: esploraUrl, chain: "bitcoin" }), tezos: tzkt() });

/** An own provider over fetch: its signal is the platform's. */
const house: RiskProvider = {
  provider_name: "HOUSE",
  screen: async ({ chain, address, signal }) => {
    const url = `https://house.example/${chain}/${encodeURIComponent(address)}`;
    const { score } = (await (await fetch(url, signal ? { signal } : {})).json()) as { score: number };
    const vasp = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };
    return [{ provider_name: "HOUSE", risk_ratio: score, risk_descriptors: [`house:${score}`], ...vasp }];
  },
};
const both: RiskProvider = screenWith(house, house, { onFailure: "report" });
const known = [{ chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" }] as const;
const fake: FakeRiskProvider = fakes.riskProvider({ providerName: "HOUSE" });
fake.script("hang", { reject: "provider_rate_limited" });
const table = { base: "EUR", date: "2026-11-20", source: "a made-up table", rates: { USD: "1.25" } };
const checks: readonly ConformanceCheck[] = [
  ...riskProviderConformance({ provider: () => both, known }),
  ...thresholdConformance({ thresholds: { US: "3000" }, rates: table }),
];
const drawn = [arbitraries.account({ type: "entity" }), arbitraries.invalidVasps.not_a_country] as const;
const rows: readonly Searchable<AccountInput>[] = [];
const matches = [bestMatches(rows, "example"), searchTextsOf] as const;
const controller = new AbortController();

async function main(): Promise<void> {
  const body: unknown = { reference_id: "A-1" };
  const answer = await compliance.accounts.create(body);
  if (answer.ok || codes.length === 0)
    throw new ComplianceError("invalid_input", "Not so: an empty account has issues.");
  const address = await compliance.addresses.create(
    { chain: "bitcoin", address: "not one" },
    { signal: controller.signal },
  );
  if (address.ok || parseAddress("tezos", "tz1").ok || checks.length === 0)
    throw new ComplianceError("invalid_input", "Not so: that is no address.");
  await compliance.close();
  console.log(`TypeScript: ${[storages, sides, sentenceOf, balances, drawn, matches].length} values with their types`);
}

// A rejection ends the process with an error, which is what CI looks at.
void main();
