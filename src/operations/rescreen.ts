/** `addresses.rescreen`: screens the stored addresses again, for example with a new sanctions list. */
import type { RiskEntry, StoredAddress } from "../domain/addresses/address.js";
import { isComplete } from "../domain/addresses/hits.js";
import { parseRescreen } from "../domain/addresses/parse.js";
import type { Chain, RegisteredChains } from "../domain/chains/chain.js";
import { ComplianceError, type ComplianceErrorCode } from "../domain/compliance-error.js";
import { bare, ONCE, own } from "../domain/own.js";
import { MAX_PAGE_SIZE } from "../domain/page.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Clock } from "../ports/clock.js";
import type { AddressRepository } from "../ports/storage.js";
import { allOrAbort, checkedCount, NO_ABORT, readOptions, throwIfAborted } from "./abort.js";
import { eachRecord } from "./all-records.js";
import { foundDespite, type Response, screeningOf } from "./incomplete.js";
import { changeSince, namesOf, type RescreenChange } from "./rescreen-changes.js";
import { type NamedRiskProvider, providersMissing, type RiskProviders, unknownProvider } from "./risk-providers.js";
import { timeOption } from "./time-option.js";
import type { ChangeOptions } from "./types.js";

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
export interface RescreenOptions<C extends string = Chain> extends ChangeOptions {
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

/** An address that the provider failed to screen. Its earlier screenings are unchanged. `hits` of the error are stored. */
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

/** The options, checked. */
interface Settings {
  /** In the form of stored times. */
  readonly olderThan: string | undefined;
  readonly concurrency: number;
  readonly onProgress: RescreenOptions["onProgress"];
  readonly onChange: RescreenOptions["onChange"];
}

interface Run extends Settings {
  readonly addresses: AddressRepository;
  readonly clock: Clock;
  readonly provider: NamedRiskProvider;
  readonly chain: Chain | undefined;
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
  olderThan: "checked",
  concurrency: "checked",
  onProgress: "function",
  onChange: "function",
  signal: "signal",
  actor: "checked",
} as const;

/** Screens the stored addresses again. Returns the report, or the issues of the request. */
export async function rescreenAddresses(
  deps: Deps,
  input: unknown,
  options: RescreenOptions | undefined,
): Promise<Result<RescreenReport>> {
  const consequence =
    "New screenings so far are stored; to go on, call it again with olderThan, the time of this call.";
  const { abort, given } = readOptions("addresses.rescreen", options, kinds, consequence);
  const settings = settingsOf(bare(given));
  throwIfAborted(abort);
  const parsed = parseRescreen(input, deps.chains);
  if (!parsed.ok) return parsed;
  const { provider_name, chain } = bare(parsed.value);
  const { riskProviders, addresses, clock } = deps;
  if (riskProviders === undefined) throw providersMissing("addresses.rescreen");
  const provider = riskProviders.get(provider_name);
  if (provider === undefined) return failed([unknownProvider()]);
  const run: Run = { ...settings, addresses, clock, provider, chain, ...emptyReport() };
  await allOrAbort([(signal) => screenAll(run, signal)], abort);
  run.onProgress?.(progressOf(run));
  const { unsupported, newlyListed, noLongerListed } = run.counts;
  const { changes, failures } = run;
  return succeeded({ ...progressOf(run), unsupported, newlyListed, noLongerListed, changes, failures });
}

/** @throws ComplianceError `invalid_input`. */
function settingsOf(given: Partial<RescreenOptions>): Settings {
  const { olderThan, concurrency = DEFAULT_CONCURRENCY, onProgress, onChange } = given;
  const since = olderThan === undefined ? undefined : timeOption("addresses.rescreen", "olderThan", olderThan);
  checkedCount("addresses.rescreen", "concurrency", concurrency, MAX_CONCURRENCY);
  return { olderThan: since, concurrency, onProgress, onChange };
}

function emptyReport(): Pick<Run, "names" | "counts" | "changes" | "failures"> {
  const counts = {
    screened: 0,
    skipped: 0,
    unsupported: 0,
    failed: 0,
    removed: 0,
    newlyListed: 0,
    noLongerListed: 0,
  };
  return { names: new Map(), counts, changes: [], failures: [] };
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

/** Returns the stored addresses. An abort ends the workers, which does not wait for a page. */
function eachStored({ addresses, chain }: Run): AsyncGenerator<StoredAddress, void> {
  return eachRecord(() => ({
    abort: NO_ABORT,
    page: (cursor) => addresses.list(bare({ size: MAX_PAGE_SIZE, chain, cursor })),
  }));
}

type Screen = (stored: StoredAddress) => Promise<readonly RiskEntry[]>;

/** Gives each request a signal of its own: a provider that never removes its listeners would leak one per address. */
function screener(provider: NamedRiskProvider, signal: AbortSignal): Screen {
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
  let response: Response;
  try {
    response = { entries: await screen(stored), failure: undefined };
  } catch (thrown) {
    if (signal.aborted) return undefined;
    const found = foundDespite(thrown, run.provider);
    if (found === undefined) return unscreened(run, stored, thrown);
    response = found;
  }
  if (signal.aborted) return undefined;
  return store(run, stored, response, signal);
}

async function store(
  run: Run,
  stored: StoredAddress,
  response: Response,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { addresses, provider, names, counts, changes } = run;
  const { chain, address } = stored;
  const { entries, failure } = response;
  // The time of the response.
  const created = toIsoOffset(run.clock());
  if (failure === undefined && !names.has(chain)) names.set(chain, namesOf(entries));
  const change = await changeSince({ addresses, provider }, stored, response);
  if (change !== undefined) {
    // Nothing is reported about an address that was erased meanwhile.
    if ((await addresses.find(chain, address)) === undefined) return "removed";
    if (signal.aborted) return undefined;
    await run.onChange?.(change);
  }
  const screening = await screeningOf(addresses, stored, response, created);
  if (signal.aborted) return undefined;
  const updated = await addresses.update({ chain, address, screening, created });
  if (updated === "unknown") return "removed";
  if (change !== undefined) {
    counts[change.listed ? "newlyListed" : "noLongerListed"] += 1;
    if (changes.length < MAX_LISTED) changes.push(change);
  }
  return outcomeOf(run, stored, response);
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

/** With `onFailure: "report"` of `screenWith`, a failure is an entry. */
function outcomeOf(run: Run, stored: StoredAddress, { entries, failure }: Response): Outcome {
  if (failure !== undefined) return unscreened(run, stored, failure);
  if (isComplete(entries)) return "screened";
  const message = "A part of the provider failed, so the stored screening is incomplete. Rescreen the address again.";
  return unscreened(run, stored, new ComplianceError("provider_unavailable", message));
}
