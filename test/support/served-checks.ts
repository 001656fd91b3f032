/** Runs the checks of a conformance suite over a service, and counts its requests. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { ConformanceCheck } from "../../src/testing.js";
import { answering, withService } from "./local-server.js";

/** The checks that send no request to the service. A failing source has a service of its own. */
const unasked = /invalid address|aborted request|unsupported chain|repeat the address|failing source/;

/** The check that may abort before a request. */
const perhapsAsked = /aborting ends/;

/**
 * Describes the checks.
 *
 * @param checksAt returns new checks of a part over the service at that URL, and over one that fails
 * @param service answers as the real service. Without it, the part must send no request
 */
export function describeServedChecks(
  title: string,
  checksAt: (url: string, failingUrl: string) => readonly ConformanceCheck[],
  service: RequestListener | undefined,
): void {
  const names = checksAt("https://a.example", "https://b.example").map(({ name }, index) => ({ name, index }));
  describe(title, () => {
    it.each(names)("$name", ({ name, index }) =>
      withService([answering(401, "canary")], (failing) =>
        withService([service ?? answering(500)], async ({ url, requests }) => {
          await checksAt(url, failing.url)[index]?.run();
          if (service === undefined || unasked.test(name)) expect(requests()).toBe(0);
          else if (!perhapsAsked.test(name)) expect(requests()).toBeGreaterThan(0);
        }),
      ),
    );
  });
}
