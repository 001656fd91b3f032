import { describe, expect, it } from "vitest";
import { parseVasp } from "../../src/index.js";
import { faultsOf, without, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsACountry, itIsOneOf, itIsText, itRequires } from "../support/rows.js";
import { fullVasp, lei, shortVasp } from "../support/samples.js";

const table: FieldTable = { parse: parseVasp, sample: fullVasp, at: "", rule: "2.7", nullIsAbsent: true };
const optional = Object.keys(without(fullVasp, "/vasp_id", "/name_legal"));

describe("§2.7 VASP record", () => {
  it("takes a record with every field, and one with no more than vasp_id and name_legal", () => {
    expect(parseVasp(fullVasp)).toStrictEqual({ ok: true, value: fullVasp });
    expect(parseVasp(shortVasp)).toStrictEqual({ ok: true, value: shortVasp });
    expect(optional).toHaveLength(14);
  });

  itRequires(table, "vasp_id", "name_legal");
  itAllowsToOmit(table, ...optional);
  itIsText(
    table,
    "vasp_id",
    "name_legal",
    "name_business",
    "address_street_no",
    "address_street_name",
    "address_city",
    "address_region",
    "address_postcode",
    "website",
    "summary",
    "national_id",
  );
  itIsACountry({ ...table, parse: parseVasp }, "address_country_code", "national_id_issue_country");

  describe("null means absent (design)", () => {
    it.each(optional)("%s", (field) => {
      const given = withValue(fullVasp, `/${field}`, null);
      expect(parseVasp(given)).toStrictEqual({ ok: true, value: without(fullVasp, `/${field}`) });
    });

    it.each(["vasp_id", "name_legal"])("%s: so it is missing", (field) => {
      expect(faultsOf(parseVasp({ ...fullVasp, [field]: null }))).toEqual([["required", `/${field}`, "2.7"]]);
    });

    it("an unknown property too", () => {
      expect(parseVasp({ ...shortVasp, colour: null })).toStrictEqual({ ok: true, value: shortVasp });
    });
  });

  describe("supported_protocols", () => {
    const at = "/supported_protocols";

    it("an array of text, in the given order, possibly empty", () => {
      for (const supported_protocols of [[], ["TRP"], ["Z", "A", "Z"]]) {
        const given = { ...shortVasp, supported_protocols };
        expect(parseVasp(given)).toStrictEqual({ ok: true, value: given });
      }
    });

    it("no other thing, and each element is text", () => {
      for (const value of ["TRP", 5, {}, { 0: "TRP", length: 1 }]) {
        expect(faultsOf(parseVasp(withValue(fullVasp, at, value)))).toEqual([["wrong_type", at, "2.7"]]);
      }
      expect(faultsOf(parseVasp(withValue(fullVasp, at, ["TRP", 5, " ", null, "a\0"])))).toEqual([
        ["wrong_type", `${at}/1`, "2.7"],
        ["text_blank", `${at}/2`, "2.7"],
        ["wrong_type", `${at}/3`, "2.7"],
        ["text_control_character", `${at}/4`, "2.7"],
      ]);
    });
  });

  describe("national id", () => {
    const entityCodes = ["RAID", "TXID", "MISC"];
    itIsOneOf(table, "national_id_type_code", entityCodes, ["CCPT", "ARNU", "SOCS", "raid", "", " "]);

    it("national_id_type_code: LEIX, whose national_id has right check digits", () => {
      const given = { ...shortVasp, national_id_type_code: "LEIX", national_id: lei };
      expect(parseVasp(given)).toStrictEqual({ ok: true, value: given });
      for (const national_id of ["506700GE1G29325QX364", `${lei} `, lei.toLowerCase(), "HRB 12345"]) {
        expect(faultsOf(parseVasp({ ...given, national_id }))).toEqual([["not_an_lei", "/national_id", "2.7"]]);
      }
    });

    it("each of its fields may stand without the others", () => {
      for (const part of [
        { national_id_type_code: "LEIX" },
        { national_id: "506700GE1G29325QX364" },
        { national_id_issue_country: "SG" },
        { national_id_registration_authority: "RA000523" },
      ]) {
        expect(parseVasp({ ...shortVasp, ...part })).toStrictEqual({ ok: true, value: { ...shortVasp, ...part } });
      }
    });

    it("national_id_registration_authority: an entry of the list (§2.6)", () => {
      const at = "/national_id_registration_authority";
      for (const authority of ["RA000001", "RA777777", "RA888888", "RA999999"]) {
        expect(faultsOf(parseVasp(withValue(fullVasp, at, authority)))).toEqual([]);
      }
      for (const authority of ["RA000000", "RA000015", "ra000001", "ACRA"]) {
        expect(faultsOf(parseVasp(withValue(fullVasp, at, authority)))).toEqual([
          ["not_a_registration_authority", at, "2.7"],
        ]);
      }
      expect(faultsOf(parseVasp(withValue(fullVasp, at, 523)))).toEqual([["wrong_type", at, "2.7"]]);
    });
  });

  it("rejects unknown properties, each", () => {
    const { name_legal: name, ...rest } = fullVasp;
    expect(faultsOf(parseVasp({ name, nat: "SG", ...rest, created: "2024-06-28" }))).toEqual([
      ["unknown_property", "/name", "2.7"],
      ["unknown_property", "/nat", "2.7"],
      ["unknown_property", "/created", "2.7"],
      ["required", "/name_legal", "2.7"],
    ]);
  });

  it("gives every issue at once, also when the name of one field begins another's", () => {
    const given = { national_id_type_code: "CCPT", national_id: 5, address_country_code: "UK", name_business: "" };
    expect(faultsOf(parseVasp(given))).toEqual([
      ["not_allowed", "/national_id_type_code", "2.7"],
      ["wrong_type", "/national_id", "2.7"],
      ["not_a_country", "/address_country_code", "2.7"],
      ["text_blank", "/name_business", "2.7"],
      ["required", "/vasp_id", "2.7"],
      ["required", "/name_legal", "2.7"],
    ]);
  });

  it.each([[null], [undefined], ["VASP-1"], [[shortVasp]], [7]])("is an object, not %j", (given) => {
    const code = given === undefined ? "required" : "wrong_type";
    expect(faultsOf(parseVasp(given))).toEqual([[code, "", "2.7"]]);
  });
});
