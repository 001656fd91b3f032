/** Runs the conformance suite of a rate source over a service, or without requests. */
import type { RequestListener } from "node:http";
import type { Clock } from "../../src/ports/clock.js";
import type { RateSource } from "../../src/ports/rate-source.js";
import { type RateSourceSubject, rateSourceConformance } from "../../src/testing.js";
import { describeServedChecks } from "./served-checks.js";

interface Subject extends Pick<RateSourceSubject, "currencies"> {
  readonly at: Date;
  /** `url` is that of the service. */
  readonly source: (url: string, clock: Clock) => RateSource;
  /** The answers of the service, the later answers, and their time. Without it, the source must send no request. */
  readonly service?: readonly [first: RequestListener, then: RequestListener, from: Date];
}

/** Describes the suite of one source. */
export function rateSourceSuite(name: string, { at, source, service, ...subject }: Subject): void {
  let now = at;
  const checksAt = (url: string, failingUrl: string) =>
    rateSourceConformance({
      ...subject,
      at,
      source: () => {
        now = at;
        return source(url, () => now);
      },
      ...(service && {
        renew: () => {
          [, , now] = service;
        },
        failing: () => source(failingUrl, () => at),
      }),
    });
  const listener: RequestListener = (request, response) => {
    const [first, then] = service ?? [];
    (now === at ? first : then)?.(request, response);
  };
  describeServedChecks(`${name} passes rateSourceConformance`, checksAt, service && listener);
}
