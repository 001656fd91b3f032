/** Screens addresses against the treasury's sanctions list, offline. The caller supplies the list. */
import type { RiskEntry } from "../../../domain/addresses/address.js";
import type { Chain, ChainModule, RegisteredChains } from "../../../domain/chains/chain.js";
import { registerChains } from "../../../domain/chains/register.js";
import { isChain, specifiedChains } from "../../../domain/chains/registry.js";
import { ComplianceError, readSafely } from "../../../domain/compliance-error.js";
import type { DurationMs } from "../../../domain/identifiers/codes.js";
import { isDate } from "../../../domain/identifiers/date.js";
import { checkedOptions, configurationInvalid, type OptionKind } from "../../../domain/options.js";
import { bare } from "../../../domain/own.js";
import type { Clock } from "../../../ports/clock.js";
import type { RiskProvider } from "../../../ports/risk-provider.js";
import { checkedQuery } from "../../checked-query.js";
import { abortedBy } from "../../transport/deadline.js";
import { toRiskEntry } from "../entry.js";
import { checkedProviderName } from "../provider.js";
import type { OfacEntry, OfacPublication } from "./parse.js";
import { type Owner, type Placement, type Placer, placerOf } from "./placement.js";

/** An entry of {@link ofacList}. Its `chains` are computed again; the properties of the holder are optional. */
export type OfacListEntry = Pick<OfacEntry, "code" | "address"> &
  Partial<Pick<OfacEntry, "name" | "aliases" | "programs">>;

/** Options for {@link ofacList}: a publication of {@link parseOfacList}, or the same properties from elsewhere. */
export interface OfacListOptions<C extends string = never> {
  /** At least one entry. They are copied. */
  readonly entries: readonly OfacListEntry[];
  /** The day of the list, `YYYY-MM-DD`. */
  readonly asOf: string;
  /**
   * The highest age of the list in milliseconds, counted from 00:00 UTC of its day. An outdated list never reports an
   * address as not listed.
   *
   * @default 2_592_000_000 (30 days)
   */
  readonly maxAgeMs?: DurationMs | undefined;
  /** @default the system clock */
  readonly clock?: Clock | undefined;
  /**
   * Modules of further chains to screen, beside the fourteen: the same as in `parseOfacList`.
   *
   * @default none
   */
  readonly chains?: readonly ChainModule<C>[] | undefined;
  /** The code in the risk entries. @default "OFAC" */
  readonly providerName?: string | undefined;
}

/** A publication may be passed whole; its other properties are ignored. */
const kinds = {
  entries: "checked",
  asOf: "checked",
  maxAgeMs: "checked",
  clock: "function",
  chains: "checked",
  providerName: "checked",
  unplaced: "checked",
  source: "checked",
  count: "checked",
} as const satisfies Record<keyof (OfacListOptions & OfacPublication), OptionKind>;

/** A listed address with its holder. */
interface Hit extends Required<OfacListEntry> {
  readonly placement: Placement;
}

/**
 * Creates a risk provider over a sanctions list, for all chains and every spelling of an address. It works
 * offline: no address leaves the process.
 *
 * | the address … | `risk_ratio` | `risk_descriptors` |
 * | --- | --- | --- |
 * | is listed | 100 | `sanctions`, `ofac-sdn`, `ofac-sdn:XBT` (each code), `ofac-sdn:as-of:2026-11-20`, `ofac-sdn:program:CYBER2` … |
 * | has the key of a listed one | 100 | the same with `ofac-sdn:same-key` after the date |
 * | is not listed | 0 | `ofac-sdn:not-listed`, `ofac-sdn:as-of:2026-11-20` |
 *
 * A hit has the name of the entity as `vasp_name_legal`, its aliases as `vasp_name_business`, and `"sanctions"` as
 * `vasp_category`. It never has the name of an individual.
 *
 * The code of an asset is not a chain. `0x…` is one key on ethereum, polygon and xdc, and the owner of near's account
 * `0x…`. The hash of a bitcoin address of before segwit is a hit on bitcoin and bitcoin-cash, also when listed for BSV
 * or BTG. A script (`3…`) is a hit on litecoin as well. XVG's `D…` is a hit on doge. No other hash is matched across
 * chains.
 *
 * Forms of one key are matched: `1…` with `bc1q…`, `L…` with `ltc1q…`, and addresses of Cardano with the same payment part.
 * A unified address of Zcash is matched with its transparent receiver. A script that has the key is not matched.
 *
 * Load the list again each day and create a new provider from it. A miss means "not listed on that day". On a list older
 * than `maxAgeMs` a hit is still reported, while a miss throws `list_stale`.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option: no entries, an entry on no supported chain, a
 *   date that is invalid or in the future. `screen` rejects with `list_stale`, `configuration_invalid` (the clock is
 *   behind the list), `chain_unsupported`, `invalid_input`, or `aborted`.
 * @example
 * const OFAC = ofacList({ ...(await parseOfacList(createReadStream("SDN.XML"))), maxAgeMs: 7 * 24 * 60 * 60 * 1000 });
 * const [entry] = await OFAC.screen({ chain: "bitcoin", address: "1DUb2YYbQA1jjaNYzVXLZ7ZioEhLXtbUru" });
 */
export function ofacList<C extends string = never>(options: OfacListOptions<C>): RiskProvider<Chain | C> {
  const checked = checkedOptions("ofacList", options, kinds);
  const providerName = checkedProviderName("OFAC", checked.providerName);
  const date = listDate(checked);
  const registered = registeredWith(checked.chains);
  const placer = placerOf(registered);
  const index = readSafely(
    () => indexOf(checked.entries, placer),
    () => configurationInvalid("entries cannot be read: a getter or a proxy threw. Pass the entries of parseOfacList."),
  );

  return Object.freeze<RiskProvider<Chain | C>>({
    provider_name: providerName,
    screen: async (query) => {
      const { chain, canonical, signal } = checkedQuery(
        query,
        providerName,
        (queried) => registered.has(queried),
        registered,
      );
      if (signal?.aborted) throw abortedBy(signal);
      const owner = placer.ownerOf(chain, canonical);
      const hits = [...new Set(keysOf(owner).flatMap((key) => index.get(key) ?? []))];
      if (hits.length > 0) {
        const isListedHere = hits.some(({ placement }) => isListing(placement, chain, owner));
        return [hitEntry(providerName, hits, { isListedHere, date })];
      }
      date.checkFresh();
      return [toRiskEntry({ providerName, riskRatio: 0, descriptors: ["ofac-sdn:not-listed", date.descriptor] })];
    },
  });
}

/** The date of a list. */
interface ListDate {
  readonly descriptor: string;
  /** Called before a miss. @throws ComplianceError `list_stale`; `configuration_invalid` for an invalid clock */
  checkFresh(): void;
}

const day: DurationMs = 24 * 60 * 60 * 1000;

function listDate({ asOf, maxAgeMs = 30 * day, clock = () => new Date() }: Omit<OfacListOptions, "chains">): ListDate {
  if (typeof asOf !== "string" || !isDate(asOf)) {
    throw configurationInvalid("asOf must be the day of the list, as YYYY-MM-DD.");
  }
  if (!(Number.isFinite(maxAgeMs) && maxAgeMs > 0)) {
    throw configurationInvalid("maxAgeMs must be a number of milliseconds above 0.");
  }
  const start = Date.parse(`${asOf}T00:00:00Z`);

  const age = (): DurationMs => {
    const passed = timeOf(clock) - start;
    if (Number.isNaN(passed)) throw configurationInvalid("clock must be a function that returns the time as a Date.");
    // No time zone is more than a day ahead.
    if (passed >= -day) return passed;
    throw configurationInvalid(`The list of ${asOf} is more than a day in the future. Check asOf and the clock.`);
  };
  age();

  return {
    descriptor: `ofac-sdn:as-of:${asOf}`,
    checkFresh: () => {
      if (age() <= maxAgeMs) return;
      const days = Math.floor((maxAgeMs / day) * 10) / 10;
      const message =
        `The sanctions list of ${asOf} is older than ${days} days (maxAgeMs), so it cannot report an address as not listed. ` +
        "Download the treasury's SDN.XML, parse it with parseOfacList, and create a new ofacList.";
      throw new ComplianceError("list_stale", message);
    },
  };
}

/** NaN when the clock fails: callers without types may pass `Date.now`, or a Date. */
function timeOf(clock: Clock): number {
  try {
    return clock().getTime();
  } catch {
    return Number.NaN;
  }
}

/** Returns the fourteen chains and further ones. */
function registeredWith(given: readonly ChainModule[] | undefined): RegisteredChains {
  if (given === undefined) return specifiedChains;
  const further = [...registerChains(given).values()].filter(({ name }) => !isChain(name));
  return new Map([...specifiedChains.values(), ...further].map((module) => [module.name, module]));
}

function indexOf(entries: readonly OfacListEntry[], placer: Placer): ReadonlyMap<string, readonly Hit[]> {
  if (!Array.isArray(entries) || entries.length === 0) {
    throw configurationInvalid("entries must be a list of at least one entry. An empty list would match no address.");
  }
  const index = new Map<string, Hit[]>();
  for (const [at, entry] of entries.entries()) {
    const hit = toHit(entry, at, placer);
    for (const key of keysOf(hit.placement.owner)) {
      const hits = index.get(key);
      if (hits === undefined) index.set(key, [hit]);
      else hits.push(hit);
    }
  }
  return index;
}

function keysOf({ key, receivers }: Owner): readonly string[] {
  return [key, ...receivers];
}

/** Returns whether the list means this address on this chain, and not only its key. */
function isListing({ listedOn, owner }: Placement, chain: string, { form }: Owner): boolean {
  return listedOn.includes(chain) && owner.form === form;
}

function toHit(given: OfacListEntry, at: number, { placementOf }: Placer): Hit {
  const entry: Partial<Record<keyof OfacListEntry, unknown>> = bare(Object(given));
  if (!isEntry(entry)) {
    throw configurationInvalid(
      `entries[${at}] must have code and address, and may have name (strings), aliases and programs (arrays of strings).`,
    );
  }
  const { code, address, name = "", aliases = [], programs = [] } = entry;
  const placement = placementOf(code, address);
  if (typeof placement !== "string") {
    return { code, address, name, aliases: [...aliases], programs: [...programs], placement };
  }
  throw configurationInvalid(
    `entries[${at}] is on no screened chain (${placement}). Add its module to the option chains, or keep it with the unplaced addresses of parseOfacList.`,
  );
}

/** Callers without types may pass entries from JSON. */
function isEntry(entry: Partial<Record<keyof OfacListEntry, unknown>>): entry is OfacListEntry {
  const { code, address, name = "", aliases = [], programs = [] } = entry;
  const isText = (value: unknown): boolean => typeof value === "string";
  return (
    [code, address, name].every(isText) &&
    [aliases, programs].every((list) => Array.isArray(list) && list.every(isText))
  );
}

function hitEntry(
  providerName: string,
  hits: readonly Hit[],
  { isListedHere, date: { descriptor } }: { readonly isListedHere: boolean; readonly date: ListDate },
): RiskEntry {
  const [name = "", ...furtherNames] = new Set(hits.map((hit) => hit.name).filter((each) => each !== ""));
  return toRiskEntry({
    providerName,
    riskRatio: 100,
    descriptors: [
      "sanctions",
      "ofac-sdn",
      ...hits.map(({ code }) => `ofac-sdn:${code}`),
      descriptor,
      ...(isListedHere ? [] : ["ofac-sdn:same-key"]),
      ...hits.flatMap(({ programs }) => programs.map((program) => `ofac-sdn:program:${program}`)),
    ],
    legalName: name,
    // The legal name has room for one; further holders of the address go here.
    names: [...furtherNames, ...hits.flatMap(({ aliases }) => aliases)],
    categories: ["sanctions"],
  });
}
