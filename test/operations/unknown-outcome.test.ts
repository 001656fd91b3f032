/** Calls repeated after `storage_outcome_unknown`: the storage may have stored what it was given, or not. */
import { describe, expect, it } from "vitest";
import {
  type AddressCreateOptions,
  type AddressCreateRequest,
  type Chain,
  ComplianceError,
  type ComplianceStorage,
  createCompliance,
  memoryStorage,
  unwrap,
} from "../../src/index.js";
import { addressCompliance, entry, screener, screening, tickingClock } from "../support/address-samples.js";
import { failureOf } from "../support/outcomes.js";
import { deliveries } from "../support/samples.js";

/** What happens to a write whose response is lost. */
type Fate = "stored" | "not stored" | "unreachable" | undefined;

interface Lossy {
  readonly storage: ComplianceStorage;
  fate: Fate;
}

/** Wraps a storage whose writes may reject although they were executed. */
function lossy(inner = memoryStorage()): Lossy {
  const through = async <R>(write: () => Promise<R>): Promise<R> => {
    const { fate } = state;
    const result = fate === undefined || fate === "stored" ? await write() : undefined;
    if (result !== undefined && fate === undefined) return result;
    throw new ComplianceError(fate === "unreachable" ? "storage_unavailable" : "storage_outcome_unknown", "It broke.");
  };
  const storage: ComplianceStorage = {
    ...inner,
    accounts: { ...inner.accounts, insert: (account) => through(() => inner.accounts.insert(account)) },
    addresses: {
      ...inner.addresses,
      save: (update) => through(() => inner.addresses.save(update)),
      update: (update) => through(() => inner.addresses.update(update)),
    },
    alerts: { ...inner.alerts, insert: (alert) => through(() => inner.alerts.insert(alert)) },
  };
  const state: Lossy = { storage, fate: undefined };
  return state;
}

const draft = { reference_id: "C-1", account_type: "individual", customer_id: "4711" } as const;
const named = (name_last: string) => ({
  ...draft,
  individual: { individual_name: { name_type: "LEGL", name_first: "Ada", name_last } },
});
const lovelace = named("Lovelace");

describe("accounts.create, repeated after an unknown outcome", () => {
  const opened = () => {
    const state = lossy();
    const { accounts } = createCompliance({ storage: state.storage, clock: tickingClock() });
    const create = async (input: unknown = lovelace): Promise<unknown> => {
      const created = await accounts.create(input);
      return created.ok ? created.value : created.issues.map(({ code }) => code);
    };
    const lose = async (fate: Fate, input?: unknown): Promise<void> => {
      state.fate = fate;
      await failureOf(create(input), "storage_outcome_unknown");
      state.fate = undefined;
    };
    return Object.assign(state, { create, lose, stored: () => state.storage.accounts.find("C-1") });
  };
  const taken = ["reference_id_taken"];

  it("returns the stored account once, and later calls find the id taken", async () => {
    const state = opened();
    await state.lose("stored");
    const stored = await state.stored();
    expect(stored).toBeDefined();
    expect(await state.create()).toEqual(stored);
    expect(await state.create()).toEqual(taken);
    expect(await state.stored()).toEqual(stored);
  });

  it("stores the account if it was not stored, and later calls find the id taken", async () => {
    const state = opened();
    await state.lose("not stored");
    expect(await state.create()).toEqual(await state.stored());
    expect(await state.create()).toEqual(taken);
  });

  it("recognizes any of several attempts, also after one that did not reach the storage", async () => {
    const state = opened();
    for (const fate of ["not stored", "stored", "not stored", "unreachable"] as const) {
      state.fate = fate;
      const code = fate === "unreachable" ? "storage_unavailable" : "storage_outcome_unknown";
      await failureOf(state.create(), code);
    }
    state.fate = undefined;
    const created = [await state.create(), await state.create()];
    expect(created).toEqual([await state.stored(), taken]);
  });

  it("succeeds for one of several concurrent calls", async () => {
    const state = opened();
    await state.lose("stored");
    const results = await Promise.all([state.create(), state.create(), state.create()]);
    expect(results.filter((result) => JSON.stringify(result) === JSON.stringify(taken))).toHaveLength(2);
    expect(results).toContainEqual(await state.stored());
  });

  it("is taken for another draft, after which the first is still recognized", async () => {
    const state = opened();
    await state.lose("stored");
    expect(await state.create(named("Byron"))).toEqual(taken);
    expect(await state.create()).toEqual(await state.stored());
  });

  it("is taken if someone else stored an equal draft", async () => {
    const state = opened();
    const other = createCompliance({ storage: state.storage });
    await state.lose("not stored");
    unwrap(await other.accounts.create<unknown>(lovelace));
    expect(await state.create()).toEqual(taken);
    expect(await state.create()).toEqual(taken);
  });

  it("is taken if the account was removed meanwhile", async () => {
    const state = opened();
    await state.lose("stored");
    Object.assign(state.storage.accounts, { find: async () => undefined });
    expect(await state.create()).toEqual(taken);
  });

  it("is taken after a thousand further attempts, which are all that are remembered", async () => {
    const state = opened();
    state.fate = "stored";
    for (let number = 0; number <= 1_000; number += 1) {
      await failureOf(state.create({ ...lovelace, reference_id: `C-${number}` }), "storage_outcome_unknown");
    }
    state.fate = undefined;
    expect(await state.create({ ...lovelace, reference_id: "C-0" })).toEqual(taken);
    expect(await state.create({ ...lovelace, reference_id: "C-1000" })).toMatchObject({ reference_id: "C-1000" });
  });

  it("is taken in another process, which did not store the account", async () => {
    const state = opened();
    await state.lose("stored");
    const other = createCompliance({ storage: state.storage });
    expect(await other.accounts.create<unknown>(lovelace)).toMatchObject({ issues: [{ code: taken[0] }] });
  });
});

describe("addresses.create, repeated after an unknown outcome", () => {
  const opened = async () => {
    const state = lossy();
    const provider = screener();
    let now = Date.parse("2026-01-01T00:00:00.000Z");
    const { addresses } = await addressCompliance({
      storage: state.storage,
      riskProviders: { RDCFI: provider.part },
      clock: () => new Date(now),
    });
    const create = async (input: AddressCreateRequest = screening, options: AddressCreateOptions = {}) =>
      unwrap(await addresses.create(input, options));
    const historyOf = async () => (await addresses.history(screening.chain, screening.address))?.screenings ?? [];
    const wait = (milliseconds: number): void => {
      now += milliseconds;
    };
    const lose = async (fate: Fate, input?: AddressCreateRequest): Promise<void> => {
      state.fate = fate;
      await failureOf(create(input), "storage_outcome_unknown");
      state.fate = undefined;
    };
    return Object.assign(state, { create, lose, historyOf, wait, queries: provider.queries });
  };

  it.each(["stored", "not stored"] as const)("is screened and recorded once if it was %s", async (fate) => {
    const state = await opened();
    state.fate = fate;
    await failureOf(state.create(), "storage_outcome_unknown");
    state.fate = "unreachable";
    state.wait(1_000);
    if (fate === "not stored") await failureOf(state.create(), "storage_unavailable");
    state.fate = undefined;
    const created = await state.create();
    expect(state.queries).toHaveLength(1);
    expect(created.risk_data).toEqual([{ ...entry, created: "2026-01-01T00:00:00.000+00:00" }]);
    expect(await state.historyOf()).toEqual([created.risk_data]);
    // The next call is a new one.
    await state.create();
    expect(state.queries).toHaveLength(2);
    expect(await state.historyOf()).toHaveLength(2);
  });

  it("applies the whole request again if another call changed the address since", async () => {
    const state = await opened();
    await state.lose("stored", { ...screening, is_self_hosted: true });
    const { chain, address } = screening;
    await state.create({ chain, address, scan_for_risk: false, is_self_hosted: false });
    const again = await state.create({ ...screening, is_self_hosted: true });
    expect(again).toMatchObject({ is_self_hosted: true });
    expect(state.queries).toHaveLength(1);
    expect(await state.historyOf()).toEqual([again.risk_data]);
  });

  it("stores its screening again if the address is removed meanwhile", async () => {
    const state = await opened();
    await state.lose("stored");
    const { addresses } = state.storage;
    const { find } = addresses;
    Object.assign(addresses, {
      find: async (chain: Chain, address: string) => {
        const stored = await find(chain, address);
        await addresses.remove(chain, address);
        return stored;
      },
    });
    const created = await state.create();
    Object.assign(addresses, { find });
    expect(await state.historyOf()).toEqual([created.risk_data]);
    expect(state.queries).toHaveLength(1);
  });

  it("is still recognized after a repeated call that was aborted", async () => {
    const state = await opened();
    await state.lose("stored");
    const controller = new AbortController();
    const { find } = state.storage.addresses;
    Object.assign(state.storage.addresses, { find: () => controller.abort() ?? new Promise(() => undefined) });
    await failureOf(state.create(screening, { signal: controller.signal }), "aborted");
    Object.assign(state.storage.addresses, { find });
    await state.create();
    expect(state.queries).toHaveLength(1);
    expect(await state.historyOf()).toHaveLength(1);
  });

  it("is screened again after five minutes", async () => {
    const state = await opened();
    await state.lose("stored");
    state.wait(300_001);
    const created = await state.create();
    expect(created.risk_data).toEqual([{ ...entry, created: "2026-01-01T00:05:00.001+00:00" }]);
    expect(state.queries).toHaveLength(2);
  });

  it("is screened again if a newer screening is stored", async () => {
    const state = await opened();
    await state.lose("not stored");
    state.wait(1_000);
    await state.create({ ...screening, is_self_hosted: true });
    state.wait(1_000);
    expect((await state.create()).risk_data?.[0]?.created).toBe("2026-01-01T00:00:02.000+00:00");
    expect(await state.historyOf()).toHaveLength(2);
  });

  it("is screened for another request", async () => {
    const state = await opened();
    await state.lose("stored");
    await state.create({ ...screening, is_self_hosted: true });
    expect(state.queries).toHaveLength(2);
  });
});

describe("rules.evaluate, repeated after an unknown outcome", () => {
  it.each(["stored", "not stored"] as const)("leaves one alert, delivered once, if it was %s", async (fate) => {
    const state = lossy();
    const delivered: string[] = [];
    const { rules, alerts } = createCompliance({
      storage: state.storage,
      thresholds: { DE: "1000" },
      onAlert: ({ alert_id }) => void delivered.push(alert_id),
    });
    const transaction = { transaction_id: "T-1", amount: "5000", currency: "EUR", country: "DE" };
    const evaluate = () => rules.evaluate<unknown>({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
    state.fate = fate;
    await failureOf(evaluate(), "storage_outcome_unknown");
    state.fate = undefined;
    unwrap(await evaluate());
    unwrap(await evaluate());
    await deliveries();
    const { items } = unwrap(await alerts.list());
    expect(items.map(({ alert_id }) => alert_id)).toEqual(delivered);
    expect(delivered).toHaveLength(1);
  });
});
