/** Chainalysis' Entity Risking, formerly Address Screening. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedQuery, checkSubject } from "../checked-query.js";
import type { Answer } from "../transport/ask.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { checkedSecret } from "../transport/secret.js";
import { type AskService, type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { isVaspCategory, ownerText, sanctionsFirst } from "./categories.js";
import { toRiskEntry } from "./entry.js";
import { checkedChains, checkedProviderName } from "./provider-options.js";
import { lookUpForm } from "./subject.js";
import { untilFinished } from "./until-finished.js";

// An assessment with hundreds of exposures has some 50 kB.
const maxBytes = 1024 * 1024;

/** What {@link chainalysisScreening} is told. `url` is `https://api.chainalysis.com/api/risk` by default. */
export interface ChainalysisScreeningOptions extends ServiceOptions {
  /** The API key, sent as `Token`. */
  readonly key: string;
  /** The code that the entries carry. Default `"CHAINALYSIS"`. */
  readonly provider_name?: string;
  /**
   * The chains that are screened, instead of bitcoin, ethereum, solana and polygon. What your contract covers is not
   * documented in public: ask before you add a chain, since the API takes any text and is not told of a chain.
   */
  readonly chains?: readonly Chain[];
  /**
   * Whether to register an address (`POST /v2/entities`) before its assessment is read. Since December 2024 the API
   * registers by itself. Default false.
   */
  readonly register?: boolean;
}

/** Seen in use by public clients; polygon has the addresses of ethereum. */
const chainsInUse: readonly Chain[] = ["bitcoin", "ethereum", "solana", "polygon"];

/** The documented words. Clients differ in the case that they compare with; no other word is accepted. */
const ratios: ReadonlyMap<string, { readonly word: string; readonly ratio: number }> = new Map([
  ["low", { word: "Low", ratio: 10 }],
  ["medium", { word: "Medium", ratio: 40 }],
  ["high", { word: "High", ratio: 70 }],
  ["severe", { word: "Severe", ratio: 100 }],
]);

/**
 * Chainalysis Entity Risking (`GET /v2/entities/{address}`): the risk of an address by the settings of your account.
 *
 * **Request.** The API knows no chains: the assessment is about the address on all of its chains. Hex is sent in lower
 * case. An assessment whose `status` is not `COMPLETE` is asked for again as long as there is time.
 *
 * **Mapping.** `Low` 10, `Medium` 40, `High` 70, `Severe` 100, never 0; descriptors: `chainalysis:risk:Severe`, the reason,
 * categories of identifications and of triggers, sanctions first. Name and category of the cluster become
 * `vasp_name_business` and `vasp_category` where the category is that of an exchange or a custodian, otherwise a
 * descriptor: a cluster may be a mixer or a thief.
 *
 * Source: Chainalysis, "Entity Risking API"; `status` only by public clients and examples.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `screen` rejects with
 *   `chain_unsupported`, `invalid_input` for a mistyped address, what the transport throws, `provider_pending` for an
 *   assessment that is not complete in time, `address_unknown` when the API itself answers 404 (in JSON; a page of
 *   another server is `provider_rejected`), or `provider_unreadable`: an answer about another address, an unknown risk, a
 *   missing member.
 * @example
 * const provider = chainalysisScreening({ key: secrets.chainalysis, chains: ["bitcoin", "ethereum"] });
 */
export function chainalysisScreening(given: ChainalysisScreeningOptions): RiskProvider {
  const options = checkedOptions("chainalysisScreening", given, {
    ...serviceOptions,
    key: "checked",
    provider_name: "checked",
    chains: "checked",
    register: "boolean",
  });
  const key = checkedSecret("key", options.key);
  const provider_name = checkedProviderName("CHAINALYSIS", options.provider_name);
  const chains = checkedChains(chainsInUse, options.chains);
  const service = serviceAt(options, { url: "https://api.chainalysis.com/api/risk", maxBytes });
  const headers = (): Record<string, string> => ({ token: key });

  const register = async (address: string, ask: AskService): Promise<void> => {
    const body = JSON.stringify({ address });
    // Not repeatable: whether a registration is billed depends on the contract.
    await ask({ path: "/v2/entities", method: "POST", headers, body, answers: [201], repeatable: false });
  };

  const assess = async (parsed: ParsedAddress, ask: AskService): Promise<JsonNode | undefined> => {
    const path = `/v2/entities/${encodeURIComponent(lookUpForm(parsed))}`;
    const assessment = readAssessment(await ask({ path, headers, answers: [404] }), service.host);
    checkSubject(assessment.at("address"), parsed);
    return assessment.at("status").text() === "COMPLETE" ? assessment : undefined;
  };

  return Object.freeze<RiskProvider>({
    provider_name,
    screen: async (query) => {
      const parsed = checkedQuery(query, "Chainalysis", (chain) => chains.has(chain));
      const assessment = await service.converse(query.signal, async (ask, deadline) => {
        if (options.register === true) await register(lookUpForm(parsed), ask);
        return untilFinished(() => assess(parsed, ask), deadline, service.host);
      });
      return [toEntry(provider_name, assessment)];
    },
  });
}

function readAssessment({ status, text }: Answer, host: string): JsonNode {
  if (status !== 404) return readJson(text, host);
  if (!isObject(text, host)) {
    throw new ComplianceError("provider_rejected", `${host} has nothing at this URL (status 404); check the URL.`);
  }
  const message = `${host} does not know this address, so that it was not screened; try again later, or register it.`;
  throw new ComplianceError("address_unknown", message);
}

function isObject(text: string, host: string): boolean {
  try {
    return readJson(text, host).isObject();
  } catch {
    return false;
  }
}

function toEntry(provider_name: string, assessment: JsonNode): RiskEntry {
  const risk = ratios.get(assessment.at("risk").text().toLowerCase());
  if (risk === undefined) return assessment.at("risk").refuse("has a risk that is not documented");
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
    provider_name,
    risk_ratio: risk.ratio,
    descriptors: [`chainalysis:risk:${risk.word}`, ...descriptors],
    ...(isVasp && { names: [cluster.name], categories: [cluster.category] }),
  });
}

function readCluster(node: JsonNode): { readonly name: string; readonly category: string } | undefined {
  if (node.isNull()) return undefined;
  return { name: node.at("name").text(), category: node.at("category").text() };
}
