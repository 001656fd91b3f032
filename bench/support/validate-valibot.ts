/** Accounts by valibot 1: strict objects, variants, pipes; the schema is made once. */
import * as v from "valibot";
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
  messages,
  registeredIdTypes,
} from "./validate-rules.js";
import { pointer, type Validator } from "./validate-validator.js";

type Text = v.GenericSchema<string, string>;

function formsFor(level: Level): Record<"text" | "country" | "date" | "email" | "lei" | "authority", Text> {
  const string = v.string();
  if (level === "shape") {
    return { text: string, country: string, date: string, email: string, lei: string, authority: string };
  }
  return {
    text: v.pipe(string, v.check(isSoundText, messages.text)),
    country: v.pipe(string, v.check(isCountryCode, messages.country)),
    date: v.pipe(string, v.check(isDay, messages.date)),
    email: v.pipe(string, v.check(isSoundText, messages.text), v.check(isEmailAddress, messages.email)),
    lei: v.pipe(string, v.check(isLeiCode, messages.lei)),
    authority: v.pipe(string, v.check(isAuthorityCode, messages.authority)),
  };
}

type Forms = ReturnType<typeof formsFor>;

function addressOf({ text, country }: Forms, level: Level) {
  const texts = Object.fromEntries(addressTexts.map((name) => [name, v.optional(text)])) as Record<
    (typeof addressTexts)[number],
    v.OptionalSchema<Text, undefined>
  >;
  const object = v.strictObject({
    address_type: v.picklist(addressTypes),
    ...texts,
    address_city: text,
    address_country_code: country,
  });
  if (level === "shape") return object;
  // A partial check is made though other members are wrong.
  return v.pipe(
    object,
    v.partialCheck(
      [["address_line"], ["address_street_no"], ["address_building_name"]],
      ({ address_line, address_street_no, address_building_name }) =>
        address_line !== undefined || address_street_no !== undefined || address_building_name !== undefined,
      messages.located,
    ),
    v.forward(
      v.partialCheck(
        [["address_street_name"], ["address_street_no"], ["address_building_name"]],
        ({ address_street_name, address_street_no, address_building_name }) =>
          address_street_name !== undefined || (address_street_no === undefined && address_building_name === undefined),
        messages.street,
      ),
      ["address_street_name"],
    ),
  );
}

function individualOf({ text, country, date }: Forms) {
  const name = v.strictObject({
    name_type: v.literal("LEGL"),
    name_first: v.optional(text),
    name_middle: v.optional(text),
    name_last: text,
  });
  return v.strictObject({
    individual_name: name,
    individual_localname: v.optional(name),
    date_of_birth: v.optional(date),
    place_of_birth: v.optional(text),
    nationality_country: v.optional(country),
    residence_country: v.optional(country),
  });
}

function entityOf({ text, country }: Forms) {
  const name = v.strictObject({ name_type: v.literal("LEGL"), name_legal: text, name_business: v.optional(text) });
  return v.strictObject({
    entity_name: name,
    entity_localname: v.optional(name),
    registration_country: v.optional(country),
  });
}

function entityIdOf({ text, lei, authority }: Forms, level: Level) {
  const registration_authority = v.optional(authority);
  if (level === "shape") {
    const national_id_type = v.picklist(entityIdTypes);
    return v.strictObject({ national_id_type, national_id: text, registration_authority });
  }
  return v.variant("national_id_type", [
    v.strictObject({ national_id_type: v.literal("LEIX"), national_id: lei, registration_authority }),
    v.strictObject({
      national_id_type: v.picklist(registeredIdTypes),
      national_id: text,
      registration_authority: authority,
    }),
  ]);
}

function schemaFor(level: Level): v.GenericSchema {
  const forms = formsFor(level);
  const { text, country, email } = forms;
  const common = {
    reference_id: text,
    account_category: v.optional(v.picklist(categories), "customer"),
    customer_id: v.optional(text),
    email: v.optional(email),
    address: v.optional(addressOf(forms, level)),
  };
  const individualId = v.strictObject({
    national_id_type: v.picklist(individualIdTypes),
    national_id: text,
    issue_country: v.optional(country),
  });
  const individualAccount = v.strictObject({
    ...common,
    account_type: v.literal("individual"),
    individual: individualOf(forms),
    national_id: v.optional(individualId),
  });
  const entityAccount = v.strictObject({
    ...common,
    account_type: v.literal("entity"),
    entity: entityOf(forms),
    national_id: v.optional(entityIdOf(forms, level)),
  });
  if (level === "shape") return v.variant("account_type", [individualAccount, entityAccount]);
  return v.variant("account_type", [
    v.pipe(
      individualAccount,
      v.partialCheck(
        [
          ["customer_id"],
          ["address"],
          ["national_id"],
          ["individual", "date_of_birth"],
          ["individual", "place_of_birth"],
        ],
        ({ customer_id, address, national_id, individual }) =>
          customer_id !== undefined ||
          address !== undefined ||
          national_id !== undefined ||
          (individual.date_of_birth !== undefined && individual.place_of_birth !== undefined),
        messages.identified,
      ),
    ),
    v.pipe(
      entityAccount,
      v.partialCheck(
        [["customer_id"], ["address"], ["national_id"]],
        ({ customer_id, address, national_id }) =>
          customer_id !== undefined || address !== undefined || national_id !== undefined,
        messages.identified,
      ),
    ),
  ]);
}

export function valibotValidator(level: Level, finds: Validator["finds"]): Validator {
  const schema = schemaFor(level);
  const config = { abortEarly: finds === "first" };
  return {
    name: "valibot",
    level,
    finds,
    gives: "a copy",
    accepts: (input) => v.safeParse(schema, input, config).success,
    pathsOf: (input) =>
      v
        .safeParse(schema, input, config)
        .issues?.map(({ path }) => pointer((path ?? []).map(({ key }) => String(key)))) ?? [],
  };
}
