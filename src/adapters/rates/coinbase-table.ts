/** What Coinbase's exchange rates say, and what is left out. */
import { Exact } from "../../domain/decimal.js";
import type { CurrencyCode } from "../../domain/identifiers/codes.js";
import { isRateCode, type RateTable } from "../../domain/thresholds/rate-table.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { frozenTable } from "./frozen-table.js";
import { isUsableRate } from "./usable-rate.js";

/** What a table cannot be read without. */
export interface CoinbaseQuestion {
  readonly host: string;
  /** The currency that was asked for. */
  readonly base: CurrencyCode;
  /** The day on which it was asked, `YYYY-MM-DD`: the answer has no time of its own. */
  readonly date: string;
}

/**
 * Reads `{ data: { currency, rates: { USD: "…" } } }`: units of each currency for one unit of the base. Rates stay the
 * text of the service; the table is frozen.
 *
 * A rate that is not the text of a positive decimal, and one whose code no table can have (`"G"`, `"T"`), is left out:
 * better a `rate_missing` later than a guess now.
 *
 * @throws ComplianceError `provider_unreadable` when it is any other document, is about another base (which the service
 *   has been seen to answer), gives the base another worth than 1 of itself, or has no usable rate.
 */
export function readCoinbaseRates(text: string, { host, base, date }: CoinbaseQuestion): RateTable {
  const data = readJson(text, host).at("data");
  if (data.at("currency").text() !== base) data.at("currency").refuse("is about another currency");
  const listed = data.at("rates");
  const codes = listed.names().filter((code) => code !== base && isRateCode(code) && hasUsableRate(listed.at(code)));
  if (codes.length === 0) listed.refuse("has no usable rate");
  checkBase(listed.at(base));
  const rates = Object.fromEntries(codes.map((code) => [code, listed.at(code).text()]));
  return frozenTable({ base, date, source: "Coinbase", rates });
}

function hasUsableRate(rate: JsonNode): boolean {
  return rate.isText() && isUsableRate(rate.text());
}

/** A table whose base is not worth 1 of itself means something else than it says, for every currency. */
function checkBase(rate: JsonNode): void {
  if (rate.isAbsent()) return;
  if (!hasUsableRate(rate) || !new Exact(rate.text()).equals(1)) rate.refuse("is not 1 for the base itself");
}
