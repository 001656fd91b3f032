/** The part of pollution-battery.ts about packs of jurisdictions. */
import { createCompliance, fixedRates, memoryStorage, unwrap } from "../../src/index.js";
import {
  ae,
  br,
  defineJurisdiction,
  eu,
  gb,
  kz,
  type Requirements,
  requirementsFor,
  sg,
  thresholdsOf,
} from "../../src/jurisdictions.js";
import * as samples from "./samples.js";
import { untyped } from "./untyped.js";

const { now, ecbTable } = samples;
const packs = [ae, br, eu, gb, kz, sg];
const rates = { ...ecbTable, date: now.toISOString().slice(0, "YYYY-MM-DD".length) };

/** What an answer says, without the tiers themselves, which are long. */
function essence({ status, undecided, tiers, listed, originator, beneficiary, duties }: Requirements): unknown {
  const applied = tiers.map(({ tier, ...rest }) => ({ ...rest, tier: tier.name }));
  return { status, undecided, applied, listed: listed.length, originator, beneficiary, duties };
}

const queries: Readonly<Record<string, unknown>> = {
  empty: {},
  "without countries": { amount: "1", currency: "EUR", at: now },
  inside: { originator_country: "GB", beneficiary_country: "GB", amount: "900", currency: "GBP", at: now },
  across: { originator_country: "GB", beneficiary_country: "DE", amount: "900", currency: "USD", at: now },
  "to an unknown country": { originator_country: "GB", amount: "900", currency: "GBP", at: now },
  "without amount": { originator_country: "SG", beneficiary_country: "AE", at: now },
  withdrawal: { originator_country: "KZ", kind: "withdrawal_to_self_hosted", amount: 1, currency: "USD", at: now },
  deposit: { beneficiary_country: "FR", kind: "deposit_from_self_hosted", amount: 900, currency: "EUR", at: now },
};

const { zones: _, ...withoutZones } = gb;
const { members: _members, ...withoutMembers } = eu;

const drafts: Readonly<Record<string, unknown>> = {
  empty: {},
  valid: kz,
  "without zones": withoutZones,
  "without members": withoutMembers,
  "without status": { ...sg, tiers: sg.tiers.map(({ status: _status, ...tier }) => tier) },
};

/** Each records an outcome under a name. */
export async function runJurisdictions(record: (name: string, run: () => unknown) => Promise<void>): Promise<void> {
  for (const [title, query] of Object.entries(queries)) {
    await record(`requirementsFor ${title}`, () => essence(requirementsFor(query as never, packs)));
    await record(`requirementsFor ${title} with rates`, () => essence(requirementsFor(query as never, packs, rates)));
  }
  await record("requirementsFor with old rates", () =>
    requirementsFor(queries["across"] as never, packs, ecbTable, {}),
  );
  for (const [title, draft] of Object.entries(drafts)) {
    await record(`defineJurisdiction ${title}`, () => {
      const defined = defineJurisdiction(draft);
      return defined.ok ? defined.value.tiers.length : defined.issues;
    });
  }
  for (const scope of ["vasp_to_vasp", "self_hosted"] as const) {
    const source = thresholdsOf(packs, { scope });
    await record(`thresholdsOf ${scope}`, () => source.current(now));
    await record(`thresholdsOf ${scope}, undecided`, () => source.undecided(now));
  }
  await runChecks(record);
}

async function runChecks(record: (name: string, run: () => unknown) => Promise<void>): Promise<void> {
  const options = { storage: memoryStorage(), jurisdictions: packs, rates: fixedRates(rates), clock: () => now };
  const compliance = createCompliance(options);
  // The second has no country.
  await record("vasps of the packs", () => compliance.vasps.load([samples.fullVasp, samples.shortVasp]));
  const money = { amount: "2000", currency: "USD" };
  const inputs = {
    without: samples.vaspToVasp,
    with: { ...samples.vaspToVasp, ...money },
    deposit: samples.withdrawal,
  };
  for (const [title, input] of Object.entries(inputs)) {
    await record(`transfers.check with packs, ${title}`, async () => {
      const checked = await compliance.transfers.check(untyped(input));
      return checked.ok ? essence(unwrap(checked).requirements as Requirements) : checked.issues;
    });
  }
  await compliance.close();
}
