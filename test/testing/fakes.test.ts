import { describe, expect, it } from "vitest";
import { ComplianceError, createThresholdEngine } from "../../src/index.js";
import { balanceSourceConformance, fakes, rateSourceConformance, riskProviderConformance } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { ecbRates20240628 as friday } from "../support/rates.js";

const bitcoin = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;
const ethereum = { chain: "ethereum", address: wallets.ethereum.canonical } as const;
const tezos = { chain: "tezos", address: wallets.tezos.canonical } as const;
const every = Object.entries(wallets).map(([chain, { canonical }]) => ({
  // The keys of the table are the chains.
  chain: chain as keyof typeof wallets,
  address: canonical,
}));

const monday = { ...friday, date: "2024-07-01", rates: { ...friday.rates, USD: "1.0745" } };

const listed = [
  { ...bitcoin, risk_ratio: 100, risk_descriptors: ["sanctioned"], vasp_website: "https://vasp.example" },
  { ...bitcoin, risk_ratio: 40 },
] as const;

describe("fakes.riskProvider passes riskProviderConformance", () => {
  it.each(riskProviderConformance({ provider: () => fakes.riskProvider({ entries: listed }), known: every }))(
    "on every chain: $name",
    ({ run }) => run(),
  );

  it.each(
    riskProviderConformance({
      provider: () => fakes.riskProvider({ providerName: "HOUSE", chains: ["bitcoin"] }),
      known: [bitcoin],
      unsupported: [ethereum, tezos],
    }),
  )("on one chain: $name", ({ run }) => run());

  it.each(
    riskProviderConformance({
      provider: () => {
        const slow = fakes.riskProvider({ entries: listed });
        slow.script(...Array.from({ length: 50 }, () => ({ slowMs: 3 })));
        return slow;
      },
      known: [bitcoin, ethereum],
    }),
  )("when slow: $name", ({ run }) => run());
});

describe("fakes.balanceSource passes balanceSourceConformance", () => {
  const held = { ...bitcoin, balance: "0.12345678", balance_usd: "7901.23" } as const;
  const failing = () => {
    const source = fakes.balanceSource();
    source.script("reject", { reject: "rate_stale" }, { reject: "provider_timeout" }, "reject");
    return source;
  };

  it.each(
    balanceSourceConformance({ source: () => fakes.balanceSource({ balances: [held] }), known: every, failing }).slice(
      0,
      -1,
    ),
  )("on every chain: $name", ({ run }) => run());

  it.each(
    balanceSourceConformance({
      source: () => fakes.balanceSource({ balances: [held], chains: ["bitcoin"] }),
      known: [held],
      unsupported: [ethereum],
      failing,
    }),
  )("on one chain: $name", ({ run }) => run());

  it.each(
    balanceSourceConformance({
      source: () => {
        const slow = fakes.balanceSource({ balances: [held] });
        slow.script(...Array.from({ length: 50 }, () => ({ slowMs: 3 })));
        return slow;
      },
      known: [held, ethereum],
    }),
  )("when slow: $name", ({ run }) => run());
});

describe("fakes.rateSource passes rateSourceConformance", () => {
  const at = new Date("2024-06-28T16:00:00Z");
  const failing = () => {
    const source = fakes.rateSource(friday);
    source.script("reject", { reject: "rate_missing" });
    return source;
  };

  it.each(rateSourceConformance({ source: () => fakes.rateSource(friday), at, currencies: ["USD", "EUR"], failing }))(
    "with one table: $name",
    ({ run }) => run(),
  );

  it.each(rateSourceConformance({ source: () => fakes.rateSource([monday, friday]), at, currencies: ["SGD"] }))(
    "with a table for each day: $name",
    ({ run }) => run(),
  );
});

describe("the answers of a fake", () => {
  it("risks: the entries of an address in order, in any spelling; otherwise nothing was found", async () => {
    const provider = fakes.riskProvider({
      providerName: "HOUSE",
      entries: [{ chain: "bitcoin", address: wallets.bitcoin.given, risk_ratio: 70 }, ...listed],
    });
    expect(
      (await provider.screen(bitcoin)).map(({ risk_ratio, risk_descriptors }) => [risk_ratio, ...risk_descriptors]),
    ).toEqual([
      [70, "fake:risk-found"],
      [100, "sanctioned"],
      [40, "fake:risk-found"],
    ]);
    expect(await provider.screen(ethereum)).toEqual([
      {
        provider_name: "HOUSE",
        risk_ratio: 0,
        risk_descriptors: ["fake:nothing-found"],
        vasp_name_legal: "",
        vasp_name_business: "",
        vasp_website: null,
        vasp_category: "",
      },
    ]);
    expect(provider.requests).toEqual([bitcoin, ethereum]);
  });

  it("balances: the balance of an address in any spelling; otherwise 0", async () => {
    const balances = [{ chain: "ethereum", address: wallets.ethereum.given, balance: "1.50" }] as const;
    const source = fakes.balanceSource({ balances });
    expect(await source.balance(ethereum)).toEqual({ balance: "1.50", balance_usd: null });
    expect(await source.balance(bitcoin)).toEqual({ balance: "0", balance_usd: null });
    expect(source.requests).toEqual([ethereum, bitcoin]);
  });

  it("rates: the newest table whose day has begun; none before the first", async () => {
    const source = fakes.rateSource([monday, friday]);
    const dateAt = async (time: string) => (await source.current(new Date(time))).date;
    expect(await dateAt("2024-06-28T00:00:00Z")).toBe("2024-06-28");
    expect(await dateAt("2024-06-30T23:59:59.999Z")).toBe("2024-06-28");
    expect(await dateAt("2024-07-01T00:00:00Z")).toBe("2024-07-01");
    expect(await dateAt("2029-07-01T00:00:00Z")).toBe("2024-07-01");
    await expect(dateAt("2024-06-27T23:59:59.999Z")).rejects.toMatchObject({ code: "rate_missing" });
    expect(source.requests.map((time) => time.toISOString())).toHaveLength(5);
  });

  it("one table: always the same frozen table, which an engine may keep", async () => {
    const given = { ...friday, rates: { ...friday.rates } };
    const source = fakes.rateSource(given);
    given.rates["USD"] = "9";
    const table = await source.current(new Date(0));
    expect(table).toEqual(friday);
    expect(await source.current(new Date())).toBe(table);
    expect(Object.isFrozen(table) && Object.isFrozen(table.rates)).toBe(true);
    expect(() => createThresholdEngine({ thresholds: { US: "3000" }, rates: table })).not.toThrow();
  });

  it("time: it stands still until it is set or advanced, with a new Date each time", () => {
    const clock = fakes.clock("2026-11-20T16:00:00Z");
    clock().setFullYear(1999);
    expect(clock().toISOString()).toBe("2026-11-20T16:00:00.000Z");
    clock.advance(90_000.5);
    expect(clock().toISOString()).toBe("2026-11-20T16:01:30.000Z");
    clock.set("2026-11-20T16:00:00+09:00");
    expect(clock().toISOString()).toBe("2026-11-20T07:00:00.000Z");
    clock.set("2026-11-20");
    expect(clock().toISOString()).toBe("2026-11-20T00:00:00.000Z");
    const given = new Date(0);
    clock.set(given);
    given.setTime(1);
    expect(clock().getTime()).toBe(0);
    const before = Date.now();
    expect(fakes.clock()().getTime()).toBeGreaterThanOrEqual(before);
    expect(fakes.clock(new Date(5))().getTime()).toBe(5);
  });

  it("a refusal uses no fault of the script, and counts as a request", async () => {
    const provider = fakes.riskProvider({ chains: ["bitcoin"] });
    provider.script("reject");
    const codeOf = (question: Promise<unknown>) =>
      question.catch((error) => error instanceof ComplianceError && error.code);
    expect(await codeOf(provider.screen(ethereum))).toBe("chain_unsupported");
    expect(await codeOf(provider.screen({ chain: "bitcoin", address: "1Mistyped" }))).toBe("invalid_input");
    expect(await codeOf(provider.screen({ ...bitcoin, signal: AbortSignal.abort() }))).toBe("aborted");
    expect(await codeOf(provider.screen(bitcoin))).toBe("provider_unavailable");
    expect(provider.requests).toEqual([ethereum, { chain: "bitcoin", address: "1Mistyped" }, bitcoin, bitcoin]);
  });
});
