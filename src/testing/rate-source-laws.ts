/** The laws of the port `RateSource`, sentence by sentence, for any source and any test runner. */
import { ComplianceError } from "../domain/compliance-error.js";
import { isDate } from "../domain/identifiers/date.js";
import { checkRateAge, checkRateTable } from "../domain/thresholds/rates.js";
import type { RateTable } from "../domain/thresholds/types.js";
import { type Check, type ConformanceCheck, checkOf, seenAt } from "./law.js";
import { isRefusal, outcomeOf, seenOf } from "./outcome.js";
import { rateKeepingChecks } from "./rate-keeping-laws.js";
import { checkRateSubject, failingOf, type RateSourceSubject, sourceOf } from "./rate-subject.js";

/**
 * The laws that `RateSource` promises. Nothing is asked before a law runs.
 *
 * How old a table may be is no law: that is the decision of whoever asks (`maxRateAge`). The law on currencies is there
 * when the subject names some, the law on failures when there is a source that is `failing`.
 *
 * @throws ComplianceError `invalid_input` at once, when the subject and not the source is at fault: no function makes the
 *   source, `at`, `currencies`, `renew` or `failing` is no such thing, or a member is unknown. A law rejects so when `renew`
 *   changes nothing, and each when what was made has no function `current`.
 * @example
 * const laws = rateSourceConformance({ source: () => deskRates, currencies: ["USD", "SGD"] });
 * for (const { name, run } of laws) test(name, run);
 */
export function rateSourceConformance(subject: RateSourceSubject): readonly ConformanceCheck[] {
  checkRateSubject(subject);
  return [...tableLaws(subject), ...rateKeepingChecks(subject), ...failureLaws(subject)];
}

/** What a table says. */
function tableLaws(subject: RateSourceSubject): readonly ConformanceCheck[] {
  const { currencies = [] } = subject;
  const laws = [
    checkOf(
      "a table is sound",
      "it has a base, a calendar date and a source, and every rate is decimal text above zero under the code of a currency",
      theTable(subject, seenOfSoundness),
    ),
    checkOf(
      "a table has rates",
      "it has a rate of at least one currency besides its base; where there are none, current throws",
      theTable(subject, (table) =>
        codesOf(table).some((code) => code !== table.base) ? undefined : "it has no rate of any other currency",
      ),
    ),
    checkOf(
      "a table is of no day to come",
      "its date is at most one day after the time that was asked for, since no time zone is further ahead",
      theTable(subject, seenOfDate),
    ),
  ];
  if (currencies.length === 0) return laws;
  return [
    ...laws,
    checkOf(
      "a table has the currencies that are needed",
      "each of the currencies of the subject is its base or has a rate",
      theTable(subject, (table) => {
        const codes = new Set([table.base, ...codesOf(table)]);
        const missing = currencies.filter((code) => !codes.has(code));
        return missing.length === 0 ? undefined : `it has no rate for ${missing.join(", ")}`;
      }),
    ),
  ];
}

/** What the source does without an answer to give. */
function failureLaws({ failing, at }: RateSourceSubject): readonly ConformanceCheck[] {
  if (failing === undefined) return [];
  return [
    checkOf(
      "a source that fails has no table",
      "when its world fails it throws a ComplianceError that a source may throw (provider_…, rate_…), each time; never an " +
        "empty or a guessed table",
      async () => {
        const source = failingOf(failing);
        for (const time of ["first", "second"]) {
          const outcome = await outcomeOf(() => source.current(new Date(at ?? Date.now())));
          if (!isRefusal(outcome, "rates")) return seenAt(`the ${time} time`, seenOf(outcome));
        }
        return undefined;
      },
    ),
  ];
}

type Look = (table: RateTable, at: Date) => string | undefined;

/** Looks at the table of that time; that there is none breaks every law. */
function theTable({ source: make, at }: RateSourceSubject, look: Look): Check {
  return async () => {
    const asked = new Date(at ?? Date.now());
    const source = sourceOf({ source: make });
    const outcome = await outcomeOf(() => source.current(new Date(asked)));
    if (outcome.kind === "failure") return seenOf(outcome);
    // Who is on trial may answer with anything.
    const table = Object(outcome.value) as RateTable;
    try {
      return look(table, asked);
    } catch {
      // What a getter throws may tell anything.
      return "it cannot be read";
    }
  };
}

/** In the words of vaspkit, which name a part or a code of the table. */
const seenOfSoundness: Look = (table) => seenOfCheck(() => checkRateTable(table));

/** Whether there is a date at all, another law says. */
const seenOfDate: Look = ({ date }, at) => {
  if (typeof date !== "string" || !isDate(date)) return undefined;
  return seenOfCheck(() => checkRateAge({ date }, at, Number.POSITIVE_INFINITY));
};

function seenOfCheck(check: () => void): string | undefined {
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
