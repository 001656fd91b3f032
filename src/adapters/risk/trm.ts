/** Risk provider over TRM Labs' wallet screening. */
import { base64 } from "@scure/base";
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { checkedOptions, configurationInvalid } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkAddress } from "../checked-query.js";
import type { ServedChain } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import { checkedSecret, serviceAt } from "../transport/service.js";
import { isVaspCategory, ownerText, sanctionsFirst, toRiskEntry } from "./entry.js";
import {
  type ChainWords,
  checkedChainWords,
  checkedProviderName,
  lookUpForm,
  type RiskServiceOptions,
  riskServiceOptions,
  serviceProvider,
} from "./provider.js";

/** Options for {@link trm}. The default `url` is `https://api.trmlabs.com`. */
export interface TrmOptions extends RiskServiceOptions {
  /** The API key: the user name of HTTP Basic authentication. */
  readonly key: string;
  /** The password. Some accounts are documented with `""`. @default the value of `key` */
  readonly password?: string | undefined;
  /** The code in the entries. @default "TRM" */
  readonly providerName?: string | undefined;
  /**
   * The chains to screen, each with TRM's identifier. Other identifiers are in your account's documentation.
   *
   * @default { bitcoin: "bitcoin", ethereum: "ethereum", solana: "solana", polygon: "polygon" }
   */
  readonly chains?: ChainWords | undefined;
}

/** Seen in public clients. */
const defaultChains: ChainWords = { bitcoin: "bitcoin", ethereum: "ethereum", solana: "solana", polygon: "polygon" };

/**
 * Creates a risk provider over TRM Labs Wallet Screening v2 (`POST /public/v2/screening/addresses`), one address per
 * request.
 *
 * **Request.** `[{ address, chain }]` with HTTP Basic authentication, hex in lower case. It has no account and no
 * identifier of yours, so it creates no record and is retried after temporary failures.
 *
 * **Mapping.** The highest level of the address, its indicators and its entities counts. 15 (Severe) is 100, 10 (High)
 * is 70, 5 (Medium) is 40 and 1 (Low) is 10, as a ratio. Without any level the ratio is 0 with `trm:no-attribution`. The descriptors are
 * `trm:level:10`, then `category (riskType)` of each indicator, sanctions first. Entities that are VASPs become
 * `vasp_name_business` and `vasp_category`. Other entities are descriptors.
 *
 * Source: public clients and their fixtures. The vendor's reference is not public, so the identifiers of chains, the
 * levels and the status 201 are unverified.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `screen` rejects as {@link RiskProvider.screen}
 *   describes.
 * @example
 * const provider = trm({ key: secrets.trm });
 */
export function trm(options: TrmOptions): RiskProvider<ServedChain> {
  const checked = checkedOptions("trm", options, { ...riskServiceOptions, key: "checked", password: "checked" });
  const authorization = basicAuthentication(checked);
  const providerName = checkedProviderName("TRM", checked.providerName);
  const words = checkedChainWords(defaultChains, checked.chains);
  // An address with hundreds of indicators has some 100 kB.
  const service = serviceAt(checked, { url: "https://api.trmlabs.com", maxBytes: 2 ** 19 });

  return serviceProvider({
    providerName,
    vendor: "TRM Labs",
    chains: words,
    service,
    entryOf: async (address, send) => {
      const chain = words.get(address.chain);
      const response = await send({
        path: "/public/v2/screening/addresses",
        method: "POST",
        headers: () => ({ authorization }),
        body: JSON.stringify([{ address: lookUpForm(address), chain }]),
        acceptedStatuses: [201],
      });
      return toEntry(onlyResult(response.json(), address, chain), providerName);
    },
  });
}

/** RFC 7617: a colon would end the user name. */
function basicAuthentication({ key, password = key }: TrmOptions): string {
  const user = checkedSecret("key", key);
  if (user.includes(":")) throw configurationInvalid("key must be the API key alone, without a colon.");
  const word = password === "" ? "" : checkedSecret("password", password);
  return `Basic ${base64.encode(new TextEncoder().encode(`${user}:${word}`))}`;
}

function onlyResult(results: JsonNode, parsed: ParsedAddress<string>, chain: string | undefined): JsonNode {
  const [result, ...others] = results.items();
  if (result === undefined || others.length > 0) return results.fail("expected exactly one result");
  checkAddress(result.at("address"), parsed);
  const submitted = result.at("addressSubmitted");
  if (!submitted.isAbsent()) checkAddress(submitted, parsed);
  if (result.at("chain").text() !== chain) result.at("chain").fail("another chain than requested");
  return result;
}

interface Level {
  readonly number: bigint;
  readonly label: string;
  readonly ratio: number;
}

const unknown: Level = { number: 0n, label: "Unknown", ratio: 0 };
const severe: Level = { number: 15n, label: "Severe", ratio: 100 };

const levels: readonly Level[] = [
  unknown,
  { number: 1n, label: "Low", ratio: 10 },
  { number: 5n, label: "Medium", ratio: 40 },
  { number: 10n, label: "High", ratio: 70 },
  severe,
];

/** An indicator or an entity. */
interface Part {
  readonly level: Level;
  readonly category: string;
  /** The descriptor of a part that is not a VASP. */
  readonly text: string;
  readonly vasp?: { readonly name: string | undefined };
}

function toEntry(result: JsonNode, providerName: string): RiskEntry {
  const parts = [
    ...result.at("addressRiskIndicators").items().map(readIndicator),
    ...result.at("entities").items().map(readEntity),
  ];
  const { number, ratio } = highestLevel(result, parts);
  const vasps = parts.filter(({ vasp }) => vasp !== undefined);
  const others = parts.filter(({ vasp }) => vasp === undefined);
  return toRiskEntry({
    providerName,
    riskRatio: ratio,
    descriptors: [
      number === unknown.number ? "trm:no-attribution" : `trm:level:${number}`,
      ...sanctionsFirst(others.map(({ text }) => text)),
    ],
    names: vasps.flatMap(({ vasp }) => vasp?.name ?? []),
    categories: vasps.map(({ category }) => category),
  });
}

function highestLevel(result: JsonNode, parts: readonly Part[]): Level {
  const overall = readOverall(result);
  const all = [...parts.map(({ level }) => level), ...(overall === undefined ? [] : [overall])];
  const highest = all.reduce((high, each) => (each.number > high.number ? each : high), unknown);
  // Unknown may mean any level up to Severe, so only Severe decides beside it.
  const isOpen = parts.length > 0 && highest !== severe && all.includes(unknown);
  return isOpen ? result.fail("a level of Unknown beside an indicator or an entity") : highest;
}

/** Newer responses have it; it may be null. */
function readOverall(result: JsonNode): Level | undefined {
  const number = result.at("addressHighestRiskScoreLevel");
  const label = result.at("addressHighestRiskScoreLevelLabel");
  if (!number.isMissing()) return readLevel(number, label);
  const text = label.optionalText();
  if (text === undefined) return undefined;
  return isLabel(text, unknown) ? unknown : label.fail("a label without its level");
}

function readLevel(node: JsonNode, label: JsonNode): Level {
  const number = node.integer();
  const level = levels.find((each) => each.number === number) ?? node.fail("an undocumented level");
  return isLabel(label.text(), level) ? level : label.fail("a label that contradicts its level");
}

function isLabel(text: string, { label }: Level): boolean {
  return text.toLowerCase() === label.toLowerCase();
}

function readIndicator(node: JsonNode): Part {
  const category = node.at("category").text();
  const riskType = node.at("riskType").optionalText();
  return {
    level: readLevel(node.at("categoryRiskScoreLevel"), node.at("categoryRiskScoreLevelLabel")),
    category,
    text: riskType === undefined ? category : `${category} (${riskType})`,
  };
}

function readEntity(node: JsonNode): Part {
  const category = node.at("category").text();
  const name = node.at("entity").textOrNull() ?? undefined;
  const isVasp = node.at("isVasp").optionalBoolean() ?? isVaspCategory(category);
  return {
    level: readLevel(node.at("riskScoreLevel"), node.at("riskScoreLevelLabel")),
    category,
    text: ownerText(name, category),
    ...(isVasp && { vasp: { name } }),
  };
}
