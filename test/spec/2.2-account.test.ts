import { describe, expect, it } from "vitest";
import { parseAccount } from "../../src/index.js";
import { faultsOf, without, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsOneOf, itIsText, itRequires } from "../support/rows.js";
import { entity, individual } from "../support/samples.js";

const account = { parse: parseAccount, at: "", rule: "2.2" };
const individualTable: FieldTable = { ...account, sample: individual };
const entityTable: FieldTable = { ...account, sample: entity };

/** Nothing but what the account type asks for: identified by nothing. */
const bareIndividual = without(
  individual,
  "/customer_id",
  "/address",
  "/national_id",
  "/individual/date_of_birth",
  "/individual/place_of_birth",
);
const bareEntity = without(entity, "/customer_id", "/address", "/national_id");

describe("§2.2 account", () => {
  it.each([individual, entity])(
    "takes an account of type $account_type with every field and gives it back",
    (given) => {
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    },
  );

  describe("the rows", () => {
    itRequires(individualTable, "reference_id", "account_type");
    itIsText(individualTable, "reference_id", "customer_id");
    itAllowsToOmit(individualTable, "customer_id", "email", "address", "national_id");
    itAllowsToOmit(entityTable, "customer_id", "email", "address", "national_id");
    itIsOneOf(individualTable, "account_category", ["customer", "non-customer"], ["recipient", "Customer", "", " "]);

    it("account_type: individual or entity, nothing else", () => {
      for (const type of ["Individual", "company", "", " "]) {
        expect(faultsOf(parseAccount(withValue(individual, "/account_type", type)))).toEqual([
          ["not_allowed", "/account_type", "2.2"],
        ]);
      }
      for (const type of [null, 1, ["individual"]]) {
        expect(faultsOf(parseAccount(withValue(individual, "/account_type", type)))).toEqual([
          ["wrong_type", "/account_type", "2.2"],
        ]);
      }
    });

    it.each([individual, entity])("account_category: customer when left out ($account_type)", (given) => {
      expect(parseAccount(without(given, "/account_category"))).toStrictEqual({
        ok: true,
        value: { ...given, account_category: "customer" },
      });
    });

    it.each(["a@b", "info@example.com", "o'neil+tag@mail.example.co.uk", "пошта@приклад.укр", '"odd"@example.com'])(
      "email: %s",
      (email) => {
        const given = { ...individual, email };
        expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
      },
    );

    it.each([
      ...["info", "info@", "@example.com", "@", "a@b@c", "in fo@example.com", "info@example.com "],
      ...["info@exam\u00a0ple"],
    ])("email: not %j, for one @, something on both sides and no white space are needed", (email) => {
      expect(faultsOf(parseAccount({ ...individual, email }))).toEqual([["not_an_email", "/email", "2.2"]]);
    });

    it("email: text", () => {
      expect(faultsOf(parseAccount({ ...individual, email: null }))).toEqual([["wrong_type", "/email", "2.2"]]);
      expect(faultsOf(parseAccount({ ...individual, email: "" }))).toEqual([["text_blank", "/email", "2.2"]]);
      const long = `${"a".repeat(1000)}@b`;
      expect(faultsOf(parseAccount({ ...individual, email: long }))).toEqual([["text_too_long", "/email", "2.2"]]);
    });

    it("individual: required when account_type is individual", () => {
      expect(faultsOf(parseAccount(without(individual, "/individual")))).toEqual([["required", "/individual", "2.2"]]);
    });

    it("entity: required when account_type is entity", () => {
      expect(faultsOf(parseAccount(without(entity, "/entity")))).toEqual([["required", "/entity", "2.2"]]);
    });

    it("the object of the other type is rejected, beside the right one or in its place", () => {
      expect(faultsOf(parseAccount({ ...individual, entity: entity.entity }))).toEqual([
        ["entity_on_individual", "/entity", "2.2"],
      ]);
      expect(faultsOf(parseAccount({ ...entity, individual: individual.individual }))).toEqual([
        ["individual_on_entity", "/individual", "2.2"],
      ]);
      expect(faultsOf(parseAccount({ ...without(individual, "/individual"), entity: entity.entity }))).toEqual([
        ["entity_on_individual", "/entity", "2.2"],
        ["required", "/individual", "2.2"],
      ]);
      expect(faultsOf(parseAccount({ ...without(entity, "/entity"), individual: individual.individual }))).toEqual([
        ["individual_on_entity", "/individual", "2.2"],
        ["required", "/entity", "2.2"],
      ]);
    });

    it.each([
      ["individual", "2.3"],
      ["address", "2.5"],
      ["national_id", "2.6"],
    ])("%s: an object", (field, rule) => {
      for (const value of [null, "text", 5, [], [{}]]) {
        const faults = faultsOf(parseAccount({ ...individual, [field]: value }));
        expect(faults).toEqual([["wrong_type", `/${field}`, rule]]);
      }
    });

    it("entity: an object", () => {
      for (const value of [null, "text", 5, []]) {
        expect(faultsOf(parseAccount({ ...entity, entity: value }))).toEqual([["wrong_type", "/entity", "2.4"]]);
      }
    });

    it.each(["created", "last_modified"])("%s: response only, so unknown in a request", (field) => {
      expect(faultsOf(parseAccount({ ...individual, [field]: "2024-06-28T14:30:05.123+00:00" }))).toEqual([
        ["unknown_property", `/${field}`, "2.2"],
      ]);
    });
  });

  describe("rule 2.2.1, identification: at least one identifying item", () => {
    const missing = [["identification_missing", "", "2.2.1"]];
    const birth = { date_of_birth: "1984-02-29", place_of_birth: "Montréal" };
    const name = { individual_name: individual.individual.individual_name };

    it.each([
      ["customer_id", { customer_id: individual.customer_id }],
      ["address", { address: individual.address }],
      ["national_id", { national_id: individual.national_id }],
      ["date_of_birth and place_of_birth together", { individual: { ...name, ...birth } }],
    ])("identifies an individual: %s", (_, item) => {
      const given = { ...bareIndividual, ...item };
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    });

    it.each([
      ["nothing", {}],
      ["an e-mail address", { email: "zoe@example.com" }],
      ["date_of_birth alone", { individual: { ...name, date_of_birth: birth.date_of_birth } }],
      ["place_of_birth alone", { individual: { ...name, place_of_birth: birth.place_of_birth } }],
      ["countries", { individual: { ...name, nationality_country: "CA", residence_country: "FR" } }],
    ])("does not identify an individual: %s", (_, item) => {
      expect(faultsOf(parseAccount({ ...bareIndividual, ...item }))).toEqual(missing);
    });

    it.each([
      ["customer_id", { customer_id: entity.customer_id }],
      ["address", { address: entity.address }],
      ["national_id", { national_id: entity.national_id }],
    ])("identifies an entity: %s", (_, item) => {
      const given = { ...bareEntity, ...item };
      expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
    });

    it("does not identify an entity: nothing, its e-mail address or its country", () => {
      expect(faultsOf(parseAccount(bareEntity))).toEqual(missing);
      expect(faultsOf(parseAccount(without(bareEntity, "/email", "/entity/registration_country")))).toEqual(missing);
    });

    it("does not ask for date and place of birth beside another item", () => {
      for (const left of [
        ["/individual/date_of_birth"],
        ["/individual/place_of_birth"],
        ["/individual/date_of_birth", "/individual/place_of_birth"],
      ]) {
        const given = without(individual, ...left);
        expect(parseAccount(given)).toStrictEqual({ ok: true, value: given });
      }
    });

    it("birth identifies no entity: one that has an individual beside is told both", () => {
      const given = { ...bareEntity, individual: individual.individual };
      expect(faultsOf(parseAccount(given))).toEqual([
        ["identification_missing", "", "2.2.1"],
        ["individual_on_entity", "/individual", "2.2"],
      ]);
    });

    it("is silent about an individual that cannot be read: one fault, one issue", () => {
      const unread = { ...bareIndividual, individual: "Zoé" };
      expect(faultsOf(parseAccount(unread))).toEqual([["wrong_type", "/individual", "2.3"]]);
      expect(faultsOf(parseAccount({ ...entity, individual: "Zoé" }))).toEqual([["wrong_type", "/individual", "2.3"]]);
    });
  });

  describe("strings (design): non-blank, at most 1,000 units, well-formed, no control characters, never trimmed", () => {
    const named = (name_last: string): object =>
      withValue(individual, "/individual/individual_name/name_last", name_last);
    const at = "/individual/individual_name/name_last";

    it.each(["", " ", "\t\n", "\u00a0", "\u3000", "\u200b", "\u00ad", "\u3164"])("%j is blank", (text) => {
      expect(faultsOf(parseAccount(named(text)))).toEqual([["text_blank", at, "2.3"]]);
    });

    it("takes 1,000 UTF-16 units and not 1,001", () => {
      for (const text of ["a".repeat(1000), "🙂".repeat(500)]) {
        expect(parseAccount(named(text))).toStrictEqual({ ok: true, value: named(text) });
        expect(faultsOf(parseAccount(named(`${text}a`)))).toEqual([["text_too_long", at, "2.3"]]);
      }
    });

    it.each(["a\ud83d", "\ude42a", "\ude42\ud83d"])("%j is not well-formed Unicode", (text) => {
      expect(faultsOf(parseAccount(named(text)))).toEqual([["text_malformed", at, "2.3"]]);
    });

    it.each(["a\0", "a\tb", "a\nb", "a\u007f", "a\u0085b", "\u001ba"])("%j holds a control character", (text) => {
      expect(faultsOf(parseAccount(named(text)))).toEqual([["text_control_character", at, "2.3"]]);
    });

    it.each([" Ann ", "e\u0301", "é", "Ａｎｎ", "O’Neil\u200d", "عبد"])("%j is kept as given", (text) => {
      expect(parseAccount(named(text))).toStrictEqual({ ok: true, value: named(text) });
    });
  });

  describe("unknown properties (design): rejected wherever they stand", () => {
    it.each([
      ["", "2.2"],
      ["/individual", "2.3"],
      ["/individual/individual_name", "2.3"],
      ["/individual/individual_localname", "2.3"],
      ["/address", "2.5"],
      ["/national_id", "2.6"],
    ])("on an individual at %j", (at, rule) => {
      const given = withValue(individual, `${at}/name_frist`, "Zoé");
      expect(faultsOf(parseAccount(given))).toEqual([["unknown_property", `${at}/name_frist`, rule]]);
    });

    it.each([
      ["/entity", "2.4"],
      ["/entity/entity_name", "2.4"],
      ["/entity/entity_localname", "2.4"],
    ])("on an entity at %j", (at, rule) => {
      const given = withValue(entity, `${at}/name`, "Nordlicht");
      expect(faultsOf(parseAccount(given))).toEqual([["unknown_property", `${at}/name`, rule]]);
    });

    it("even __proto__ as JSON can bring it, which changes no prototype", () => {
      const given: unknown = JSON.parse(`{ "__proto__": { "reference_id": "X" }, "account_type": "entity" }`);
      expect(faultsOf(parseAccount(given))).toEqual([
        ["identification_missing", "", "2.2.1"],
        ["unknown_property", "/__proto__", "2.2"],
        ["required", "/reference_id", "2.2"],
        ["required", "/entity", "2.2"],
      ]);
    });

    it("each of them, also where a required field is missing and where one name begins another", () => {
      const misspelt = { account_type: "individual", refrence_id: "ACC-1" };
      expect(faultsOf(parseAccount(misspelt))).toEqual([
        ["unknown_property", "/refrence_id", "2.2"],
        ["required", "/reference_id", "2.2"],
        ["required", "/individual", "2.2"],
      ]);
      expect(faultsOf(parseAccount({ ...individual, colours: 1, colour: 2, col: 3 }))).toEqual([
        ["unknown_property", "/colours", "2.2"],
        ["unknown_property", "/colour", "2.2"],
        ["unknown_property", "/col", "2.2"],
      ]);
      const name = "/individual/individual_name";
      for (const fields of [
        { name_type: "LEGL", name: "Zoé" },
        { name_type: "LEGL", name: "Zoé", name_first: "Zoé" },
      ]) {
        expect(faultsOf(parseAccount(withValue(individual, name, fields)))).toEqual([
          ["unknown_property", `${name}/name`, "2.3"],
          ["required", `${name}/name_last`, "2.3"],
        ]);
      }
    });
  });

  describe("the input as a whole", () => {
    it.each([null, 5, "account", true, [], [individual]])("is an object, not %j", (given) => {
      expect(faultsOf(parseAccount(given))).toEqual([["wrong_type", "", "2.2"]]);
    });

    it("is there", () => {
      expect(faultsOf(parseAccount(undefined))).toEqual([["required", "", "2.2"]]);
    });

    it("is readable: a getter that throws is an issue at its place, and its error is dropped", () => {
      const person = { ...individual.individual };
      Object.defineProperty(person, "place_of_birth", {
        enumerable: true,
        get: () => {
          throw new Error("Montréal");
        },
      });
      const parsed = parseAccount({ ...individual, individual: person });
      expect(faultsOf(parsed)).toEqual([["unreadable", "/individual/place_of_birth", "2.3"]]);
      expect(JSON.stringify(parsed)).not.toContain("Montréal");
    });

    it("is copied: changing it later changes nothing", () => {
      const given = structuredClone<object>(individual);
      const parsed = parseAccount(given);
      Reflect.set(given, "reference_id", "ACC-9999");
      Reflect.set(Object(Reflect.get(given, "individual")), "residence_country", "US");
      expect(parsed).toStrictEqual({ ok: true, value: individual });
    });

    it("gives every issue at once, in the order of the document, absent members last", () => {
      const given = {
        account_category: "recipient",
        account_type: "individual",
        colour: "blue",
        email: "nobody",
        individual: { individual_name: { name_last: "", name_type: "BIRT" }, date_of_birth: "1984-02-30" },
        address: { address_type: "GEOG", address_country_code: "UK", address_street_no: "1" },
        national_id: { national_id_type: "RAID", national_id: 5, registration_authority: "RA000585" },
      };
      expect(faultsOf(parseAccount(given))).toEqual([
        ["not_allowed", "/account_category", "2.2"],
        ["unknown_property", "/colour", "2.2"],
        ["not_an_email", "/email", "2.2"],
        ["text_blank", "/individual/individual_name/name_last", "2.3"],
        ["not_allowed", "/individual/individual_name/name_type", "2.3"],
        ["not_a_date", "/individual/date_of_birth", "2.3"],
        ["not_a_country", "/address/address_country_code", "2.5"],
        ["required", "/address/address_city", "2.5"],
        ["street_name_missing", "/address/address_street_name", "2.5"],
        ["national_id_type_of_entity", "/national_id/national_id_type", "2.6"],
        ["wrong_type", "/national_id/national_id", "2.6"],
        ["registration_authority_on_individual", "/national_id/registration_authority", "2.6"],
        ["required", "/reference_id", "2.2"],
      ]);
    });
  });
});
