/** Validates accounts with zod 4: strict objects, discriminated unions, refinements. */
// As a namespace, so that a bundler can leave out unused parts.
import * as z from "zod";
import * as rules from "./account-rules.js";

/** Otherwise zod skips the refinement of an object that has a member of a wrong type. */
const always = { when: ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null };

const { messages } = rules;
// These formats allow only sound texts.
const country = z.string().refine(rules.isCountryCode, messages.country);
const date = z.string().refine(rules.isDay, messages.date);
const lei = z.string().refine(rules.isLeiCode, messages.lei);
const authority = z.string().refine(rules.isAuthorityCode, messages.authority);
const name_type = z.literal("LEGL");

function addressOf(text: z.ZodString) {
  const texts = Object.fromEntries(rules.addressTexts.map((name) => [name, text.optional()])) as Record<
    (typeof rules.addressTexts)[number],
    z.ZodOptional<z.ZodString>
  >;
  const required = { address_type: z.enum(rules.addressTypes), address_city: text, address_country_code: country };
  return z
    .strictObject({ ...required, ...texts })
    .refine(
      ({ address_line: line, address_street_no: no, address_building_name: building }) =>
        line !== undefined || no !== undefined || building !== undefined,
      { error: messages.located, ...always },
    )
    .refine(
      ({ address_street_name: street, address_street_no: no, address_building_name: building }) =>
        street !== undefined || (no === undefined && building === undefined),
      { error: messages.street, path: ["address_street_name"], ...always },
    );
}

function individualOf(text: z.ZodString) {
  const optional = text.optional();
  const name = z.strictObject({ name_type, name_first: optional, name_middle: optional, name_last: text });
  const individual = z.strictObject({
    individual_name: name,
    individual_localname: name.optional(),
    date_of_birth: date.optional(),
    place_of_birth: optional,
    nationality_country: country.optional(),
    residence_country: country.optional(),
  });
  const national_id_type = z.enum(rules.individualIdTypes);
  const national_id = z.strictObject({ national_id_type, national_id: text, issue_country: country.optional() });
  return { account_type: z.literal("individual"), individual, national_id: national_id.optional() };
}

function entityOf(text: z.ZodString) {
  const name = z.strictObject({ name_type, name_legal: text, name_business: text.optional() });
  const names = { entity_name: name, entity_localname: name.optional() };
  const entity = z.strictObject({ ...names, registration_country: country.optional() });
  const [withLei, registered] = [z.literal("LEIX"), z.enum(rules.registeredIdTypes)];
  const national_id = z.discriminatedUnion("national_id_type", [
    z.strictObject({ national_id_type: withLei, national_id: lei, registration_authority: authority.optional() }),
    z.strictObject({ national_id_type: registered, national_id: text, registration_authority: authority }),
  ]);
  return { account_type: z.literal("entity"), entity, national_id: national_id.optional() };
}

/** Returns the schema of an account. */
export function zodAccount(isText: (text: string) => boolean) {
  const text = z.string().refine(isText, messages.text);
  const common = {
    reference_id: text,
    account_category: z.enum(rules.categories).default("customer"),
    customer_id: text.optional(),
    email: text.refine(rules.isEmailAddress, messages.email).optional(),
    address: addressOf(text).optional(),
  };
  const identified = { error: messages.identified, ...always };
  return z.discriminatedUnion("account_type", [
    z
      .strictObject({ ...common, ...individualOf(text) })
      .refine(
        ({ customer_id, address, national_id, individual }) =>
          customer_id !== undefined ||
          address !== undefined ||
          national_id !== undefined ||
          (individual?.date_of_birth !== undefined && individual.place_of_birth !== undefined),
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
}

export function zodPeer(name: string, isText: (text: string) => boolean): rules.AccountPeer {
  const account = zodAccount(isText);
  return { name, returns: "a copy", accepts: (input) => account.safeParse(input).success };
}

export const zodAccounts = zodPeer("zod", rules.isSoundText);
