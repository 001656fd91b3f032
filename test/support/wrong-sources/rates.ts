/** Right sources of rates, and deliberately wrong ones, each with the checks that it must break, and no others. */
import { fixedRates } from "../../../src/adapters/rates/fixed.js";
import type { RateSource, RateTable } from "../../../src/index.js";
import type { RateSourceSubject } from "../../../src/testing.js";
import { CANARY } from "../canaries.js";
import {
  at,
  busy,
  copyOf,
  forgetful,
  later,
  publishing,
  refusing,
  rewriting,
  shuffled,
  table,
  writing,
  writingMeanwhile,
} from "./desks.js";

export const subject: RateSourceSubject = {
  source: () => fixedRates(table),
  at,
  currencies: ["USD", "SGD", "EUR"],
  failing: () => ({ current: async () => refusing("provider_unavailable") }),
};

export const right: Readonly<Record<string, RateSourceSubject>> = {
  "fixed rates": subject,
  "one that gives a copy each time": { ...subject, source: () => ({ current: async () => copyOf(table) }) },
  "one whose copies are in no order": {
    ...subject,
    source: () => ({ current: async () => copyOf({ ...table, rates: shuffled(table.rates) }) }),
  },
  "one that knows which day's rates were known when": {
    ...subject,
    source: () => ({
      current: async (asked) => copyOf(asked.getTime() < Date.parse("2026-11-21") ? table : later),
    }),
  },
  "one that has no table for days before": {
    ...subject,
    source: () => ({ current: async (asked) => (asked < at ? refusing("rate_missing") : copyOf(table)) }),
  },
  "one of the day to come where the sun rises first": {
    ...subject,
    source: () => fixedRates({ ...table, date: "2026-11-21" }),
  },
  "one that publishes new tables": { ...subject, ...publishing(false) },
  "one of the present": {
    source: () => ({ current: async () => copyOf({ ...table, date: new Date().toISOString().slice(0, 10) }) }),
  },
};

/** The checks by their names in this file. */
export const check = {
  sound: "a table is valid",
  filled: "a table has rates",
  date: "a table is not dated in the future",
  currencies: "a table has the required currencies",
  held: "a returned table never changes",
  renewed: "new rates come in a new object",
  newest: "a later time gets no older table",
  callers: "changing a table does not change later answers",
  together: "concurrent requests do not affect each other",
  time: "the requested Date is not modified",
  failing: "a failing source returns no table",
} as const;

interface Wrong {
  readonly fault: string;
  readonly breaks: readonly (keyof typeof check)[];
  readonly changes: Partial<RateSourceSubject>;
}

function wrongSource(fault: string, breaks: Wrong["breaks"], source: () => RateSource): Wrong {
  return { fault, breaks, changes: { source } };
}

/** Always a copy of this. It is what callers without types may build, so it may be anything. */
function wrongTable(fault: string, breaks: Wrong["breaks"], given: unknown): Wrong {
  return wrongSource(fault, breaks, () => ({ current: async () => structuredClone(given) as RateTable }));
}

function wrongFailure(fault: string, current: RateSource["current"]): Wrong {
  return { fault, breaks: ["failing"], changes: { failing: () => ({ current }) } };
}

const { rates } = table;

export const wrong: readonly Wrong[] = [
  wrongTable("rates that are numbers", ["sound"], { ...table, rates: { USD: 1.0705, SGD: 1.4513 } }),
  wrongTable("a rate of zero", ["sound"], { ...table, rates: { ...rates, HUF: "0" } }),
  wrongTable("a rate with an exponent", ["sound"], { ...table, rates: { ...rates, HUF: "3.9e2" } }),
  wrongTable("a rate that is not there yet", ["sound"], { ...table, rates: { ...rates, HUF: "N/A" } }),
  wrongTable("a code in lower case", ["sound"], { ...table, rates: { ...rates, usdt: "1" } }),
  wrongTable("a base that is not worth 1", ["sound"], { ...table, rates: { ...rates, EUR: "1.01" } }),
  wrongTable("nobody who published it", ["sound"], { ...table, source: " " }),
  wrongTable("no date", ["sound"], { ...table, date: undefined }),
  wrongTable("a date that is a moment", ["sound"], { ...table, date: "2026-11-20T16:00:00Z" }),
  wrongTable("a date that no calendar has", ["sound"], { ...table, date: "2026-11-31" }),
  wrongTable("no base", ["sound", "currencies"], { ...table, base: undefined }),
  wrongTable("a day after tomorrow", ["date"], { ...table, date: "2026-11-22" }),
  wrongTable("no rates at all", ["sound", "filled", "currencies"], { ...table, rates: undefined }),
  wrongTable("an empty table", ["filled", "currencies"], { ...table, rates: {} }),
  wrongTable("nothing but its base", ["filled", "currencies"], { ...table, rates: { EUR: "1" } }),
  wrongTable("a currency that it lacks", ["currencies"], { ...table, rates: { USD: "1.0705" } }),
  wrongTable("null in place of a table", ["sound", "filled", "currencies"], null),
  wrongTable("a text in place of a table", ["sound", "filled", "currencies"], "1.0705"),
  wrongSource("a table that it goes on writing to", ["held", "renewed", "callers", "together"], writing),
  wrongSource("a table that it writes to meanwhile", ["held"], writingMeanwhile),
  wrongSource("another day's rates in the same object", ["renewed", "together"], rewriting),
  { fault: "new rates in the same object", breaks: ["renewed"], changes: publishing(true) },
  wrongSource("an older table after its day", ["newest"], () => ({
    current: async (asked) => copyOf(asked > at ? { ...table, date: "2026-11-19" } : table),
  })),
  wrongSource("its own table for everybody", ["callers"], () => {
    const own = copyOf(table);
    return { current: async () => own };
  }),
  wrongSource("rates that anybody can change", ["callers"], () => {
    const own = Object.freeze(copyOf(table));
    return { current: async () => own };
  }),
  wrongSource("the rates of the time that was asked for last", ["together"], forgetful),
  wrongSource("a refusal while it is busy", ["together"], busy),
  wrongSource("the beginning of the day that it is asked for", ["time"], () => ({
    current: async (asked) => {
      asked.setUTCHours(0, 0, 0, 0);
      return copyOf(table);
    },
  })),
  wrongFailure("an empty table", async () => ({ ...table, rates: {} })),
  wrongFailure("the rates that it was built with", async () => table),
  wrongFailure("nothing", async () => JSON.parse("null")),
  wrongFailure("an error that is not ours", async () => {
    throw new TypeError(CANARY);
  }),
  wrongFailure("a code that is no source's", async () => refusing("chain_unsupported")),
  wrongFailure("a code that vaspkit does not have", async () => refusing(`to${CANARY}`)),
  {
    fault: "a guess after the first failure",
    breaks: ["failing"],
    changes: {
      failing: () => {
        let asked = 0;
        return { current: async () => (asked++ === 0 ? refusing("provider_timeout") : table) };
      },
    },
  },
];
