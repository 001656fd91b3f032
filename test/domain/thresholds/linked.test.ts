/** What is stored of linked transactions: amounts, order, and the text of an amount. */
import { describe, expect, it } from "vitest";
import {
  addLinkedAmount,
  compareLinked,
  type LinkedAmount,
  type LinkedTransaction,
  linkedAmountOf,
  sortLinked,
  updateLinked,
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

  it("moves the time on request, only to a later one, and keeps every amount", () => {
    const dollars: LinkedAmount = { amount: "10", currency: "USD" };
    const [earlier, later] = ["2026-11-19T00:00:00.000+00:00", "2026-11-21T00:00:00.000+00:00"];
    for (const amount of [euros, dollars]) {
      const amounts = amount === euros ? [euros] : [euros, dollars];
      expect(addLinkedAmount(stored, { ...place, time: later, amount }, true)).toEqual({
        ...place,
        time: later,
        amounts,
      });
      expect(addLinkedAmount(stored, { ...place, time: earlier, amount }, true)).toEqual({ ...place, amounts });
    }
    expect(addLinkedAmount(undefined, { ...place, amount: dollars }, true)).toEqual({ ...place, amounts: [dollars] });
    expect(addLinkedAmount(stored, { ...place, amount: { ...euros } }, true)).toBe(stored);
  });

  it("tells two assets apart", () => {
    const coins: LinkedTransaction = { ...place, amounts: [{ amount: "10", asset: "BTC" }] };
    expect(addLinkedAmount(coins, { ...place, amount: { amount: "10", asset: "ETH" } }).amounts).toHaveLength(2);
  });
});

describe("updateLinked", () => {
  const dollars: LinkedAmount = { amount: "10", currency: "USD" };
  const others: LinkedAmount = { amount: "11", currency: "EUR" };

  it("stores one that is not stored", () => {
    expect(updateLinked(undefined, { ...place, amounts: [others], removed: [euros] })).toEqual({
      ...place,
      amounts: [others],
    });
  });

  it("removes exactly the given amounts, and adds those that are not there", () => {
    const three = { ...place, amounts: [euros, dollars, others] };
    const update = { ...place, amounts: [{ ...others }], removed: [{ ...euros }] };
    expect(updateLinked(three, update).amounts).toEqual([dollars, others]);
    expect(updateLinked(stored, { ...update, removed: [] }).amounts).toEqual([euros, others]);
  });

  it.each([
    ["2026-11-19T00:00:00.000+00:00", place.time],
    ["2026-11-21T00:00:00.000+00:00", "2026-11-21T00:00:00.000+00:00"],
  ])("has the later time: of %s that is %s", (time, expected) => {
    expect(updateLinked(stored, { ...place, time, amounts: [euros], removed: [] }).time).toBe(expected);
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
