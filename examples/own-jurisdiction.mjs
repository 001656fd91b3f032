import { unwrap } from "vaspkit";
import { defineJurisdiction, kz, requirementsFor } from "vaspkit/jurisdictions";

// Your counsel says that the tier of the pack covers self-hosted wallets, and that nothing else applies.
const tiers = kz.tiers.map((tier) => ({ ...tier, covers_self_hosted: true }));
const reviewed = unwrap(defineJurisdiction({ ...kz, tiers }));

const at = new Date("2026-11-23T12:00:00Z");
const kind = "withdrawal_to_self_hosted";
for (const pack of [kz, reviewed]) {
  const query = { originator_country: "KZ", kind, amount: "900", currency: "USD", at };
  const { status, undecided } = requirementsFor(query, [pack]);
  console.log(status, ...undecided.map(({ reason }) => reason));
}
