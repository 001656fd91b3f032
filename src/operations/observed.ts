/** Operations, parts and repositories that report each call to the option `observe`. */
import { ComplianceError } from "../domain/compliance-error.js";
import { bare, ONCE, own } from "../domain/own.js";
import type { AddressQuery, CallerSignal } from "../ports/risk-provider.js";
import type { ComplianceStorage } from "../ports/storage.js";
import { answerOutcome, errorCounts } from "./answer-outcome.js";
import type {
  ComplianceEvent,
  ComplianceObserver,
  FailureCode,
  OperationName,
  OperationOutcome,
  PartOutcome,
  ProviderEvent,
  RepositoryName,
  StorageEvent,
} from "./events.js";
import type { Parts } from "./options.js";

/** Sends an event. It never throws. */
type Emit = (event: ComplianceEvent) => void;

/** The end of a call: what it returned, or what it threw. */
type Ended = { readonly value: unknown } | { readonly thrown: unknown };

type Report = (ended: Ended, durationMs: number) => void;

type Method = (...args: readonly unknown[]) => unknown;

/** Returns a function that calls the observer and ignores what it throws, also later. */
export function emitTo(observe: ComplianceObserver): Emit {
  return (event) => {
    try {
      const returned: unknown = observe(event);
      // An async function returns a promise, which may be rejected.
      if (Object(returned) === returned) Promise.resolve(returned).catch(() => undefined);
    } catch {
      // The operation must not fail because its observer does.
    }
  };
}

/** Wraps every operation, so that each call sends one event. The groups stay frozen. */
export function observedCompliance<T extends object>(compliance: T, emit: Emit): T {
  const groups = Object.entries(compliance).filter(([, group]) => typeof group === "object");
  return Object.assign(
    observedGroup("", compliance, emit),
    Object.fromEntries(groups.map(([name, group]) => [name, Object.freeze(observedGroup(`${name}.`, group, emit))])),
  );
}

function observedGroup<T extends object>(prefix: string, operations: T, emit: Emit): T {
  return withMethods(operations, (method, call) => {
    // The cast: `OperationName` is made of the same groups and methods.
    const report = operationReport(`${prefix}${method}` as OperationName, emit);
    return (...args) => {
      const end = timer(report);
      const answer = call(...args);
      if (!isAsyncIterable(answer)) return settled(() => answer, end);
      return { [Symbol.asyncIterator]: () => observedItems(answer, report) };
    };
  });
}

function operationReport(name: OperationName, emit: Emit): Report {
  return (ended, durationMs) => {
    emit({ kind: "operation", name, durationMs, ...outcomeOf(name, ended) });
  };
}

function outcomeOf(name: OperationName, ended: Ended): OperationOutcome {
  if ("thrown" in ended) return { outcome: "error", code: codeOf(ended.thrown), ...errorCounts(ended.thrown) };
  return answerOutcome(name, ended.value);
}

/** Wraps the parts of the options, so that each request to one, and each write to the storage, sends one event. */
export function observedParts(parts: Parts, emit: Emit): Parts {
  const { riskProviders, balances, rates, prices, thresholds, onAlert, storage } = parts;
  return {
    ...parts,
    storage: observedStorage(storage, emit),
    riskProviders:
      riskProviders &&
      new Map(
        [...riskProviders].map(([name, provider]) => {
          const screen = observedQuery("screen", provider, { part: "riskProviders", name }, emit);
          return [name, { provider_name: provider.provider_name, screen }];
        }),
      ),
    balances: balances && { balance: observedQuery("balance", balances, { part: "balances" }, emit) },
    rates: rates && { current: observedTable(rates, { part: "rates" }, emit) },
    prices: prices && { current: observedTable(prices, { part: "prices" }, emit) },
    thresholds: thresholds && { current: observedTable(thresholds, { part: "thresholds" }, emit) },
    onAlert:
      onAlert &&
      ((alert, delivery) => request({ part: "onAlert" }, delivery, async () => onAlert(alert, delivery), emit)),
  };
}

/** What an event says about the part. */
type Part = Pick<ProviderEvent, "part"> & Partial<Pick<ProviderEvent, "name" | "chain">>;

/** What every request to a part may have. */
interface PartQuery {
  readonly signal?: CallerSignal | undefined;
  readonly onAttempt?: (() => void) | undefined;
}

/** Returns the method of a part that takes a query about an address. */
function observedQuery<K extends string, T>(
  method: K,
  source: { readonly [key in K]: (query: AddressQuery) => Promise<T> },
  part: Part,
  emit: Emit,
): (query: AddressQuery) => Promise<T> {
  return (query) => request({ ...part, chain: query.chain }, query, (observed) => source[method](observed), emit);
}

/** Returns the method of a part that returns a table. */
function observedTable<Q extends PartQuery, T>(
  source: { current(at: Date, query?: Q): Promise<T> },
  part: Part,
  emit: Emit,
): (at: Date, query?: Q) => Promise<T> {
  return (at, query) => request(part, query, async (observed) => source.current(at, observed), emit);
}

/**
 * Sends a request to a part, with a callback that counts its attempts. The event is sent when the part responds, and at
 * the latest when the signal aborts, because a part that hangs may ignore it.
 */
function request<Q extends PartQuery, T>(
  part: Part,
  query: Q | undefined,
  send: (query: Q) => Promise<T>,
  emit: Emit,
): Promise<T> {
  let attempts: number | undefined;
  const onAttempt = (): void => {
    attempts = (attempts ?? 0) + 1;
  };
  const given: PartQuery = query ?? {};
  const signal = own(given, "signal");
  const isDelivery = part.part === "onAlert";
  const stop = timer((ended, durationMs) => {
    const { name, chain } = bare(part);
    const outcome = partOutcome(ended, isDelivery ? "alert_delivery_failed" : "provider_unavailable");
    emit({ kind: "provider", part: part.part, name, chain, durationMs, attempts, ...outcome });
  });
  let isEnded = false;
  const end = (ended: Ended): void => {
    signal?.removeEventListener("abort", onAbort);
    if (!isEnded) stop(ended);
    isEnded = true;
  };
  const onAbort = (): void => {
    // A delivery is aborted after `sinkTimeoutMs`, which is its failure.
    const thrown = isDelivery ? signal?.reason : new ComplianceError("aborted", "The request was aborted.");
    // Later, because a part that ends now reports its own code.
    setTimeout(() => end({ thrown }), 0);
  };
  signal?.addEventListener("abort", onAbort, ONCE);
  // The cast: a query may have these two properties besides its own.
  return settled(() => send({ ...query, onAttempt } as unknown as Q), end);
}

/** Methods that change nothing. Any other method is a write, so that none is missed. */
const reads: ReadonlySet<string> = new Set([
  "find",
  "search",
  "list",
  "after",
  "ofAccount",
  "accountOf",
  "history",
  "within",
  "facts",
  "proofs",
  "rows",
]);

function observedStorage(storage: ComplianceStorage, emit: Emit): ComplianceStorage {
  const observed = <T extends object>(repository: RepositoryName, methods: T): T =>
    withMethods(methods, (name, call) => {
      if (reads.has(name)) return call;
      // The cast: the methods of a repository are those of its type.
      const head = { kind: "storage", repository, method: name as StorageEvent["method"] } as const;
      return (...args) => {
        const end = timer((ended, durationMs) => emit({ ...head, durationMs, ...partOutcome(ended, "unexpected") }));
        return settled(() => call(...args), end);
      };
    });
  return {
    accounts: observed("accounts", storage.accounts),
    vasps: observed("vasps", storage.vasps),
    addresses: observed("addresses", storage.addresses),
    alerts: observed("alerts", storage.alerts),
    linked: observed("linked", storage.linked),
    transfers: observed("transfers", storage.transfers),
    ownership: observed("ownership", storage.ownership),
    audit: observed("audit", storage.audit),
    holds: observed("holds", storage.holds),
    exchanges: observed("exchanges", storage.exchanges),
    compact: () => storage.compact(),
    close: () => storage.close(),
  };
}

/** Returns a copy of an object with other methods. They keep their object, which may be the instance of a class. */
function withMethods<T extends object>(object: T, replace: (name: string, call: Method) => Method): T {
  const copy = bare(object);
  for (const [name, method] of Object.entries(copy)) {
    if (typeof method !== "function") continue;
    const call: Method = (...args) => Reflect.apply(method, object, args);
    Reflect.set(copy, name, replace(name, call));
  }
  return copy;
}

/** Returns a function to call at the end, which reports the time since now. */
function timer(report: Report): (ended: Ended) => void {
  const start = performance.now();
  return (ended) => report(ended, performance.now() - start);
}

async function settled<T>(call: () => T, end: (ended: Ended) => void): Promise<Awaited<T>> {
  try {
    const value = await call();
    end({ value });
    return value;
  } catch (thrown) {
    end({ thrown });
    throw thrown;
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Sends one event at the end, also when the caller leaves the loop early. */
async function* observedItems(items: AsyncIterable<unknown>, report: Report): AsyncGenerator<unknown> {
  const end = timer(report);
  let yielded = 0;
  let failure: Ended | undefined;
  try {
    for await (const item of items) {
      yielded += 1;
      yield item;
    }
  } catch (thrown) {
    failure = { thrown };
    throw thrown;
  } finally {
    end(failure ?? { value: yielded });
  }
}

/** A part of the caller may throw an error of another kind, or with another code. */
function codeOf(thrown: unknown): FailureCode {
  try {
    const code: unknown = thrown instanceof ComplianceError ? thrown.code : undefined;
    const isCode = typeof code === "string" && /^[a-z]{1,20}(?:_[a-z]{1,20}){1,3}$|^aborted$/.test(code);
    // The cast: our codes have this form.
    return isCode ? (code as FailureCode) : "unexpected";
  } catch {
    // A proxy that throws.
    return "unexpected";
  }
}

function partOutcome(ended: Ended, otherwise: FailureCode): PartOutcome {
  if (!("thrown" in ended)) return { outcome: "ok" };
  const code = codeOf(ended.thrown);
  return { outcome: "error", code: code === "unexpected" ? otherwise : code };
}
