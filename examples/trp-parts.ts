/** Parts of `trp.ts`: two VASPs in this process, with one customer each, and what takes messages from one to the other. */
import { type Compliance, createCompliance, fixedPrices, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { eu } from "vaspkit/jurisdictions";
import { ofacList } from "vaspkit/providers";
import type { Trp, TrpOptions } from "vaspkit/trp";
import { policy } from "./withdrawal.js";

const now = new Date().toISOString();
const today = now.slice(0, 10);
const day = 86_400_000;

/** Stores of each VASP its customer. */
export async function openCompliance(ownVasp: string, reference_id: string, name: readonly [string, string]) {
  const compliance: Compliance = createCompliance({
    storage: memoryStorage(),
    jurisdictions: [eu],
    thresholds: { DE: "1000", FR: "1000" },
    rates: fixedRates({ base: "EUR", date: today, source: "an invented table", rates: { USD: "1.1" } }),
    prices: fixedPrices({ currency: "EUR", time: now, source: "an invented table", prices: { BTC: "60000" } }),
    riskProviders: { OFAC: ofacList({ asOf: today, entries: [{ code: "ETH", address: `0x${"9".repeat(40)}` }] }) },
    policy: {
      ...policy,
      ownVasp,
      ownAddresses: [],
      claimedVasp: "accept",
      exchange: { required: true, answerWithinMs: day, windowMs: 90 * day, cannotReceive: "suspend" },
    },
  });
  await compliance.vasps.load([
    { vasp_id: "V-1", name_legal: "Our Exchange", address_country_code: "DE" },
    { vasp_id: "V-2", name_legal: "Another Exchange", address_country_code: "FR" },
  ]);
  const [name_first, name_last] = name;
  const individual_name = { name_type: "LEGL", name_first, name_last } as const;
  const individual = { individual_name, date_of_birth: "1990-02-28", place_of_birth: "Berlin" };
  unwrap(await compliance.accounts.create({ reference_id, account_type: "individual", individual }));
  return compliance;
}

/** In production each VASP has a server, which knows the certificate of a connection: examples/trp. */
export const handlers: Record<string, Trp["handler"]> = {};

/** Takes a request to the handler of its host, with the name of the sender in place of a certificate. */
export function fetchAs(vasp_id: string): TrpOptions["fetch"] {
  return async (url, init) => {
    const request = new Request(url, init);
    request.headers.set("x-certificate", vasp_id);
    return handlers[new URL(url).host]?.(request) ?? new Response(null, { status: 404 });
  };
}
