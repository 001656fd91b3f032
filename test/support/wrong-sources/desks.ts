/** A correct rate table, and wrong rate sources. */
import { ComplianceError, type ComplianceErrorCode } from "../../../src/domain/compliance-error.js";
import type { RateSource, RateTable } from "../../../src/index.js";
import type { RateSourceSubject } from "../../../src/testing.js";
import { CANARY } from "../canaries.js";

export const at = new Date("2026-11-20T16:00:00Z");

export const table: RateTable = {
  base: "EUR",
  date: "2026-11-20",
  source: "treasury desk",
  rates: { USD: "1.0705", SGD: "1.4513" },
};

export const later: RateTable = { ...table, date: "2026-11-21", rates: { USD: "1.0720", SGD: "1.4520" } };

interface Writable {
  base: string;
  date: string;
  source: string;
  rates: Record<string, string>;
}

export function copyOf({ rates, ...head }: RateTable): Writable {
  return { ...head, rates: { ...rates } };
}

export function shuffled(given: RateTable["rates"]): RateTable["rates"] {
  const entries = Object.entries(given);
  return Object.fromEntries(Math.random() < 0.5 ? entries : entries.reverse());
}

export function refusing(code: string): never {
  // A caller without types may give any code.
  throw new ComplianceError(code as ComplianceErrorCode, `${CANARY} is down.`);
}

/** Changes its one table with each request. */
export function writing(): RateSource {
  const own = copyOf(table);
  let asked = 0;
  return {
    current: async () => {
      asked += 1;
      own.rates["USD"] = `1.${asked}`;
      return own;
    },
  };
}

/** Returns copies, and changes them later. */
export function writingMeanwhile(): RateSource {
  return {
    current: async () => {
      const copy = copyOf(table);
      const { rates } = copy;
      setTimeout(() => {
        rates["USD"] = "1";
      }, 0);
      return copy;
    },
  };
}

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
export function rewriting(): RateSource {
  const { own, write } = oneObject();
  return {
    current: async (asked) => {
      write({ ...table, date: asked.toISOString().slice(0, 10) });
      return own;
    },
  };
}

/** Returns other rates after `renew`, in a new object or in the same one. */
export function publishing(isRewritten: boolean): Pick<RateSourceSubject, "source" | "renew"> {
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

/** Answers for the latest requested time. */
export function forgetful(): RateSource {
  let last = at;
  return {
    current: async (asked) => {
      last = new Date(asked);
      await Promise.resolve();
      return { ...copyOf(table), source: `desk of ${last.toISOString()}` };
    },
  };
}

/** Answers one request at a time, and refuses the others. */
export function busy(): RateSource {
  let isBusy = false;
  return {
    current: async () => {
      if (isBusy) return refusing("provider_rate_limited");
      isBusy = true;
      await Promise.resolve();
      isBusy = false;
      return copyOf(table);
    },
  };
}
