import { eu, gi, requirementsFor } from "vaspkit/jurisdictions";

const at = new Date("2026-11-23T12:00:00Z");
const from = { originator_country: "DE", currency: "EUR", at };
for (const amount of ["900", "1100"]) {
  for (const to of [{ kind: "withdrawal_to_self_hosted" }, { beneficiary_country: "GI" }]) {
    const { status, tiers, duties } = requirementsFor({ ...from, ...to, amount }, [eu, gi]);
    console.log(`${amount} EUR from DE to ${to.beneficiary_country ?? "a self-hosted wallet"}: ${status}`);
    for (const { jurisdiction, tier, reached } of tiers) {
      const threshold = `${tier.operator} ${tier.threshold} ${tier.currency}`;
      console.log(`  ${jurisdiction} ${tier.effect} ${threshold}: ${reached ? "reached" : "not reached"}`);
    }
    for (const { duty, source } of duties) console.log(`  duty: ${duty} by ${source.citation}`);
  }
}
