/** Risk provider over GoPlus' library of malicious addresses. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import type { ServedChain } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import { checkedSecret, serviceAt } from "../transport/service.js";
import { toRiskEntry } from "./entry.js";
import {
  type ChainWords,
  checkedChainWords,
  checkedProviderName,
  lookUpForm,
  type RiskServiceOptions,
  riskServiceOptions,
  serviceProvider,
} from "./provider.js";

/** Options for {@link goPlus}. The default `url` is `https://api.gopluslabs.io`. */
export interface GoPlusOptions extends RiskServiceOptions {
  /**
   * An access token, sent as `Authorization`. Tokens expire: a function is called before each screening.
   *
   * @default no token, and the free rate limit
   */
  readonly token?: string | (() => string) | undefined;
  /** The code in the entries. @default "GOPLUS" */
  readonly providerName?: string | undefined;
  /**
   * The chains to screen, each with GoPlus' `chain_id`.
   *
   * @default { ethereum: "1", polygon: "137", solana: "solana", tron: "tron" }
   */
  readonly chains?: ChainWords | undefined;
}

/** GoPlus documents ethereum, polygon and tron; solana is seen in public clients. */
const defaultChains: ChainWords = { ethereum: "1", polygon: "137", solana: "solana", tron: "tron" };

/**
 * Creates a risk provider over the GoPlus Malicious Address API (`GET /api/v1/address_security/{address}?chain_id=…`),
 * which is free.
 *
 * **Request.** Hex is sent in lower case. A response with the code 2 (partial data) is polled within the time limit. The
 * response repeats neither address nor chain, so its subject cannot be checked.
 *
 * **Mapping.** The strongest flag decides. `sanctioned` is 100, a crime (`mixer` …) 80, a suspicion (`blacklist_doubt` …)
 * 60, a nuisance (`gas_abuse` …) 30, as the ratio. Malicious contracts and unknown flags are like a suspicion. Without a
 * flag the ratio is 0 with `goplus:no-flag`. The vendor calls that no proof of safety.
 *
 * Each flag is a descriptor, and so is the source (`goplus:source:SlowMist`).
 *
 * Source: GoPlus, "Malicious Address API"; the codes as public clients list them.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `screen` rejects as {@link RiskProvider.screen}
 *   describes.
 * @example
 * const provider = goPlus();
 */
export function goPlus(options: GoPlusOptions = {}): RiskProvider<ServedChain> {
  const checked = checkedOptions("goPlus", options, { ...riskServiceOptions, token: "checked" });
  const tokenOf = tokenSource(checked.token);
  const providerName = checkedProviderName("GOPLUS", checked.providerName);
  const words = checkedChainWords(defaultChains, checked.chains);
  // Twenty flags have less than one kilobyte.
  const service = serviceAt(checked, { url: "https://api.gopluslabs.io", maxBytes: 64 * 1024 });

  return serviceProvider({
    providerName,
    vendor: "GoPlus",
    chains: words,
    service,
    entryOf: async (address, send, untilReady) => {
      const token = tokenOf();
      const headers = (): Record<string, string> => (token === undefined ? {} : { authorization: token });
      const chain = encodeURIComponent(String(words.get(address.chain)));
      const path = `/api/v1/address_security/${encodeURIComponent(lookUpForm(address))}?chain_id=${chain}`;
      const result = await untilReady(async () => resultOf((await send({ path, headers })).json(), service.host));
      return toEntry(providerName, result);
    },
  });
}

function tokenSource(token: GoPlusOptions["token"]): () => string | undefined {
  if (typeof token === "function") return () => checkedSecret("token", tokenFrom(token));
  const checked = token === undefined ? undefined : checkedSecret("token", token);
  return () => checked;
}

function tokenFrom(create: () => string): string {
  try {
    return create();
  } catch (cause) {
    const message = "The function in the option token of goPlus failed; see the cause.";
    throw new ComplianceError("configuration_invalid", message, { cause });
  }
}

/** Codes of failures, which have the status 200 as well. */
const failures: ReadonlyMap<bigint, readonly [code: ComplianceErrorCode, message: string]> = new Map([
  [4010n, ["provider_unauthorized", "does not know the token. Check it"]],
  [4011n, ["provider_unauthorized", "rejects the token, which has expired. Get a new one"]],
  [4012n, ["provider_unauthorized", "rejects the signature of the token. Get a new one"]],
  [4023n, ["provider_unauthorized", "does not know the token. Get a new one"]],
  [4029n, ["provider_rate_limited", "limits the rate. Wait a minute, then try again"]],
  [5000n, ["provider_unavailable", "has an internal error. Try again later"]],
  [2004n, ["provider_rejected", "does not accept the address"]],
  [2018n, ["provider_rejected", "does not know the chain_id. Check the option chains"]],
  [2020n, ["provider_rejected", "accepts only addresses of contracts"]],
  [2021n, ["provider_rejected", "has no information about the address"]],
  [2022n, ["provider_rejected", "does not know the chain_id. Check the option chains"]],
  [5006n, ["provider_rejected", "rejects the request. Check the option chains"]],
]);

/** Returns undefined while the data is partial. */
function resultOf(response: JsonNode, host: string): JsonNode | undefined {
  const code = response.at("code").integer();
  if (code === 1n) return response.at("result");
  if (code === 2n) return undefined;
  const [meaning, message] = failures.get(code) ?? response.at("code").fail("an undocumented code");
  throw new ComplianceError(meaning, `${host} ${message} (its code ${code}).`);
}

function toEntry(providerName: string, result: JsonNode): RiskEntry {
  const flags = readFlags(result);
  const source = result.at("data_source").optionalText() ?? "";
  const [first = "goplus:no-flag", ...others] = flags.map(({ text }) => text);
  return toRiskEntry({
    providerName,
    riskRatio: Math.max(0, ...flags.map(({ ratio }) => ratio)),
    descriptors: [first, ...others, ...(source.trim() === "" ? [] : [`goplus:source:${source}`])],
  });
}

/** A flag that is set. */
interface Flag {
  readonly text: string;
  readonly ratio: number;
}

const crime = 80;
const suspicion = 60;
const nuisance = 30;

/** The flags that the vendor documents or that public clients have seen. */
const ratios: ReadonlyMap<string, number> = new Map([
  ["sanctioned", 100],
  ["cybercrime", crime],
  ["money_laundering", crime],
  ["financial_crime", crime],
  ["darkweb_transactions", crime],
  ["phishing_activities", crime],
  ["stealing_attack", crime],
  ["blackmail_activities", crime],
  ["mixer", crime],
  ["malicious_mining_activities", crime],
  ["fake_kyc", crime],
  ["blacklist_doubt", suspicion],
  ["honeypot_related_address", suspicion],
  ["fake_token", suspicion],
  ["gas_abuse", nuisance],
  ["reinit", nuisance],
  ["fake_standard_interface", nuisance],
]);

/** A response without these is not a response of this API. */
const coreFlags = ["sanctioned", "money_laundering", "cybercrime"] as const;

/** Returns the flags that are set, `sanctioned` first, then in their order. */
function readFlags(result: JsonNode): readonly Flag[] {
  for (const name of coreFlags) isSet(result.at(name));
  const flags = result.names().flatMap((name) => readFlag(name, result.at(name)));
  const isSanction = ({ text }: Flag): boolean => text === "sanctioned";
  return [...flags.filter(isSanction), ...flags.filter((flag) => !isSanction(flag))];
}

function readFlag(name: string, node: JsonNode): readonly Flag[] {
  const ratio = ratios.get(name);
  if (ratio !== undefined) return isSet(node) ? [{ text: name, ratio }] : [];
  if (name === "number_of_malicious_contracts_created") {
    const text = node.text();
    if (!/^\d{1,20}$/.test(text)) node.fail("expected a count");
    const count = BigInt(text);
    return count === 0n ? [] : [{ text: `${name}:${count}`, ratio: suspicion }];
  }
  // An unknown flag may mean anything, so it must not count as nothing. `contract_address` is only a property.
  const isNewFlag = name !== "contract_address" && node.isText() && node.text() === "1";
  return isNewFlag ? [{ text: name, ratio: suspicion }] : [];
}

function isSet(node: JsonNode): boolean {
  const text = node.text();
  return text === "0" || text === "1" ? text === "1" : node.fail('expected "0" or "1"');
}
