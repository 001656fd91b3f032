/** Runs the conformance suite of a risk provider over a local server, or without requests. */
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { RiskProvider } from "../../src/ports/risk-provider.js";
import { type RiskProviderSubject, riskProviderConformance } from "../../src/testing.js";
import { answering, withService } from "./local-server.js";

interface Subject extends Omit<RiskProviderSubject, "provider"> {
  /** `url` is the origin of the local server. */
  readonly provider: (url: string) => RiskProvider;
  /** Answers as the real service. Without it, the provider must send no request. */
  readonly service?: RequestListener;
}

/** The checks that send no request. */
const withoutRequest = /invalid address|aborted request|unsupported chain|repeat the address/;

/** The check that may abort before a request. */
const perhapsRequest = /aborting ends/;

/** Describes the suite of one provider. */
export function riskProviderSuite(name: string, { provider, service, ...subject }: Subject): void {
  describe(`${name} passes riskProviderConformance`, () => {
    const checksAt = (url: string) => riskProviderConformance({ ...subject, provider: () => provider(url) });
    it.each(checksAt("").map((check, index) => ({ ...check, index })))("$name", ({ name, index }) =>
      withService([service ?? answering(500)], async (server) => {
        await checksAt(new URL(server.url).origin)[index]?.run();
        if (service === undefined || withoutRequest.test(name)) expect(server.requests()).toBe(0);
        else if (!perhapsRequest.test(name)) expect(server.requests()).toBeGreaterThan(0);
      }),
    );
  });
}
