/** The conformance suite of the port `RateSource`. */
import { ComplianceError } from "../domain/compliance-error.js";
import type { CurrencyCode } from "../domain/identifiers/codes.js";
import { isDate } from "../domain/identifiers/date.js";
import { checkRateAge } from "../domain/thresholds/rate-age.js";
import { checkRateTable, isRateCode } from "../domain/thresholds/rates.js";
import type { RateTable } from "../domain/thresholds/types.js";
import type { RateSource } from "../ports/rate-source.js";
import {
  type ConformanceCheck,
  checkOf,
  checkSubjectNames,
  createdBy,
  type Look,
  type Observation,
  observedAt,
  readSubject,
  type SuiteCall,
  wrongSubject,
} from "./check.js";
import {
  compareSecond,
  contentOf,
  describeOutcome,
  firstDifference,
  isAllowedFailure,
  type Outcome,
  outcomeOf,
  type Recorded,
  recorded,
  whileOverwritten,
} from "./outcome.js";
import { nextTurn } from "./timing.js";

/** A rate source to test. */
export interface RateSourceSubject {
  /** Creates the source. Except after `renew`, it must answer the same way during a check, so use a fixed service. */
  readonly source: () => RateSource;
  /**
   * The requested time.
   *
   * @default the time when a check runs
   */
  readonly at?: Date | undefined;
  /**
   * The currencies that your transactions and thresholds need. The base of a table needs no rate.
   *
   * @default no check on currencies
   */
  readonly currencies?: readonly CurrencyCode[] | undefined;
  /**
   * Makes the most recently created source return other rates: the service publishes them, and the source's cache
   * expires.
   *
   * @default new rates are not tested
   */
  readonly renew?: (() => Promise<void> | void) | undefined;
  /**
   * Creates the source over a service that fails: it refuses, is down, or returns HTML.
   *
   * @default no check on failures
   */
  readonly failing?: (() => RateSource) | undefined;
}

const call: SuiteCall = { suite: "rateSourceConformance", part: "source" };

/**
 * Returns the checks for the promises of `RateSource`. No request is sent before a check runs.
 *
 * The age of a table is not checked, because the caller decides about it (`maxRateAgeMs`).
 *
 * @param subject the source, and what to request
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError `invalid_input` at once for a wrong subject: no function creates the source, or a property is
 *   unknown or not valid. A check rejects with it when `renew` changes nothing, or when the created source has no method
 *   `current`.
 * @example
 * const checks = rateSourceConformance({ source: () => deskRates, currencies: ["USD", "SGD"] });
 * for (const { name, run } of checks) test(name, run);
 */
export function rateSourceConformance(subject: RateSourceSubject): readonly ConformanceCheck[] {
  readSubject(() => checkSubject(subject), call);
  return [...tableChecks(subject), ...changeChecks(subject), ...callerChecks(subject), ...failureChecks(subject)];
}

const subjectNames = { source: true, at: true, currencies: true, renew: true, failing: true } as const;

function checkSubject(subject: RateSourceSubject): void {
  // Callers without types may pass anything.
  if (typeof subject?.source !== "function") {
    throw wrongSubject("source must be a function that creates the source, such as () => fixedRates(table)", call);
  }
  checkSubjectNames("it", subject, subjectNames, call);
  const { at, currencies = [], renew, failing } = subject;
  if (at !== undefined && !isTime(at)) throw wrongSubject("at must be a valid Date", call);
  if (!Array.isArray(currencies) || !currencies.every((code) => typeof code === "string" && isRateCode(code))) {
    throw wrongSubject('currencies must be an array of codes such as "EUR"', call);
  }
  if (renew !== undefined && typeof renew !== "function") {
    throw wrongSubject("renew must be a function that makes the source return other rates", call);
  }
  if (failing !== undefined && typeof failing !== "function") {
    throw wrongSubject("failing must be a function that creates the source over a service that fails", call);
  }
}

function isTime(at: unknown): boolean {
  return at instanceof Date && !Number.isNaN(at.getTime());
}

function created(name: "source" | "failing", create: () => RateSource): RateSource {
  return createdBy<RateSource>({ name, create, method: "current" }, call);
}

/** Checks on the content of a table. */
function tableChecks(subject: RateSourceSubject): readonly ConformanceCheck[] {
  const { currencies = [] } = subject;
  const checks = [
    checkOf(
      "a table is valid",
      "It has a base, a calendar date and a source, and every rate is decimal text above zero under a currency code.",
      eachTable(subject, (table) => messageOf(() => checkRateTable(table))),
    ),
    checkOf(
      "a table has rates",
      "It has a rate of at least one currency besides its base. Where there are none, current throws.",
      eachTable(subject, (table) =>
        codesOf(table).some((code) => code !== table.base) ? undefined : "it has no rate of any other currency",
      ),
    ),
    checkOf(
      "a table is not dated in the future",
      "Its date is at most one day after the requested time, because no time zone is further ahead.",
      eachTable(subject, lookAtDate),
    ),
  ];
  if (currencies.length === 0) return checks;
  return [
    ...checks,
    checkOf(
      "a table has the required currencies",
      "Each currency of the subject is its base or has a rate.",
      eachTable(subject, (table) => {
        const codes = new Set([table.base, ...codesOf(table)]);
        const missing = currencies.filter((code) => !codes.has(code));
        return missing.length === 0 ? undefined : `it has no rate for ${missing.join(", ")}`;
      }),
    ),
  ];
}

type LookAtTable = (table: RateTable, at: Date) => string | undefined;

/** Looks at the table of the requested time. A failure fails every check. */
function eachTable({ source, at }: RateSourceSubject, look: LookAtTable): Look {
  return async () => {
    const time = new Date(at ?? Date.now());
    const tested = created("source", source);
    const outcome = await outcomeOf(() => tested.current(new Date(time)));
    if (outcome.kind === "failure") return describeOutcome(outcome);
    // The tested source may return anything.
    const table = Object(outcome.value) as RateTable;
    try {
      return look(table, time);
    } catch {
      // The error of a getter may repeat anything.
      return "it cannot be read";
    }
  };
}

/** Another check reports a missing date. */
const lookAtDate: LookAtTable = ({ date }, at) => {
  if (typeof date !== "string" || !isDate(date)) return undefined;
  return messageOf(() => checkRateAge({ date }, at, Number.POSITIVE_INFINITY));
};

/** Returns the message of vaspkit, which names a property or a currency of the table. */
function messageOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ComplianceError) return error.message;
    throw error;
  }
}

function codesOf({ rates }: RateTable): readonly string[] {
  return Object.keys(Object(rates));
}

/** Checks on what happens to earlier tables when rates change. */
function changeChecks(subject: RateSourceSubject): readonly ConformanceCheck[] {
  return [
    checkOf("a returned table never changes", "Later requests do not change a table that was returned before.", () =>
      lookAtRepeatedRequests(subject),
    ),
    checkOf("new rates come in a new object", "When other rates apply, earlier tables keep their content.", () =>
      lookAtNewRates(subject),
    ),
    checkOf(
      "a later time gets no older table",
      "It returns the newest table known at the requested time, so a later time never gets a table of an earlier day.",
      () => lookAtOrder(subject),
    ),
  ];
}

/** Checks on the objects that source and caller exchange. */
function callerChecks(subject: RateSourceSubject): readonly ConformanceCheck[] {
  return [
    checkOf(
      "changing a table does not change later answers",
      "A caller may change a table without changing any later answer.",
      async () => {
        const request = requester(subject);
        const first = await request(0);
        if (first.kind === "failure") return describeOutcome(first);
        const before = contentOf(first.value);
        return whileOverwritten(first.value, async () =>
          compareSecond(await request(0), before, "the second table differs after the caller changed the first"),
        );
      },
    ),
    checkOf(
      "concurrent requests do not affect each other",
      "Concurrent requests for different times have the same answers as requests sent alone.",
      () => lookAtConcurrency(subject),
    ),
    checkOf("the requested Date is not modified", "The Date of the request has the same time afterwards.", async () => {
      const given = timeOf(subject);
      const before = given.getTime();
      const source = created("source", subject.source);
      const outcome = await outcomeOf(() => source.current(given));
      if (outcome.kind === "failure") return describeOutcome(outcome);
      return given.getTime() === before ? undefined : "the Date has another time than before";
    }),
  ];
}

/** Checks on a source over a service that fails. */
function failureChecks({ failing, at }: RateSourceSubject): readonly ConformanceCheck[] {
  if (failing === undefined) return [];
  return [
    checkOf(
      "a failing source returns no table",
      "When its service fails, it throws a ComplianceError that a source may throw (provider_…, rate_…), each time. It " +
        "never returns an empty or invented table.",
      async () => {
        const source = created("failing", failing);
        for (const time of ["first", "second"]) {
          const outcome = await outcomeOf(() => source.current(new Date(at ?? Date.now())));
          if (!isAllowedFailure(outcome, "rates")) return observedAt(`the ${time} time`, describeOutcome(outcome));
        }
        return undefined;
      },
    ),
  ];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a source, and returns a function that requests the time so many days later or earlier. */
function requester(subject: RateSourceSubject): (days: number) => Promise<Outcome> {
  const time = timeOf(subject).getTime();
  const source = created("source", subject.source);
  return (days) => outcomeOf(() => source.current(new Date(time + days * DAY_MS)));
}

function timeOf({ at }: RateSourceSubject): Date {
  return new Date(at ?? Date.now());
}

/** Keeps tables with their content, to compare them later. */
class ReturnedTables {
  readonly #tables: { readonly table: unknown; readonly content: string }[] = [];

  /** Keeps the table of an answer, and returns its content. */
  add(outcome: Outcome): string | undefined {
    if (outcome.kind === "failure") return undefined;
    const content = contentOf(outcome.value);
    this.#tables.push({ table: outcome.value, content });
    return content;
  }

  get lastContent(): string | undefined {
    return this.#tables.at(-1)?.content;
  }

  lookForChange(): string | undefined {
    const changed = this.#tables.findIndex(({ table, content }) => contentOf(table) !== content);
    return changed === -1
      ? undefined
      : `table ${changed + 1} of the ${this.#tables.length} returned has other content now`;
  }
}

async function lookAtRepeatedRequests(subject: RateSourceSubject): Promise<Observation | undefined> {
  const request = requester(subject);
  const first = await request(0);
  if (first.kind === "failure") return describeOutcome(first);
  const returned = new ReturnedTables();
  returned.add(first);
  returned.add(await request(0));
  for (const outcome of await Promise.all([request(0), request(0)])) returned.add(outcome);
  // For a source that writes to a table after returning it.
  await nextTurn();
  return returned.lookForChange();
}

async function lookAtNewRates(subject: RateSourceSubject): Promise<Observation | undefined> {
  const request = requester(subject);
  const first = await request(0);
  if (first.kind === "failure") return describeOutcome(first);
  const returned = new ReturnedTables();
  returned.add(first);
  // Forward and back. A time without a table is skipped.
  for (const days of [1, 8, -1, 0]) returned.add(await request(days));
  if (subject.renew !== undefined) {
    const before = returned.lastContent;
    await subject.renew();
    if (returned.add(await request(0)) === before) {
      throw wrongSubject("renew must make the source return other rates, but they are the same after it", call);
    }
  }
  return returned.lookForChange();
}

/** Skips times without a table. */
async function lookAtOrder(subject: RateSourceSubject): Promise<Observation | undefined> {
  const request = requester(subject);
  const dates: string[] = [];
  for (const days of [-8, -1, 0, 1, 8]) {
    const outcome = await request(days);
    if (outcome.kind === "failure" && days === 0) return describeOutcome(outcome);
    const date = outcome.kind === "answer" ? dateOf(outcome.value) : undefined;
    if (date !== undefined) dates.push(date);
  }
  const isOlder = dates.some((date, index) => date < (dates[index - 1] ?? ""));
  return isOlder ? "the table of a later time is of an earlier day" : undefined;
}

/** Returns the date, if it is a calendar date. Another check reports one that is not. */
function dateOf(table: unknown): string | undefined {
  try {
    const date: unknown = Reflect.get(Object(table), "date");
    return typeof date === "string" && isDate(date) ? date : undefined;
  } catch {
    // The error of a getter may repeat anything.
    return undefined;
  }
}

async function lookAtConcurrency(subject: RateSourceSubject): Promise<Observation | undefined> {
  const request = requester(subject);
  const days = [0, -1, 1, 0, -8];
  const alone: Recorded[] = [];
  for (const each of days) alone.push(recorded(await request(each)));
  const [first] = alone;
  if (first && alone.every(({ outcome }) => outcome.kind === "failure")) return describeOutcome(first.outcome);
  return firstDifference(alone, await Promise.all([...days, ...days].map(request)));
}
