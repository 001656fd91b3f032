/** Chainalysis' free sanctions screening: is an address on a sanctions list? */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { Chain } from "../../domain/chains/chain.js";
import { checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedQuery } from "../checked-query.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { checkedSecret } from "../transport/secret.js";
import { type AskService, type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { toRiskEntry } from "./entry.js";
import { checkedChains, checkedProviderName } from "./provider-options.js";
import { spellingsOf } from "./spellings.js";

// An identification has a kilobyte or two.
const maxBytes = 1024 * 1024;

/** What {@link chainalysisSanctions} is told. `url` is `https://public.chainalysis.com` by default. */
export interface ChainalysisSanctionsOptions extends ServiceOptions {
  /** The free API key, sent as `X-API-Key`. */
  readonly key: string;
  /** The code that the entries carry. Default `"CHAINALYSIS_SANCTIONS"`. */
  readonly provider_name?: string;
  /**
   * The chains that are screened, instead of the default: those on which the treasury has listed addresses so far. For
   * any other chain "not listed" may as well mean that the service does not look there.
   */
  readonly chains?: readonly Chain[];
}

/** EVM addresses belong to a key and not to a chain, so that a listed one is listed on all three of ours. */
const chainsWithListings: readonly Chain[] = [
  "bitcoin",
  "ethereum",
  "litecoin",
  "bitcoin-cash",
  "solana",
  "xdc",
  "ripple",
  "polygon",
];

/**
 * Chainalysis Sanctions Screening (`GET /api/v1/address/{address}`): the sanctions lists that its free tier covers, and
 * nothing else. Stolen funds or mixers are not looked at.
 *
 * **Request.** The API knows no chains and looks a text up as it is. Hex is sent in lower case, `xdc…` as `0x…`; where one
 * destination has several spellings (litecoin's `M…` and `3…`; bitcoin-cash with prefix, without it, and legacy) each is
 * looked up, at the same time, and a hit on one is a hit. The legacy spelling of bitcoin-cash is an address of bitcoin too,
 * of the same keys. The answer does not repeat the address, so that it cannot be checked what it is about.
 *
 * **Mapping.** Any identification: 100, with `chainalysis:sanctions:listed`, categories and names. None on any spelling: 0
 * with `chainalysis:sanctions:not-listed`. Who owns the address is not told.
 *
 * Source: Chainalysis, "Sanctions Screening API". Which lists and chains it covers is not documented there.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `screen` rejects with
 *   `chain_unsupported`, `invalid_input` for a mistyped address, what the transport throws (`provider_unauthorized` also
 *   for the firewall's page that a missing key is answered with), or `provider_unreadable` for an answer without an
 *   array of identifications.
 * @example
 * const provider = chainalysisSanctions({ key: secrets.chainalysis });
 */
export function chainalysisSanctions(given: ChainalysisSanctionsOptions): RiskProvider {
  const options = checkedOptions("chainalysisSanctions", given, {
    ...serviceOptions,
    key: "checked",
    provider_name: "checked",
    chains: "checked",
  });
  const key = checkedSecret("key", options.key);
  const provider_name = checkedProviderName("CHAINALYSIS_SANCTIONS", options.provider_name);
  const chains = checkedChains(chainsWithListings, options.chains);
  const service = serviceAt(options, { url: "https://public.chainalysis.com", maxBytes });

  const identificationsOf = async (address: string, ask: AskService): Promise<readonly JsonNode[]> => {
    const path = `/api/v1/address/${encodeURIComponent(address)}`;
    const { text } = await ask({ path, headers: () => ({ "x-api-key": key }) });
    return readJson(text, service.host).at("identifications").items();
  };

  return Object.freeze<RiskProvider>({
    provider_name,
    screen: async (query) => {
      const spellings = spellingsOf(checkedQuery(query, "Chainalysis Sanctions", (chain) => chains.has(chain)));
      const found = await service.converse(query.signal, (ask) =>
        Promise.all(spellings.map((address) => identificationsOf(address, ask))),
      );
      return [toEntry(provider_name, found.flat())];
    },
  });
}

function toEntry(provider_name: string, identifications: readonly JsonNode[]): RiskEntry {
  if (identifications.length === 0) {
    return toRiskEntry({ provider_name, risk_ratio: 0, descriptors: ["chainalysis:sanctions:not-listed"] });
  }
  const categories = identifications.map((each) => each.at("category").text());
  const names = identifications.map((each) => each.at("name").textOrNull() ?? "");
  const descriptors = ["chainalysis:sanctions:listed", ...categories, ...names] as const;
  return toRiskEntry({ provider_name, risk_ratio: 100, descriptors });
}
