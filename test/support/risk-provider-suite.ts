/** The checks of a risk provider under vitest, for a provider that asks a local server or none. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { RiskProvider } from "../../src/ports/risk-provider.js";
import { type RiskProviderSubject, riskProviderConformance } from "../../src/testing.js";
import { answering, withService } from "./local-server.js";

interface Subject extends Omit<RiskProviderSubject, "provider"> {
  /** `url` is the origin of the local server. */
  readonly provider: (url: string) => RiskProvider;
  /** Answers every request as the real service does. Left out: nothing may be asked. */
  readonly service?: RequestListener;
}

/** The checks that send no request. */
const unasked = /invalid address|aborted request|unsupported chain|repeat the address/;

/** The check about callers who leave: perhaps before a request has come in. */
const perhapsAsked = /aborting ends/;

/** Describes the checks for one provider. */
export function riskProviderSuite(name: string, { provider, service, ...subject }: Subject): void {
  describe(`${name} keeps the checks of a risk provider`, () => {
    const checksAt = (url: string) => riskProviderConformance({ ...subject, provider: () => provider(url) });
    it.each(checksAt("").map((check, index) => ({ ...check, index })))("$name", ({ name, index }) =>
      withService([service ?? answering(500)], async (server) => {
        await checksAt(new URL(server.url).origin)[index]?.run();
        if (service === undefined || unasked.test(name)) expect(server.requests()).toBe(0);
        else if (!perhapsAsked.test(name)) expect(server.requests()).toBeGreaterThan(0);
      }),
    );
  });
}
