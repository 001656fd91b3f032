/** Faults of texts, codes, parties, transactions and transfers. */
import * as fc from "fast-check";
import type { AddressIssueCode } from "../../domain/chains/chain.js";
import { tokensOf, valueAt } from "../../domain/input/json-pointer.js";
import { entity, individual, party } from "../arbitraries/account.js";
import { chainNames, validAddress } from "../arbitraries/address.js";
import { country, currency, invalidCodes, registrationAuthority } from "../arbitraries/codes.js";
import type { InvalidAddressText } from "../arbitraries/invalid-address-text.js";
import { invalidAddressTexts } from "../arbitraries/invalid-address-text.js";
import { asset, decimalText } from "../arbitraries/records.js";
import { invalidTexts, text } from "../arbitraries/text.js";
import { type DocumentNode, isRecord, parentOf, removedAt, replacedAt, type UnknownRecord } from "./document.js";
import { atRoot, enumerated, type Fault, type FaultsByCode, named, replacing } from "./fault.js";

/** Texts that are not enumerated. Any fault of an enumerated text is `not_allowed`. */
const free: Fault["at"] = ({ name, value }) => typeof value === "string" && !enumerated.has(name);

export type TextCode = "text_blank" | "text_too_long" | "text_malformed" | "text_control_character";

export const textFaults: FaultsByCode<TextCode> = {
  text_blank: replacing(free, invalidTexts.text_blank),
  text_too_long: replacing(free, invalidTexts.text_too_long),
  text_malformed: replacing(free, invalidTexts.text_malformed),
  text_control_character: replacing(free, invalidTexts.text_control_character),
};

/** The text of a national id of type LEIX. */
const leiAt: Fault["at"] = ({ name, value, path }, { document }) => {
  if (name !== "national_id" || typeof value !== "string") return false;
  const parent = tokensOf(parentOf(path));
  return ["national_id_type", "national_id_type_code"].some((type) => valueAt(document, [...parent, type]) === "LEIX");
};

const countryCode = named(
  "nationality_country",
  "residence_country",
  "registration_country",
  "address_country_code",
  "issue_country",
  "national_id_issue_country",
  "country",
  "originator_country",
  "beneficiary_country",
);

/** Faults of codes in all kinds of inputs. */
export const countryFaults: FaultsByCode<"not_a_country"> = {
  not_a_country: replacing(countryCode, invalidCodes.not_a_country),
};

export type RegisterCode = "not_an_lei" | "not_a_registration_authority";

/** Faults of codes in accounts, transfers and VASP records. */
export const registerFaults: FaultsByCode<RegisterCode> = {
  not_an_lei: replacing(leiAt, invalidCodes.not_an_lei),
  not_a_registration_authority: replacing(
    named("registration_authority", "national_id_registration_authority"),
    invalidCodes.not_a_registration_authority,
  ),
};

/** Selects parties: an account, or a party of a transfer (§2.2–2.6). */
export function partyAt(
  type: "individual" | "entity" | "either",
  alsoNeeded: (party: UnknownRecord) => boolean = () => true,
) {
  return ({ value }: DocumentNode): boolean => {
    if (!isRecord(value) || typeof value["account_type"] !== "string") return false;
    return (type === "either" || value["account_type"] === type) && alsoNeeded(value);
  };
}

/** Sets one property of a node, or a nested one, to another value. */
export function setting(at: Fault["at"], member: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Fault> {
  return values.map((value) => ({
    at,
    change: ({ document }, place) => {
      const path = `${place.path}/${member}`;
      return { path, input: replacedAt(document, path, value) };
    },
  }));
}

/** Removes every identification of a party. Date or place of birth may stay, but not both. A beneficiary needs none. */
const identification_missing: fc.Arbitrary<Fault> = fc
  .constantFrom("", "date_of_birth", "place_of_birth")
  .map((kept) => ({
    at: (node) => node.name !== "beneficiary_account" && partyAt("either")(node),
    change: ({ document }, { path }) => {
      const birth = ["date_of_birth", "place_of_birth"].filter((item) => item !== kept);
      const items = ["customer_id", "address", "national_id", ...birth.map((item) => `individual/${item}`)];
      return { path, input: withoutAny(document, path, items) };
    },
  }));

/** Removes the properties, as far as they are present. */
function withoutAny(document: object, path: string, members: readonly string[]): unknown {
  return members.reduce<unknown>((input, member) => removedAt(input, `${path}/${member}`), document);
}

const atPostalAddress: Fault["at"] = ({ name, value }) => name === "address" && isRecord(value);

/** Removes line, number and building. A street name alone is not enough, so it may stay. */
const address_incomplete: fc.Arbitrary<Fault> = fc.constant({
  at: atPostalAddress,
  change: ({ document }, { path }) => ({
    input: withoutAny(document, path, ["address_line", "address_street_no", "address_building_name"]),
  }),
});

/** Adds a number or a building without a street name. */
const street_name_missing: fc.Arbitrary<Fault> = fc
  .tuple(fc.constantFrom("address_street_no", "address_building_name"), text())
  .map(([member, value]) => ({
    at: atPostalAddress,
    change: ({ document }, place) => {
      const path = `${place.path}/address_street_name`;
      return { path, input: replacedAt(removedAt(document, path), `${place.path}/${member}`, value) };
    },
  }));

const nationalIdType = "national_id/national_id_type";
const individualWithId = partyAt("individual", ({ national_id }) => national_id !== undefined);
const entityWithId = partyAt("entity", ({ national_id }) => national_id !== undefined);

const registration_authority_missing: fc.Arbitrary<Fault> = fc.constant({
  at: partyAt("entity", ({ national_id }) => isRecord(national_id) && national_id["national_id_type"] !== "LEIX"),
  change: ({ document }, place) => {
    const path = `${place.path}/national_id/registration_authority`;
    return { path, input: removedAt(document, path) };
  },
});

export type PartyCode =
  | "not_a_date"
  | "not_an_email"
  | "identification_missing"
  | "entity_on_individual"
  | "individual_on_entity"
  | "address_incomplete"
  | "street_name_missing"
  | "national_id_type_of_entity"
  | "national_id_type_of_individual"
  | "issue_country_on_entity"
  | "registration_authority_missing"
  | "registration_authority_on_individual";

export const partyFaults: FaultsByCode<PartyCode> = {
  not_a_date: replacing(named("date_of_birth"), invalidCodes.not_a_date),
  not_an_email: replacing(named("email"), invalidCodes.not_an_email),
  identification_missing,
  entity_on_individual: setting(partyAt("individual"), "entity", entity()),
  individual_on_entity: setting(partyAt("entity"), "individual", individual()),
  address_incomplete,
  street_name_missing,
  national_id_type_of_entity: setting(individualWithId, nationalIdType, fc.constantFrom("RAID", "TXID", "LEIX")),
  national_id_type_of_individual: setting(
    entityWithId,
    nationalIdType,
    fc.constantFrom("ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD"),
  ),
  issue_country_on_entity: setting(entityWithId, "national_id/issue_country", country()),
  registration_authority_missing,
  registration_authority_on_individual: setting(
    individualWithId,
    "national_id/registration_authority",
    registrationAuthority(),
  ),
};

function amounts(values: fc.Arbitrary<unknown>): fc.Arbitrary<Fault> {
  return replacing(named("amount"), values);
}

const amount_negative: fc.Arbitrary<Fault> = amounts(
  fc.oneof(
    fc.double({ max: -Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(-1, -0.01, -Number.MIN_VALUE, -Number.MAX_VALUE),
    decimalText().map((text) => `-${text}`),
  ),
);

const amount_not_finite: fc.Arbitrary<Fault> = amounts(
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
);

const amount_malformed: fc.Arbitrary<Fault> = amounts(
  fc.oneof(
    fc.constantFrom(
      ...["1e3", "1,000", "1 000", "+1", "01", ".5", "5.", "1.2.3", "0x10", "NaN", "Infinity", "--1", "-.5", "-"],
      ...["1 ", "١٢", "１２", "1_000", "$5", "five", "1n", "9".repeat(101), `0.${"0".repeat(100)}`],
    ),
    decimalText().map((text) => `${text}x`),
  ),
);

/** Adds the asset of a transaction in a currency, or the currency of one in an asset. */
const currency_and_asset: fc.Arbitrary<Fault> = fc.tuple(asset(), currency()).map(([symbol, code]) => ({
  at: ({ value }) => isRecord(value) && ("currency" in value || "asset" in value),
  change: ({ document }, place) => {
    const path = `${place.path}/asset`;
    const hasCurrency = isRecord(place.value) && "currency" in place.value;
    const input = hasCurrency
      ? replacedAt(document, path, symbol)
      : replacedAt(document, `${place.path}/currency`, code);
    return { path, input };
  },
}));

export type AmountCode = "amount_negative" | "amount_not_finite" | "amount_malformed" | "currency_and_asset";

export const amountFaults: FaultsByCode<AmountCode | "not_a_currency"> = {
  amount_negative,
  amount_not_finite,
  amount_malformed,
  currency_and_asset,
  not_a_currency: replacing(named("currency"), invalidCodes.not_a_currency),
};

const side = fc.constantFrom("originator" as const, "beneficiary" as const);

const party_missing: fc.Arbitrary<Fault> = side.map((missing) => ({
  at: atRoot,
  change: ({ document }) => ({
    path: `/${missing}_account`,
    input: removedAt(removedAt(document, `/${missing}_account`), `/${missing}_account_reference_id`),
  }),
}));

const party_ambiguous: fc.Arbitrary<Fault> = fc.tuple(side, party(), text()).map(([twice, direct, reference]) => ({
  at: atRoot,
  change: ({ document }) => ({
    path: `/${twice}_account_reference_id`,
    input: { [`${twice}_account`]: direct, [`${twice}_account_reference_id`]: reference, ...document },
  }),
}));

const both_self_hosted: fc.Arbitrary<Fault> = fc.constant({
  at: atRoot,
  change: ({ document }) => ({
    path: "/beneficiary_address_is_self_hosted",
    input: { ...document, originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: true },
  }),
});

const CLASSIC = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
/** The same with the tag 1. */
const X_ADDRESS = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";

/** Puts one address on both sides, with one tag or none: of a chain, or a text without a chain. */
const same_address: fc.Arbitrary<Fault> = fc
  .oneof(
    fc
      .constantFrom(...chainNames)
      .chain((chain) =>
        validAddress(chain).map((address) => ({ chain, originator_address: address, beneficiary_address: address })),
      ),
    fc.constant({ chain: "ripple", originator_address: X_ADDRESS, beneficiary_address: CLASSIC, beneficiary_tag: "1" }),
    fc.tuple(text(), text()).map(([address, tag]) => ({
      originator_address: address,
      originator_tag: tag,
      beneficiary_address: address,
      beneficiary_tag: tag,
    })),
  )
  .map((same) => ({
    at: atRoot,
    change: ({ document }) => {
      const { chain: _, ...rest } = withoutTags(document) as { readonly chain?: unknown };
      return { path: "/beneficiary_address", input: { ...rest, ...same } };
    },
  }));

const flags = ["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"];

/** Gives a self-hosted transfer two VASPs (§2.9, rules 5 and 6). */
const not_sent_to_itself: fc.Arbitrary<Fault> = side.map((changed) => ({
  at: (place, { document }) => atRoot(place) && flags.some((flag) => Reflect.get(document, flag) === true),
  change: ({ document }) => {
    const isWithdrawal = Reflect.get(document, "beneficiary_address_is_self_hosted") === true;
    const path = `/${changed}_vasp_id`;
    const other = Reflect.get(document, `${changed}_vasp_id`) === "V-1" ? "V-2" : "V-1";
    return {
      path: isWithdrawal ? "/beneficiary_vasp_id" : "/originator_vasp_id",
      input: replacedAt(document, path, other),
    };
  },
}));

/** Returns a transfer without the tags, which belong to other addresses. */
export function withoutTags(transfer: object): object {
  return Object.fromEntries(Object.entries(transfer).filter(([name]) => !name.endsWith("_tag")));
}

/** Puts the invalid address on one side, and a valid address of the same chain on the other. */
function withAddress(broken: fc.Arbitrary<InvalidAddressText>): fc.Arbitrary<Fault> {
  return fc.tuple(broken, side).chain(([{ chain, text }, wrong]) =>
    validAddress(chain).map((other) => ({
      at: atRoot,
      change: ({ document }) => ({
        path: `/${wrong}_address`,
        input: {
          ...withoutTags(document),
          chain,
          originator_address: other,
          beneficiary_address: other,
          [`${wrong}_address`]: text,
        },
      }),
    })),
  );
}

/** An address and a tag that is wrong beside it. */
interface WrongTag {
  readonly chain: string;
  readonly address: string;
  readonly tag: string;
}

const MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";

/** Wrong tags by the code of their one issue. */
export const wrongTags: { readonly [C in "tag_malformed" | "tag_contradicts"]: fc.Arbitrary<WrongTag> } = {
  tag_malformed: fc.record({
    chain: fc.constant("ripple"),
    address: fc.constant(CLASSIC),
    tag: fc.constantFrom("-1", "01", "1.0", "4294967296", "9".repeat(20), "memo", "1e3", "0x1", " 1"),
  }),
  tag_contradicts: fc.oneof(
    fc.record({
      chain: fc.constant("ripple"),
      address: fc.constant(X_ADDRESS),
      tag: fc.integer({ min: 2, max: 2 ** 32 - 1 }).map(String),
    }),
    fc.record({
      chain: fc.constant("stellar"),
      address: fc.constant(MUXED),
      tag: text().filter((tag) => tag !== "0"),
    }),
  ),
};

/** Puts the address on both sides, and the wrong tag beside one of them. */
function withTag(wrong: fc.Arbitrary<WrongTag>): fc.Arbitrary<Fault> {
  return fc.tuple(wrong, side).map(([{ chain, address, tag }, at]) => ({
    at: atRoot,
    change: ({ document }) => ({
      path: `/${at}_tag`,
      input: {
        ...withoutTags(document),
        chain,
        originator_address: address,
        beneficiary_address: address,
        [`${at}_tag`]: tag,
      },
    }),
  }));
}

export type SidesCode =
  | "party_missing"
  | "party_ambiguous"
  | "both_self_hosted"
  | "not_sent_to_itself"
  | "same_address"
  | "tag_malformed"
  | "tag_contradicts";

export const transferFaults: FaultsByCode<SidesCode | AddressIssueCode> = {
  tag_malformed: withTag(wrongTags.tag_malformed),
  tag_contradicts: withTag(wrongTags.tag_contradicts),
  party_missing,
  party_ambiguous,
  both_self_hosted,
  not_sent_to_itself,
  same_address,
  address_length: withAddress(invalidAddressTexts.address_length),
  address_characters: withAddress(invalidAddressTexts.address_characters),
  address_checksum: withAddress(invalidAddressTexts.address_checksum),
  address_network: withAddress(invalidAddressTexts.address_network),
  address_other_network: withAddress(invalidAddressTexts.address_other_network),
  address_format: withAddress(invalidAddressTexts.address_format),
  address_secret_key: withAddress(invalidAddressTexts.address_secret_key),
};
