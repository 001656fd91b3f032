/** Runs the conformance suite of a rate source over a local server, or without requests. */
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
  /** The answers of the service, the later answers, and their time. Without it, the source must send no request. */
  readonly service?: readonly [first: RequestListener, then: RequestListener, from: Date];
}

/** Describes the suite of one source. */
export function rateSourceSuite(name: string, { at, source, service, ...subject }: Subject): void {
  /** Creates the checks over a server, whose answers depend on the state. */
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

  describe(`${name} passes rateSourceConformance`, () => {
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
          // The check on failures uses another server.
          if (service === undefined || check === "a failing source returns no table") expect(requests()).toBe(0);
          else expect(requests()).toBeGreaterThan(0);
        }),
      );
    });
  });
}
