import { describe, expect, it } from "vitest";
import { parseAccount } from "../../src/index.js";
import { faultsOf, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsACountry, itIsOneOf, itIsText, itRequires } from "../support/rows.js";
import { entity, fullAddress, individual } from "../support/samples.js";

const table: FieldTable = { parse: parseAccount, sample: individual, at: "/address", rule: "2.5" };

describe("§2.5 address object", () => {
  itRequires(table, "address_type", "address_city", "address_country_code");
  itAllowsToOmit(
    table,
    "address_line",
    "address_street_no",
    "address_building_name",
    "address_floor",
    "address_room",
    "address_department",
    "address_subdepartment",
    "address_postbox",
    "address_city_location",
    "address_region",
    "address_district",
    "address_postcode",
  );
  itIsText(
    table,
    "address_line",
    "address_street_no",
    "address_street_name",
    "address_building_name",
    "address_floor",
    "address_room",
    "address_department",
    "address_subdepartment",
    "address_postbox",
    "address_city_location",
    "address_city",
    "address_region",
    "address_district",
    "address_postcode",
  );
  itIsOneOf(table, "address_type", ["GEOG", "HOME", "BIZZ"], ["geog", "PBOX", "", " "]);
  itIsACountry({ ...table, parse: parseAccount }, "address_country_code");

  describe("address_line, or address_street_name with address_street_no or address_building_name", () => {
    const { address_line, address_street_no, address_street_name, address_building_name } = fullAddress;
    const rest = { address_type: "GEOG", address_city: "Paris", address_country_code: "FR" } as const;
    const line = { address_line };
    const no = { address_street_no };
    const street = { address_street_name };
    const building = { address_building_name };
    const incomplete = ["address_incomplete", "/address", "2.5"];
    const nameless = ["street_name_missing", "/address/address_street_name", "2.5"];

    it.each([
      ["line", line, []],
      ["street name, street number", { ...street, ...no }, []],
      ["street name, building", { ...street, ...building }, []],
      ["street name, street number, building", { ...street, ...no, ...building }, []],
      ["line, street name", { ...line, ...street }, []],
      ["line, street name, street number", { ...line, ...street, ...no }, []],
      ["line, street name, building", { ...line, ...street, ...building }, []],
      ["line, street name, street number, building", { ...line, ...street, ...no, ...building }, []],
      ["nothing", {}, [incomplete]],
      ["street name alone", street, [incomplete]],
      ["street number alone", no, [nameless]],
      ["building alone", building, [nameless]],
      ["street number, building", { ...no, ...building }, [nameless]],
      ["line, street number", { ...line, ...no }, [nameless]],
      ["line, building", { ...line, ...building }, [nameless]],
      ["line, street number, building", { ...line, ...no, ...building }, [nameless]],
    ])("%s", (_, parts, faults) => {
      for (const account of [individual, entity]) {
        const given = withValue(account, "/address", { ...rest, ...parts });
        expect(faultsOf(parseAccount(given))).toEqual(faults);
      }
    });

    it("no other part can stand for them", () => {
      const { address_postbox, address_district, address_city_location } = fullAddress;
      const given = { ...rest, address_postbox, address_district, address_city_location };
      expect(faultsOf(parseAccount(withValue(individual, "/address", given)))).toEqual([incomplete]);
    });
  });

  it("every field has its issue, also when the name of one begins another's", () => {
    const given = withValue(individual, "/address", { address_city_location: 5, address_line: null });
    expect(faultsOf(parseAccount(given))).toEqual([
      ["wrong_type", "/address/address_city_location", "2.5"],
      ["wrong_type", "/address/address_line", "2.5"],
      ["required", "/address/address_type", "2.5"],
      ["required", "/address/address_city", "2.5"],
      ["required", "/address/address_country_code", "2.5"],
    ]);
  });

  it("an address that breaks a rule still counts as the identifying item: one fault, one issue", () => {
    const given = withValue(
      { reference_id: "A-1", account_type: "entity", entity: entity.entity, address: fullAddress },
      "/address/address_country_code",
      "UK",
    );
    expect(faultsOf(parseAccount(given))).toEqual([["not_a_country", "/address/address_country_code", "2.5"]]);
  });
});
