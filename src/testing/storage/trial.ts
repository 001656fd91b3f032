/** One case of a storage check: a new storage, the calls made to it, and its end. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { hasMethod } from "../../domain/options.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import { type ConformanceCheck, checkThat, failedCheck, Violation } from "../check.js";
import { errorText, jsonText } from "../outcome.js";
import { type Cases, drawnCheck } from "../property-check.js";
import { frozen, overwrite } from "./compare.js";

/** Opens a storage. */
export type OpenStorage = () => Promise<ComplianceStorage> | ComplianceStorage;

/** A storage that keeps its records after `close`. */
export interface DurableStorage {
  /**
   * Creates a new, empty place (a file, a database). Returns a function that opens a storage on it, the first time and again
   * after each `close`.
   */
  readonly place: () => Promise<OpenStorage> | OpenStorage;
}

/** The storage to test: a function that opens a new, empty one each time, or the places of a durable one. */
export type StorageSubject = OpenStorage | DurableStorage;

/** Creates a new, empty place. */
type CreatePlace = () => Promise<Place>;

/** Where storages can be opened one after another. A storage that is not durable is opened once. */
interface Place {
  readonly open: OpenStorage;
  readonly isDurable: boolean;
}

/** @throws ComplianceError `invalid_input` for a wrong subject. */
export function placesOf(subject: StorageSubject): CreatePlace {
  if (typeof subject === "function") return async () => ({ open: subject, isDurable: false });
  // Callers without types may pass anything.
  if (!hasMethod(subject, "place")) {
    throw new ComplianceError(
      "invalid_input",
      "The argument of storageConformance is wrong, not the storage. Pass a function that opens a new, empty storage each " +
        "time, such as memoryStorage. Or pass { place } with a function that returns how to open one again and again.",
    );
  }
  return async () => ({ open: await subject.place(), isDurable: true });
}

/** What the checks of one suite share. */
export interface StorageSuite {
  readonly createPlace: CreatePlace;
  /** The number of drawn cases, unless `run` gets another. */
  readonly runs: number;
}

/** Makes a check of one fixed case. */
export function caseCheck(
  { createPlace }: StorageSuite,
  name: string,
  promise: string,
  body: (trial: Trial) => Promise<void>,
): ConformanceCheck {
  return checkThat(name, promise, async () => {
    try {
      await runTrial(createPlace, body);
    } catch (error) {
      throw failedCheck({ name, promise }, error, "Calls made:");
    }
  });
}

/** Makes a check of drawn cases, each on a new storage. */
export function drawnCaseCheck<T>(
  { createPlace, runs }: StorageSuite,
  name: string,
  promise: string,
  cases: Cases<T>,
  body: (trial: Trial, drawn: T) => Promise<void>,
): ConformanceCheck {
  return drawnCheck(name, promise, { runs, heading: "Shortest calls found" }, async () => ({
    ...cases,
    holds: (drawn: T) => runTrial(createPlace, (trial) => body(trial, drawn)),
  }));
}

/** A new, empty storage whose calls are logged. */
export interface Trial {
  /** The storage that is open now. */
  readonly storage: ComplianceStorage;
  /** The same storage without a log, for looking at the stored records at the end. */
  readonly unlogged: ComplianceStorage;
  /** Closes the storage and opens another on its place. Absent for a storage that is not durable. */
  readonly reopen?: () => Promise<void>;
}

/**
 * Runs the body on a new storage, and closes it at the end.
 *
 * @throws Violation when the body or the storage throws, or when the storage does not close.
 */
async function runTrial(createPlace: CreatePlace, body: (trial: Trial) => Promise<void>): Promise<void> {
  const log = new CallLog();
  try {
    const place = await createPlace();
    let storage = await place.open();
    const reopen = async (): Promise<void> => {
      await logged(storage, log).close();
      storage = await place.open();
    };
    const trial: Trial = {
      get storage() {
        return logged(storage, log);
      },
      get unlogged() {
        return storage;
      },
      ...(place.isDurable && { reopen }),
    };
    await withEnd(
      () => body(trial),
      () => storage.close(),
    );
  } catch (error) {
    if (error instanceof Violation) throw new Violation(error.message, log.lines());
    const hint = error instanceof TypeError ? " (the caller overwrites its objects at once after each call)" : "";
    throw new Violation(`the storage failed with ${errorText(error)}${hint}`, log.lines(), error);
  }
}

/** Runs the end after the body. A failure of the end must not hide an earlier one. */
async function withEnd(body: () => Promise<void>, end: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
  await end();
}

/** The calls so far, with their outcomes. */
class CallLog {
  readonly #calls: { readonly call: () => string; outcome: string }[] = [];

  get length(): number {
    return this.#calls.length;
  }

  lines(): readonly string[] {
    return this.#calls.map(({ call, outcome }, index) => `${index + 1}. ${call()} → ${outcome}`);
  }

  /** Makes the call and logs its outcome. `text` is evaluated when the lines are printed. */
  async add<T>(text: () => string, call: () => Promise<T>): Promise<T> {
    const entry = { call: text, outcome: "(no answer yet)" };
    this.#calls.push(entry);
    try {
      const answer = await call();
      // At once, because the caller may change the answer.
      entry.outcome = jsonText(answer);
      return answer;
    } catch (error) {
      entry.outcome = `failed with ${errorText(error)}`;
      throw error;
    }
  }

  /** The same for a call with arguments. */
  addCall<T>(name: string, given: readonly unknown[], call: () => Promise<T>): Promise<T> {
    // At once, because the caller may change the arguments.
    const text = `${name}(${given.map(jsonText).join(", ")})`;
    return this.add(() => text, call);
  }
}

/** The methods of each part of a storage. */
const methods: { readonly [Part in keyof Parts]: readonly (keyof Parts[Part])[] } = {
  accounts: ["insert", "put", "remove", "find", "search", "list"],
  vasps: ["load", "sync", "remove", "find", "search", "list", "after"],
  alerts: ["insert", "find", "lease", "release", "markDelivered", "review", "list", "prune"],
  addresses: ["save", "update", "remove", "find", "accountOf", "ofAccount", "history", "list"],
  linked: ["add", "within", "remove", "prune"],
  transfers: ["facts", "find", "save", "list", "prune", "erase"],
  ownership: ["save", "find", "proofs", "prune"],
  audit: ["append", "list", "rows", "import"],
  holds: ["add", "find", "release", "list"],
  exchanges: ["find", "save", "lease", "release", "list"],
};

type Parts = Omit<ComplianceStorage, "compact" | "close">;

function logged(storage: ComplianceStorage, log: CallLog): ComplianceStorage {
  const parts = Object.entries(methods).map(([name, names]) => [name, loggedPart(storage, name, names, log)]);
  return {
    // One part for each name.
    ...(Object.fromEntries(parts) as Parts),
    compact: () => log.addCall("compact", [], () => storage.compact()),
    close: () => log.addCall("close", [], () => storage.close()),
  };
}

/** Returns methods that call those of a part of the storage as {@link detached}, and log the calls. */
function loggedPart(storage: ComplianceStorage, name: string, names: readonly string[], log: CallLog): object {
  const part: object = Object(Reflect.get(storage, name));
  const entries = names.map((method) => {
    const call = detached((given) => Reflect.apply(Reflect.get(part, method), part, given), log);
    const loggedCall = (...given: readonly unknown[]): Promise<unknown> => {
      const [stream, ...rest] = given;
      if (!isStream(stream)) return log.addCall(`${name}.${method}`, given, () => call(given));
      const texts: string[] = [];
      return log.add(
        () => `${name}.${method}(a stream of [${texts.join(",")}])`,
        () => call([withTexts(stream, texts), ...rest]),
      );
    };
    return [method, loggedCall];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the call for a caller that shares no object with the storage. Every other call gets frozen arguments. All others
 * are overwritten at once, and so is every answer. So a storage that keeps or changes an object returns wrong records.
 */
function detached(
  call: (given: readonly unknown[]) => Promise<unknown>,
  log: CallLog,
): (given: readonly unknown[]) => Promise<unknown> {
  return async (given) => {
    const isFrozen = log.length % 2 === 0;
    const copies = given.map((each) => (isStream(each) ? streamOfCopies(each, isFrozen) : copyOf(each, isFrozen)));
    const answering = call(copies);
    if (!isFrozen) for (const each of copies) if (!hasMethod(each, "begin")) overwrite(each);
    const answer = await answering;
    const copy = copyOf(answer, false);
    overwrite(answer);
    return copy;
  };
}

async function* streamOfCopies(records: AsyncIterable<unknown>, isFrozen: boolean): AsyncGenerator {
  for await (const record of records) {
    const copy = copyOf(record, isFrozen);
    yield copy;
    if (!isFrozen) overwrite(copy);
  }
}

function copyOf(value: unknown, isFrozen: boolean): unknown {
  // The caller's own code.
  if (typeof value === "function" || hasMethod(value, "begin")) return value;
  return isFrozen ? frozen(value) : structuredClone(value);
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function* withTexts<T>(records: AsyncIterable<T>, texts: string[]): AsyncGenerator<T> {
  for await (const record of records) {
    texts.push(jsonText(record));
    yield record;
  }
}
