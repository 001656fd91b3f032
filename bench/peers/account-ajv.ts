/** Validates accounts with ajv 8 in strict mode: a JSON Schema with formats. It validates in place, without a copy. */
import { Ajv } from "ajv";
import * as rules from "./account-rules.js";

type Schema = Readonly<Record<string, unknown>>;

function of(format: "text" | "country" | "day" | "mail" | "lei" | "authority"): Schema {
  return { type: "string", format };
}

function oneOf(codes: readonly string[]): Schema {
  return { type: "string", enum: codes };
}

/** `required` names members with spaces between them. */
function strict(properties: Record<string, Schema>, required: string, more: Schema = {}): Schema {
  return { type: "object", properties, required: required.split(" "), additionalProperties: false, ...more };
}

function anyGiven(...members: readonly string[]): readonly Schema[] {
  return members.map((member) => ({ required: [member] }));
}

const text = of("text");
const country = of("country");
const legal = { type: "string", const: "LEGL" };
const names = { name_type: legal, name_first: text, name_middle: text, name_last: text };
const person = strict(names, "name_type name_last");
const company = strict({ name_type: legal, name_legal: text, name_business: text }, "name_type name_legal");
const address = strict(
  {
    address_type: oneOf(rules.addressTypes),
    ...Object.fromEntries(rules.addressTexts.map((name) => [name, text])),
    address_city: text,
    address_country_code: country,
  },
  "address_type address_city address_country_code",
  {
    anyOf: anyGiven("address_line", "address_street_no", "address_building_name"),
    dependencies: { address_street_no: ["address_street_name"], address_building_name: ["address_street_name"] },
  },
);
const birth = { date_of_birth: of("day"), place_of_birth: text };
const countriesOf = { nationality_country: country, residence_country: country };
const individual = strict(
  { individual_name: person, individual_localname: person, ...birth, ...countriesOf },
  "individual_name",
);
const entityNames = { entity_name: company, entity_localname: company };
const entity = strict({ ...entityNames, registration_country: country }, "entity_name");

function idOf(types: readonly string[], national_id: Schema, more: Record<string, Schema>, required = ""): Schema {
  const properties = { national_id_type: oneOf(types), national_id, ...more };
  return strict(properties, `national_id_type national_id${required}`);
}

const individualId = idOf(rules.individualIdTypes, text, { issue_country: country });
const authority = { registration_authority: of("authority") };
const entityId = {
  type: "object",
  discriminator: { propertyName: "national_id_type" },
  required: ["national_id_type"],
  oneOf: [
    idOf(["LEIX"], of("lei"), authority),
    idOf(rules.registeredIdTypes, text, authority, " registration_authority"),
  ],
};
const ids = { reference_id: text, customer_id: text, email: of("mail") };
const common = { ...ids, account_category: oneOf(rules.categories), address };

function accountOf(type: string, described: Schema, national_id: Schema, anyOf: readonly Schema[]): Schema {
  const properties = { ...common, account_type: { const: type }, [type]: described, national_id };
  return strict(properties, `reference_id account_type ${type}`, { anyOf });
}

const identified = anyGiven("customer_id", "address", "national_id");
const byBirth = { properties: { individual: { type: "object", required: Object.keys(birth) } } };
const account = {
  type: "object",
  discriminator: { propertyName: "account_type" },
  required: ["account_type"],
  oneOf: [
    accountOf("individual", individual, individualId, [...identified, byBirth]),
    accountOf("entity", entity, entityId, identified),
  ],
};

export function ajvPeer(name: string, isText: (text: string) => boolean): rules.AccountPeer {
  const mail = (given: string): boolean => isText(given) && rules.isEmailAddress(given);
  const { isCountryCode, isDay: day, isLeiCode: lei, isAuthorityCode } = rules;
  const formats = { text: isText, country: isCountryCode, day, mail, lei, authority: isAuthorityCode };
  const validate = new Ajv({ discriminator: true, allErrors: true, formats }).compile(account);
  return { name, returns: "a verdict", accepts: (input) => validate(input) };
}

export const ajvAccounts = ajvPeer("ajv", rules.isSoundText);
