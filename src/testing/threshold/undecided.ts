/** What an engine refuses: what it has no threshold or rate for, and what is no transaction (§4.9). */
import * as fc from "fast-check";
import { isCountry } from "../../domain/identifiers/country.js";
import { isCurrency } from "../../domain/identifiers/currency.js";
import { amountAround, cases, transactionOf } from "../arbitraries/near-threshold.js";
import { boundaryOf, type Ground, type Pair } from "./ground.js";
import type { Reference } from "./reference.js";
import type { Standing } from "./standing.js";

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Transactions in a country without a threshold, or in a currency without a rate or with one that is too old. */
export function undecidable({ outdated }: Reference, { config, ground }: Standing): fc.Arbitrary<object> {
  const isFree = (code: string): boolean => isCountry(code) && !Object.hasOwn(config.thresholds, code);
  const countries = letters.flatMap((first) => letters.map((second) => first + second)).filter(isFree);
  const officials = ground.places.map(({ official }) => official);
  const currencies = Intl.supportedValuesOf("currency").filter(
    (code) => isCurrency(code) && ground.rateOf(code) === undefined && !officials.includes(code),
  );
  const elsewhere = countries.map((country) => ({ country }));
  const unlisted = currencies.map((currency) => ({ currency }));
  // Who has thresholds for the whole world and rates of all its money is left with no country.
  const changes = elsewhere.length + unlisted.length === 0 ? [[{ country: "" }]] : [elsewhere, unlisted];
  const drawn = changes.filter((each) => each.length > 0).map((each) => fc.constantFrom<object>(...each));
  const missing = changed(ground, fc.oneof(...drawn));
  return outdated.length === 0 ? missing : fc.oneof(missing, overtaken(outdated));
}

/** Transactions that could be decided if the rates were younger. */
function overtaken(pairs: readonly Pair[]): fc.Arbitrary<object> {
  return fc
    .record({ pair: fc.constantFrom(...pairs), place: amountAround() })
    .map(({ pair, place }) => transactionOf({ pair, amount: place(boundaryOf(pair)) }, "T-1"));
}

/** Transactions with one thing that no transaction has. */
export function noTransactions(ground: Ground): fc.Arbitrary<object> {
  return changed(ground, fc.constantFrom<object>(...Object.values(faults).flat()));
}

const faults = {
  negative: [{ amount: -1 }, { amount: -0.01 }, { amount: "-1" }, { amount: "-0.01" }],
  notFinite: [{ amount: Number.NaN }, { amount: Number.POSITIVE_INFINITY }, { amount: Number.NEGATIVE_INFINITY }],
  malformed: [
    "1e3",
    "1,000",
    "",
    " ",
    "01",
    ".5",
    "5.",
    "+1",
    "0x10",
    "NaN",
    "five",
    "5 ",
    "5\n",
    "５",
    "1_000",
    "1".repeat(101),
  ].map((amount) => ({ amount })),
  none: [{ amount: null }, { amount: undefined }, { amount: true }, { amount: ["1"] }, { amount: {} }, { amount: 5n }],
  currency: ["BTC", "XXX", "eur", "", "€", "EUR ", "\tEUR", "EURO", null, undefined].map((currency) => ({ currency })),
  country: ["us", "USA", "", "US ", "US\n", null, undefined].map((country) => ({ country })),
} as const;

function changed(ground: Ground, change: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc
    .record({ near: cases(ground, amountAround()), change })
    .map(({ near, change }) => ({ ...transactionOf(near, "T-1"), ...change }));
}
