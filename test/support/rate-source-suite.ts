/** The checks of a source of rates under vitest, for a source that asks a local server or none. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../src/ports/clock.js";
import type { RateSource } from "../../src/ports/rate-source.js";
import { type RateSourceSubject, rateSourceConformance } from "../../src/testing.js";
import { answering, withService } from "./local-server.js";

interface Subject extends Pick<RateSourceSubject, "currencies"> {
  readonly at: Date;
  /** `url` is that of the local server. */
  readonly source: (url: string, clock: Clock) => RateSource;
  /** What the service answers, and from when on it answers what. Left out: nothing may be asked. */
  readonly service?: readonly [first: RequestListener, then: RequestListener, from: Date];
}

/** Describes the checks for one source. */
export function rateSourceSuite(name: string, { at, source, service, ...subject }: Subject): void {
  /** The checks over a server that is told whether it has to answer with other rates by now. */
  const checksAt = (url: string, failingUrl: string, state: { now: Date }) =>
    rateSourceConformance({
      ...subject,
      at,
      source: () => {
        state.now = at;
        return source(url, () => state.now);
      },
      ...(service && {
        renew: () => {
          [, , state.now] = service;
        },
        failing: () => source(failingUrl, () => at),
      }),
    });

  describe(`${name} keeps the checks of a source of rates`, () => {
    const names = checksAt("", "", { now: at }).map((check, index) => ({ ...check, index }));
    it.each(names)("$name", ({ name: check, index }) => {
      const state = { now: at };
      const listener: RequestListener = (request, response) => {
        const [first, then] = service ?? [answering(500), answering(500)];
        (state.now === at ? first : then)(request, response);
      };
      return withService([answering(401, "canary")], (failing) =>
        withService([listener], async ({ url, requests }) => {
          await checksAt(url, failing.url, state)[index]?.run();
          // The check on failures has a server of its own.
          if (service === undefined || check === "a failing source returns no table") expect(requests()).toBe(0);
          else expect(requests()).toBeGreaterThan(0);
        }),
      );
    });
  });
}
