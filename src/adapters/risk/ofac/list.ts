/** Screens addresses against the treasury's sanctions list, offline: the caller holds the list. */

import type { RiskEntry } from "../../../domain/addresses/address.js";
import type { Chain } from "../../../domain/chains/chain.js";
import { isChain } from "../../../domain/chains/registry.js";
import type { DurationMs } from "../../../domain/identifiers/codes.js";
import { checkedOptions, configurationInvalid, type OptionKind } from "../../../domain/options.js";
import type { Clock } from "../../../ports/clock.js";
import type { RiskProvider } from "../../../ports/risk-provider.js";
import { checkedQuery } from "../../checked-query.js";
import { abortedBy } from "../../transport/deadline.js";
import { toRiskEntry } from "../entry.js";
import { checkedProviderName } from "../provider-options.js";
import type { OfacEntry } from "./entry.js";
import { type ListDate, listDate } from "./list-date.js";
import type { OfacPublication } from "./parse.js";
import { ownerOf, type Placement, placementOf } from "./placement.js";

/** An entry as {@link ofacList} takes it: `chains` is not read but found anew, and what describes the holder may be absent. */
export type OfacListEntry = Pick<OfacEntry, "code" | "address"> &
  Partial<Pick<OfacEntry, "name" | "aliases" | "programs">>;

/** What {@link ofacList} takes: a publication of {@link parseOfacList}, or the like. */
export interface OfacListOptions {
  /** At least one. They are copied. */
  readonly entries: readonly OfacListEntry[];
  /** The day of which the list is, `YYYY-MM-DD`. */
  readonly asOf: string;
  /** Milliseconds, counted from the beginning of that day, 00:00 UTC. An older list clears nobody. Default 30 days. */
  readonly maxAge?: DurationMs;
  /** Default: the time of the machine. */
  readonly clock?: Clock;
  /** The code that the risk entries carry. Default `"OFAC"`. */
  readonly provider_name?: string;
}

/** Whoever passes on a whole publication has its other members too; they are not read. */
const known = {
  entries: "checked",
  asOf: "checked",
  maxAge: "checked",
  clock: "function",
  provider_name: "checked",
  unplaced: "checked",
  source: "checked",
  count: "checked",
} as const satisfies Record<keyof (OfacListOptions & OfacPublication), OptionKind>;

/** A listed address with what is known of its holder. */
interface Hit extends Required<OfacListEntry> {
  readonly placement: Placement;
}

/**
 * A risk provider that knows which addresses the treasury's list has, on all fourteen chains and in every spelling. It asks
 * nobody, so that no address leaves the process.
 *
 * | the address … | `risk_ratio` | `risk_descriptors` |
 * | --- | --- | --- |
 * | is listed | 100 | `sanctions`, `ofac-sdn`, `ofac-sdn:XBT` (each code), `ofac-sdn:as-of:2026-11-20`, `ofac-sdn:program:CYBER2` … |
 * | has the key of a listed one | 100 | the same with `ofac-sdn:same-key` after the date |
 * | is not listed | 0 | `ofac-sdn:not-listed`, `ofac-sdn:as-of:2026-11-20` |
 *
 * A hit has the name of the entity as `vasp_name_legal`, its aliases as `vasp_name_business`, `"sanctions"` as
 * `vasp_category`; of an individual no name.
 *
 * **The code of an asset is not a chain.** `0x…` is one key on ethereum, polygon and xdc, whatever the code. Where the list
 * means another chain, the same key is still the same owner's, and a hit: `0x…` on near, the hash of an address that
 * Bitcoin had before segwit on bitcoin and bitcoin-cash, also when it is listed for BSV or BTG, that of a script (`3…`) on
 * litecoin as well, and the `D…` of XVG on doge. Other hashes of keys are not carried from chain to chain.
 *
 * **The list grows and shrinks,** so load it anew each day, and make a new provider of it. A miss says "not listed on that
 * day" and nothing more. On a list older than `maxAge` a hit is still reported, while a miss throws `list_stale`. The
 * package has no list of its own: an old one would clear whom it must not.
 *
 * @throws ComplianceError `configuration_invalid` at once: no entries, an entry that is none or lies on no chain, a date that
 *   is none or more than a day ahead, an option that cannot be right. `screen` rejects with `list_stale`,
 *   `configuration_invalid` (the clock fell behind the list's day), `chain_unsupported`, `invalid_input` (no address of that
 *   chain), `aborted`.
 * @example
 * const OFAC = ofacList({ ...(await parseOfacList(createReadStream("SDN.XML"))), maxAge: 7 * 24 * 60 * 60 * 1000 });
 * const [entry] = await OFAC.screen({ chain: "bitcoin", address: "1DUb2YYbQA1jjaNYzVXLZ7ZioEhLXtbUru" });
 */
export function ofacList(options: OfacListOptions): RiskProvider {
  const {
    entries,
    asOf,
    maxAge,
    clock = () => new Date(),
    provider_name: name,
  } = checkedOptions("ofacList", options, known);
  const provider_name = checkedProviderName("OFAC", name);
  const date = listDate({ asOf, maxAge, clock });
  const index = indexOf(entries);

  return Object.freeze<RiskProvider>({
    provider_name,
    screen: async (query) => {
      if (query.signal?.aborted) throw abortedBy(query.signal);
      const { chain, canonical } = checkedQuery(query, provider_name, isChain);
      const hits = index.get(ownerOf(chain, canonical).key);
      if (hits !== undefined) return [hitEntry(provider_name, chain, hits, date)];
      date.mustBeFresh();
      return [toRiskEntry({ provider_name, risk_ratio: 0, descriptors: ["ofac-sdn:not-listed", date.descriptor] })];
    },
  });
}

function indexOf(entries: readonly OfacListEntry[]): ReadonlyMap<string, readonly Hit[]> {
  if (!Array.isArray(entries) || entries.length === 0) {
    throw configurationInvalid(
      "entries must be the entries of a list, at least one: a list of nothing would clear everybody.",
    );
  }
  const index = new Map<string, Hit[]>();
  for (const [at, entry] of entries.entries()) {
    const hit = toHit(entry, at);
    const { key } = hit.placement.owner;
    const hits = index.get(key);
    if (hits === undefined) index.set(key, [hit]);
    else hits.push(hit);
  }
  return index;
}

function toHit(entry: OfacListEntry, at: number): Hit {
  if (!isEntry(entry)) {
    throw configurationInvalid(
      `entries[${at}] must have code and address, may have name (texts), aliases and programs (arrays of texts).`,
    );
  }
  const { code, address, name = "", aliases = [], programs = [] } = entry;
  const placement = placementOf(code, address);
  if (typeof placement !== "string") {
    return { code, address, name, aliases: [...aliases], programs: [...programs], placement };
  }
  throw configurationInvalid(
    `entries[${at}] lies on no chain that is known here (${placement}); keep it with what parseOfacList gives as unplaced.`,
  );
}

/** Entries may be read back from JSON, by callers without types. */
function isEntry(entry: unknown): entry is OfacListEntry {
  if (typeof entry !== "object" || entry === null) return false;
  const { code, address, name = "", aliases = [], programs = [] } = entry as Record<string, unknown>; // looked at below
  return (
    [code, address, name].every(isText) &&
    [aliases, programs].every((list) => Array.isArray(list) && list.every(isText))
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function hitEntry(provider_name: string, chain: Chain, hits: readonly Hit[], { descriptor }: ListDate): RiskEntry {
  const isListedHere = hits.some(({ placement }) => placement.listedOn.includes(chain));
  const [name = "", ...furtherNames] = new Set(hits.map((hit) => hit.name).filter((each) => each !== ""));
  return toRiskEntry({
    provider_name,
    risk_ratio: 100,
    descriptors: [
      "sanctions",
      "ofac-sdn",
      ...hits.map(({ code }) => `ofac-sdn:${code}`),
      descriptor,
      ...(isListedHere ? [] : ["ofac-sdn:same-key"]),
      ...hits.flatMap(({ programs }) => programs.map((program) => `ofac-sdn:program:${program}`)),
    ],
    legalName: name,
    // One legal name has room for one; who else holds the address must not be lost.
    names: [...furtherNames, ...hits.flatMap(({ aliases }) => aliases)],
    categories: ["sanctions"],
  });
}
