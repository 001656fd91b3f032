/** The error codes that a part outside vaspkit may throw, by port. */
import type { ComplianceErrorCode } from "../domain/compliance-error.js";

/** A port to an outside service. */
export type OutsidePort = "risk" | "balance" | "rates";

type ProviderCode = Extract<ComplianceErrorCode, `provider_${string}`>;
type RateCode = "rate_missing" | "rate_stale" | "rate_invalid" | "rate_disputed";

/** The codes that a part may throw, by port. */
interface ThrownCodes {
  readonly risk: ProviderCode | "invalid_input" | "chain_unsupported" | "aborted" | "address_unknown" | "list_stale";
  readonly balance:
    | ProviderCode
    | RateCode
    | "invalid_input"
    | "chain_unsupported"
    | "aborted"
    | "configuration_invalid";
  readonly rates: ProviderCode | RateCode;
}

/** The codes that a part behind this port may throw. */
export type ThrownCode<P extends OutsidePort> = ThrownCodes[P];

/** The ports behind which the code may be thrown. */
type PortsOf<C> = { [P in OutsidePort]: C extends ThrownCodes[P] ? P : never }[OutsidePort];

const all: readonly OutsidePort[] = ["risk", "balance", "rates"];
const none: readonly never[] = [];

/** The ports behind which a code may be thrown. A record, so that the compiler requires every new code. */
const throwers: { readonly [C in ComplianceErrorCode]: readonly PortsOf<C>[] } = {
  provider_timeout: all,
  provider_unreachable: all,
  provider_unavailable: all,
  provider_rate_limited: all,
  provider_unauthorized: all,
  provider_rejected: all,
  provider_redirected: all,
  provider_pending: all,
  provider_unreadable: all,
  provider_oversized: all,
  // Rate sources get no address and no signal.
  invalid_input: ["risk", "balance"],
  chain_unsupported: ["risk", "balance"],
  aborted: ["risk", "balance"],
  address_unknown: ["risk"],
  list_stale: ["risk"],
  // A balance in US dollars needs rates.
  rate_missing: ["balance", "rates"],
  rate_stale: ["balance", "rates"],
  rate_invalid: ["balance", "rates"],
  rate_disputed: ["balance", "rates"],
  price_missing: none,
  price_stale: none,
  price_invalid: none,
  price_disputed: none,
  // A node of another network than the configured one.
  configuration_invalid: ["balance"],
  not_configured: none,
  threshold_missing: none,
  linked_limit_exceeded: none,
  official_currency_missing: none,
  storage_unavailable: none,
  storage_outcome_unknown: none,
  storage_corrupt: none,
  storage_locked: none,
  storage_closed: none,
  storage_read_only: none,
  storage_key_wrong: none,
  storage_not_migrated: none,
  load_interrupted: none,
  sync_refused: none,
  alert_delivery_failed: none,
  held: none,
};

/** Whether this is a code of vaspkit. */
export function isErrorCode(code: unknown): code is ComplianceErrorCode {
  return typeof code === "string" && Object.hasOwn(throwers, code);
}

/** Whether a part behind the port may throw this code. */
export function mayThrow<P extends OutsidePort>(port: P, code: unknown): code is ThrownCode<P> {
  if (!isErrorCode(code)) return false;
  const ports: readonly OutsidePort[] = throwers[code];
  return ports.includes(port);
}
