/** A whole compliance in memory that tells how often something was stored. */

import { auditTrail } from "../../src/audit.js";
import {
  type Compliance,
  type ComplianceOptions,
  type ComplianceStorage,
  createCompliance,
  fixedRates,
  memoryStorage,
} from "../../src/index.js";
import { jurisdictions } from "../../src/jurisdictions.js";
import { solanaMessages } from "../../src/ownership/solana.js";
import { balanceSource, screener } from "./address-samples.js";
import { PROVIDERS } from "./arbitraries/address-request.js";
import { OWN_VASP } from "./arbitraries/decision-request.js";
import { TODAY } from "./days.js";

/** Options of a compliance with an audit trail. */
export function audited(): Pick<ComplianceOptions, "audit"> {
  return { audit: auditTrail({ key: new Uint8Array(32) }) };
}

export interface Watched {
  readonly compliance: Compliance;
  /** Records that were inserted, loaded, saved or linked so far. */
  readonly writes: () => number;
}

/**
 * Every amount in Switzerland is a breach, every address has a risk and a balance, and the clock stands still. Transfers
 * without an amount meet the packs. Decisions reject a screened address, and suspend a transfer without a chain.
 */
export function watchedCompliance(options: Partial<ComplianceOptions> = {}): Watched {
  const { storage, writes } = watched(options.storage ?? memoryStorage());
  const { riskProviders = Object.fromEntries(PROVIDERS.map((name) => [name, screener().part])) } = options;
  let late = 0;
  const compliance = createCompliance({
    thresholds: { CH: 0 },
    rates: fixedRates({ base: "EUR", date: TODAY, source: "test", rates: { CHF: "0.93" } }),
    riskProviders,
    balances: balanceSource().part,
    jurisdictions,
    policy: {
      ownVasp: OWN_VASP,
      screenWith: Object.keys(riskProviders),
      rejectRisk: 80,
      suspendRisk: 50,
      suspendOnBreach: false,
      otherAccounts: "suspend",
      claimedVasp: "suspend",
      decisionMaxAgeMs: 900_000,
      retentionMs: 86_400_000,
    },
    ownership: { domain: "exchange.example", methods: [solanaMessages], maxAgeMs: 86_400_000 },
    clock: () => new Date(Date.parse(`${TODAY}T07:35:00.123Z`) + late),
    ...options,
    storage,
  });
  clocks.set(compliance, (milliseconds) => {
    late += milliseconds;
  });
  return { compliance, writes };
}

const clocks = new WeakMap<Compliance, (milliseconds: number) => void>();

/** Moves the clock of a watched compliance. */
export function passTime(compliance: Compliance, milliseconds: number): void {
  clocks.get(compliance)?.(milliseconds);
}

function watched(storage: ComplianceStorage): { readonly storage: ComplianceStorage; readonly writes: () => number } {
  const { accounts, vasps, alerts, addresses, linked, transfers, ownership } = storage;
  let writes = 0;
  const counted = <T extends string>(outcome: T): T => {
    if (outcome === "inserted") writes += 1;
    return outcome;
  };
  /** A text says that nothing was stored. */
  const countedUnless = <T>(outcome: T): T => {
    if (typeof outcome !== "string") writes += 1;
    return outcome;
  };
  return {
    writes: () => writes,
    storage: {
      ...storage,
      accounts: {
        ...accounts,
        insert: async (account) => counted(await accounts.insert(account)),
        put: async (...given) => {
          const put = await accounts.put(...given);
          if (put !== "changed_meanwhile") writes += 1;
          return put;
        },
        remove: async (reference_id, today) => {
          const wasStored = await accounts.remove(reference_id, today);
          if (wasStored === true) writes += 1;
          return wasStored;
        },
      },
      vasps: {
        ...vasps,
        load: async (records) => {
          const counts = await vasps.load(records);
          writes += counts.loaded + counts.replaced;
          return counts;
        },
      },
      alerts: { ...alerts, insert: async (alert) => counted(await alerts.insert(alert)) },
      addresses: {
        ...addresses,
        save: async (update) => countedUnless(await addresses.save(update)),
        update: async (update) => countedUnless(await addresses.update(update)),
      },
      linked: {
        ...linked,
        add: async (...given) => countedUnless(await linked.add(...given)),
      },
      transfers: {
        ...transfers,
        save: async (...given) => {
          const saved = await transfers.save(...given);
          if (saved === "saved") writes += 1;
          return saved;
        },
        erase: async (...given) => countedUnless(await transfers.erase(...given)),
      },
      ownership: {
        ...ownership,
        save: async (...given) => {
          const saved = await ownership.save(...given);
          if (saved === "saved") writes += 1;
          return saved;
        },
      },
    },
  };
}
