/** What the two flags of a transfer say of it (§2.9 rules 5 and 6). */
import { describe, expect, it } from "vitest";
import { initiatorOf, kindOf } from "../../../src/domain/transfers/transfer.js";

/** Two VASPs, which rules 5 and 6 would make one: so it shows which of them is meant. */
const route = {
  originator_address: "a",
  beneficiary_address: "b",
  originator_vasp_id: "originator's",
  beneficiary_vasp_id: "beneficiary's",
};

describe("the kind of a transfer and its initiator", () => {
  it.each([
    [false, false, "vasp_to_vasp", "originator's"],
    [false, true, "withdrawal_to_self_hosted", "originator's"],
    [true, false, "deposit_from_self_hosted", "beneficiary's"],
  ] as const)(
    "with an originator that is self-hosted (%s) or a beneficiary (%s)",
    (originator, beneficiary, kind, vasp) => {
      const transfer = {
        ...route,
        originator_address_is_self_hosted: originator,
        beneficiary_address_is_self_hosted: beneficiary,
        // The rows hold the three combinations that the type allows; it cannot see that.
      } as Parameters<typeof initiatorOf>[0];
      expect(kindOf(transfer)).toBe(kind);
      expect(initiatorOf(transfer)).toBe(vasp);
    },
  );
});
