/** A provider over a list of a test's choice, and its one entry for an address. */
import { expect } from "vitest";
import type { Chain, RiskEntry, RiskProvider } from "../../../src/index.js";
import { type OfacListEntry, type OfacListOptions, ofacList } from "../../../src/providers.js";

/** The day of the list, and a time at which it is a day old. */
export const asOf = "2026-11-20";
const clock = () => new Date("2026-11-21T09:00:00Z");

/** Two real addresses, as they are listed, and one that never was. */
export const listedHex = "0x098B716B8Aaf21512996dC57EB0615e2383E2f96";
export const listedBitcoin = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
export const clean = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

export function list(entries: readonly OfacListEntry[], options: Partial<OfacListOptions> = {}): RiskProvider {
  return ofacList({ entries, asOf, clock, ...options });
}

export async function screened(provider: RiskProvider, chain: Chain, address: string): Promise<RiskEntry> {
  const [entry, ...others] = await provider.screen({ chain, address });
  expect(others).toEqual([]);
  if (entry === undefined) throw new Error("an answer has an entry");
  return entry;
}
