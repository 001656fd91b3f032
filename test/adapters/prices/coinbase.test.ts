import { describe, expect, it, vi } from "vitest";
import { untilAborted } from "../../../src/adapters/transport/deadline.js";
import { createCompliance, memoryStorage, unwrap } from "../../../src/index.js";
import { type CoinbasePricesOptions, coinbasePrices } from "../../../src/providers.js";
import { answering, withService } from "../../support/local-server.js";
import { serviceFaultSuite } from "../../support/service-faults.js";
import { pages } from "../../support/speaking.js";

const at = new Date("2026-11-21T23:59:00Z");

const answer = (currency: string, rates: Record<string, unknown>) => JSON.stringify({ data: { currency, rates } });

/** The service: each of these assets has a price in dollars. Any other is unknown there. */
const usd: Readonly<Record<string, unknown>> = { BTC: "64000.129", ETH: "3100.5", OP: "1.5", BAD: "0", USDT: "0.9998" };
const service = pages((path) => {
  const [, base = ""] = /^\/v2\/exchange-rates\?currency=([A-Z0-9]+)$/.exec(path) ?? [];
  if (!Object.hasOwn(usd, base)) return { status: 400, body: '{"errors":[{"id":"invalid_request"}]}' };
  return answer(base, { [base]: "1", USD: usd[base], EUR: "1" });
});

serviceFaultSuite("Coinbase's prices", {
  ask: (options, signal) => untilAborted(coinbasePrices(options).current(at, btc), signal),
  good: service,
  repeats: true,
});

const btc = { asset: "BTC" };

const over = (url: string, options: CoinbasePricesOptions = {}) =>
  coinbasePrices({ url: new URL(url).origin, clock: () => at, ...options });

describe("Coinbase's prices", () => {
  it("keep the text of the service, with the time of the request, frozen", () =>
    withService([service], async ({ url }) => {
      const table = await over(url).current(at, btc);
      const time = "2026-11-21T23:59:00.000+00:00";
      expect(table).toEqual({ currency: "USD", time, source: "Coinbase", prices: { BTC: "64000.129" } });
      expect(Object.isFrozen(table) && Object.isFrozen(table.prices)).toBe(true);
    }));

  it("come from Coinbase, in dollars, by default", async () => {
    const fetch = vi.fn(async (_: string) => new Response(answer("BTC", { USD: "64000.129" })));
    expect(await coinbasePrices({ fetch }).current(at, btc)).toMatchObject({ currency: "USD" });
    expect(fetch.mock.calls[0]?.[0]).toBe("https://api.coinbase.com/v2/exchange-rates?currency=BTC");
  });

  it("are read once a minute for each asset, and shared by concurrent calls", () =>
    withService([service], async (server) => {
      let now = at.getTime();
      const prices = over(server.url, { clock: () => new Date(now) });
      const [first, shared] = await Promise.all([prices.current(at, btc), prices.current(at, btc)]);
      expect(shared).toBe(first);
      await prices.current(at, { asset: "ETH" });
      now += 59_999;
      expect(await prices.current(at, btc)).toBe(first);
      expect(server.requests()).toBe(2);
      now += 1;
      expect(await prices.current(at, btc)).toEqual({ ...first, time: "2026-11-22T00:00:00.000+00:00" });
    }));

  it("keep their time through an outage, for 15 minutes", () =>
    withService([service, answering(500)], async ({ url }) => {
      let now = at.getTime();
      const prices = over(url, { clock: () => new Date(now) });
      const table = await prices.current(at, btc);
      now += 15 * 60_000 - 1;
      expect(await prices.current(at, btc)).toBe(table);
      now += 15_000;
      await expect(prices.current(at, btc)).rejects.toMatchObject({ code: "provider_unavailable" });
    }));

  it("stay cached when a caller aborts", () =>
    withService([service], async (server) => {
      const prices = over(server.url);
      const table = await prices.current(at, btc);
      const signal = AbortSignal.abort();
      await expect(prices.current(at, { asset: "BTC", signal })).rejects.toMatchObject({ code: "aborted" });
      expect(await prices.current(at, btc)).toBe(table);
      expect(server.requests()).toBe(1);
    }));

  it("are missing, without a request, for a symbol that is no ticker", () =>
    withService([service], async (server) => {
      for (const asset of ["btc", "BTC&x=y", "Jane Doe", "__proto__", "A".repeat(21), "USDC.e"]) {
        expect((await over(server.url).current(at, { asset })).prices).toEqual({});
      }
      expect(server.requests()).toBe(0);
      expect((await over(server.url).current(at, { asset: "BAD" })).prices).toEqual({});
      expect((await over(server.url).current(at, { asset: "OP" })).prices).toEqual({ OP: "1.5" });
    }));

  it("are rejected for an asset that Coinbase does not know, each time", () =>
    withService([service], async (server) => {
      const prices = over(server.url);
      for (const requests of [1, 2]) {
        await expect(prices.current(at, { asset: "XDC" })).rejects.toMatchObject({ code: "provider_rejected" });
        expect(server.requests()).toBe(requests);
      }
      await expect(prices.current(at, {} as never)).rejects.toMatchObject({ code: "invalid_input" });
      await expect(prices.current(at, undefined as never)).rejects.toMatchObject({ code: "invalid_input" });
    }));

  it("decide transactions, and never pass one without a price", () =>
    withService([service], async ({ url }) => {
      const compliance = createCompliance({
        storage: memoryStorage(),
        thresholds: { US: "3000" },
        prices: over(url),
        clock: () => at,
      });
      const evaluate = (asset: string) =>
        compliance.rules.evaluate({
          transaction: { transaction_id: "T-1", amount: "0.05", asset, country: "US" },
          rule_codes: ["THRESHOLD_BY_COUNTRY"],
        });
      expect(unwrap(await evaluate("BTC")).results[0]?.status).toBe("breach");
      expect(unwrap(await evaluate("ETH")).results[0]?.status).toBe("pass");
      await expect(evaluate("BAD")).rejects.toMatchObject({ code: "price_missing" });
      await expect(evaluate("Jane Doe")).rejects.toMatchObject({ code: "price_missing" });
    }));
});
