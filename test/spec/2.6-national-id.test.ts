import { describe, expect, it } from "vitest";
import { parseAccount } from "../../src/index.js";
import { faultsOf, without, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsACountry, itIsText, itRequires } from "../support/rows.js";
import { entity, individual, lei } from "../support/samples.js";

const ofIndividual: FieldTable = { parse: parseAccount, sample: individual, at: "/national_id", rule: "2.6" };
const ofEntity: FieldTable = { ...ofIndividual, sample: entity };
const typePath = "/national_id/national_id_type";
const authorityPath = "/national_id/registration_authority";

const withId = (account: object, national_id: object): object => withValue(account, "/national_id", national_id);

describe("§2.6 national ID object", () => {
  describe("of an individual", () => {
    itRequires(ofIndividual, "national_id_type", "national_id");
    itAllowsToOmit(ofIndividual, "issue_country");
    itIsText(ofIndividual, "national_id");
    itIsACountry({ ...ofIndividual, parse: parseAccount }, "issue_country");

    it.each(["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"])("national_id_type: %s", (type) => {
      const given = withValue(individual, typePath, type);
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    });

    it.each(["RAID", "TXID", "LEIX"])("national_id_type: not %s, a code of entities", (type) => {
      const given = withId(individual, { national_id_type: type, national_id: lei });
      expect(faultsOf(parseAccount(given))).toEqual([["national_id_type_of_entity", typePath, "2.6"]]);
    });

    it.each(["ccpt", "PASS", "", " "])("national_id_type: not %j", (type) => {
      expect(faultsOf(parseAccount(withValue(individual, typePath, type)))).toEqual([["not_allowed", typePath, "2.6"]]);
    });

    it("registration_authority: rejected (design)", () => {
      expect(faultsOf(parseAccount(withValue(individual, authorityPath, "RA000242")))).toEqual([
        ["registration_authority_on_individual", authorityPath, "2.6"],
      ]);
    });
  });

  describe("of an entity", () => {
    itRequires(ofEntity, "national_id_type", "national_id");
    itIsText(ofEntity, "national_id");

    it.each(["RAID", "TXID", "MISC"])("national_id_type: %s, with a registration authority", (type) => {
      const given = withValue(entity, typePath, type);
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    });

    it.each(["RAID", "TXID", "MISC"])("registration_authority: required with %s", (type) => {
      const given = without(withValue(entity, typePath, type), authorityPath);
      expect(faultsOf(parseAccount(given))).toEqual([["registration_authority_missing", authorityPath, "2.6"]]);
    });

    it.each(["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD"])(
      "national_id_type: not %s, a code of individuals",
      (type) => {
        expect(faultsOf(parseAccount(withValue(entity, typePath, type)))).toEqual([
          ["national_id_type_of_individual", typePath, "2.6"],
        ]);
      },
    );

    it("issue_country: must not be specified, whatever the type", () => {
      for (const type of ["RAID", "TXID", "MISC"]) {
        const given = withValue(withValue(entity, typePath, type), "/national_id/issue_country", "DE");
        expect(faultsOf(parseAccount(given))).toEqual([
          ["issue_country_on_entity", "/national_id/issue_country", "2.6"],
        ]);
      }
      const ofLei = withId(entity, { national_id_type: "LEIX", national_id: lei, issue_country: "DE" });
      expect(faultsOf(parseAccount(ofLei))).toEqual([["issue_country_on_entity", "/national_id/issue_country", "2.6"]]);
    });

    it.each(["RA000001", "RA000242", "RA000585", "RA777777", "RA888888", "RA999999"])(
      "registration_authority: %s stands in the list",
      (authority) => {
        const given = withValue(entity, authorityPath, authority);
        expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
      },
    );

    it.each(["RA000000", "RA000015", "RA666666", "ra000242", "RA242", " RA000242", "RA0002420", "HRB"])(
      "registration_authority: %j does not, or no longer",
      (authority) => {
        expect(faultsOf(parseAccount(withValue(entity, authorityPath, authority)))).toEqual([
          ["not_a_registration_authority", authorityPath, "2.6"],
        ]);
      },
    );

    it("registration_authority: text", () => {
      for (const value of [null, 242, ["RA000242"]]) {
        expect(faultsOf(parseAccount(withValue(entity, authorityPath, value)))).toEqual([
          ["wrong_type", authorityPath, "2.6"],
        ]);
      }
      expect(faultsOf(parseAccount(withValue(entity, authorityPath, "")))).toEqual([
        ["text_blank", authorityPath, "2.6"],
      ]);
    });
  });

  describe("LEIX, a legal entity identifier (ISO 17442)", () => {
    const withLei = (national_id: unknown): object => withId(entity, { national_id_type: "LEIX", national_id });

    it("needs no registration authority, and may have one of the list", () => {
      const alone = withLei(lei);
      const listed = withValue(alone, authorityPath, "RA888888");
      expect(parseAccount(alone)).toStrictEqual({ ok: true, value: alone });
      expect(parseAccount(listed)).toStrictEqual({ ok: true, value: listed });
      expect(faultsOf(parseAccount(withValue(alone, authorityPath, "RA000000")))).toEqual([
        ["not_a_registration_authority", authorityPath, "2.6"],
      ]);
    });

    it.each(["529900T8BM49AURSDO55", "5493001KJTIIGC8Y1R12", "7H6GLXDRUGQFU57RNE97"])(
      "%s has right check digits",
      (id) => {
        expect(parseAccount(withLei(id))).toStrictEqual({ ok: true, value: withLei(id) });
      },
    );

    it.each([
      ["a wrong check digit", "506700GE1G29325QX364"],
      ["two digits swapped", "506700GE1G29325QX336"],
      ["19 characters", "506700GE1G29325QX36"],
      ["21 characters", "506700GE1G29325QX3633"],
      ["lower case", "506700ge1g29325qx363"],
      ["white space around it", " 506700GE1G29325QX363"],
      ["no LEI at all", "HRB 12345"],
    ])("%s: an issue", (_, id) => {
      expect(faultsOf(parseAccount(withLei(id)))).toEqual([["not_an_lei", "/national_id/national_id", "2.6"]]);
    });

    it("with a fault of its text has that issue only", () => {
      expect(faultsOf(parseAccount(withLei(" ")))).toEqual([["text_blank", "/national_id/national_id", "2.6"]]);
      expect(faultsOf(parseAccount(withLei(5)))).toEqual([["wrong_type", "/national_id/national_id", "2.6"]]);
    });

    it("is asked for by the type only: another id may look like a broken one", () => {
      const given = withValue(entity, "/national_id/national_id", "506700GE1G29325QX364");
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    });
  });

  it("every field has its issue, also when the name of one begins another's", () => {
    for (const account of [individual, entity]) {
      expect(faultsOf(parseAccount(withId(account, {})))).toEqual([
        ["required", typePath, "2.6"],
        ["required", "/national_id/national_id", "2.6"],
      ]);
      expect(faultsOf(parseAccount(withId(account, { national_id: 5, national_id_type: "PASS" })))).toEqual([
        ["wrong_type", "/national_id/national_id", "2.6"],
        ["not_allowed", typePath, "2.6"],
      ]);
    }
  });

  it("says nothing of what depends on an account_type that is wrong itself", () => {
    const given = withValue(withValue(entity, "/account_type", "company"), "/national_id/issue_country", "DE");
    expect(faultsOf(parseAccount(given))).toEqual([["not_allowed", "/account_type", "2.2"]]);
  });
});
