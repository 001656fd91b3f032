/** An honest source of rates in memory. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkRateTable } from "../../domain/thresholds/rates.js";
import type { RateTable } from "../../domain/thresholds/types.js";
import type { RateSource } from "../../ports/rate-source.js";
import { checkedList, wrongFake } from "./configuration.js";
import { play, type RateSourceFault, type Scripted, scriptOf } from "./script.js";

/** A source of rates for tests. */
export interface FakeRateSource extends RateSource, Scripted<RateSourceFault> {
  /** The times that it was asked for so far; it grows. */
  readonly asked: readonly Date[];
}

const fake = "rateSource";
const who = "fake source of rates";

export function fakeRateSource(given: RateTable | readonly RateTable[]): FakeRateSource {
  const tableAt = isList(given) ? newestOf(given) : always(given);
  const { script, next } = scriptOf(fake, "rates");
  const asked: Date[] = [];
  return {
    asked,
    script,
    current: async (at) => {
      asked.push(new Date(at));
      // A page instead of a table, as a proxy sends it.
      return play(next(), { answer: () => tableAt(at), malformed: "<!doctype html>", who });
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

/** The newest table whose day has begun by then, in UTC. */
function newestOf(given: readonly RateTable[]): (at: Date) => RateTable {
  const tables = checkedList(fake, "the tables", given)
    .map((table, index) => frozenCopy(table, `tables[${index}]`))
    .sort((a, b) => (a.date < b.date ? 1 : -1));
  if (new Set(tables.map(({ date }) => date)).size < given.length || given.length === 0) {
    throw wrongFake(fake, "there must be at least one table, and one for each day");
  }
  return (at) => {
    const newest = tables.find(({ date }) => Date.parse(date) <= at.getTime());
    if (newest !== undefined) return newest;
    throw new ComplianceError(
      "rate_missing",
      `The ${who} has no table of that time; its oldest one is of a later day.`,
    );
  };
}

/** @throws ComplianceError `configuration_invalid`, for a fake is configured with it. */
function frozenCopy(table: RateTable, place: string): RateTable {
  try {
    checkRateTable(table);
  } catch (error) {
    if (error instanceof ComplianceError)
      throw wrongFake(fake, `${place} is not sound. ${error.message.replace(/\.$/, "")}`);
    throw error;
  }
  const { base, date, source, rates } = table;
  if (Object.keys(rates).every((code) => code === base)) throw wrongFake(fake, `${place} must have rates`);
  return Object.freeze({ base, date, source, rates: Object.freeze({ ...rates }) });
}
