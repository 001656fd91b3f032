/** Accounts by ajv 8: a JSON Schema with formats, compiled once, in its strict mode. It validates in place and copies nothing. */
import { Ajv, type ErrorObject } from "ajv";
import {
  addressTexts,
  addressTypes,
  categories,
  entityIdTypes,
  individualIdTypes,
  isAuthorityCode,
  isCountryCode,
  isDay,
  isEmailAddress,
  isLeiCode,
  isSoundText,
  type Level,
  registeredIdTypes,
} from "./validate-rules.js";
import { pointer, type Validator } from "./validate-validator.js";

type Schema = Readonly<Record<string, unknown>>;

const formats = {
  text: isSoundText,
  country: isCountryCode,
  day: isDay,
  mail: (text: string) => isSoundText(text) && isEmailAddress(text),
  lei: isLeiCode,
  authority: isAuthorityCode,
};

function strictObject(properties: Record<string, Schema>, required: readonly string[], more: Schema = {}): Schema {
  return { type: "object", properties, required, additionalProperties: false, ...more };
}

function anyGiven(...members: readonly string[]): readonly Schema[] {
  return members.map((member) => ({ required: [member] }));
}

const identified = anyGiven("customer_id", "address", "national_id");
const byBirth = { properties: { individual: { type: "object", required: ["date_of_birth", "place_of_birth"] } } };
const located = {
  anyOf: anyGiven("address_line", "address_street_no", "address_building_name"),
  dependencies: { address_street_no: ["address_street_name"], address_building_name: ["address_street_name"] },
};

function schemaFor(level: Level): Schema {
  const isShape = level === "shape";
  const of = (format: keyof typeof formats): Schema => (isShape ? { type: "string" } : { type: "string", format });
  const code = (...codes: readonly string[]): Schema => ({ type: "string", enum: codes });
  const text = of("text");
  const legal = { type: "string", const: "LEGL" };
  const person = strictObject({ name_type: legal, name_first: text, name_middle: text, name_last: text }, [
    "name_type",
    "name_last",
  ]);
  const company = strictObject({ name_type: legal, name_legal: text, name_business: text }, [
    "name_type",
    "name_legal",
  ]);
  const address = strictObject(
    {
      address_type: code(...addressTypes),
      ...Object.fromEntries(addressTexts.map((name) => [name, text])),
      address_city: text,
      address_country_code: of("country"),
    },
    ["address_type", "address_city", "address_country_code"],
    isShape ? {} : located,
  );
  const common = {
    reference_id: text,
    account_category: code(...categories),
    customer_id: text,
    email: of("mail"),
    address,
  };
  const individual = strictObject(
    {
      individual_name: person,
      individual_localname: person,
      date_of_birth: of("day"),
      place_of_birth: text,
      nationality_country: of("country"),
      residence_country: of("country"),
    },
    ["individual_name"],
  );
  const entity = strictObject(
    { entity_name: company, entity_localname: company, registration_country: of("country") },
    ["entity_name"],
  );
  const individualId = strictObject(
    { national_id_type: code(...individualIdTypes), national_id: text, issue_country: of("country") },
    ["national_id_type", "national_id"],
  );
  const idOf = (types: readonly string[], id: Schema, ...required: readonly string[]): Schema =>
    strictObject({ national_id_type: code(...types), national_id: id, registration_authority: of("authority") }, [
      "national_id_type",
      "national_id",
      ...required,
    ]);
  const entityId = isShape
    ? idOf(entityIdTypes, text)
    : {
        type: "object",
        discriminator: { propertyName: "national_id_type" },
        required: ["national_id_type"],
        oneOf: [idOf(["LEIX"], of("lei")), idOf(registeredIdTypes, text, "registration_authority")],
      };
  const accountOf = (type: string, described: Schema, national_id: Schema, ways: readonly Schema[]): Schema =>
    strictObject(
      { ...common, account_type: { const: type }, [type]: described, national_id },
      ["reference_id", "account_type", type],
      isShape ? {} : { anyOf: ways },
    );
  return {
    type: "object",
    discriminator: { propertyName: "account_type" },
    required: ["account_type"],
    oneOf: [
      accountOf("individual", individual, individualId, [...identified, byBirth]),
      accountOf("entity", entity, entityId, identified),
    ],
  };
}

export function ajvValidator(level: Level, finds: Validator["finds"]): Validator {
  const ajv = new Ajv({ discriminator: true, allErrors: finds === "all", formats });
  const validate = ajv.compile(schemaFor(level));
  return {
    name: "ajv",
    level,
    finds,
    gives: "a verdict",
    accepts: (input) => validate(input),
    pathsOf: (input) => (validate(input) ? [] : (validate.errors ?? []).map(pathOf)),
  };
}

function pathOf({ instancePath, params }: ErrorObject): string {
  const member = params["missingProperty"] ?? params["additionalProperty"];
  return typeof member === "string" ? instancePath + pointer([member]) : instancePath;
}
