/** TRM Labs' wallet screening. */
import { base64 } from "@scure/base";
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkedQuery, checkSubject } from "../checked-query.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { checkedSecret } from "../transport/secret.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { type ChainWords, checkedChainWords, checkedProviderName } from "./provider-options.js";
import { lookUpForm } from "./subject.js";
import { toTrmEntry } from "./trm-answer.js";

// An address with hundreds of indicators has some 100 kB.
const maxBytes = 1024 * 1024;

/** What {@link trm} is told. `url` is `https://api.trmlabs.com` by default. */
export interface TrmOptions extends ServiceOptions {
  /** The API key: the user name of HTTP Basic authentication. */
  readonly key: string;
  /** The password beside it. Default: the key again; some accounts are documented with `""`. */
  readonly password?: string;
  /** The code that the entries carry. Default `"TRM"`. */
  readonly provider_name?: string;
  /**
   * The chains that are screened, with TRM's identifiers of them, instead of `{ bitcoin: "bitcoin", ethereum: "ethereum",
   * solana: "solana", polygon: "polygon" }`. Those of other chains are not documented in public; your account's
   * documentation has them.
   */
  readonly chains?: ChainWords;
}

/** Seen in use by public clients. */
const chainsInUse: ChainWords = { bitcoin: "bitcoin", ethereum: "ethereum", solana: "solana", polygon: "polygon" };

/**
 * TRM Labs Wallet Screening v2 (`POST /public/v2/screening/addresses`), one address per request.
 *
 * **Request.** `[{ address, chain }]` with HTTP Basic authentication, hex in lower case. No account and no identifier of
 * yours is sent, so that it is a question and no record: it is asked again after a fault that passes.
 *
 * **Mapping.** The highest of the address's own level and those of all indicators and entities: 15 (Severe) 100, 10 (High)
 * 70, 5 (Medium) 40, 1 (Low) 10; neither a level nor an indicator nor an entity: 0 with `trm:no-attribution`.
 * Descriptors: `trm:level:10`, then `category (riskType)` of each indicator, sanctions first. Entities that are VASPs, by
 * their own word or their category, become `vasp_name_business` and `vasp_category`, others descriptors.
 *
 * Source: public clients and their fixtures, since the vendor's reference is for customers only: the identifiers of
 * chains, the levels and the status 201 of a success are seen there and not documented in public.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `screen` rejects with
 *   `chain_unsupported`, `invalid_input` for a mistyped address, what the transport throws, or `provider_unreadable`: not
 *   exactly one answer, one about another address or chain, a level that is none of the five or that its label contradicts,
 *   a level of Unknown (0) beside an indicator or an entity, unless another is Severe already, a missing member.
 * @example
 * const provider = trm({ key: secrets.trm });
 */
export function trm(given: TrmOptions): RiskProvider {
  const options = checkedOptions("trm", given, {
    ...serviceOptions,
    key: "checked",
    password: "checked",
    provider_name: "checked",
    chains: "checked",
  });
  const authorization = basic(options);
  const provider_name = checkedProviderName("TRM", options.provider_name);
  const words = checkedChainWords(chainsInUse, options.chains);
  const service = serviceAt(options, { url: "https://api.trmlabs.com", maxBytes });

  return Object.freeze<RiskProvider>({
    provider_name,
    screen: async (query) => {
      const parsed = checkedQuery(query, "TRM Labs", (each) => words.has(each));
      const chain = words.get(parsed.chain);
      const { text } = await service.ask(
        {
          path: "/public/v2/screening/addresses",
          method: "POST",
          headers: () => ({ authorization }),
          body: JSON.stringify([{ address: lookUpForm(parsed), chain }]),
          answers: [201],
        },
        query.signal,
      );
      return [readAnswer(readJson(text, service.host), parsed, chain, provider_name)];
    },
  });
}

/** RFC 7617. A colon in the user name would end it, and the key is that name. */
function basic({ key, password = key }: TrmOptions): string {
  const user = checkedSecret("key", key);
  if (user.includes(":"))
    throw new ComplianceError("configuration_invalid", "key must be the API key alone, without a colon.");
  const word = password === "" ? "" : checkedSecret("password", password);
  return `Basic ${base64.encode(new TextEncoder().encode(`${user}:${word}`))}`;
}

function readAnswer(
  answers: JsonNode,
  parsed: ParsedAddress,
  chain: string | undefined,
  provider_name: string,
): RiskEntry {
  const [answer, ...others] = answers.items();
  if (answer === undefined || others.length > 0) return answers.refuse("has not exactly one answer");
  checkSubject(answer.at("address"), parsed);
  const submitted = answer.at("addressSubmitted");
  if (!submitted.isAbsent()) checkSubject(submitted, parsed);
  if (answer.at("chain").text() !== chain) answer.at("chain").refuse("is about another chain");
  return toTrmEntry(answer, provider_name);
}
