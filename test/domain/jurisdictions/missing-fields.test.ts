/** What parties lack of the required fields: individuals, and entities without date and place of birth. */
import { describe, expect, it } from "vitest";
import { missingFields } from "../../../src/domain/jurisdictions/missing-fields.js";
import type { Party } from "../../../src/index.js";
import type { PartyField, PartyRequirements } from "../../../src/jurisdictions.js";

const source = { jurisdiction: "SG", tier: "value transfers", citation: "PSN02 13" };
const other = { jurisdiction: "KR", tier: "transfers", citation: "Art. 10-10" };

const individual: Party = {
  account_type: "individual",
  account_category: "customer",
  individual: { individual_name: { name_type: "LEGL", name_last: "Müller" } },
};
const entity: Party = {
  account_type: "entity",
  account_category: "customer",
  entity: { entity_name: { name_type: "LEGL", name_legal: "Widgets AG" } },
};

function requiring(
  required: readonly PartyField[],
  one_of: readonly (readonly PartyField[])[] = [],
): PartyRequirements {
  return {
    required: required.map((field) => ({ field, sources: [source] })),
    alternatives: one_of.length === 0 ? [] : [{ one_of, sources: [source] }],
  };
}

/** The missing fields, and the groups of unmet alternatives. */
function lacking(party: Party, requirements: PartyRequirements): unknown {
  const { required, alternatives } = missingFields(party, requirements);
  return [required.map(({ field }) => field), alternatives.map(({ one_of }) => one_of)];
}

describe("an individual", () => {
  it("lacks each required field that it does not have", () => {
    const all = requiring(["name", "account_or_wallet", "address", "national_id", "customer_id", "date_of_birth"]);
    expect(lacking(individual, all)).toEqual([["address", "national_id", "customer_id", "date_of_birth"], []]);
    expect(lacking({ ...individual, customer_id: "C-1" }, all)).toEqual([
      ["address", "national_id", "date_of_birth"],
      [],
    ]);
  });

  it("meets an alternative with all fields of one group", () => {
    const groups: readonly (readonly PartyField[])[] = [["address"], ["date_of_birth", "place_of_birth"]];
    const born = (details: object): Party => ({ ...individual, individual: { ...individual.individual, ...details } });
    expect(lacking(born({ date_of_birth: "1984-02-29" }), requiring([], groups))).toEqual([[], [groups]]);
    const birth = { date_of_birth: "1984-02-29", place_of_birth: "Bern" };
    expect(lacking(born(birth), requiring([], groups))).toEqual([[], []]);
  });
});

describe("an entity", () => {
  it("needs no date and place of birth, but the remaining alternatives", () => {
    const groups: readonly (readonly PartyField[])[] = [
      ["address", "date_of_birth"],
      ["date_of_birth"],
      ["national_id"],
    ];
    expect(lacking(entity, requiring([], groups))).toEqual([[], [[["address"], ["national_id"]]]]);
  });

  it("needs address, national id or customer id where no alternative remains", () => {
    const fallback = [["address"], ["national_id"], ["customer_id"]];
    expect(lacking(entity, requiring([], [["date_of_birth", "place_of_birth"]]))).toEqual([[], [fallback]]);
    expect(lacking(entity, requiring(["name", "date_of_birth"]))).toEqual([[], [fallback]]);
    expect(lacking({ ...entity, customer_id: "C-1" }, requiring(["date_of_birth"]))).toEqual([[], []]);
  });

  it("needs no more where the same law requires another identifying field", () => {
    expect(lacking(entity, requiring(["address", "date_of_birth"]))).toEqual([["address"], []]);
    expect(lacking(entity, requiring(["date_of_birth"], [["national_id"]]))).toEqual([[], [[["national_id"]]]]);
  });

  it("needs it for the law that requires only details of birth, whatever another law requires", () => {
    const requirements: PartyRequirements = {
      required: [
        { field: "date_of_birth", sources: [source, other] },
        { field: "address", sources: [other] },
      ],
      alternatives: [],
    };
    const { required, alternatives } = missingFields(entity, requirements);
    expect(required.map(({ field }) => field)).toEqual(["address"]);
    expect(alternatives.map(({ sources }) => sources)).toEqual([[source]]);
  });

  it("that has nothing required of it lacks nothing", () => {
    expect(lacking(entity, requiring(["name", "account_or_wallet"]))).toEqual([[], []]);
  });
});
