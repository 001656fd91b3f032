/** GoPlus' library of malicious addresses. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedQuery } from "../checked-query.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { checkedSecret } from "../transport/secret.js";
import { type AskService, type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { toRiskEntry } from "./entry.js";
import { readFlags } from "./go-plus-flags.js";
import { optionalText } from "./optional.js";
import { type ChainWords, checkedChainWords, checkedProviderName } from "./provider-options.js";
import { lookUpForm } from "./subject.js";
import { untilFinished } from "./until-finished.js";

// Twenty flags are less than one kilobyte.
const maxBytes = 64 * 1024;

/** What {@link goPlus} can be told. Every property is optional; `url` is `https://api.gopluslabs.io` by default. */
export interface GoPlusOptions extends ServiceOptions {
  /**
   * An access token, sent as `Authorization`; without one the free limit applies. Tokens expire: give a function, and it
   * is asked for the token before each screening.
   */
  readonly token?: string | (() => string);
  /** The code that the entries carry. Default `"GOPLUS"`. */
  readonly provider_name?: string;
  /**
   * The chains that are screened, with GoPlus' `chain_id` of them, instead of `{ ethereum: "1", polygon: "137", solana:
   * "solana" }`.
   */
  readonly chains?: ChainWords;
}

/** Of ours, GoPlus documents ethereum and polygon; solana is seen in use by public clients. */
const chainsInUse: ChainWords = { ethereum: "1", polygon: "137", solana: "solana" };

/**
 * GoPlus Malicious Address API (`GET /api/v1/address_security/{address}?chain_id=…`), free of charge.
 *
 * **Request.** Hex is sent in lower case. An answer with the code 2 (partial data) is asked for again as long as there is
 * time. The answer repeats neither address nor chain, so that it cannot be checked what it is about.
 *
 * **Mapping.** The strongest flag: `sanctioned` 100; `cybercrime`, `money_laundering`, `financial_crime`,
 * `darkweb_transactions`, `phishing_activities`, `stealing_attack`, `blackmail_activities`, `mixer`,
 * `malicious_mining_activities`, `fake_kyc` 80; `blacklist_doubt`, `honeypot_related_address`, `fake_token`, malicious
 * contracts that it created, and any flag that is not known here 60; `gas_abuse`, `reinit`, `fake_standard_interface` 30.
 * None: 0 with `goplus:no-flag`, which the vendor itself calls no proof of safety. Each flag is a descriptor, and so is
 * the source (`goplus:source:SlowMist`).
 *
 * Source: GoPlus, "Malicious Address API"; the codes as public clients list them.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right (a token out of a function:
 *   when it is asked for). `screen` rejects with `chain_unsupported`, `invalid_input` for a mistyped address, what the
 *   transport throws; by the code of the answer `provider_rate_limited` (4029), `provider_pending` (2, until the end),
 *   `provider_unauthorized` (4010, 4011, 4012, 4023), `provider_unavailable` (5000), `provider_rejected` (2xxx, 5006);
 *   or `provider_unreadable`: another code, a core flag (`sanctioned`, `money_laundering`, `cybercrime`) that is missing,
 *   a known flag that is neither `"0"` nor `"1"`.
 * @example
 * const provider = goPlus();
 */
export function goPlus(given: GoPlusOptions = {}): RiskProvider {
  const options = checkedOptions("goPlus", given, {
    ...serviceOptions,
    token: "checked",
    provider_name: "checked",
    chains: "checked",
  });
  const tokenOf = tokenSource(options.token);
  const provider_name = checkedProviderName("GOPLUS", options.provider_name);
  const words = checkedChainWords(chainsInUse, options.chains);
  const service = serviceAt(options, { url: "https://api.gopluslabs.io", maxBytes });

  const ask = async (path: string, authorization: string | undefined, askService: AskService) => {
    const headers = (): Record<string, string> => (authorization === undefined ? {} : { authorization });
    const { text } = await askService({ path, headers });
    return resultOf(readJson(text, service.host), service.host);
  };

  return Object.freeze<RiskProvider>({
    provider_name,
    screen: async (query) => {
      const parsed = checkedQuery(query, "GoPlus", (chain) => words.has(chain));
      const token = tokenOf();
      const chain = encodeURIComponent(String(words.get(parsed.chain)));
      const path = `/api/v1/address_security/${encodeURIComponent(lookUpForm(parsed))}?chain_id=${chain}`;
      const result = await service.converse(query.signal, (askService, deadline) =>
        untilFinished(() => ask(path, token, askService), deadline, service.host),
      );
      return [toEntry(provider_name, result)];
    },
  });
}

function tokenSource(token: GoPlusOptions["token"]): () => string | undefined {
  if (typeof token === "function") return () => checkedSecret("token", token());
  const checked = token === undefined ? undefined : checkedSecret("token", token);
  return () => checked;
}

const complete = 1n;
const partial = 2n;

/** Every other code comes with the status 200 as well, and stands for a failure. */
const failures: ReadonlyMap<bigint, readonly [code: ComplianceErrorCode, meaning: string]> = new Map([
  [4010n, ["provider_unauthorized", "does not know the token; check it"]],
  [4011n, ["provider_unauthorized", "says that the token has expired; get another one"]],
  [4012n, ["provider_unauthorized", "refuses the signature of the token; get another one"]],
  [4023n, ["provider_unauthorized", "does not know the token; get another one"]],
  [4029n, ["provider_rate_limited", "was asked too often; wait a minute, then try again"]],
  [5000n, ["provider_unavailable", "has a fault of its own; try again later"]],
  [2004n, ["provider_rejected", "does not take the address"]],
  [2018n, ["provider_rejected", "does not know the chain_id; check the option chains"]],
  [2020n, ["provider_rejected", "takes addresses of contracts only"]],
  [2021n, ["provider_rejected", "has no information about the address"]],
  [2022n, ["provider_rejected", "does not know the chain_id; check the option chains"]],
  [5006n, ["provider_rejected", "refuses the request; check the option chains"]],
]);

/** undefined: not complete yet. */
function resultOf(answer: JsonNode, host: string): JsonNode | undefined {
  const code = answer.at("code").integer();
  if (code === complete) return answer.at("result");
  if (code === partial) return undefined;
  const [known, meaning] = failures.get(code) ?? answer.at("code").refuse("has a code that is not documented");
  throw new ComplianceError(known, `${host} ${meaning} (its code ${code}).`);
}

function toEntry(provider_name: string, result: JsonNode): RiskEntry {
  const flags = readFlags(result);
  const source = optionalText(result.at("data_source")) ?? "";
  const [first = "goplus:no-flag", ...others] = flags.map(({ text }) => text);
  return toRiskEntry({
    provider_name,
    risk_ratio: Math.max(0, ...flags.map(({ ratio }) => ratio)),
    descriptors: [first, ...others, ...(source.trim() === "" ? [] : [`goplus:source:${source}`])],
  });
}
