/** Validates accounts with ajv 8 in strict mode: a JSON Schema with formats. It validates in place, without a copy. */
import { Ajv } from "ajv";
import {
  type AccountPeer,
  addressTexts,
  addressTypes,
  categories,
  individualIdTypes,
  isAuthorityCode,
  isCountryCode,
  isDay,
  isEmailAddress,
  isLeiCode,
  isSoundText,
  registeredIdTypes,
} from "./account-rules.js";

type Schema = Readonly<Record<string, unknown>>;

function of(format: "text" | "country" | "day" | "mail" | "lei" | "authority"): Schema {
  return { type: "string", format };
}

function oneOf(codes: readonly string[]): Schema {
  return { type: "string", enum: codes };
}

function strict(properties: Record<string, Schema>, required: readonly string[], more: Schema = {}): Schema {
  return { type: "object", properties, required, additionalProperties: false, ...more };
}

function anyGiven(...members: readonly string[]): readonly Schema[] {
  return members.map((member) => ({ required: [member] }));
}

const text = of("text");
const country = of("country");
const legal = { type: "string", const: "LEGL" };
const person = strict({ name_type: legal, name_first: text, name_middle: text, name_last: text }, [
  "name_type",
  "name_last",
]);
const company = strict({ name_type: legal, name_legal: text, name_business: text }, ["name_type", "name_legal"]);
const address = strict(
  {
    address_type: oneOf(addressTypes),
    ...Object.fromEntries(addressTexts.map((name) => [name, text])),
    address_city: text,
    address_country_code: country,
  },
  ["address_type", "address_city", "address_country_code"],
  {
    anyOf: anyGiven("address_line", "address_street_no", "address_building_name"),
    dependencies: { address_street_no: ["address_street_name"], address_building_name: ["address_street_name"] },
  },
);
const individual = strict(
  {
    individual_name: person,
    individual_localname: person,
    date_of_birth: of("day"),
    place_of_birth: text,
    nationality_country: country,
    residence_country: country,
  },
  ["individual_name"],
);
const entity = strict({ entity_name: company, entity_localname: company, registration_country: country }, [
  "entity_name",
]);
const individualId = strict({ national_id_type: oneOf(individualIdTypes), national_id: text, issue_country: country }, [
  "national_id_type",
  "national_id",
]);

function entityIdOf(types: readonly string[], national_id: Schema, ...required: readonly string[]): Schema {
  return strict({ national_id_type: oneOf(types), national_id, registration_authority: of("authority") }, [
    "national_id_type",
    "national_id",
    ...required,
  ]);
}

const entityId = {
  type: "object",
  discriminator: { propertyName: "national_id_type" },
  required: ["national_id_type"],
  oneOf: [entityIdOf(["LEIX"], of("lei")), entityIdOf(registeredIdTypes, text, "registration_authority")],
};
const common = {
  reference_id: text,
  account_category: oneOf(categories),
  customer_id: text,
  email: of("mail"),
  address,
};

function accountOf(type: string, described: Schema, national_id: Schema, anyOf: readonly Schema[]): Schema {
  return strict(
    { ...common, account_type: { const: type }, [type]: described, national_id },
    ["reference_id", "account_type", type],
    { anyOf },
  );
}

const identified = anyGiven("customer_id", "address", "national_id");
const byBirth = { properties: { individual: { type: "object", required: ["date_of_birth", "place_of_birth"] } } };
const account = {
  type: "object",
  discriminator: { propertyName: "account_type" },
  required: ["account_type"],
  oneOf: [
    accountOf("individual", individual, individualId, [...identified, byBirth]),
    accountOf("entity", entity, entityId, identified),
  ],
};

export function ajvPeer(name: string, isText: (text: string) => boolean): AccountPeer {
  const mail = (given: string): boolean => isText(given) && isEmailAddress(given);
  const formats = {
    text: isText,
    country: isCountryCode,
    day: isDay,
    mail,
    lei: isLeiCode,
    authority: isAuthorityCode,
  };
  const validate = new Ajv({ discriminator: true, allErrors: true, formats }).compile(account);
  return { name, returns: "a verdict", accepts: (input) => validate(input) };
}

export const ajvAccounts = ajvPeer("ajv", isSoundText);
