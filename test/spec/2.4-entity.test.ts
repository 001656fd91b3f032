import { describe, expect, it } from "vitest";
import { parseAccount } from "../../src/index.js";
import { faultsOf, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsACountry, itIsOneOf, itIsText, itRequires } from "../support/rows.js";
import { entity } from "../support/samples.js";

const table: FieldTable = { parse: parseAccount, sample: entity, at: "/entity", rule: "2.4" };

describe("§2.4 entity object", () => {
  itRequires(table, "entity_name");
  itAllowsToOmit(table, "entity_localname", "registration_country");
  itIsACountry({ ...table, parse: parseAccount }, "registration_country");

  it.each(["entity_name", "entity_localname"])("%s: a name object", (field) => {
    for (const value of [null, "Nordlicht Handel GmbH", [], 5]) {
      expect(faultsOf(parseAccount(withValue(entity, `/entity/${field}`, value)))).toEqual([
        ["wrong_type", `/entity/${field}`, "2.4"],
      ]);
    }
  });

  describe.each(["entity_name", "entity_localname"])("the name object %s", (field) => {
    const name: FieldTable = { ...table, at: `/entity/${field}` };
    itRequires(name, "name_type", "name_legal");
    itAllowsToOmit(name, "name_business");
    itIsText(name, "name_legal", "name_business");
    itIsOneOf(name, "name_type", ["LEGL"], ["legl", "TRAD", "SHRT", "", " "]);

    it("knows no field of an individual's name", () => {
      expect(faultsOf(parseAccount(withValue(entity, `/entity/${field}/name_last`, "Nordlicht")))).toEqual([
        ["unknown_property", `/entity/${field}/name_last`, "2.4"],
      ]);
    });
  });
});
