/** A clock that stands still until it is set. */
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { wrongFake } from "./configuration.js";

/** A clock for tests: call it for the time. */
export interface FakeClock {
  /** The time; a new Date each time. */
  (): Date;
  /** From now on it is this time, later or earlier. A text is ISO 8601, a time of day with its offset: `"2026-11-20T16:00:00Z"`. */
  set(time: Date | string): void;
  /** From now on it is so many milliseconds later. */
  advance(ms: DurationMs): void;
}

const fake = "clock";

export function fakeClock(start: Date | string = new Date()): FakeClock {
  let now = timeOf(start);
  return Object.assign(() => new Date(now), {
    set: (time: Date | string): void => {
      now = timeOf(time);
    },
    advance: (ms: DurationMs): void => {
      // Written so that NaN, and text from callers without types, fails.
      if (!(typeof ms === "number" && ms >= 0)) throw wrongFake(fake, "advance takes a number of milliseconds from 0");
      const later = new Date(now.getTime() + ms);
      if (Number.isNaN(later.getTime())) throw wrongFake(fake, "advance leads beyond the last time that a Date can be");
      now = later;
    },
  });
}

/** Without an offset a text is another time on each machine. */
const isoForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function timeOf(given: Date | string): Date {
  const isTime = given instanceof Date || (typeof given === "string" && isoForm.test(given));
  const time = new Date(isTime ? given : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  throw wrongFake(fake, 'a time must be a Date or a text such as "2026-11-20T16:00:00Z"');
}
