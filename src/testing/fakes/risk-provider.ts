/** An honest provider of risks in memory. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { parseRiskResponse } from "../../domain/addresses/responses.js";
import type { Chain } from "../../domain/chains/chain.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedList, checkedMembers, sayable, wrongFake } from "./configuration.js";
import { type AskedAddress, checkedKey, checkedQuestion, keyOf, knowsOf } from "./question.js";
import { play, type RiskProviderFault, type Scripted, scriptOf } from "./script.js";

/** What `fakes.riskProvider` is to say of an address. What is left out is as of an address without a risk. */
export interface FakeRiskEntry extends Partial<Omit<RiskEntry, "provider_name">> {
  readonly chain: Chain;
  /** In any spelling. */
  readonly address: string;
}

/** What `fakes.riskProvider` can be told. */
export interface FakeRiskProviderOptions {
  /** The code that its entries carry. Default `"FAKE"`. */
  readonly provider_name?: string;
  /** Several of one address follow one another in its answer. Of any other address it has found nothing. */
  readonly entries?: readonly FakeRiskEntry[];
  /** The chains that it screens. Default: all. */
  readonly chains?: readonly Chain[];
}

/** A provider of risks for tests. */
export interface FakeRiskProvider extends RiskProvider, Scripted<RiskProviderFault> {
  readonly provider_name: string;
  /** The questions so far, the refused ones too; it grows. */
  readonly asked: readonly AskedAddress[];
}

const fake = "riskProvider";
const who = "fake risk provider";

const optionNames = { provider_name: true, entries: true, chains: true } as const;

const entryNames = {
  chain: true,
  address: true,
  risk_ratio: true,
  risk_descriptors: true,
  vasp_name_legal: true,
  vasp_name_business: true,
  vasp_website: true,
  vasp_category: true,
} as const satisfies Record<keyof FakeRiskEntry, true>;

export function fakeRiskProvider(options: FakeRiskProviderOptions = {}): FakeRiskProvider {
  const { provider_name = "FAKE", entries = [], chains } = checkedMembers(fake, "the options", options, optionNames);
  const nothingFound = completeEntry(provider_name, {}, "provider_name");
  const knows = knowsOf(fake, chains);
  const found = new Map<string, readonly RiskEntry[]>();
  for (const [index, given] of checkedList(fake, "entries", entries).entries()) {
    const place = `entries[${index}]`;
    const { chain, address, ...said } = checkedMembers(fake, place, given, entryNames);
    const key = checkedKey(fake, place, { chain, address });
    found.set(key, [...(found.get(key) ?? []), completeEntry(provider_name, said, place)]);
  }
  const { script, next } = scriptOf(fake, "risk");
  const asked: AskedAddress[] = [];
  return {
    provider_name,
    asked,
    script,
    screen: async (query) => {
      asked.push({ chain: query.chain, address: query.address });
      const key = keyOf(checkedQuestion(query, who, knows));
      return play(next(), {
        answer: () => (found.get(key) ?? [nothingFound]).map(copyOf),
        // A word for a ratio, and most of the entry missing.
        malformed: [{ provider_name, risk_ratio: "high" }],
        who,
        signal: query.signal,
      });
    },
  };
}

/** What is said, and else what is said of an address without a risk. */
function completeEntry(
  provider_name: string,
  said: Omit<FakeRiskEntry, "chain" | "address">,
  place: string,
): RiskEntry {
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const hasRisk = said.risk_ratio !== undefined && said.risk_ratio !== 0;
  const entry = {
    provider_name,
    risk_ratio: 0,
    risk_descriptors: [hasRisk ? "fake:risk-found" : "fake:nothing-found"],
    vasp_name_legal: "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
    ...given,
  };
  sayable(fake, place, parseRiskResponse([entry]));
  if (entry.risk_ratio === 0 && entry.risk_descriptors.length === 0) {
    throw wrongFake(
      fake,
      `${place} must have a descriptor that says why risk_ratio is 0, or leave risk_descriptors out`,
    );
  }
  return copyOf(entry);
}

function copyOf(entry: RiskEntry): RiskEntry {
  return { ...entry, risk_descriptors: [...entry.risk_descriptors] };
}
