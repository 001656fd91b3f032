// @ts-check
/** Thresholds with their own currency, and those of the packs, which depend on the day. */
import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { ar, gb, gi, sg, thresholdsOf } from "vaspkit/jurisdictions";

const rates = fixedRates({
  base: "EUR",
  date: "2026-06-29",
  source: "treasury desk",
  rates: { GBP: "0.85", USD: "1.1" },
});
let now = "2026-06-29T12:00:00Z";

/** @param {import("vaspkit").ComplianceOptions["thresholds"]} thresholds */
function evaluateWith(thresholds) {
  const compliance = createCompliance({ storage: memoryStorage(), thresholds, rates, clock: () => new Date(now) });
  /** @param {string} amount @param {string} currency @param {string} country */
  return async (amount, currency, country) => {
    const transaction = { transaction_id: "T-1", amount, currency, country };
    const request = { transaction, rule_codes: /** @type {const} */ (["THRESHOLD_BY_COUNTRY"]) };
    const [result] = unwrap(await compliance.rules.evaluate(request)).results;
    if (result === undefined) throw new Error("no result");
    console.log(`${amount} ${currency} in ${country}: ${result.status}`);
    return result.decision;
  };
}

// Gibraltar states its threshold in euro. Amounts are compared in euro, exactly.
const evaluate = evaluateWith({ US: "3000", GI: { amount: "1000", currency: "EUR" } });
await evaluate("1099.99", "USD", "GI");
const { converted, currency, rate } = await evaluate("1100.00", "USD", "GI");
console.log(`  ${converted} ${currency}; for one ${rate?.base}: ${rate?.from} USD and ${rate?.to} ${currency}`);

// The United Kingdom changed its threshold on 30 June 2026: 1,000 EUR until then, 800 GBP since.
const thresholds = thresholdsOf([gb, gi, sg]);
const evaluateByPacks = evaluateWith(thresholds);
const before = await evaluateByPacks("840", "GBP", "GB");
console.log(`  threshold ${before.threshold} ${before.currency}, or ${before.official?.threshold} GBP`);
now = "2026-06-30T12:00:00Z";
const since = await evaluateByPacks("840", "GBP", "GB");
console.log(`  threshold ${since.threshold} ${since.currency}; ${since.citation}`);

// Singapore's regulation says "exceeding". The equal amount is a breach, and the decision has a note.
const { operator, note } = await evaluateByPacks("1500", "SGD", "SG");
console.log(`  ${operator} ${note}`);

// No source has Argentina's amount. A country without a threshold never passes.
for (const { country, reason, message } of thresholdsOf([ar, gb]).undecided(new Date(now))) {
  console.log(`${country}: ${reason}. ${message}`);
}
