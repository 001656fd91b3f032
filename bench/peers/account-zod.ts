/** Validates accounts with zod 4: strict objects, discriminated unions, refinements. */
// As a namespace, so that a bundler can leave out unused parts.
import * as z from "zod";
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
  messages,
  registeredIdTypes,
} from "./account-rules.js";

/** Otherwise zod skips the refinement of an object that has a member of a wrong type. */
const always = { when: ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null };

// These formats allow only sound texts.
const country = z.string().refine(isCountryCode, messages.country);
const date = z.string().refine(isDay, messages.date);
const lei = z.string().refine(isLeiCode, messages.lei);
const authority = z.string().refine(isAuthorityCode, messages.authority);
const name_type = z.literal("LEGL");

function addressOf(text: z.ZodString) {
  const texts = Object.fromEntries(addressTexts.map((name) => [name, text.optional()])) as Record<
    (typeof addressTexts)[number],
    z.ZodOptional<z.ZodString>
  >;
  return z
    .strictObject({
      address_type: z.enum(addressTypes),
      ...texts,
      address_city: text,
      address_country_code: country,
    })
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

function individualOf(text: z.ZodString) {
  const name = z.strictObject({
    name_type,
    name_first: text.optional(),
    name_middle: text.optional(),
    name_last: text,
  });
  const individual = z.strictObject({
    individual_name: name,
    individual_localname: name.optional(),
    date_of_birth: date.optional(),
    place_of_birth: text.optional(),
    nationality_country: country.optional(),
    residence_country: country.optional(),
  });
  const national_id = z.strictObject({
    national_id_type: z.enum(individualIdTypes),
    national_id: text,
    issue_country: country.optional(),
  });
  return { account_type: z.literal("individual"), individual, national_id: national_id.optional() };
}

function entityOf(text: z.ZodString) {
  const name = z.strictObject({ name_type, name_legal: text, name_business: text.optional() });
  const entity = z.strictObject({
    entity_name: name,
    entity_localname: name.optional(),
    registration_country: country.optional(),
  });
  const national_id = z.discriminatedUnion("national_id_type", [
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
  return { account_type: z.literal("entity"), entity, national_id: national_id.optional() };
}

export function zodPeer(name: string, isText: (text: string) => boolean): AccountPeer {
  const text = z.string().refine(isText, messages.text);
  const common = {
    reference_id: text,
    account_category: z.enum(categories).default("customer"),
    customer_id: text.optional(),
    email: text.refine(isEmailAddress, messages.email).optional(),
    address: addressOf(text).optional(),
  };
  const identified = { error: messages.identified, ...always };
  const account = z.discriminatedUnion("account_type", [
    z
      .strictObject({ ...common, ...individualOf(text) })
      .refine(
        (given) =>
          given.customer_id !== undefined ||
          given.address !== undefined ||
          given.national_id !== undefined ||
          (given.individual?.date_of_birth !== undefined && given.individual.place_of_birth !== undefined),
        identified,
      ),
    z
      .strictObject({ ...common, ...entityOf(text) })
      .refine(
        ({ customer_id, address, national_id }) =>
          customer_id !== undefined || address !== undefined || national_id !== undefined,
        identified,
      ),
  ]);
  return { name, returns: "a copy", accepts: (input) => account.safeParse(input).success };
}

export const zodAccounts = zodPeer("zod", isSoundText);
