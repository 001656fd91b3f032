/** Alerts about crypto-assets, in storages that write their records. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createCompliance, fixedPrices, unwrap } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";

const now = new Date("2026-11-22T12:10:00Z");
const prices = fixedPrices({
  currency: "USD",
  time: "2026-11-22T12:00:00Z",
  source: "trading desk",
  prices: { "a:b%": "67187.33" },
});

it("keep the price, the exact product and the id, also after the file was opened again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-asset-"));
  try {
    const open = async () => {
      const storage = await jsonFileStorage(join(folder, "db.json"));
      return createCompliance({ storage, thresholds: { US: "3000" }, prices, clock: () => now });
    };
    const request = {
      transaction: { transaction_id: "T-1", amount: "0.5", asset: "a:b%", country: "US" },
      rule_codes: ["THRESHOLD_BY_COUNTRY"],
    } as const;
    const before = await open();
    unwrap(await before.rules.evaluate(request));
    const written = unwrap(await before.alerts.list()).items;
    await before.close();
    const after = await open();
    unwrap(await after.rules.evaluate(request));
    const read = unwrap(await after.alerts.list()).items;
    await after.close();
    expect(read).toEqual(written);
    expect(read).toHaveLength(1);
    expect(read[0]).toMatchObject({
      alert_id: "THRESHOLD_BY_COUNTRY:US:=a%3Ab%25:0.5:T-1",
      decision: { amount: "33593.665", amount_currency: "USD", price: { asset: "a:b%", asset_amount: "0.5" } },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
