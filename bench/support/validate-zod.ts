/** Accounts by zod 4: strict objects, unions by their discriminator, refinements; the schema is made once. */
// As a namespace of its own: a bundler leaves out of it what is not used.
import * as z from "zod";
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

/** Without it a refinement of an object is left out as soon as one of its members has the wrong type. */
const always = { when: ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null };

function formsFor(level: Level) {
  if (level === "shape") {
    const text = z.string();
    return { text, country: text, date: text, email: text, lei: text, authority: text };
  }
  const text = z.string().refine(isSoundText, messages.text);
  return {
    text,
    // A text in a set, or of a form of printable characters, is sound.
    country: z.string().refine(isCountryCode, messages.country),
    date: z.string().refine(isDay, messages.date),
    email: text.refine(isEmailAddress, messages.email),
    lei: z.string().refine(isLeiCode, messages.lei),
    authority: z.string().refine(isAuthorityCode, messages.authority),
  };
}

type Forms = ReturnType<typeof formsFor>;

function addressOf({ text, country }: Forms, level: Level) {
  const texts = Object.fromEntries(addressTexts.map((name) => [name, text.optional()])) as Record<
    (typeof addressTexts)[number],
    z.ZodOptional<z.ZodString>
  >;
  const object = z.strictObject({
    address_type: z.enum(addressTypes),
    ...texts,
    address_city: text,
    address_country_code: country,
  });
  if (level === "shape") return object;
  return object
    .refine(
      ({ address_line, address_street_no, address_building_name }) =>
        address_line !== undefined || address_street_no !== undefined || address_building_name !== undefined,
      { error: messages.located, ...always },
    )
    .refine(
      ({ address_street_name, address_street_no, address_building_name }) =>
        address_street_name !== undefined || (address_street_no === undefined && address_building_name === undefined),
      { error: messages.street, path: ["address_street_name"], ...always },
    );
}

function individualOf({ text, country, date }: Forms) {
  const name = z.strictObject({
    name_type: z.literal("LEGL"),
    name_first: text.optional(),
    name_middle: text.optional(),
    name_last: text,
  });
  return z.strictObject({
    individual_name: name,
    individual_localname: name.optional(),
    date_of_birth: date.optional(),
    place_of_birth: text.optional(),
    nationality_country: country.optional(),
    residence_country: country.optional(),
  });
}

function entityOf({ text, country }: Forms) {
  const name = z.strictObject({ name_type: z.literal("LEGL"), name_legal: text, name_business: text.optional() });
  return z.strictObject({
    entity_name: name,
    entity_localname: name.optional(),
    registration_country: country.optional(),
  });
}

function entityIdOf({ text, lei, authority }: Forms, level: Level) {
  if (level === "shape") {
    return z.strictObject({
      national_id_type: z.enum(entityIdTypes),
      national_id: text,
      registration_authority: authority.optional(),
    });
  }
  return z.discriminatedUnion("national_id_type", [
    z.strictObject({
      national_id_type: z.literal("LEIX"),
      national_id: lei,
      registration_authority: authority.optional(),
    }),
    z.strictObject({
      national_id_type: z.enum(registeredIdTypes),
      national_id: text,
      registration_authority: authority,
    }),
  ]);
}

function schemaFor(level: Level): z.ZodType {
  const forms = formsFor(level);
  const { text, country, email } = forms;
  const common = {
    reference_id: text,
    account_category: z.enum(categories).default("customer"),
    customer_id: text.optional(),
    email: email.optional(),
    address: addressOf(forms, level).optional(),
  };
  const individualAccount = z.strictObject({
    ...common,
    account_type: z.literal("individual"),
    individual: individualOf(forms),
    national_id: z
      .strictObject({
        national_id_type: z.enum(individualIdTypes),
        national_id: text,
        issue_country: country.optional(),
      })
      .optional(),
  });
  const entityAccount = z.strictObject({
    ...common,
    account_type: z.literal("entity"),
    entity: entityOf(forms),
    national_id: entityIdOf(forms, level).optional(),
  });
  if (level === "shape") return z.discriminatedUnion("account_type", [individualAccount, entityAccount]);
  const identified = { error: messages.identified, ...always };
  return z.discriminatedUnion("account_type", [
    individualAccount.refine(
      ({ customer_id, address, national_id, individual }) =>
        customer_id !== undefined ||
        address !== undefined ||
        national_id !== undefined ||
        (individual?.date_of_birth !== undefined && individual.place_of_birth !== undefined),
      identified,
    ),
    entityAccount.refine(
      ({ customer_id, address, national_id }) =>
        customer_id !== undefined || address !== undefined || national_id !== undefined,
      identified,
    ),
  ]);
}

export function zodValidator(level: Level): Validator {
  const schema = schemaFor(level);
  return {
    name: "zod",
    level,
    finds: "all",
    gives: "a copy",
    accepts: (input) => schema.safeParse(input).success,
    pathsOf: (input) =>
      schema
        .safeParse(input)
        .error?.issues.flatMap((issue) =>
          issue.code === "unrecognized_keys"
            ? issue.keys.map((key) => pointer([...issue.path, key]))
            : [pointer(issue.path)],
        ) ?? [],
  };
}
