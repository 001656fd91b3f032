/** Which failures a part outside of vaspkit may throw of itself, port by port. */
import type { ComplianceErrorCode } from "../domain/compliance-error.js";

/** A port behind which somebody is asked. */
export type OutsidePort = "risk" | "balance" | "rates";

const everyone = ["risk", "balance", "rates"] as const;
const nobody = [] as const;

/** Who may throw it. A record, so that the compiler asks about every new code. */
const throwers = {
  provider_timeout: everyone,
  provider_unreachable: everyone,
  provider_unavailable: everyone,
  provider_rate_limited: everyone,
  provider_unauthorized: everyone,
  provider_rejected: everyone,
  provider_redirected: everyone,
  provider_pending: everyone,
  provider_unreadable: everyone,
  provider_oversized: everyone,
  // Sources of rates get no address, and no signal.
  invalid_input: ["risk", "balance"],
  chain_unsupported: ["risk", "balance"],
  aborted: ["risk", "balance"],
  address_unknown: ["risk"],
  list_stale: ["risk"],
  // A worth in US dollars needs rates.
  rate_missing: ["balance", "rates"],
  rate_stale: ["balance", "rates"],
  rate_invalid: ["balance", "rates"],
  // A node of another network than the one that was meant.
  configuration_invalid: ["balance"],
  not_configured: nobody,
  threshold_missing: nobody,
  official_currency_missing: nobody,
  storage_unavailable: nobody,
  storage_corrupt: nobody,
  storage_locked: nobody,
  storage_closed: nobody,
  storage_read_only: nobody,
  storage_key_wrong: nobody,
  storage_not_migrated: nobody,
  load_interrupted: nobody,
  alert_delivery_failed: nobody,
} as const satisfies Readonly<Record<ComplianceErrorCode, readonly OutsidePort[]>>;

/** The codes that whoever is behind this port may throw. */
export type RefusalCode<P extends OutsidePort> = {
  [C in ComplianceErrorCode]: P extends (typeof throwers)[C][number] ? C : never;
}[ComplianceErrorCode];

/** Whether it is a code of vaspkit at all. */
export function isErrorCode(code: unknown): code is ComplianceErrorCode {
  return typeof code === "string" && Object.hasOwn(throwers, code);
}

export function mayThrow<P extends OutsidePort>(port: P, code: unknown): code is RefusalCode<P> {
  if (!isErrorCode(code)) return false;
  const ports: readonly OutsidePort[] = throwers[code];
  return ports.includes(port);
}
