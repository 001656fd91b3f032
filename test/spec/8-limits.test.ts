import { describe, expect, it } from "vitest";
import { parseTransfer, unwrap } from "../../src/index.js";
import { faultsOf } from "../support/outcomes.js";
import { breaching, byCountry, sampleCompliance, vaspToVasp } from "../support/samples.js";

const records = Array.from({ length: 1001 }, (_, index) => ({ vasp_id: `V-${index}`, name_legal: "X" }));

describe("§8 limits", () => {
  it("default page 1 and default page size 50, of VASPs and of alerts", async () => {
    const { vasps, alerts, rules } = sampleCompliance();
    await vasps.load(records);
    for (let index = 0; index < 51; index += 1) {
      await rules.evaluate({ transaction: { ...breaching, transaction_id: `TX-${index}` }, rule_codes: byCountry });
    }
    const { items, pagination } = unwrap(await vasps.list());
    expect(items).toHaveLength(50);
    expect(pagination).toStrictEqual({ total: 1001, size: 50, page: 1 });
    expect(unwrap(await vasps.list({ page: 21 })).items).toHaveLength(1);
    const first = unwrap(await alerts.list());
    expect(first.items).toHaveLength(50);
    const second = unwrap(await alerts.list({ cursor: first.next_cursor }));
    expect([second.items.length, second.next_cursor]).toEqual([1, null]);
  });

  it("maximum page size 1000 (design)", async () => {
    const { vasps, alerts } = sampleCompliance();
    await vasps.load(records);
    expect(unwrap(await vasps.list({ size: 1000 })).items).toHaveLength(1000);
    expect(unwrap(await vasps.list({ size: 1000, page: 2 })).items).toHaveLength(1);
    expect(faultsOf(await vasps.list({ size: 1001 }))).toEqual([["out_of_range", "/size", "4.8"]]);
    expect(faultsOf(await alerts.list({ size: 1001 }))).toEqual([["out_of_range", "/size", "8"]]);
  });

  it("self-hosted addresses per transfer: at most one of the two", () => {
    const flagged = (originator: boolean, beneficiary: boolean): unknown =>
      faultsOf(
        parseTransfer({
          ...vaspToVasp,
          beneficiary_vasp_id: vaspToVasp.originator_vasp_id,
          originator_address_is_self_hosted: originator,
          beneficiary_address_is_self_hosted: beneficiary,
        }),
      );
    expect(flagged(false, false)).toEqual([]);
    expect(flagged(true, false)).toEqual([]);
    expect(flagged(false, true)).toEqual([]);
    expect(flagged(true, true)).toEqual([["both_self_hosted", "/beneficiary_address_is_self_hosted", "2.9"]]);
  });

  it("an input far beyond any of the specification is refused, not walked through", () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(faultsOf(parseTransfer({ ...vaspToVasp, ...deep }))).toEqual([["unknown_property", "/deep", "2.9"]]);
    expect(faultsOf(parseTransfer({ ...vaspToVasp, chain: deep }))).toEqual([["wrong_type", "/chain", "2.9"]]);
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]));
    expect(faultsOf(parseTransfer(wide))).toMatchObject([["unreadable", expect.any(String), "2.9"]]);
    const itself: Record<string, unknown> = { ...vaspToVasp };
    itself["self"] = itself;
    expect(faultsOf(parseTransfer(itself))).toEqual([["unknown_property", "/self", "2.9"]]);
  });
});
