/** Risk provider over Elliptic: wallet screening by its AML API v2. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { ExactDecimal } from "../../domain/decimal.js";
import { checkedClock, checkedOptions, configurationInvalid } from "../../domain/options.js";
import type { Clock } from "../../ports/clock.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkAddress } from "../checked-query.js";
import type { ServedChain } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import type { HttpResponse } from "../transport/request.js";
import { checkedSecret, type Service, type ServiceRequest, serviceAt } from "../transport/service.js";
import { ownerText, sanctionsFirst, toRiskEntry } from "./entry.js";
import {
  checkedChains,
  checkedProviderName,
  lookUpForm,
  type RiskServiceOptions,
  riskServiceOptions,
  serviceProvider,
} from "./provider.js";

/** Options for {@link elliptic}. The default `url` is `https://aml-api.elliptic.co`. */
export interface EllipticOptions extends RiskServiceOptions {
  /** The API key, sent as `x-access-key`. */
  readonly key: string;
  /** The base64 secret that signs requests, as Elliptic issues it. */
  readonly secret: string;
  /** The code in the entries. @default "ELLIPTIC" */
  readonly providerName?: string | undefined;
  /**
   * The chains to screen. Your contract decides which chains Elliptic's holistic view covers.
   *
   * @default bitcoin, ethereum, litecoin, bitcoin-cash, doge, solana, ripple, polygon
   */
  readonly chains?: readonly ServedChain[] | undefined;
  /** Elliptic creates a customer for each new value: use a stable pseudonym, no personal data. @default "vaspkit" */
  readonly customerReference?: string | undefined;
  /** For the timestamp of a request, which Elliptic compares with its own time. @default the system clock */
  readonly clock?: Clock | undefined;
}

const defaultChains: readonly Chain[] = [
  "bitcoin",
  "ethereum",
  "litecoin",
  "bitcoin-cash",
  "doge",
  "solana",
  "ripple",
  "polygon",
];

/**
 * Creates a risk provider over Elliptic: `POST /v2/wallet/synchronous`, signed by HMAC-SHA256, then `GET
 * /v2/wallet/{id}` while the screening runs. A screening is a billed record, so it is retried only after a 429.
 *
 * **Mapping.** `risk_ratio` is ten times the score of 0 to 10, rounded half up. A score of null is 0: no rule *of your
 * account* was triggered, and the descriptor is `elliptic:no-rule-triggered`. Owners that are VASPs
 * become `vasp_name_business` and `vasp_category`. Further descriptors:
 *
 * - `elliptic:score:6.4417`; `elliptic:after-sanction-date`, of an owner;
 * - `elliptic:tier:sanctions`: only sanctions were screened;
 * - `elliptic:holistic`: the response covers the address on all its chains;
 * - rules and categories, and owners that are not VASPs.
 *
 * Source: Elliptic's OpenAPI description of the AML API v2, as mirrored in public, and its JavaScript client.
 * Unverified: the form of a Bitcoin Cash address (CashAddr with its prefix is sent), and how a failed screening with
 * status 200 names its cause.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `screen` rejects as {@link RiskProvider.screen}
 *   describes.
 * @example
 * const provider = elliptic({ key: secrets.ellipticKey, secret: secrets.ellipticSecret });
 */
export function elliptic(options: EllipticOptions): RiskProvider<ServedChain> {
  const checked = checkedOptions("elliptic", options, {
    ...riskServiceOptions,
    key: "checked",
    secret: "checked",
    customerReference: "text",
    clock: "function",
  });
  const { customerReference = "vaspkit" } = checked;
  const service = serviceAt(checked, { url: "https://aml-api.elliptic.co", maxBytes: 2 ** 19 });
  const sign = signer(checked, service);
  const providerName = checkedProviderName("ELLIPTIC", checked.providerName);
  const chains = checkedChains(defaultChains, checked.chains);

  return serviceProvider({
    providerName,
    vendor: "Elliptic",
    chains,
    service,
    entryOf: (address, send, untilReady) => {
      const subject = subjectOf(address);
      const body = JSON.stringify({ subject, type: "wallet_exposure", customer_reference: customerReference });
      const path = "/v2/wallet/synchronous";
      let request: ServiceRequest = { path, method: "POST", body, isIdempotent: false };
      return untilReady(async () => {
        const analysis = readAnalysis(await send(sign(request)), service.host);
        if (analysis.at("process_status").text() === "running") {
          request = { path: `/v2/wallet/${idOf(analysis.at("id"))}` };
          return undefined;
        }
        checkSubject(analysis.at("subject"), address, subject);
        return toEntry(analysis, subject, providerName);
      });
    },
  });
}

/** The subject of a wallet analysis. */
interface EllipticSubject {
  readonly asset: string;
  readonly blockchain: string;
  readonly type: "address";
  readonly hash: string;
}

/** Bitcoin Cash is its own asset; all other chains are in the holistic view. */
function subjectOf(address: ParsedAddress<string>): EllipticSubject {
  const hash = lookUpForm(address);
  return address.chain === "bitcoin-cash"
    ? { asset: "BCH", blockchain: "bitcoin_cash", type: "address", hash }
    : { asset: "holistic", blockchain: "holistic", type: "address", hash };
}

/** Adds the signed headers, created for each try, and accepts a 404, whose body has the name of the error. */
function signer(options: EllipticOptions, service: Service): (request: ServiceRequest) => ServiceRequest {
  const clock = checkedClock(options.clock);
  const accessKey = checkedSecret("key", options.key);
  const key = decodedSecret(checkedSecret("secret", options.secret));
  return (request) => {
    const { method = "GET", body } = request;
    const { pathname, search } = service.urlOf(request.path);
    const headers = (): Readonly<Record<string, string>> => {
      const timestamp = String(clock().getTime());
      const signature = signatureOf(key, { timestamp, method, path: pathname + search, body });
      return { "x-access-key": accessKey, "x-access-sign": signature, "x-access-timestamp": timestamp };
    };
    return { ...request, headers, acceptedStatuses: [404] };
  };
}

/** @throws ComplianceError `configuration_invalid`, without the secret */
export function decodedSecret(secret: string): Uint8Array {
  try {
    return base64.decode(secret);
  } catch {
    // The decoder's message repeats the secret.
    throw configurationInvalid("secret must be the complete base64 text that Elliptic issued with the key.");
  }
}

/** The signed parts of a request. */
export interface Signable {
  /** Milliseconds since 1970, exactly as in the header. */
  readonly timestamp: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Exactly as sent. */
  readonly body?: string | undefined;
}

/** Returns the value of `x-access-sign`. The signature covers the path in lower case, and a missing body as `{}`. */
export function signatureOf(key: Uint8Array, { timestamp, method, path, body = "{}" }: Signable): string {
  const text = `${timestamp}${method.toUpperCase()}${path.toLowerCase()}${body}`;
  return base64.encode(hmac(sha256, key, new TextEncoder().encode(text)));
}

/** Returns an analysis that is running or complete. */
function readAnalysis(response: HttpResponse, host: string): JsonNode {
  if (response.status !== 200) throw failureNamed(errorNameOf(response), "provider_rejected", host);
  const analysis = response.json();
  const status = analysis.at("process_status");
  const error = analysis.at("error").optionalObject();
  if (status.text() === "error" || error.isObject()) throw failureNamed(causeOf(error), "provider_unavailable", host);
  return ["running", "complete"].includes(status.text()) ? analysis : status.fail("an unknown status");
}

/** The documented names of errors, with HTTP status 404, 400 and 429. */
const codesByName: ReadonlyMap<string | undefined, ComplianceErrorCode> = new Map([
  ["NotInBlockchain", "address_unknown"],
  ["BadRequestError", "provider_rejected"],
  ["TooManyRequestsError", "provider_rate_limited"],
]);

/** By name, never by status alone: a 404 may come from a proxy or from a wrong path. */
function failureNamed(name: string | undefined, otherwise: ComplianceErrorCode, host: string): ComplianceError {
  const code = codesByName.get(name) ?? otherwise;
  const message =
    code === "address_unknown"
      ? `${host} does not know the address, so it was not screened. Try again once the address has been used.`
      : `${host} did not screen the address. Check the URL, the permissions of the key, and its status page.`;
  return new ComplianceError(code, message);
}

/** A failed screening has status 200; the name of the error may be its name or its message. */
function causeOf(error: JsonNode): string | undefined {
  return [error.at("name"), error.at("message")]
    .map((node) => node.optionalText())
    .find((text) => codesByName.has(text));
}

/** Returns undefined for the page of a proxy. */
function errorNameOf(response: HttpResponse): string | undefined {
  try {
    return response.json().at("name").optionalText();
  } catch {
    return undefined;
  }
}

/** The id becomes part of a path. */
function idOf(node: JsonNode): string {
  const id = node.text();
  return /^[\w-]{1,64}$/.test(id) ? id : node.fail("expected an id of letters and digits");
}

function checkSubject(node: JsonNode, address: ParsedAddress<string>, { asset, blockchain }: EllipticSubject): void {
  checkAddress(node.at("hash"), address);
  const isSame = node.at("asset").text() === asset && node.at("blockchain").text() === blockchain;
  if (!isSame) node.fail("another chain than requested");
}

function toEntry(analysis: JsonNode, subject: EllipticSubject, providerName: string): RiskEntry {
  const sides = ["source", "destination"];
  const rules = sides.flatMap((side) => analysis.at("evaluation_detail").optionalObject().at(side).optionalObjects());
  const detail = analysis.at("risk_score_detail");
  const isScored = rules.length > 0 || sides.some((side) => !detail.at(side).isMissing());
  const { ratio, descriptor } = scoreOf(analysis.at("risk_score"), isScored);
  const owners = analysis.at("cluster_entities").optionalObjects().map(ownerOf);
  const vasps = owners.filter(({ isVasp }) => isVasp).sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  return toRiskEntry({
    providerName,
    riskRatio: ratio,
    // The descriptors that qualify the response come before those that may be cut.
    descriptors: [
      descriptor,
      ...(owners.some(({ isAfterSanction }) => isAfterSanction) ? ["elliptic:after-sanction-date"] : []),
      ...(isSanctionsOnly(analysis.at("asset_tier")) ? ["elliptic:tier:sanctions"] : []),
      ...(subject.blockchain === "holistic" ? ["elliptic:holistic"] : []),
      ...sanctionsFirst([...rules.flatMap(ruleTexts), ...owners.filter(({ isVasp }) => !isVasp).map(textOfOwner)]),
    ],
    names: vasps.map(({ name }) => name),
    categories: vasps.map(({ category }) => category),
  });
}

// A sum of fractions in doubles may be that much above 10.
const highestScore = "10.000000001";

/** Ten times a score of 0 to 10, half up. null is documented: no rule was triggered. An absent score is an error. */
function scoreOf(node: JsonNode, isScored: boolean): { readonly ratio: number; readonly descriptor: string } {
  if (node.isMissing() && !node.isAbsent()) {
    if (isScored) node.fail("triggered rules or the score of a side, without a score");
    return { ratio: 0, descriptor: "elliptic:no-rule-triggered" };
  }
  const score = new ExactDecimal(node.decimal());
  if (score.lessThan(0) || score.greaterThan(highestScore)) node.fail("expected a score of 0 to 10");
  const ratio = score.times(10).toDecimalPlaces(0, ExactDecimal.ROUND_HALF_UP).toNumber();
  return { ratio, descriptor: `elliptic:score:${score.toFixed()}` };
}

/** The rule and the categories that it matched. Names may change, so they are only texts for people. */
function ruleTexts(rule: JsonNode): readonly string[] {
  const categories = rule
    .at("matched_elements")
    .optionalObjects()
    .map((each) => each.at("category"));
  return [rule.at("rule_name"), ...categories].map(textOrEmpty);
}

/** A known owner of the address: an exchange, or a mixer. */
interface Owner {
  readonly name: string;
  readonly category: string;
  readonly isPrimary: boolean;
  readonly isVasp: boolean;
  readonly isAfterSanction: boolean;
}

function ownerOf(node: JsonNode): Owner {
  return {
    name: textOrEmpty(node.at("name")),
    category: textOrEmpty(node.at("category")),
    isPrimary: node.at("is_primary_entity").optionalBoolean() ?? false,
    isVasp: node.at("is_vasp").optionalBoolean() ?? false,
    isAfterSanction: node.at("is_after_sanction_date").optionalBoolean() ?? false,
  };
}

function textOfOwner({ name, category }: Owner): string {
  return name === "" || category === "" ? name + category : ownerText(name, category);
}

/** An entry leaves out empty texts. */
function textOrEmpty(node: JsonNode): string {
  return node.optionalText() ?? "";
}

/** Whether only sanctions are covered, which is much less than a full view. */
function isSanctionsOnly(node: JsonNode): boolean {
  const tier = node.text();
  return tier === "sanctions" || (tier !== "full" && node.fail("an unknown tier"));
}
