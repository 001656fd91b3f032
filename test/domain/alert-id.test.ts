/** The id of an alert: which transactions it takes for one. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { alertIdOf } from "../../src/domain/alerts/alert.js";
import { runs } from "../support/runs.js";

/** What a caller without types may pass. The cast is what such a caller leaves out. */
function wrongly(value: unknown): never {
  return value as never;
}

function idOf(amount: number | string): string {
  const transaction = { transaction_id: "TX-1", amount, currency: "EUR", country: "SG" };
  return alertIdOf(transaction, "THRESHOLD_BY_COUNTRY");
}

/** As ids were always made, and as they are stored. */
function byDecimal(amount: number | string): string {
  const Long = Decimal.clone({ defaults: true, precision: 600 });
  return `THRESHOLD_BY_COUNTRY:SG:EUR:${new Long(amount).toString()}:TX-1`;
}

const digits = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength });
const decimalTexts = fc
  .tuple(fc.oneof(digits(9), digits(18), digits(60)), fc.option(fc.oneof(digits(4), digits(16), digits(39))))
  .map(([units, parts]) => units.replace(/^0+(?=\d)/, "") + (parts === null ? "" : `.${parts}`));
const amounts = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.nat().map((cents) => cents / 100),
  decimalTexts,
);

it("has the amount by its value, to the last digit", () => {
  const property = fc.property(amounts, (amount) => {
    expect(idOf(amount)).toBe(byDecimal(amount));
  });
  fc.assert(property, { numRuns: runs(2_000) });
});

it.each([
  [3000, "3000", "3000.00", "3000.000000000000000000"],
  [0.1, "0.1", "0.10", "0.1000000000000000000"],
  [0, "0", "0.00", "0.00000000000000000"],
  [1e21, "1000000000000000000000", "1000000000000000000000.0"],
  [1e-7, "0.0000001", "0.00000010", "0.0000001000000000000"],
  [123456789012345, "123456789012345", "123456789012345.0"],
])("is one for %s, however it is written", (...written) => {
  expect(new Set(written.map(idOf)).size).toBe(1);
});

it("differs where digits do that no double tells apart", () => {
  expect(idOf("9007199254740993")).not.toBe(idOf("9007199254740992"));
  expect(idOf("0.1000000000000000055511151231257827")).not.toBe(idOf(0.1));
});

it("has the asset, so that no two transactions in assets and currencies share an id", () => {
  const ids = [
    { amount: 0.5, asset: "BTC", transaction_id: "TX-1" },
    { amount: 0.5, asset: "ETH", transaction_id: "TX-1" },
    { amount: 0.5, asset: "EUR", transaction_id: "TX-1" },
    { amount: 0.5, currency: "EUR", transaction_id: "TX-1" },
    { amount: 1, asset: "A:2", transaction_id: "T" },
    { amount: 2, asset: "A", transaction_id: "1:T" },
    { amount: 1, asset: "A%3A2", transaction_id: "T" },
  ].map((transaction) => alertIdOf(wrongly({ ...transaction, country: "SG" }), "THRESHOLD_BY_COUNTRY"));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toBe("THRESHOLD_BY_COUNTRY:SG:=BTC:0.5:TX-1");
});
