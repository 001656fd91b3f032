/** Runs the conformance suite of a risk provider over a service, or without requests. */
import type { RequestListener } from "node:http";
import type { Chain } from "../../src/domain/chains/chain.js";
import type { RiskProvider } from "../../src/ports/risk-provider.js";
import { type RiskProviderSubject, riskProviderConformance } from "../../src/testing.js";
import { wallets } from "./address-samples.js";
import { describeServedChecks } from "./served-checks.js";

interface Subject extends Omit<RiskProviderSubject, "provider"> {
  /** `url` is the origin of the service. */
  readonly provider: (url: string) => RiskProvider;
  /** Answers as the real service. Without it, the provider must send no request. */
  readonly service?: RequestListener;
}

/** The sample address of a chain, as a query. */
export const walletOf = (chain: Chain) => ({ chain, address: wallets[chain].canonical });

/** Describes the suite of one provider. */
export function riskProviderSuite(name: string, { provider, service, ...subject }: Subject): void {
  const checksAt = (url: string) =>
    riskProviderConformance({ ...subject, provider: () => provider(new URL(url).origin) });
  describeServedChecks(`${name} passes riskProviderConformance`, checksAt, service);
}
