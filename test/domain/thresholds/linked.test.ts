/** What is stored of linked transactions: amounts, order, and the text of an amount. */
import { describe, expect, it } from "vitest";
import {
  addLinkedAmount,
  compareLinked,
  type LinkedAmount,
  type LinkedTransaction,
  linkedAmountOf,
  sortLinked,
} from "../../../src/domain/thresholds/linked.js";

const place = { link_key: "K", transaction_id: "T-1", time: "2026-11-20T00:00:00.000+00:00" };
const euros: LinkedAmount = { amount: "10", currency: "EUR" };
const stored: LinkedTransaction = { ...place, amounts: [euros] };

describe("addLinkedAmount", () => {
  it("begins with the amount of the first evaluation", () => {
    expect(addLinkedAmount(undefined, { ...place, amount: euros })).toEqual(stored);
  });

  it("returns the stored transaction itself for an amount that it has", () => {
    const two = addLinkedAmount(stored, { ...place, amount: { amount: "11", currency: "EUR" } });
    expect(addLinkedAmount(two, { ...place, amount: { ...euros } })).toBe(two);
  });

  it.each<LinkedAmount>([
    { amount: "11", currency: "EUR" },
    { amount: "10", currency: "USD" },
    { amount: "10", asset: "EUR" },
    { amount: "10", asset: "BTC" },
  ])("adds another amount, currency or asset, and keeps the time of the first evaluation: %j", (amount) => {
    const later = "2026-11-21T00:00:00.000+00:00";
    expect(addLinkedAmount(stored, { ...place, time: later, amount })).toEqual({ ...place, amounts: [euros, amount] });
  });

  it("keeps only the latest amount on request, and the time of the first evaluation", () => {
    const dollars: LinkedAmount = { amount: "10", currency: "USD" };
    const two = addLinkedAmount(stored, { ...place, amount: dollars });
    const later = "2026-11-21T00:00:00.000+00:00";
    for (const amount of [euros, dollars, { amount: "12", currency: "EUR" }]) {
      const evaluation = { ...place, time: later, amount };
      expect(addLinkedAmount(two, evaluation, true)).toEqual({ ...place, amounts: [amount] });
      expect(addLinkedAmount(undefined, evaluation, true)).toEqual({
        ...evaluation,
        amount: undefined,
        amounts: [amount],
      });
    }
    expect(addLinkedAmount(stored, { ...place, amount: dollars }, true).amounts).toEqual([dollars]);
    expect(addLinkedAmount(stored, { ...place, amount: { ...euros } }, true)).toBe(stored);
  });

  it("tells two assets apart", () => {
    const coins: LinkedTransaction = { ...place, amounts: [{ amount: "10", asset: "BTC" }] };
    expect(addLinkedAmount(coins, { ...place, amount: { amount: "10", asset: "ETH" } }).amounts).toHaveLength(2);
  });
});

describe("the order of linked transactions", () => {
  const at = (link_key: string, time: string, transaction_id: string): LinkedTransaction => {
    return { link_key, time, transaction_id, amounts: [euros] };
  };

  it("is that of link key, time and transaction id", () => {
    const sorted = [at("a", "1", "b"), at("a", "2", "a"), at("a", "2", "b"), at("b", "0", "a")];
    for (const [index, one] of sorted.entries()) {
      for (const [other, two] of sorted.entries()) {
        expect(Math.sign(compareLinked(one, two))).toBe(Math.sign(index - other));
      }
    }
    const given = sorted.toReversed();
    expect(sortLinked(given)).toEqual(sorted);
    expect(given[0]).toBe(sorted[3]);
  });
});

describe("linkedAmountOf", () => {
  it.each([
    [3000, "3000"],
    ["3000.00", "3000"],
    ["0.10", "0.1"],
    [1e21, "1000000000000000000000"],
  ])("has one text for amounts of equal value: %s", (amount, text) => {
    const transaction = { transaction_id: "T-1", country: "DE", currency: "EUR", amount };
    expect(linkedAmountOf(transaction)).toEqual({ amount: text, currency: "EUR" });
  });

  it("keeps the asset", () => {
    const transaction = { transaction_id: "T-1", country: "DE", asset: "BTC", amount: "0.5" };
    expect(linkedAmountOf(transaction)).toEqual({ amount: "0.5", asset: "BTC" });
  });
});
