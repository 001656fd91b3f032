/** Options and address forms that several risk providers share. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { isSafeText } from "../../domain/input/text-rules.js";
import { configurationInvalid, membersOf, type OptionKind } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedQuery } from "../checked-query.js";
import { isServedChain, type ServedChain } from "../served-chains.js";
import {
  type SendRequest,
  type Service,
  type ServiceOptions,
  serviceOptions,
  type UntilReady,
} from "../transport/service.js";

/** Options of every risk provider over a service. */
export interface RiskServiceOptions extends ServiceOptions {
  /** The code in the entries. @default the name of the vendor, in capitals */
  readonly providerName?: string | undefined;
}

/** The kinds of those options, and of `chains`, for `checkedOptions`. */
export const riskServiceOptions = {
  ...serviceOptions,
  providerName: "checked",
  chains: "checked",
} as const satisfies Record<string, OptionKind>;

/** The chains that a provider screens, each with the service's word for it. */
export type ChainWords = Readonly<Partial<Record<ServedChain, string>>>;

/**
 * Returns the code that the entries of a provider carry.
 *
 * @throws ComplianceError `configuration_invalid` for a text that no record can store
 */
export function checkedProviderName(defaultName: string, name: string = defaultName, option = "providerName"): string {
  if (typeof name === "string" && isSafeText(name)) return name;
  throw configurationInvalid(`${option} must be one line of visible text, for example OFAC.`);
}

/** @throws ComplianceError `configuration_invalid`, naming the option `chains` */
export function checkedChains(
  defaults: readonly ServedChain[],
  chains: readonly ServedChain[] | undefined = defaults,
): ReadonlySet<string> {
  if (Array.isArray(chains) && chains.length > 0 && chains.every(isServedChain)) return new Set(chains);
  throw configurationInvalid('chains must be a list of at least one supported chain, for example ["bitcoin"].');
}

/** @throws ComplianceError `configuration_invalid`, naming the option `chains` */
export function checkedChainWords(
  defaults: ChainWords,
  words: ChainWords | undefined = defaults,
): ReadonlyMap<string, string> {
  const given = membersOf(words) ?? [];
  if (given.length > 0 && given.every(isChainWord)) return new Map(given);
  throw configurationInvalid(
    'chains must be an object from supported chains to the service\'s words, for example { bitcoin: "bitcoin" }.',
  );
}

function isChainWord(entry: readonly [string, unknown]): entry is readonly [ServedChain, string] {
  const [chain, word] = entry;
  return isServedChain(chain) && typeof word === "string" && /^[\x21-\x7e]+$/.test(word);
}

/** Returns the address as services look it up: hex in lower case, any other address in canonical form. */
export function lookUpForm({ canonical }: ParsedAddress<string>): string {
  return canonical.startsWith("0x") ? canonical.toLowerCase() : canonical;
}

/** What a risk provider over a service is made of. */
interface ServiceScreening {
  readonly providerName: string;
  /** For messages. */
  readonly vendor: string;
  readonly chains: { has(chain: string): boolean };
  readonly service: Service;
  readonly entryOf: (address: ParsedAddress<string>, send: SendRequest, untilReady: UntilReady) => Promise<RiskEntry>;
}

/** Creates a frozen risk provider: one session and one entry for each address. */
export function serviceProvider(screening: ServiceScreening): RiskProvider<ServedChain> {
  const { providerName, vendor, chains, service, entryOf } = screening;
  return Object.freeze<RiskProvider<ServedChain>>({
    provider_name: providerName,
    screen: async (query) => {
      const { signal, onAttempt, ...address } = checkedQuery(query, vendor, (chain) => chains.has(chain));
      return [await service.session({ signal, onAttempt }, (send, untilReady) => entryOf(address, send, untilReady))];
    },
  });
}
