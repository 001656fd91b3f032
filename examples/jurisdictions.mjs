// @ts-check
/** What the travel rule requires of 900 and of 1,100 EUR: to a self-hosted wallet, and to Gibraltar. */
import { eu, gi, requirementsFor } from "vaspkit/jurisdictions";

const packs = [eu, gi];
const at = new Date("2026-11-23T12:00:00Z");

for (const amount of ["900", "1100"]) {
  const withdrawal = requirementsFor(
    { originator_country: "DE", kind: "withdrawal_to_self_hosted", amount, currency: "EUR", at },
    packs,
  );
  const transfer = requirementsFor(
    { originator_country: "DE", beneficiary_country: "GI", amount, currency: "EUR", at },
    packs,
  );
  console.log(`${amount} EUR from DE`);
  for (const [to, { status, tiers, duties }] of Object.entries({ "self-hosted": withdrawal, GI: transfer })) {
    console.log(`  to ${to}: ${status}`);
    for (const { jurisdiction, tier, reached } of tiers) {
      const threshold = `${tier.operator} ${tier.threshold} ${tier.currency}`;
      console.log(`    ${jurisdiction} ${tier.effect} ${threshold}: ${reached ? "reached" : "not reached"}`);
    }
    for (const { duty, source } of duties) console.log(`    ${duty} by ${source.citation}`);
  }
}
