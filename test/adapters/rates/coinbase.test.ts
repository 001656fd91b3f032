import { describe, expect, it, vi } from "vitest";
import { untilAborted } from "../../../src/adapters/transport/deadline.js";
import type { ComplianceError } from "../../../src/domain/compliance-error.js";
import { type CoinbaseRatesOptions, coinbaseRates } from "../../../src/providers.js";
import { answering, silent, withService } from "../../support/local-server.js";
import { thrownBy } from "../../support/outcomes.js";
import { rateSourceSuite } from "../../support/rate-source-suite.js";
import { serviceFaultSuite } from "../../support/service-faults.js";
import { pages } from "../../support/speaking.js";

const at = new Date("2026-11-21T23:59:00Z");

const answer = (currency: string, rates: Record<string, unknown>) => JSON.stringify({ data: { currency, rates } });

/** The service: each base has such rates. */
const service = (rates: Record<string, unknown>) =>
  pages((path) => {
    const [, base] = /^\/v2\/exchange-rates\?currency=([A-Z0-9]+)$/.exec(path) ?? [];
    return base === undefined ? undefined : answer(base, rates);
  });

const usd = { USD: "64000.129", EUR: "59000.5", ETH: "32.1" };

serviceFaultSuite("Coinbase", {
  // A source of rates takes no signal: whoever asks it stops waiting, as balancesInUsd does.
  ask: (options, signal) => untilAborted(coinbaseRates(options).current(at), signal),
  good: service({ BTC: "0.000015" }),
  repeats: true,
});

rateSourceSuite("coinbaseRates", {
  at,
  currencies: ["BTC", "USD", "ETH"],
  source: (url, clock) => coinbaseRates({ url: new URL(url || "https://rates.example").origin, base: "BTC", clock }),
  service: [service(usd), service({ ...usd, USD: "64100.5" }), new Date("2026-11-22T00:01:00Z")],
});

describe("Coinbase's exchange rates", () => {
  const read = (text: string, options: CoinbaseRatesOptions = {}) =>
    withService([pages(() => text)], ({ url }) =>
      coinbaseRates({ url: new URL(url).origin, base: "BTC", clock: () => at, ...options }).current(at),
    );

  it("keep the text of the service, with the UTC day of the request, frozen", () =>
    withService([service({ BTC: "1.0", ...usd })], async ({ url }) => {
      const table = await coinbaseRates({ url: new URL(url).origin, base: "BTC", clock: () => at }).current(at);
      expect(table).toEqual({ base: "BTC", date: "2026-11-21", source: "Coinbase", rates: usd });
      expect(Object.isFrozen(table) && Object.isFrozen(table.rates)).toBe(true);
    }));

  it("come from Coinbase, against USD, by default", async () => {
    const fetch = vi.fn(async (_: string) => new Response(answer("USD", { BTC: "0.000015" })));
    expect(await coinbaseRates({ fetch }).current(at)).toMatchObject({ base: "USD" });
    expect(fetch.mock.calls[0]?.[0]).toBe("https://api.coinbase.com/v2/exchange-rates?currency=USD");
  });

  it("lack rates that are not positive decimals, or have an invalid code", async () => {
    const values = ["0", "0.000", "-1", "1e-7", "", 5, null, "N/A", {}];
    const unusable = Object.fromEntries(values.map((value, index) => [`AA${index}`, value]));
    const { rates } = await read(
      answer("BTC", { ...usd, ...unusable, G: "1", usdt: "1", "A-B": "1", __proto__x: "1" }),
    );
    expect(rates).toEqual(usd);
  });

  it.each([
    ["another base than was asked for", answer("USD", usd)],
    ["no base", JSON.stringify({ data: { rates: usd } })],
    ["no rates", JSON.stringify({ data: { currency: "BTC" } })],
    ["rates in an array", JSON.stringify({ data: { currency: "BTC", rates: [usd] } })],
    ["none that is usable", answer("BTC", { BTC: "1", USD: "0" })],
    ["a base that is not 1", answer("BTC", { ...usd, BTC: "1.01" })],
    ["a base that is no rate", answer("BTC", { ...usd, BTC: null })],
    ["one code twice", '{"data":{"currency":"BTC","rates":{"USD":"1","USD":"2"}}}'],
    ["an error", '{"errors":[{"id":"invalid_request","message":"Invalid currency (BTC)"}]}'],
  ])("are unreadable with %s", async (_, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: "provider_unreadable" });
  });
});

describe("a table is kept", () => {
  it("for a minute, then read again; the next day has the next date", () =>
    withService([service(usd)], async (server) => {
      let now = at.getTime();
      const rates = coinbaseRates({ url: new URL(server.url).origin, base: "BTC", clock: () => new Date(now) });
      const table = await rates.current(at);
      now += 59_999;
      expect(await rates.current(at)).toBe(table);
      expect(server.requests()).toBe(1);
      now += 1;
      expect(await rates.current(at)).toEqual({ ...table, date: "2026-11-22" });
      // The clock was an hour fast, and is set right: what is kept is the newest all the same.
      now -= 3_600_000;
      expect(await rates.current(at)).toEqual(table);
    }));

  it("through an outage for 15 minutes in all, with each failure reported", () =>
    withService([service(usd), answering(500, "canary")], async ({ url }) => {
      let now = at.getTime();
      const told: string[] = [];
      const rates = coinbaseRates({
        url: new URL(url).origin,
        base: "BTC",
        clock: () => new Date(now),
        onRefreshFailure: ({ code }: ComplianceError) => void told.push(code),
      });
      const table = await rates.current(at);
      now += 15 * 60_000 - 1;
      expect(await rates.current(at)).toBe(table);
      expect(told).toEqual(["provider_unavailable"]);
      now += 15_000;
      await expect(rates.current(at)).rejects.toMatchObject({ code: "provider_unavailable" });
    }));

  it("not at all with cacheMs and staleIfErrorMs of 0", () =>
    withService([service(usd), silent], async (server) => {
      const options = { url: new URL(server.url).origin, base: "BTC", cacheMs: 0, staleIfErrorMs: 0, timeoutMs: 200 };
      const rates = coinbaseRates(options);
      await rates.current(at);
      await expect(rates.current(at)).rejects.toMatchObject({ code: "provider_timeout" });
    }));
});

describe("invalid options throw configuration_invalid", () => {
  it("for a grace that is longer than a quarter of an hour with cacheMs", () => {
    thrownBy(() => coinbaseRates({ cacheMs: 60_000, staleIfErrorMs: 841_000 }), "configuration_invalid");
  });

  it("but not for a longer cacheMs, with the rest of 15 minutes as staleIfErrorMs", () => {
    expect(() => coinbaseRates({ cacheMs: 900_000 })).not.toThrow();
    expect(() => coinbaseRates({ cacheMs: 0, staleIfErrorMs: 900_000 })).not.toThrow();
  });
});
