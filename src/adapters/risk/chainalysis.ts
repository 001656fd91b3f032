/** Risk providers over Chainalysis: the free sanctions screening, and Entity Risking. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, createBase58check } from "@scure/base";
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkAddress } from "../checked-query.js";
import type { ServedChain } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import type { HttpResponse } from "../transport/request.js";
import { checkedSecret, type SendRequest, serviceAt } from "../transport/service.js";
import { isVaspCategory, ownerText, sanctionsFirst, toRiskEntry } from "./entry.js";
import {
  checkedChains,
  checkedProviderName,
  lookUpForm,
  type RiskServiceOptions,
  riskServiceOptions,
  serviceProvider,
} from "./provider.js";

// Identifications have a kilobyte or two, an assessment with hundreds of exposures some 50 kB.
const maxBytes = 2 ** 19;

/** Options for {@link chainalysisSanctions}. The default `url` is `https://public.chainalysis.com`. */
export interface ChainalysisSanctionsOptions extends RiskServiceOptions {
  /** The free API key, sent as `X-API-Key`. */
  readonly key: string;
  /** The code in the entries. @default "CHAINALYSIS_SANCTIONS" */
  readonly providerName?: string | undefined;
  /**
   * The chains to screen. On other chains than the default ones "not listed" may mean that the service does not cover
   * them.
   *
   * @default the chains of addresses on OFAC's list: bitcoin, ethereum, litecoin, bitcoin-cash, solana, xdc, ripple, polygon
   */
  readonly chains?: readonly ServedChain[] | undefined;
}

/** An EVM address belongs to a key and not to a chain, so a listed one is listed on all three EVM chains. */
const sanctionsChains: readonly Chain[] = [
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
 * Creates a risk provider over Chainalysis Sanctions Screening (`GET /api/v1/address/{address}`). It covers the sanctions
 * lists of the free tier, and no stolen funds or mixers.
 *
 * **Request.** The API has no chains and looks up the exact text. Hex is sent in lower case, `xdc…` as `0x…`. An address
 * with several spellings is looked up in each, concurrently: litecoin's `M…` and `3…`; bitcoin-cash with prefix, without
 * it, and legacy. The response does not repeat the address, so its subject cannot be checked.
 *
 * **Mapping.** Any identification is 100, with `chainalysis:sanctions:listed`, categories and names. No identification of
 * any spelling is 0, with `chainalysis:sanctions:not-listed`.
 *
 * Source: Chainalysis, "Sanctions Screening API", which does not document its lists and chains.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `screen` rejects as {@link RiskProvider.screen}
 *   describes.
 * @example
 * const provider = chainalysisSanctions({ key: secrets.chainalysis });
 */
export function chainalysisSanctions(options: ChainalysisSanctionsOptions): RiskProvider<ServedChain> {
  const checked = checkedOptions("chainalysisSanctions", options, { ...riskServiceOptions, key: "checked" });
  const key = checkedSecret("key", checked.key);
  const providerName = checkedProviderName("CHAINALYSIS_SANCTIONS", checked.providerName);
  const chains = checkedChains(sanctionsChains, checked.chains);
  const service = serviceAt(checked, { url: "https://public.chainalysis.com", maxBytes });

  const identificationsOf = async (address: string, send: SendRequest): Promise<readonly JsonNode[]> => {
    const path = `/api/v1/address/${encodeURIComponent(address)}`;
    const response = await send({ path, headers: () => ({ "x-api-key": key }) });
    return response.json().at("identifications").items();
  };

  return serviceProvider({
    providerName,
    vendor: "Chainalysis Sanctions",
    chains,
    service,
    entryOf: async (address, send) => {
      const found = await Promise.all(spellingsOf(address).map((spelling) => identificationsOf(spelling, send)));
      return sanctionsEntry(providerName, found.flat());
    },
  });
}

function sanctionsEntry(providerName: string, identifications: readonly JsonNode[]): RiskEntry {
  if (identifications.length === 0) {
    return toRiskEntry({ providerName, riskRatio: 0, descriptors: ["chainalysis:sanctions:not-listed"] });
  }
  const categories = identifications.map((each) => each.at("category").text());
  const names = identifications.map((each) => each.at("name").textOrNull() ?? "");
  const descriptors = ["chainalysis:sanctions:listed", ...categories, ...names] as const;
  return toRiskEntry({ providerName, riskRatio: 100, descriptors });
}

const base58check = createBase58check(sha256);
const p2pkhVersion = 0x00;
const p2shVersion = 0x05;
const cashPrefix = "bitcoincash:";

/** Returns every spelling of the address that a list may have, the usual one first. */
function spellingsOf(parsed: ParsedAddress<string>): readonly string[] {
  const usual = lookUpForm(parsed);
  if (parsed.chain === "bitcoin-cash") return [usual, usual.slice(cashPrefix.length), ...legacyForms(usual)];
  if (parsed.chain !== "litecoin" || !usual.startsWith("M")) return [usual];
  // Litecoin's `M…` was `3…` before, with bitcoin's version of P2SH.
  return [usual, base58check.encode(Uint8Array.of(p2shVersion, ...base58check.decode(usual).subarray(1)))];
}

/** Bitcoin Cash (CashAddr specification): a hash of 20 bytes has a legacy form, a longer hash has none. */
function legacyForms(address: string): readonly string[] {
  // 5-bit groups, in bech32's character set; the last eight are the checksum.
  const groups = [...address.slice(cashPrefix.length, -8)].map((each) =>
    "qpzry9x8gf2tvdw0s3jn54khce6mua7l".indexOf(each),
  );
  const [version = 0, ...hash] = bech32.fromWords(groups);
  if (hash.length !== 20) return [];
  return [base58check.encode(Uint8Array.of(version === 0 ? p2pkhVersion : p2shVersion, ...hash))];
}

/** Options for {@link chainalysisScreening}. The default `url` is `https://api.chainalysis.com/api/risk`. */
export interface ChainalysisScreeningOptions extends RiskServiceOptions {
  /** The API key, sent as `Token`. */
  readonly key: string;
  /** The code in the entries. @default "CHAINALYSIS" */
  readonly providerName?: string | undefined;
  /**
   * The chains to screen. Chainalysis does not publish what a contract covers, and the API accepts any text. Check
   * your contract before you add a chain.
   *
   * @default bitcoin, ethereum, solana, polygon
   */
  readonly chains?: readonly ServedChain[] | undefined;
  /**
   * Set `true` to register an address (`POST /v2/entities`) before its assessment is read. Since December 2024 the API
   * registers addresses by itself.
   *
   * @default false
   */
  readonly register?: boolean | undefined;
}

/** Seen in public clients; polygon has the addresses of ethereum. */
const screeningChains: readonly Chain[] = ["bitcoin", "ethereum", "solana", "polygon"];

/** The documented risks, with our ratios. Clients differ in case. Any other word is an error. */
const ratios: ReadonlyMap<string, { readonly word: string; readonly ratio: number }> = new Map([
  ["low", { word: "Low", ratio: 10 }],
  ["medium", { word: "Medium", ratio: 40 }],
  ["high", { word: "High", ratio: 70 }],
  ["severe", { word: "Severe", ratio: 100 }],
]);

/**
 * Creates a risk provider over Chainalysis Entity Risking, formerly Address Screening. It returns the risk of an address
 * by the settings of your account (`GET /v2/entities/{address}`).
 *
 * **Request.** The API has no chains: the assessment is about the address on all of its chains. Hex is sent in lower
 * case. An assessment whose `status` is not `COMPLETE` is polled within the time limit.
 *
 * **Mapping.** `Low` 10, `Medium` 40, `High` 70, `Severe` 100, never zero. The descriptors are `chainalysis:risk:Severe`,
 * the reason, categories of identifications and triggers, sanctions first. The cluster of an exchange
 * or custodian becomes `vasp_name_business` and `vasp_category`. Otherwise they are a descriptor, because a cluster may
 * be a mixer or a thief.
 *
 * Source: Chainalysis, "Entity Risking API"; `status` from public clients and examples.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `screen` rejects as {@link RiskProvider.screen}
 *   describes.
 * @example
 * const provider = chainalysisScreening({ key: secrets.chainalysis, chains: ["bitcoin", "ethereum"] });
 */
export function chainalysisScreening(options: ChainalysisScreeningOptions): RiskProvider<ServedChain> {
  const kinds = { ...riskServiceOptions, key: "checked", register: "boolean" } as const;
  const checked = checkedOptions("chainalysisScreening", options, kinds);
  const key = checkedSecret("key", checked.key);
  const providerName = checkedProviderName("CHAINALYSIS", checked.providerName);
  const chains = checkedChains(screeningChains, checked.chains);
  const service = serviceAt(checked, { url: "https://api.chainalysis.com/api/risk", maxBytes });
  const headers = (): Record<string, string> => ({ token: key });

  const register = async (address: string, send: SendRequest): Promise<void> => {
    const body = JSON.stringify({ address });
    // Not idempotent: the contract decides whether each registration is billed.
    await send({ path: "/v2/entities", method: "POST", headers, body, acceptedStatuses: [201], isIdempotent: false });
  };

  const assess = async (parsed: ParsedAddress<string>, send: SendRequest): Promise<JsonNode | undefined> => {
    const path = `/v2/entities/${encodeURIComponent(lookUpForm(parsed))}`;
    const assessment = readAssessment(await send({ path, headers, acceptedStatuses: [404] }), service.host);
    checkAddress(assessment.at("address"), parsed);
    return assessment.at("status").text() === "COMPLETE" ? assessment : undefined;
  };

  return serviceProvider({
    providerName,
    vendor: "Chainalysis",
    chains,
    service,
    entryOf: async (address, send, untilReady) => {
      if (checked.register === true) await register(lookUpForm(address), send);
      return assessmentEntry(providerName, await untilReady(() => assess(address, send)));
    },
  });
}

function readAssessment(response: HttpResponse, host: string): JsonNode {
  if (response.status !== 404) return response.json();
  if (!hasJsonObject(response)) {
    throw new ComplianceError("provider_rejected", `${host} responded with status 404. Check the URL.`);
  }
  const message = `${host} does not know the address, so it was not screened. Try again later, or register the address.`;
  throw new ComplianceError("address_unknown", message);
}

function hasJsonObject(response: HttpResponse): boolean {
  try {
    return response.json().isObject();
  } catch {
    return false;
  }
}

function assessmentEntry(providerName: string, assessment: JsonNode): RiskEntry {
  const risk = ratios.get(assessment.at("risk").text().toLowerCase());
  if (risk === undefined) return assessment.at("risk").fail("an undocumented risk");
  const identifications = assessment.at("addressIdentifications").items();
  const triggers = assessment.at("triggers").items();
  const reason = assessment.at("riskReason").textOrNull();
  const cluster = readCluster(assessment.at("cluster"));
  const isVasp = cluster !== undefined && isVaspCategory(cluster.category);
  const descriptors = sanctionsFirst([
    ...(reason === null ? [] : [reason]),
    ...identifications.map((each) => each.at("category").text()),
    ...triggers.map((each) => each.at("category").text()),
    ...(cluster === undefined || isVasp ? [] : [ownerText(cluster.name, cluster.category)]),
  ]);
  return toRiskEntry({
    providerName,
    riskRatio: risk.ratio,
    descriptors: [`chainalysis:risk:${risk.word}`, ...descriptors],
    ...(isVasp && { names: [cluster.name], categories: [cluster.category] }),
  });
}

/** `cluster` may be null, but must be there. */
function readCluster(node: JsonNode): { readonly name: string; readonly category: string } | undefined {
  if (node.isMissing() && !node.isAbsent()) return undefined;
  return { name: node.at("name").text(), category: node.at("category").text() };
}
