/** `addresses.rescreen`: screens the stored addresses again, for example with a new sanctions list. */
import type { RiskEntry, StoredAddress } from "../domain/addresses/address.js";
import type { Chain, RegisteredChains } from "../domain/chains/chain.js";
import { specifiedChains } from "../domain/chains/registry.js";
import { ComplianceError, type ComplianceErrorCode } from "../domain/compliance-error.js";
import { cursorLost } from "../domain/cursor.js";
import { bare, ONCE, own } from "../domain/own.js";
import { MAX_PAGE_SIZE } from "../domain/page.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { AddressRepository } from "../ports/storage.js";
import { allOrAbort, invalidArgument, readOptions, throwIfAborted } from "./abort.js";
import { providersMissing, type RiskProviders, unknownProvider } from "./risk-providers.js";
import { timeOption } from "./time-option.js";
import { pacer } from "./turns.js";
import type { OperationOptions } from "./types.js";

/** Progress of `addresses.rescreen`. */
export interface RescreenProgress {
  /** Addresses with a new screening so far. */
  readonly screened: number;
  /** Addresses skipped so far, because of `olderThan`. */
  readonly skipped: number;
  /** Addresses that the provider failed to screen so far. */
  readonly failed: number;
}

/** Options of `addresses.rescreen`. */
export interface RescreenOptions<C extends string = Chain> extends OperationOptions {
  /** Code of the provider that screens: a key of the option `riskProviders`. */
  readonly provider_name: string;
  /**
   * Only addresses of this chain.
   *
   * @default all chains
   */
  readonly chain?: C | undefined;
  /**
   * Skips addresses that this provider screened at this time or later: a `Date`, a day, or a time with offset. Pass the
   * time of the first call again, to go on after an interruption. Read the comment of `rescreen` about names.
   *
   * @default no address is skipped
   */
  readonly olderThan?: string | Date | undefined;
  /**
   * The most concurrent calls of the provider, 1 to 100.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined;
  /**
   * Called after every 1,000 addresses and once at the end. When it throws, the call ends with its error.
   *
   * @default no callback
   */
  readonly onProgress?: ((progress: RescreenProgress) => void) | undefined;
  /**
   * Called and awaited for each change, before its screening is stored. After an interruption a change may be reported
   * again, but none is lost. When it throws, the call ends with its error.
   *
   * @default changes are only in the report
   */
  readonly onChange?: ((change: RescreenChange<C>) => void | Promise<void>) | undefined;
}

/** An address that is newly listed, or no longer. */
export interface RescreenChange<C extends string = Chain> {
  readonly chain: C;
  /** In canonical form. */
  readonly address: string;
  /** Whether it is listed now: an entry has a `risk_ratio` above 0. */
  readonly listed: boolean;
  /** Highest `risk_ratio` of the screening before; null without one. */
  readonly from: number | null;
  /** Highest `risk_ratio` of the new screening. */
  readonly to: number;
}

/** An address that the provider failed to screen. Its earlier screenings are unchanged. */
export interface RescreenFailure<C extends string = Chain> {
  readonly chain: C;
  /** In canonical form. */
  readonly address: string;
  readonly error: ComplianceError;
}

/** Result of `addresses.rescreen`. An address that was removed meanwhile is not counted. */
export interface RescreenReport<C extends string = Chain> extends RescreenProgress {
  /** Addresses of chains that the provider does not support. */
  readonly unsupported: number;
  /** Addresses that are listed now, and were not in the screening before or had none. */
  readonly newlyListed: number;
  /** Addresses that were listed in the screening before, and are not now. */
  readonly noLongerListed: number;
  /** The first 1,000 changes. `onChange` receives all. */
  readonly changes: readonly RescreenChange<C>[];
  /** The first 1,000 failures. */
  readonly failures: readonly RescreenFailure<C>[];
}

/** What re-screening needs. */
interface Deps {
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly clock: Clock;
  /** The registered chains; undefined: those of §4.1. */
  readonly chains: RegisteredChains | undefined;
}

type Outcome = "screened" | "skipped" | "unsupported" | "failed" | "removed";

interface Run {
  readonly addresses: AddressRepository;
  readonly clock: Clock;
  readonly provider: RiskProvider;
  readonly chain: Chain | undefined;
  /** In the form of stored times. */
  readonly olderThan: string | undefined;
  readonly concurrency: number;
  readonly onProgress: RescreenOptions["onProgress"];
  readonly onChange: RescreenOptions["onChange"];
  /** By chain, the names in the entries of the first response. They may differ from the key of the provider. */
  readonly names: Map<Chain, string>;
  readonly counts: Record<Outcome | "newlyListed" | "noLongerListed", number>;
  readonly changes: RescreenChange[];
  readonly failures: RescreenFailure[];
}

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 100;
const MAX_LISTED = 1_000;
const PROGRESS_EVERY = 1_000;

/** After these, every further call would fail, too. */
const LASTING: ReadonlySet<ComplianceErrorCode> = new Set(["list_stale", "provider_unauthorized"]);

const kinds = {
  provider_name: "text",
  chain: "checked",
  olderThan: "checked",
  concurrency: "checked",
  onProgress: "function",
  onChange: "function",
  signal: "signal",
} as const;

/** Screens the stored addresses again. */
export async function rescreenAddresses(deps: Deps, options: RescreenOptions): Promise<RescreenReport> {
  const consequence =
    "New screenings so far are stored; to go on, call it again with olderThan, the time of this call.";
  const { abort, given } = readOptions("addresses.rescreen", options, kinds, consequence);
  const run = runOf(deps, bare(given));
  throwIfAborted(abort);
  await allOrAbort([(signal) => screenAll(run, signal)], abort);
  run.onProgress?.(progressOf(run));
  const { unsupported, newlyListed, noLongerListed } = run.counts;
  const { changes, failures } = run;
  return { ...progressOf(run), unsupported, newlyListed, noLongerListed, changes, failures };
}

/** @throws ComplianceError `not_configured`, or `invalid_input`, which has the issue of an unknown provider. */
function runOf({ addresses, clock, riskProviders, chains }: Deps, given: Partial<RescreenOptions>): Run {
  const { provider_name, chain, olderThan, concurrency = DEFAULT_CONCURRENCY, onProgress, onChange } = given;
  if (provider_name === undefined) {
    throw invalidArgument("addresses.rescreen needs the option provider_name: a name of the option riskProviders.");
  }
  if (chain !== undefined && !(chains ?? specifiedChains).has(chain)) {
    throw invalidArgument("The option chain of addresses.rescreen must be a registered chain; chains lists them.");
  }
  const since = olderThan === undefined ? undefined : timeOption("addresses.rescreen", "olderThan", olderThan);
  if (!(Number.isSafeInteger(concurrency) && concurrency >= 1 && concurrency <= MAX_CONCURRENCY)) {
    throw invalidArgument(`The option concurrency of addresses.rescreen must be an integer, 1 to ${MAX_CONCURRENCY}.`);
  }
  if (riskProviders === undefined) throw providersMissing("addresses.rescreen");
  const provider = riskProviders.get(provider_name);
  if (provider === undefined) {
    const issue = unknownProvider();
    throw new ComplianceError("invalid_input", issue.message, { issues: [issue] });
  }
  const counts = {
    screened: 0,
    skipped: 0,
    unsupported: 0,
    failed: 0,
    removed: 0,
    newlyListed: 0,
    noLongerListed: 0,
  };
  return {
    addresses,
    clock,
    provider,
    chain,
    olderThan: since,
    concurrency,
    onProgress,
    onChange,
    names: new Map(),
    counts,
    changes: [],
    failures: [],
  };
}

/** Ends when the storage has no further address, or with the first lasting failure. */
async function screenAll(run: Run, signal: AbortSignal): Promise<void> {
  const records = eachStored(run);
  const screen = screener(run.provider, signal);
  let handled = 0;
  const worker = async (): Promise<void> => {
    // Not `for await`, which would wait for a page that hangs before it passes on a failure.
    for (let next = await records.next(); !next.done; next = await records.next()) {
      const outcome = await rescreenOne(run, next.value, screen, signal);
      if (outcome === undefined) return;
      run.counts[outcome] += 1;
      handled += 1;
      if (handled % PROGRESS_EVERY === 0) run.onProgress?.(progressOf(run));
    }
  };
  await Promise.all(Array.from({ length: run.concurrency }, worker));
}

function progressOf({ counts: { screened, skipped, failed } }: Run): RescreenProgress {
  return { screened, skipped, failed };
}

/** Yields the stored addresses, one page in memory at a time. Workers may ask for the next one at the same time. */
async function* eachStored({ addresses, chain }: Run): AsyncGenerator<StoredAddress, void> {
  const pace = pacer();
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await addresses.list(bare({ size: MAX_PAGE_SIZE, chain, cursor }));
    if (page === undefined) throw cursorLost();
    for (const stored of page.items) {
      await pace();
      yield stored;
    }
    cursor = page.next_cursor;
  }
}

type Screen = (stored: StoredAddress) => Promise<readonly RiskEntry[]>;

/** Gives each request a signal of its own: a provider that never removes its listeners would leak one per address. */
function screener(provider: RiskProvider, signal: AbortSignal): Screen {
  const running = new Set<AbortController>();
  const end = (): void => {
    for (const controller of running) controller.abort(signal.reason);
  };
  signal.addEventListener("abort", end, ONCE);
  return async ({ chain, address }) => {
    const controller = new AbortController();
    running.add(controller);
    try {
      return await provider.screen({ chain, address, signal: controller.signal });
    } finally {
      running.delete(controller);
    }
  };
}

/** Returns undefined when the run is over: then nothing is stored or reported any more. */
async function rescreenOne(
  run: Run,
  stored: StoredAddress,
  screen: Screen,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  if (signal.aborted) return undefined;
  if (isRecent(run, stored)) return "skipped";
  let entries: readonly RiskEntry[];
  try {
    entries = await screen(stored);
  } catch (thrown) {
    return signal.aborted ? undefined : unscreened(run, stored, thrown);
  }
  if (signal.aborted) return undefined;
  return store(run, stored, entries, signal);
}

async function store(
  run: Run,
  stored: StoredAddress,
  entries: readonly RiskEntry[],
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { addresses, names, counts, changes } = run;
  const { chain, address } = stored;
  // The time of the response.
  const created = toIsoOffset(run.clock());
  const entryNames = namesOf(entries);
  if (!names.has(chain)) names.set(chain, entryNames);
  const change = await changeSince(run, stored, entries);
  if (change !== undefined) {
    // Nothing is reported about an address that was erased meanwhile.
    if ((await addresses.find(chain, address)) === undefined) return "removed";
    if (signal.aborted) return undefined;
    await run.onChange?.(change);
  }
  if (signal.aborted) return undefined;
  const screening = entries.map((entry) => ({ ...entry, created }));
  const updated = await addresses.update({ chain, address, screening, created });
  if (updated === "unknown") return "removed";
  if (change !== undefined) {
    counts[change.listed ? "newlyListed" : "noLongerListed"] += 1;
    if (changes.length < MAX_LISTED) changes.push(change);
  }
  return isComplete(entries) ? "screened" : unscreened(run, stored, incomplete());
}

async function changeSince(
  run: Run,
  stored: StoredAddress,
  entries: readonly RiskEntry[],
): Promise<RescreenChange | undefined> {
  const ratio = highestRatio(entries.filter(isScreened));
  // What a provider that failed would have found is unknown, so the address may still be listed.
  if (!isComplete(entries) && ratio === 0) return undefined;
  return changeOf(stored, await earlierRatio(run, stored, namesOf(entries)), ratio);
}

/** @throws the failure, if every further call would fail, too */
function unscreened({ failures }: Run, { chain, address }: StoredAddress, thrown: unknown): Outcome {
  if (!(thrown instanceof ComplianceError) || LASTING.has(thrown.code)) throw thrown;
  if (thrown.code === "chain_unsupported") return "unsupported";
  if (failures.length < MAX_LISTED) failures.push({ chain, address, error: thrown });
  return "failed";
}

/** Returns whether the newest screening is of this provider, complete, and not older than `olderThan`. */
function isRecent({ olderThan, names }: Run, stored: StoredAddress): boolean {
  const screening = own(stored, "screening");
  if (olderThan === undefined || screening === undefined || namesOf(screening) !== names.get(stored.chain))
    return false;
  // The times have one form, so their texts order by time.
  return isComplete(screening) && screening.every((entry) => entry.created >= olderThan);
}

/** `screenWith` reports a provider that failed by an entry with this descriptor. */
const NOT_SCREENED = "not-screened";

function isScreened({ risk_descriptors }: RiskEntry): boolean {
  return !risk_descriptors.includes(NOT_SCREENED);
}

function isComplete(entries: readonly RiskEntry[]): boolean {
  return entries.every(isScreened);
}

function incomplete(): ComplianceError {
  const message = "A part of the provider failed, so the stored screening is incomplete. Rescreen the address again.";
  return new ComplianceError("provider_unavailable", message);
}

/** Returns the highest ratio of the newest complete screening by providers of these names. */
async function earlierRatio({ addresses }: Run, stored: StoredAddress, names: string): Promise<number | undefined> {
  const newest = own(stored, "screening");
  if (newest === undefined) return undefined;
  const counts = (screening: readonly RiskEntry[]): boolean => namesOf(screening) === names && isComplete(screening);
  if (counts(newest)) return highestRatio(newest);
  const history = await addresses.history(stored.chain, stored.address);
  const earlier = history?.screenings.filter(counts).at(-1);
  return earlier && highestRatio(earlier);
}

function changeOf({ chain, address }: StoredAddress, from: number | undefined, to: number): RescreenChange | undefined {
  const listed = to > 0;
  const wasListed = from !== undefined && from > 0;
  return listed === wasListed ? undefined : { chain, address, listed, from: from ?? null, to };
}

function highestRatio(entries: readonly RiskEntry[]): number {
  return entries.reduce((highest, { risk_ratio }) => Math.max(highest, risk_ratio), 0);
}

/** Returns the set of the names in the entries, as text to compare. */
function namesOf(entries: readonly RiskEntry[]): string {
  return JSON.stringify([...new Set(entries.map(({ provider_name }) => provider_name))].sort());
}
