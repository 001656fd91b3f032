import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tron } from "../../../src/chains.js";
import type { Chain, ChainModule } from "../../../src/domain/chains/chain.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import type { RateTable } from "../../../src/domain/thresholds/types.js";
import type { BalanceSource } from "../../../src/ports/balance-source.js";
import type { RateSource } from "../../../src/ports/rate-source.js";
import { balancesByChain, balancesInUsd, coinbaseRates, tzkt } from "../../../src/providers.js";
import { over, type Rational, readDecimal, times, withPoint } from "../../../src/testing/rational.js";
import { balanceSourceConformance, fakes } from "../../../src/testing.js";
import { wallets } from "../../support/address-samples.js";
import { withService } from "../../support/local-server.js";
import { failureOf, thrownBy } from "../../support/outcomes.js";
import { runs } from "../../support/runs.js";
import { pages } from "../../support/speaking.js";

const tezos = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";

const fixed = (balance: string): BalanceSource => ({ balance: async () => ({ balance, balance_usd: null }) });

describe("balances by chain pass balanceSourceConformance", () => {
  const held = { chain: "bitcoin", address: wallets.bitcoin.canonical, balance: "0.5" } as const;
  const checks = balanceSourceConformance({
    source: () => balancesByChain({ bitcoin: fakes.balanceSource({ balances: [held] }), tezos: fakes.balanceSource() }),
    known: [held, { chain: "tezos", address: tezos }],
    unsupported: [{ chain: "ethereum", address: wallets.ethereum.canonical }],
    failing: () => {
      const refusing = fakes.balanceSource();
      refusing.script("reject", "reject");
      return balancesByChain({ bitcoin: refusing, tezos: refusing });
    },
  });
  it.each(checks)("$name", ({ run }) => run());
});

describe("balances by chain", () => {
  it("come from the source of the chain, which gets the whole query", () =>
    withService(
      [pages((path) => (path === "/v1/head" ? '{"chainId":"NetXdQprcVkpaWU"}' : "1500000"))],
      async ({ url }) => {
        const balances = balancesByChain({ bitcoin: fixed("0.5"), tezos: tzkt({ url: new URL(url).origin }) });
        expect(await balances.balance({ chain: "tezos", address: tezos })).toMatchObject({ balance: "1.5" });
        expect(await balances.balance({ chain: "bitcoin", address: "as is" })).toMatchObject({ balance: "0.5" });
        const left = balances.balance({ chain: "tezos", address: tezos, signal: AbortSignal.abort() });
        await expect(left).rejects.toMatchObject({ code: "aborted" });
      },
    ));

  it("are chain_unsupported without a source, also for names that every object inherits", async () => {
    const balances = balancesByChain({ bitcoin: fixed("1") });
    for (const chain of ["tezos", "constructor", "__proto__"]) {
      // Callers without types.
      const query = { chain: chain as "tezos", address: tezos };
      await expect(balances.balance(query)).rejects.toMatchObject({ code: "chain_unsupported" });
    }
  });

  it("take sources of further chains, and of one's own with its module", async () => {
    const house: ChainModule<"house"> = { ...tron, name: "house", symbol: "HSE" };
    const balances = balancesByChain({ tron: fixed("7"), house: fixed("8") }, { chains: [house] });
    expect(await balances.balance({ chain: "tron", address: "as is" })).toMatchObject({ balance: "7" });
    expect(await balances.balance({ chain: "house", address: "as is" })).toMatchObject({ balance: "8" });
    const usd = balancesInUsd(balances, (symbol) => giving(table(symbol, { USD: symbol === "HSE" ? "2" : "3" })), {
      clock,
      chains: [house],
    });
    expect(await usd.balance({ chain: "tron", address })).toMatchObject({ balance_usd: "21.00" });
    expect(await usd.balance({ chain: "house", address })).toMatchObject({ balance_usd: "16.00" });
    const without = balancesInUsd(balances, giving(table("TRX", { USD: "3" })), { clock });
    await expect(without.balance({ chain: "house", address })).rejects.toMatchObject({ code: "chain_unsupported" });
    // A caller without types.
    for (const options of [{}, { chains: ["house"] }, { chain: [house] }, null] as never[]) {
      thrownBy(() => balancesByChain({ house: fixed("8") } as object, options), "configuration_invalid");
    }
  });

  it("keep their sources, and are frozen", async () => {
    const sources = { bitcoin: fixed("1") };
    const balances = balancesByChain(sources);
    sources.bitcoin = fixed("2");
    expect(await balances.balance({ chain: "bitcoin", address: "as is" })).toMatchObject({ balance: "1" });
    expect(Object.isFrozen(balances)).toBe(true);
  });

  // test/adapters/options.test.ts has values that are no object.
  it.each<[string, object]>([
    ["a key that is no chain", { dogecoin: fixed("1") }],
    ["a name that every object inherits", { toString: fixed("1") }],
    ["no source", { bitcoin: undefined }],
    ["something else than a source", { bitcoin: {} }],
  ])("refuse %s at once", (_, sources) => {
    thrownBy(() => balancesByChain(sources), "configuration_invalid");
  });
});

const now = new Date("2026-11-21T12:00:00Z");
const clock = (): Date => now;
const address = "as given";

const table = (base: string, rates: Record<string, string>, date = "2026-11-21"): RateTable => ({
  base,
  date,
  source: "a desk",
  rates,
});

const giving = (rates: RateTable): RateSource => ({ current: async () => rates });

async function worth(balance: string, rates: RateTable, chain: Chain = "bitcoin"): Promise<string | null> {
  const source = balancesInUsd(fixed(balance), giving(rates), { clock });
  return (await source.balance({ chain, address })).balance_usd;
}

/** The oracle: whole cents of a rational number, half to even, in BigInt. */
function cents({ numerator, denominator }: Rational): string {
  const dividend = numerator * 100n;
  const whole = dividend / denominator;
  const twice = (dividend - whole * denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return withPoint(whole + (isUp ? 1n : 0n), 2);
}

describe("balances in US dollars pass balanceSourceConformance", () => {
  const held = { chain: "bitcoin", address: wallets.bitcoin.canonical, balance: "0.12345678" } as const;
  const known = [held, { chain: "ethereum", address: wallets.ethereum.canonical }] as const;
  const prices = table("EUR", { USD: "1.2", BTC: "0.00002", ETH: "0.0005" });
  const ledger = () => fakes.balanceSource({ balances: [held], chains: ["bitcoin", "ethereum"] });

  const slowly = () => {
    const rates = fakes.rateSource(prices);
    rates.script({ slowMs: 5 }, { slowMs: 5 }, { slowMs: 5 });
    return balancesInUsd(ledger(), rates, { clock });
  };
  const checks = balanceSourceConformance({
    source: slowly,
    known,
    unsupported: [{ chain: "tezos", address: wallets.tezos.canonical }],
    failing: () => {
      const refusing = ledger();
      refusing.script("none", "reject");
      return balancesInUsd(refusing, fakes.rateSource(table("EUR", { USD: "1.2" })), { clock });
    },
  });
  it.each(checks)("$name", ({ run }) => run());
});

describe("a balance in US dollars", () => {
  it("is balance × price, to the cent, beside the balance as it was", async () => {
    const source = balancesInUsd(fixed("1.5"), giving(table("BTC", { USD: "64000.129" })), { clock });
    expect(await source.balance({ chain: "bitcoin", address })).toEqual({ balance: "1.5", balance_usd: "96000.19" });
    expect(Object.isFrozen(source)).toBe(true);
  });

  const one = table("BTC", { USD: "1" });

  it.each([
    // Every base with both rates.
    ["3", table("BTC", { USD: "60000" }), "180000.00"],
    ["3", table("USD", { BTC: "0.0000166666666666" }), "180000.00"],
    ["3", table("EUR", { USD: "1.2", BTC: "0.00002" }), "180000.00"],
    // Rounded once, half to even.
    ["0.005", one, "0.00"],
    ["0.015", one, "0.02"],
    ["0.025", one, "0.02"],
    ["0.0250000000000000000000000000000000000000001", one, "0.03"],
    // A third of a cent more than half of one, which no decimal fraction is.
    ["1", table("EUR", { USD: "0.01", BTC: "3" }), "0.00"],
    ["1", table("EUR", { USD: "0.02", BTC: "3" }), "0.01"],
  ])("of %s at %o is %s", async (balance, rates, expected) => expect(await worth(balance, rates)).toBe(expected));

  it("equals the calculation with rational numbers in BigInt", () => {
    const digits = (maxLength: number) =>
      fc
        .string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength })
        .map((text) => text.replace(/^0+(?=\d)/, ""));
    const decimal = fc
      .tuple(digits(20), fc.option(fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 30 })))
      .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`));
    const positive = decimal.filter((text) => /[1-9]/.test(text));
    return fc.assert(
      fc.asyncProperty(positive, positive, positive, async (balance, USD, BTC) => {
        const exact = over(times(readDecimal(balance), readDecimal(USD)), readDecimal(BTC));
        expect(await worth(balance, table("EUR", { USD, BTC }))).toBe(cents(exact));
        expect(await worth(balance, table("BTC", { USD }))).toBe(cents(times(readDecimal(balance), readDecimal(USD))));
      }),
      { numRuns: runs(500) },
    );
  });

  it("of 0 is 0.00, and needs no price", async () => {
    for (const nothing of ["0", "0.00000000"]) {
      const rates: RateSource = { current: () => Promise.reject(new Error("asked")) };
      const source = balancesInUsd(fixed(nothing), rates, { clock });
      expect(await source.balance({ chain: "near", address })).toEqual({ balance: nothing, balance_usd: "0.00" });
    }
  });

  it("uses the ticker of the chain", async () => {
    const rates = table("USD", { BTC: "0.5", POL: "2", XDC: "4", DOGE: "8" });
    const chains = ["bitcoin", "polygon", "xdc", "doge"] as const;
    const worths = await Promise.all(chains.map((chain) => worth("1", rates, chain)));
    expect(worths).toEqual(["2.00", "0.50", "0.25", "0.12"]);
  });
});

describe("without a price there is no balance", () => {
  const failing = (rates: RateTable, options = {}) =>
    balancesInUsd(fixed("1"), giving(rates), { clock, ...options }).balance({ chain: "bitcoin", address });

  it.each([
    ["the asset", table("EUR", { USD: "1.2" }), "BTC"],
    ["USD", table("BTC", { EUR: "50000" }), "USD"],
    ["either", table("EUR", {}), "BTC"],
    // A source without types.
    ["a value for the asset", table("EUR", { USD: "1.2", BTC: undefined } as unknown as Record<string, string>), "BTC"],
  ])("a table without %s is rate_missing, and says which", async (_, rates, code) => {
    expect((await failureOf(failing(rates), "rate_missing")).message).toContain(`no rate for ${code},`);
  });

  it("rates of the day before are rate_stale, but for a quarter of an hour", async () => {
    const yesterday = table("BTC", { USD: "1" }, "2026-11-20");
    await expect(failing(yesterday)).rejects.toMatchObject({ code: "rate_stale" });
    const atMidnight = (minutes: number) => ({ clock: () => new Date(Date.UTC(2026, 10, 21, 0, minutes)) });
    expect(await failing(yesterday, atMidnight(15))).toMatchObject({ balance_usd: "1.00" });
    await expect(failing(yesterday, atMidnight(16))).rejects.toMatchObject({ code: "rate_stale" });
    expect(await failing(yesterday, { maxRateAgeMs: 48 * 3_600_000 })).toMatchObject({ balance_usd: "1.00" });
  });

  it.each<[string, unknown]>([
    ["a rate of zero", table("BTC", { USD: "0" })],
    ["a rate that is no decimal text", table("BTC", { USD: "1e5" })],
    ["a base that is not worth 1", table("BTC", { USD: "1", BTC: "2" })],
    ["a date that is none", table("BTC", { USD: "1" }, "today")],
    ["a day to come", table("BTC", { USD: "1" }, "2026-11-24")],
    ...[undefined, null, "1.0705"].map((value): [string, unknown] => [`${value} in place of a table`, value]),
  ])("%s is rate_invalid", async (_, rates) => {
    // A source without types.
    await failureOf(failing(rates as RateTable), "rate_invalid");
  });

  it("errors of the sources are thrown, those without a type as the cause of provider_unavailable", async () => {
    const cause = new Error("outage");
    const typed = new ComplianceError("provider_timeout", "Too late.");
    for (const [outage, expected] of [
      [cause, { code: "provider_unavailable", cause }],
      [typed, typed],
    ] as const) {
      const rates: RateSource = { current: () => Promise.reject(outage) };
      const question = { chain: "bitcoin", address } as const;
      await expect(balancesInUsd(fixed("1"), rates).balance(question)).rejects.toMatchObject(expected);
      const broken: BalanceSource = { balance: () => Promise.reject(outage) };
      await expect(balancesInUsd(broken, rates).balance(question)).rejects.toMatchObject(expected);
      await expect(balancesByChain({ bitcoin: broken }).balance(question)).rejects.toMatchObject(expected);
    }
  });

  const balances = ["1e5", "-1", "", "NaN", "1.", 5, null].map((balance) => ({ balance, balance_usd: null }));

  it.each([...balances, undefined, null, {}])("%o in place of a balance is provider_unreadable", async (answer) => {
    // A source without types.
    const source = { balance: async () => answer } as unknown as BalanceSource;
    const priced = balancesInUsd(source, giving(table("BTC", { USD: "1" })), { clock });
    await failureOf(priced.balance({ chain: "bitcoin", address }), "provider_unreadable");
  });

  it.each<[string, readonly unknown[]]>([
    ["no source of balances", [{}, giving(table("BTC", {}))]],
    ["no source of rates", [fixed("1")]],
    ["a table in its place", [fixed("1"), table("BTC", {})]],
  ])("%s is configuration_invalid at once", (_, given) => {
    thrownBy(() => Reflect.apply(balancesInUsd, undefined, given), "configuration_invalid");
  });
});

describe("sources of rates by ticker", () => {
  it("are created once for each ticker", async () => {
    const made: string[] = [];
    const rates = (symbol: string): RateSource => {
      made.push(symbol);
      return giving(table(symbol, { USD: "2" }));
    };
    const source = balancesInUsd(fixed("1"), rates, { clock });
    const asked: Chain[] = ["bitcoin", "near", "bitcoin", "near", "near"];
    await Promise.all(asked.map((chain) => source.balance({ chain, address })));
    await source.balance({ chain: "near", address });
    expect(made).toEqual(["BTC", "NEAR"]);
  });

  it("are created again after a failure: configuration_invalid, naming the ticker", async () => {
    const known = new Map<string, RateSource>();
    // A caller without types.
    const source = balancesInUsd(fixed("1"), (symbol) => known.get(symbol) as RateSource, { clock });
    const balance = () => source.balance({ chain: "near", address });
    expect((await failureOf(balance(), "configuration_invalid")).message).toContain("NEAR");
    known.set("NEAR", giving(table("NEAR", { USD: "2" })));
    expect(await balance()).toMatchObject({ balance_usd: "2.00" });
  });

  it("cache their tables: two balances of one chain cause one request", () => {
    const listener = pages((path) => {
      if (path === "/v1/head") return '{"chainId":"NetXdQprcVkpaWU"}';
      return path.startsWith("/v1/") ? "2500000" : '{"data":{"currency":"XTZ","rates":{"USD":"0.713","XTZ":"1.0"}}}';
    });
    return withService([listener], async (server) => {
      const { origin: url } = new URL(server.url);
      const source = balancesInUsd(tzkt({ url }), (symbol) => coinbaseRates({ base: symbol, url }));
      const question = { chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" } as const;
      expect(await source.balance(question)).toEqual({ balance: "2.5", balance_usd: "1.78" });
      await source.balance(question);
      // The head of the chain and the price once, the balance twice.
      expect(server.requests()).toBe(4);
    });
  });
});

describe("the caller's signal", () => {
  it("reaches the source of balances, and ends the request of a price", async () => {
    const controller = new AbortController();
    let given: unknown;
    const source: BalanceSource = {
      balance: async ({ signal }) => {
        given = signal;
        return { balance: "1", balance_usd: null };
      },
    };
    const endless: RateSource = { current: () => new Promise(() => undefined) };
    const { signal } = controller;
    const balance = balancesInUsd(source, endless).balance({ chain: "bitcoin", address, signal });
    setTimeout(() => controller.abort("left"), 10);
    await expect(balance).rejects.toMatchObject({ code: "aborted", cause: "left" });
    expect(given).toBe(signal);
  });
});
