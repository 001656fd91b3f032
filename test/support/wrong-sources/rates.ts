/** Correct rate sources, and wrong ones with the checks that they must fail, and no others. */
import { fixedRates } from "../../../src/adapters/rates/fixed.js";
import type { RateSource, RateTable } from "../../../src/index.js";
import type { RateSourceSubject } from "../../../src/testing.js";
import { CANARY } from "../canaries.js";
import { busy, forgetful, refusing } from "./calls.js";

export const at = new Date("2026-11-20T16:00:00Z");

export const table: RateTable = {
  base: "EUR",
  date: "2026-11-20",
  source: "treasury desk",
  rates: { USD: "1.0705", SGD: "1.4513" },
};

const later: RateTable = { ...table, date: "2026-11-21", rates: { USD: "1.0720", SGD: "1.4520" } };

type Current = RateSource["current"];

export function copyOf({ rates, ...head }: RateTable): Omit<RateTable, "rates"> & { rates: Record<string, string> } {
  return { ...head, rates: { ...rates } };
}

function sourceOf(current: Current): () => RateSource {
  return () => ({ current });
}

const copying: Current = async () => copyOf(table);

/** Changes its one table with each request. */
function writing(): Current {
  const own = copyOf(table);
  let asked = 0;
  return async () => {
    asked += 1;
    own.rates["USD"] = `1.${asked}`;
    return own;
  };
}

/** Returns copies, and changes them later. */
const writingMeanwhile: Current = async () => {
  const copy = copyOf(table);
  setTimeout(() => Object.assign(copy.rates, { USD: "1" }), 0);
  return copy;
};

/** One object with the latest written content. Only the source can write to it. */
function oneObject(): { readonly own: RateTable; write(next: RateTable): void } {
  let written = table;
  const own = Object.freeze({
    base: table.base,
    source: table.source,
    get date() {
      return written.date;
    },
    get rates() {
      return Object.freeze({ ...written.rates });
    },
  });
  return {
    own,
    write: (next) => {
      written = next;
    },
  };
}

/** Returns one object with the rates of the requested day. */
function rewriting(): Current {
  const { own, write } = oneObject();
  return async (asked) => {
    write({ ...table, date: asked.toISOString().slice(0, 10) });
    return own;
  };
}

/** Returns other rates after `renew`, in a new object or in the same one. */
function publishing(isRewritten: boolean): Pick<RateSourceSubject, "source" | "renew"> {
  let published = table;
  return {
    source: () => {
      published = table;
      const { own, write } = oneObject();
      return {
        current: async () => {
          write(published);
          return isRewritten ? own : copyOf(published);
        },
      };
    },
    renew: () => {
      published = later;
    },
  };
}

export const subject: RateSourceSubject = {
  source: () => fixedRates(table),
  at,
  currencies: ["USD", "SGD", "EUR"],
  failing: sourceOf(async () => refusing("provider_unavailable")),
};

export const right: Readonly<Record<string, RateSourceSubject>> = {
  "fixed rates": subject,
  "one that returns copies": { ...subject, source: sourceOf(copying) },
  "one that returns copies in any order": {
    ...subject,
    source: sourceOf(async () => {
      const entries = Object.entries(table.rates);
      return { ...table, rates: Object.fromEntries(Math.random() < 0.5 ? entries : entries.reverse()) };
    }),
  },
  "one with a table for each day": {
    ...subject,
    source: sourceOf(async (asked) => copyOf(asked.getTime() < Date.parse("2026-11-21") ? table : later)),
  },
  "one without tables of earlier days": {
    ...subject,
    source: sourceOf(async (asked) => (asked < at ? refusing("rate_missing") : copyOf(table))),
  },
  "one dated tomorrow, as in the first time zone": {
    ...subject,
    source: () => fixedRates({ ...table, date: "2026-11-21" }),
  },
  "one that publishes new tables": { ...subject, ...publishing(false) },
  "one without a fixed time": {
    source: sourceOf(async () => copyOf({ ...table, date: new Date().toISOString().slice(0, 10) })),
  },
};

/** The names of the checks, by short names. */
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

function wrongSource(fault: string, breaks: Wrong["breaks"], make: () => Current): Wrong {
  return { fault, breaks, changes: { source: () => ({ current: make() }) } };
}

/** Returns copies of any value, as sources without types may. */
function wrongTable(fault: string, breaks: Wrong["breaks"], given: unknown): Wrong {
  return wrongSource(fault, breaks, () => async () => structuredClone(given) as RateTable);
}

function wrongFailure(fault: string, current: Current): Wrong {
  return { fault, breaks: ["failing"], changes: { failing: sourceOf(current) } };
}

const { rates } = table;

export const wrong: readonly Wrong[] = [
  wrongTable("rates that are numbers", ["sound"], { ...table, rates: { USD: 1.0705, SGD: 1.4513 } }),
  wrongTable("a rate of zero", ["sound"], { ...table, rates: { ...rates, HUF: "0" } }),
  wrongTable("a code in lower case", ["sound"], { ...table, rates: { ...rates, usdt: "1" } }),
  wrongTable("a base with another rate than 1", ["sound"], { ...table, rates: { ...rates, EUR: "1.01" } }),
  wrongTable("a blank source", ["sound"], { ...table, source: " " }),
  wrongTable("no date", ["sound"], { ...table, date: undefined }),
  wrongTable("a date that does not exist", ["sound"], { ...table, date: "2026-11-31" }),
  wrongTable("no base", ["sound", "currencies"], { ...table, base: undefined }),
  wrongTable("a day after tomorrow", ["date"], { ...table, date: "2026-11-22" }),
  wrongTable("no rates", ["sound", "filled", "currencies"], { ...table, rates: undefined }),
  wrongTable("only its base", ["filled", "currencies"], { ...table, rates: { EUR: "1" } }),
  wrongTable("a missing currency", ["currencies"], { ...table, rates: { USD: "1.0705" } }),
  wrongTable("null instead of a table", ["sound", "filled", "currencies"], null),
  wrongSource("a table that changes with each request", ["held", "renewed", "callers", "together"], writing),
  wrongSource("a table that changes after it was returned", ["held"], () => writingMeanwhile),
  wrongSource("another day's rates in the same object", ["renewed", "together"], rewriting),
  { fault: "new rates in the same object", breaks: ["renewed"], changes: publishing(true) },
  wrongSource("an older table after its day", ["newest"], () => async (asked) => {
    return copyOf(asked > at ? { ...table, date: "2026-11-19" } : table);
  }),
  wrongSource("one shared table object", ["callers"], () => {
    const own = copyOf(table);
    return async () => own;
  }),
  wrongSource("one shared rates object", ["callers"], () => {
    const own = Object.freeze(copyOf(table));
    return async () => own;
  }),
  wrongSource("the rates of the latest requested time", ["together"], () =>
    forgetful(
      async (asked) => ({ ...copyOf(table), source: `desk of ${asked.toISOString()}` }),
      (asked) => new Date(asked),
    ),
  ),
  wrongSource("an error while busy", ["together"], () => busy(copying)),
  wrongSource("a Date set to the beginning of its day", ["time"], () => async (asked) => {
    asked.setUTCHours(0, 0, 0, 0);
    return copyOf(table);
  }),
  wrongFailure("an empty table", async () => ({ ...table, rates: {} })),
  wrongFailure("built-in rates after a failure", async () => table),
  wrongFailure("nothing", async () => JSON.parse("null")),
  wrongFailure("an error without a code", () => Promise.reject(new TypeError(CANARY))),
  wrongFailure("a code that no source may throw", async () => refusing("chain_unsupported")),
  wrongFailure("an unknown code", async () => refusing(`to${CANARY}`)),
  {
    fault: "a table after the first failure",
    breaks: ["failing"],
    changes: {
      failing: () => {
        let asked = 0;
        return { current: async () => (asked++ === 0 ? refusing("provider_timeout") : table) };
      },
    },
  },
];
