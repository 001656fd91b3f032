/** The fakes: correct parts in memory with scripted faults. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { parseBalanceResponse, parseRiskResponse } from "../../domain/addresses/responses.js";
import type { Alert } from "../../domain/alerts/alert.js";
import type { Chain, ParsedAddress } from "../../domain/chains/chain.js";
import { parseAddress } from "../../domain/chains/parse.js";
import { isChain } from "../../domain/chains/registry.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import type { DecimalText, DurationMs } from "../../domain/identifiers/codes.js";
import { own } from "../../domain/own.js";
import { type Result, unwrap } from "../../domain/result.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTable } from "../../domain/thresholds/types.js";
import type { AlertDelivery } from "../../ports/alert-sink.js";
import type { Balance, BalanceSource } from "../../ports/balance-source.js";
import type { RateSource } from "../../ports/rate-source.js";
import type { AddressQuery, RiskProvider } from "../../ports/risk-provider.js";
import {
  type AlertSinkFault,
  abortedBy,
  type BalanceSourceFault,
  checkedList,
  checkedProperties,
  createScript,
  delay,
  delayOf,
  play,
  portScript,
  type RateSourceFault,
  type RiskProviderFault,
  type Scripted,
  wrongFake,
} from "./script.js";

/** The address of a request to a fake. */
export type RequestedAddress = Pick<AddressQuery, "chain" | "address">;

/** An entry that `fakes.riskProvider` returns. Absent properties are as for an address without risk. */
export interface FakeRiskEntry extends Partial<Omit<RiskEntry, "provider_name">> {
  readonly chain: Chain;
  /** In any spelling. */
  readonly address: string;
}

/** Options for `fakes.riskProvider`. */
export interface FakeRiskProviderOptions {
  /**
   * The code of its entries.
   *
   * @default "FAKE"
   */
  readonly providerName?: string | undefined;
  /**
   * The entries that it returns, in this order. For any other address, it found nothing.
   *
   * @default none
   */
  readonly entries?: readonly FakeRiskEntry[] | undefined;
  /**
   * The supported chains.
   *
   * @default all chains
   */
  readonly chains?: readonly Chain[] | undefined;
}

/** A risk provider for tests. */
export interface FakeRiskProvider extends RiskProvider, Scripted<RiskProviderFault> {
  readonly provider_name: string;
  /** The requests so far, refused ones too. */
  readonly requests: readonly RequestedAddress[];
}

const riskOptionNames = { providerName: true, entries: true, chains: true } as const;

const entryNames = {
  chain: true,
  address: true,
  risk_ratio: true,
  risk_descriptors: true,
  vasp_name_legal: true,
  vasp_name_business: true,
  vasp_website: true,
  vasp_category: true,
  vasp_id: true,
} as const satisfies Record<keyof FakeRiskEntry, true>;

export function fakeRiskProvider(options: FakeRiskProviderOptions = {}): FakeRiskProvider {
  const [fake, who] = ["riskProvider", "fake risk provider"];
  const checked = checkedProperties(fake, "the options object", options, riskOptionNames);
  const { providerName = "FAKE", entries = [], chains } = checked;
  const nothingFound = completeEntry(providerName, {}, "providerName");
  const isSupported = supportOf(fake, chains);
  const found = new Map<string, readonly RiskEntry[]>();
  for (const [index, given] of checkedList(fake, "entries", entries).entries()) {
    const place = `entries[${index}]`;
    const { chain, address, ...parts } = checkedProperties(fake, place, given, entryNames);
    const key = checkedKey(fake, place, { chain, address });
    found.set(key, [...(found.get(key) ?? []), completeEntry(providerName, parts, place)]);
  }
  const { script, next } = portScript(fake, "risk");
  const requests: RequestedAddress[] = [];
  return {
    provider_name: providerName,
    requests,
    script,
    screen: async (query) => {
      requests.push({ chain: query.chain, address: query.address });
      const key = keyOf(checkedRequest(query, who, isSupported));
      return play(next(), {
        answer: () => (found.get(key) ?? [nothingFound]).map(copyOf),
        // A ratio in words, without most of the entry.
        malformed: [{ provider_name: providerName, risk_ratio: "high" }],
        who,
        signal: query.signal,
      });
    },
  };
}

/** Completes an entry with the values of an address without risk. */
function completeEntry(
  providerName: string,
  parts: Omit<FakeRiskEntry, "chain" | "address">,
  place: string,
): RiskEntry {
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  const hasRisk = parts.risk_ratio !== undefined && parts.risk_ratio !== 0;
  const entry = {
    provider_name: providerName,
    risk_ratio: 0,
    risk_descriptors: [hasRisk ? "fake:risk-found" : "fake:nothing-found"],
    vasp_name_legal: "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
    ...given,
  };
  validAnswer("riskProvider", place, parseRiskResponse([entry]));
  return copyOf(entry);
}

function copyOf(entry: RiskEntry): RiskEntry {
  return { ...entry, risk_descriptors: [...entry.risk_descriptors] };
}

/** A balance that `fakes.balanceSource` returns. */
export interface FakeBalance {
  readonly chain: Chain;
  /** In any spelling. */
  readonly address: string;
  /** In whole units, as decimal text. */
  readonly balance: DecimalText;
  /**
   * In US dollars, with at most two decimals.
   *
   * @default null, which means that no price was requested
   */
  readonly balance_usd?: DecimalText | null | undefined;
}

/** Options for `fakes.balanceSource`. */
export interface FakeBalanceSourceOptions {
  /**
   * One balance for each address. Any other address has `"0"` without a price.
   *
   * @default none
   */
  readonly balances?: readonly FakeBalance[] | undefined;
  /**
   * The supported chains.
   *
   * @default all chains
   */
  readonly chains?: readonly Chain[] | undefined;
}

/** A balance source for tests. */
export interface FakeBalanceSource extends BalanceSource, Scripted<BalanceSourceFault> {
  /** The requests so far, refused ones too. */
  readonly requests: readonly RequestedAddress[];
}

const balanceOptionNames = { balances: true, chains: true } as const;
const balanceNames = { chain: true, address: true, balance: true, balance_usd: true } as const;

const emptyBalance: Balance = { balance: "0", balance_usd: null };

export function fakeBalanceSource(options: FakeBalanceSourceOptions = {}): FakeBalanceSource {
  const [fake, who] = ["balanceSource", "fake balance source"];
  const { balances = [], chains } = checkedProperties(fake, "the options object", options, balanceOptionNames);
  const isSupported = supportOf(fake, chains);
  const byAddress = new Map<string, Balance>();
  for (const [index, given] of checkedList(fake, "balances", balances).entries()) {
    const place = `balances[${index}]`;
    const { chain, address, balance, balance_usd = null } = checkedProperties(fake, place, given, balanceNames);
    const key = checkedKey(fake, place, { chain, address });
    if (byAddress.has(key)) throw wrongFake(fake, `${place} has the address of an earlier balance`);
    byAddress.set(key, checkedBalance(place, { balance, balance_usd }));
  }
  const { script, next } = portScript(fake, "balance");
  const requests: RequestedAddress[] = [];
  return {
    requests,
    script,
    balance: async (query) => {
      requests.push({ chain: query.chain, address: query.address });
      const key = keyOf(checkedRequest(query, who, isSupported));
      return play(next(), {
        answer: () => ({ ...(byAddress.get(key) ?? emptyBalance) }),
        // A number, without balance_usd.
        malformed: { balance: 1.5 },
        who,
        signal: query.signal,
      });
    },
  };
}

function checkedBalance(place: string, given: Balance): Balance {
  const balance = validAnswer("balanceSource", place, parseBalanceResponse(given));
  if (/\.\d{3}/.test(balance.balance_usd ?? "")) {
    throw wrongFake("balanceSource", `${place}.balance_usd must have at most two decimals`);
  }
  return balance;
}

/** Whether a chain is supported. */
type IsSupported = (chain: Chain) => boolean;

function supportOf(fake: string, chains: readonly Chain[] | undefined): IsSupported {
  if (chains === undefined) return () => true;
  if (!checkedList(fake, "chains", chains).every(isChain)) throw wrongFake(fake, "chains has an unknown chain");
  const supported = new Set(chains);
  return (chain) => supported.has(chain);
}

/**
 * Returns the parsed address of a request.
 *
 * @throws ComplianceError `aborted`, `chain_unsupported` or `invalid_input`, as every port does without a request.
 */
function checkedRequest(
  { chain, address, signal }: AddressQuery,
  who: string,
  isSupported: IsSupported,
): ParsedAddress {
  if (signal?.aborted) throw abortedBy(signal, who);
  if (!isChain(chain) || !isSupported(chain)) {
    throw new ComplianceError("chain_unsupported", `The ${who} does not support this chain; see its option chains.`);
  }
  return unwrap(parseAddress(chain, address));
}

/** Returns a text that is equal for all spellings of an address. */
function keyOf({ chain, canonical }: Pick<ParsedAddress, "chain" | "canonical">): string {
  return `${chain} ${canonical}`;
}

function checkedKey(fake: string, place: string, { chain, address }: RequestedAddress): string {
  const parsed = parseAddress(chain, address);
  if (!parsed.ok) throw wrongFake(fake, `${place} must have a chain and a valid address of it; see parseAddress`);
  return keyOf(parsed.value);
}

/** Returns an answer that a correct part can return. */
function validAnswer<T>(fake: string, place: string, parsed: Result<T>): T {
  if (parsed.ok) return parsed.value;
  const [first] = parsed.issues;
  throw wrongFake(fake, `${place} is no valid answer. ${first?.message ?? ""}`);
}

/** A rate source for tests. */
export interface FakeRateSource extends RateSource, Scripted<RateSourceFault> {
  /** The requested times so far. */
  readonly requests: readonly Date[];
}

export function fakeRateSource(given: RateTable | readonly RateTable[]): FakeRateSource {
  const tableAt = isList(given) ? newestOf(given) : always(given);
  const { script, next } = portScript("rateSource", "rates");
  const requests: Date[] = [];
  return {
    requests,
    script,
    current: async (at) => {
      requests.push(new Date(at));
      // HTML instead of a table, as a proxy returns it.
      return play(next(), { answer: () => tableAt(at), malformed: "<!doctype html>", who: "fake rate source" });
    },
  };
}

function isList(given: RateTable | readonly RateTable[]): given is readonly RateTable[] {
  return Array.isArray(given);
}

function always(given: RateTable): () => RateTable {
  const table = frozenCopy(given, "the table");
  return () => table;
}

/** Returns the newest table whose day has begun at the requested time, in UTC. */
function newestOf(given: readonly RateTable[]): (at: Date) => RateTable {
  const tables = given
    .map((table, index) => frozenCopy(table, `tables[${index}]`))
    .sort((a, b) => (a.date < b.date ? 1 : -1));
  if (new Set(tables.map(({ date }) => date)).size < given.length || given.length === 0) {
    throw wrongFake("rateSource", "there must be at least one table, and only one for each day");
  }
  return (at) => {
    const newest = tables.find(({ date }) => Date.parse(date) <= at.getTime());
    if (newest !== undefined) return newest;
    throw new ComplianceError("rate_missing", "The fake rate source has only tables of later days.");
  };
}

function frozenCopy(table: RateTable, place: string): RateTable {
  try {
    checkRateTable(table);
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    throw wrongFake("rateSource", `${place} is not valid. ${error.message}`);
  }
  const { base, date, source, rates } = table;
  if (Object.keys(rates).every((code) => code === base)) throw wrongFake("rateSource", `${place} must have rates`);
  return Object.freeze({ base, date, source, rates: Object.freeze({ ...rates }) });
}

/** A clock for tests. Call it for the time. */
export interface FakeClock {
  /** Returns the time as a new Date. */
  (): Date;
  /** Sets the time. A text is ISO 8601; a time of day needs an offset: `"2026-11-20T16:00:00Z"`. */
  set(time: Date | string): void;
  /** Moves the time forward by so many milliseconds. */
  advance(ms: DurationMs): void;
}

export function fakeClock(start: Date | string = new Date()): FakeClock {
  let now = timeOf(start);
  return Object.assign(() => new Date(now), {
    set: (time: Date | string): void => {
      now = timeOf(time);
    },
    advance: (ms: DurationMs): void => {
      // Compared so that NaN and text from callers without types fail.
      if (!(typeof ms === "number" && ms >= 0))
        throw wrongFake("clock", "advance takes a number of milliseconds from 0");
      const later = new Date(now.getTime() + ms);
      if (Number.isNaN(later.getTime())) throw wrongFake("clock", "advance goes beyond the last time of a Date");
      now = later;
    },
  });
}

/** Without an offset, a text is a different time on each machine. */
const isoForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function timeOf(given: Date | string): Date {
  const isTime = given instanceof Date || (typeof given === "string" && isoForm.test(given));
  const time = new Date(isTime ? given : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw wrongFake("clock", 'a time must be a Date or a text such as "2026-11-20T16:00:00Z"');
}

/** An `onAlert` for tests. Pass it to `createCompliance`. */
export interface FakeAlertSink extends Scripted<AlertSinkFault> {
  (alert: Alert, delivery?: AlertDelivery): Promise<void>;
  /** The accepted alerts so far, in order. */
  readonly alerts: readonly Alert[];
  /** The received alerts so far, accepted or not. */
  readonly received: readonly Alert[];
}

export function fakeAlertSink(): FakeAlertSink {
  const { script, next } = createScript<AlertSinkFault>(
    "alertSink",
    (fault) => (fault === "reject" ? { kind: "reject", code: "alert_delivery_failed" } : delayOf(fault)),
    '"none", "hang", "reject" or { slowMs: milliseconds }',
  );
  const alerts: Alert[] = [];
  const received: Alert[] = [];
  const accept = async (alert: Alert, delivery?: AlertDelivery): Promise<void> => {
    received.push(alert);
    const fault = next();
    // No ComplianceError, because a sink throws the errors of its queue or database.
    if (fault.kind === "reject") throw new Error("The fake alert sink rejects the alert, as scripted.");
    await delay(fault, "fake alert sink", delivery && own(delivery, "signal"));
    alerts.push(alert);
  };
  return Object.assign(accept, { alerts, received, script });
}
