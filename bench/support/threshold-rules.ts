/** A threshold decided by json-rules-engine: the amount is converted with decimal.js, the rule compares it. */
import { Decimal } from "decimal.js";
import { Engine } from "json-rules-engine";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { officials, rates, thresholds } from "./threshold-corpora.js";
import { mapped, type Table } from "./threshold-tables.js";

const decimalRates: Table<Decimal> = mapped(rates, (text) => new Decimal(text));

/** An engine for each country with its one rule: all countries' rules in one engine would all be run each time. */
const engines: Table<Engine> = mapped(thresholds, (threshold) => {
  const engine = new Engine([
    {
      conditions: { all: [{ fact: "converted", operator: "reaches", value: threshold }] },
      event: { type: "breach" },
    },
  ]);
  const limit = new Decimal(threshold);
  engine.addOperator("reaches", (converted: Decimal) => converted.gte(limit));
  return engine;
});

/** Runs the rule of the transaction's country. */
export async function rulesEngineBreaches({ amount, currency, country }: Transaction): Promise<boolean> {
  const to = decimalRates[officials[country] as string] as Decimal;
  const converted = new Decimal(amount).times(to).div(decimalRates[currency] as Decimal);
  const { events } = await (engines[country] as Engine).run({ converted });
  return events.length > 0;
}
