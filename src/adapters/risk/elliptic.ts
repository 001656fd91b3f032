/** Elliptic: wallet screening by its AML API v2. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import { checkedOptions } from "../../domain/options.js";
import type { Clock } from "../../ports/clock.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedQuery } from "../checked-query.js";
import { checkedSecret } from "../transport/secret.js";
import {
  type Service,
  type ServiceOptions,
  type ServiceRequest,
  serviceAt,
  serviceOptions,
} from "../transport/service.js";
import { type EllipticSubject, readEllipticAnswer } from "./elliptic-answer.js";
import { ellipticKey, signatureOf } from "./elliptic-signature.js";
import { checkedChains, checkedProviderName } from "./provider-options.js";
import { lookUpForm } from "./subject.js";
import { untilFinished } from "./until-finished.js";

/** What {@link elliptic} is told. `url` is `https://aml-api.elliptic.co` by default. */
export interface EllipticOptions extends ServiceOptions {
  /** The API key, sent as `x-access-key`. */
  readonly key: string;
  /** What requests are signed with. In base64, as Elliptic gives it out. */
  readonly secret: string;
  /** The code of the entries. Default "ELLIPTIC". */
  readonly provider_name?: string;
  /**
   * The chains that are screened, instead of bitcoin, ethereum, litecoin, bitcoin-cash, doge, solana, ripple and
   * polygon. Which others its holistic view covers depends on your contract.
   */
  readonly chains?: readonly Chain[];
  /** Elliptic makes a customer of every new one: a stable pseudonym, never personal data. Default "vaspkit". */
  readonly customerReference?: string;
  /** For the time stamp of a request, which Elliptic compares with its own time. Default: the system's. */
  readonly clock?: Clock;
}

const usualChains: readonly Chain[] = [
  "bitcoin",
  "ethereum",
  "litecoin",
  "bitcoin-cash",
  "doge",
  "solana",
  "ripple",
  "polygon",
];

const screeningPath = "/v2/wallet/synchronous";

/**
 * Screens with Elliptic: `POST /v2/wallet/synchronous`, signed by HMAC-SHA256, then `GET /v2/wallet/{id}` as long as
 * the screening runs. A screening is a billed record, so that it is asked for again only when Elliptic refused it for
 * its rate (429).
 *
 * **Mapping.** `risk_ratio` is ten times the score of 0 to 10, rounded half up. A score of null is 0: none of the rules
 * *of your account* was triggered, and `elliptic:no-rule-triggered` says so. Descriptors: `elliptic:score:6.4417`,
 * `elliptic:after-sanction-date` (said of an owner), `elliptic:tier:sanctions` (nothing but
 * sanctions was looked at), `elliptic:holistic` (the answer is about the address on all its chains), rules and
 * categories, owners that are no VASP. Owners that are VASPs become `vasp_name_business` and `vasp_category`.
 *
 * Source: Elliptic's OpenAPI description of the AML API v2, as mirrored in public, and its JavaScript client.
 * Unverified: the form of a Bitcoin Cash address (CashAddr with its prefix is sent), and how a failed screening with
 * status 200 names its cause.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `screen` rejects with
 *   `chain_unsupported`, `invalid_input` for a mistyped address, what the transport throws, `address_unknown` for
 *   Elliptic's `NotInBlockchain` (an address that it does not know or has not processed is not a clean one),
 *   `provider_pending` for a screening that still runs when the time is over, or `provider_unreadable`: no score or one
 *   that is not 0 to 10, an unknown status or tier, an answer about another address or chain.
 * @example
 * const provider = elliptic({ key: secrets.ellipticKey, secret: secrets.ellipticSecret });
 */
export function elliptic(given: EllipticOptions): RiskProvider {
  const options = checkedOptions("elliptic", given, {
    ...serviceOptions,
    key: "checked",
    secret: "checked",
    provider_name: "checked",
    chains: "checked",
    customerReference: "text",
    clock: "function",
  });
  const { customerReference = "vaspkit" } = options;
  const service = serviceAt(options, { url: "https://aml-api.elliptic.co", maxBytes: 2 ** 20 });
  const sign = signer(options, service);
  const provider_name = checkedProviderName("ELLIPTIC", options.provider_name);
  const chains = checkedChains(usualChains, options.chains);

  return Object.freeze({
    provider_name,
    screen: async (query): Promise<readonly RiskEntry[]> => {
      const address = checkedQuery(query, "Elliptic", (chain) => chains.has(chain));
      const subject = subjectOf(address);
      const question = { address, subject, provider_name, host: service.host };
      const body = JSON.stringify({ subject, type: "wallet_exposure", customer_reference: customerReference });
      return service.converse(query.signal, async (ask, deadline) => {
        let request: ServiceRequest = { path: screeningPath, method: "POST", body, repeatable: false };
        const look = async (): Promise<readonly RiskEntry[] | undefined> => {
          const reading = readEllipticAnswer(await ask(sign(request)), question);
          if (reading.kind === "complete") return [reading.entry];
          request = { path: `/v2/wallet/${reading.id}` };
          return undefined;
        };
        return untilFinished(look, deadline, service.host);
      });
    },
  } satisfies RiskProvider);
}

/**
 * Adds the headers, which hold the time of each try, and what besides 200 is read: the name of an error tells why it is
 * 404.
 */
function signer(options: EllipticOptions, service: Service): (request: ServiceRequest) => ServiceRequest {
  const { clock = () => new Date() } = options;
  const accessKey = checkedSecret("key", options.key);
  const key = ellipticKey(checkedSecret("secret", options.secret));
  return (request) => {
    const { method = "GET", body } = request;
    const { pathname, search } = service.urlOf(request.path);
    const headers = (): Readonly<Record<string, string>> => {
      const timestamp = String(clock().getTime());
      const signature = signatureOf(key, { timestamp, method, path: pathname + search, body });
      return { "x-access-key": accessKey, "x-access-sign": signature, "x-access-timestamp": timestamp };
    };
    return { ...request, headers, answers: [404] };
  };
}

/** Bitcoin Cash has an asset of its own; all other chains of ours are in the holistic view. */
function subjectOf(address: ParsedAddress): EllipticSubject {
  const hash = lookUpForm(address);
  return address.chain === "bitcoin-cash"
    ? { asset: "BCH", blockchain: "bitcoin_cash", type: "address", hash }
    : { asset: "holistic", blockchain: "holistic", type: "address", hash };
}
