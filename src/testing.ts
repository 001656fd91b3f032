/** `vaspkit/testing`: laws that your own providers must keep, for whatever test runner. Nothing of Node, no runner. */
export type { Law } from "./testing/law.js";
export { riskProviderLaws } from "./testing/risk-provider-laws.js";
export type { RiskProviderSubject } from "./testing/risk-subject.js";
