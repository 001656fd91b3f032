import { describe, expect, it } from "vitest";
import { parseAccount } from "../../src/index.js";
import { faultsOf, without, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsACountry, itIsOneOf, itIsText, itRequires } from "../support/rows.js";
import { individual, now, sampleCompliance } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const table: FieldTable = { parse: parseAccount, sample: individual, at: "/individual", rule: "2.3" };
const date = "/individual/date_of_birth";

describe("§2.3 individual object", () => {
  itRequires(table, "individual_name");
  itAllowsToOmit(
    table,
    "individual_localname",
    "date_of_birth",
    "place_of_birth",
    "nationality_country",
    "residence_country",
  );
  itIsText(table, "place_of_birth");
  itIsACountry({ ...table, parse: parseAccount }, "nationality_country", "residence_country");

  it.each(["individual_name", "individual_localname"])("%s: a name object", (field) => {
    for (const value of [null, "Zoé Tremblay", [], 5]) {
      expect(faultsOf(parseAccount(withValue(individual, `/individual/${field}`, value)))).toEqual([
        ["wrong_type", `/individual/${field}`, "2.3"],
      ]);
    }
  });

  it("individual_localname: may stand without the other optional fields", () => {
    const given = without(individual, "/individual/date_of_birth", "/individual/nationality_country");
    expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
  });

  describe("date_of_birth", () => {
    it.each(["1984-02-29", "2000-02-29", "1900-02-28", "0001-01-01", "9999-12-31"])("%s is a day", (day) => {
      const given = withValue(individual, date, day);
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    });

    it.each([
      ...["1983-02-29", "1900-02-29", "1984-13-01", "1984-00-10", "1984-04-31", "1984-01-00", "84-02-29"],
      ...["29/02/1984", "1984-2-29", "1984-02-29T00:00:00Z", " 1984-02-29", "19840229", "0000-01-01"],
      ...["１９８４-02-29"],
    ])("%j is no day of the form YYYY-MM-DD", (day) => {
      expect(faultsOf(parseAccount(withValue(individual, date, day)))).toEqual([["not_a_date", date, "2.3"]]);
    });

    it("is text", () => {
      for (const value of [null, 19840229, new Date(0)]) {
        expect(faultsOf(parseAccount(withValue(individual, date, value)))).toEqual([["wrong_type", date, "2.3"]]);
      }
    });

    it("is not after today in UTC, says accounts.create, which has a clock", async () => {
      const at = (time: string): ReturnType<typeof sampleCompliance> =>
        sampleCompliance({ clock: () => new Date(time) });
      const born = (day: string): object => withValue(individual, date, day);
      const future = [["date_of_birth_in_future", date, "2.3"]];
      expect(faultsOf(await at(now.toISOString()).accounts.create(untyped(born("2024-06-29"))))).toEqual(future);
      expect(faultsOf(await at(now.toISOString()).accounts.create(untyped(born("2024-06-28"))))).toEqual([]);
      expect(faultsOf(await at("2024-06-28T23:59:59.999Z").accounts.create(untyped(born("2024-06-29"))))).toEqual(
        future,
      );
      expect(faultsOf(await at("2024-06-29T00:00:00.000Z").accounts.create(untyped(born("2024-06-29"))))).toEqual([]);
      expect(parseAccount(born("2999-01-01"))).toStrictEqual({ ok: true, value: born("2999-01-01") });
    });

    it("that is no date is not also in the future", async () => {
      const created = await sampleCompliance().accounts.create(untyped(withValue(individual, date, "9999-99-99")));
      expect(faultsOf(created)).toEqual([["not_a_date", date, "2.3"]]);
    });

    it("and place_of_birth together identify, so with nothing else both are needed (rule 2.2.1)", () => {
      const born = without(individual, "/customer_id", "/address", "/national_id");
      expect(parseAccount(born)).toStrictEqual({ ok: true, value: born });
      for (const path of [date, "/individual/place_of_birth"]) {
        expect(faultsOf(parseAccount(without(born, path)))).toEqual([["identification_missing", "", "2.2.1"]]);
      }
    });
  });

  describe.each(["individual_name", "individual_localname"])("the name object %s", (field) => {
    const name: FieldTable = { ...table, at: `/individual/${field}` };
    itRequires(name, "name_type", "name_last");
    itAllowsToOmit(name, "name_first", "name_middle");
    itIsText(name, "name_first", "name_middle", "name_last");
    itIsOneOf(name, "name_type", ["LEGL"], ["legl", "BIRT", "ALIA", "", " "]);

    it("knows no field of an entity's name", () => {
      expect(faultsOf(parseAccount(withValue(individual, `/individual/${field}/name_legal`, "Tremblay")))).toEqual([
        ["unknown_property", `/individual/${field}/name_legal`, "2.3"],
      ]);
    });
  });
});
