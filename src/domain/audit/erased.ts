/** Values of erased accounts in a transfer that was kept, and their digests in its export. */
import type { Party } from "../accounts/account.js";
import { PARTY_SIDES } from "../jurisdictions/requirements.js";
import { own } from "../own.js";
import { accountsOf, type TransferRecord } from "../transfers/record.js";
import { replacerOf } from "./inside.js";

/** Texts of erased accounts. */
export interface ErasedValues {
  /** Replaced wherever a whole text is equal: ids, names, addresses, tags, hashes, and what wallets signed. */
  readonly anywhere: ReadonlySet<string>;
  /** Replaced in the data of a party only, because a house number can equal an amount. */
  readonly inParties: ReadonlySet<string>;
  /** Replaced inside longer texts, too. */
  readonly addresses: ReadonlySet<string>;
}

/** Returns the values of the accounts that a version names and the record no longer has; undefined without such an account. */
export function erasedValues(record: TransferRecord): ErasedValues | undefined {
  const isErased = (id: string | undefined): id is string => id !== undefined && !record.accounts.includes(id);
  const versions = record.versions.filter(({ transfer }) => accountsOf(transfer).some(isErased));
  if (versions.length === 0) return undefined;
  const sides = versions.flatMap(({ transfer, ...version }) =>
    PARTY_SIDES.flatMap((side) => {
      const id = own(transfer, `${side}_account_reference_id`);
      const [address, tag, party] = [
        own(transfer, `${side}_address`),
        own(transfer, `${side}_tag`),
        version[`${side}_account`],
      ];
      return isErased(id) ? [{ id, address, tag, party }] : [];
    }),
  );
  const proofs = versions.flatMap((each) => each.proofs).filter(({ account_ref_id }) => isErased(account_ref_id));
  const texts = [
    ...sides.flatMap(({ id, address, tag, party }) => [id, address, tag, ...namesOf(party)]),
    ...versions.map(({ transfer }) => own(transfer, "link_key")),
    ...proofs.flatMap((proof) => OF_PROOF.map((name) => own(proof, name))),
    // A transaction leads to its addresses.
    ...record.confirmations.map((confirmation) => own(confirmation, "transaction_hash")),
  ];
  return {
    anywhere: new Set(texts.filter((text) => text !== undefined)),
    inParties: new Set(sides.flatMap(({ party }) => textsOf(party))),
    addresses: new Set(sides.map(({ address }) => address).filter((address) => address !== undefined)),
  };
}

/** Returns the names of a party. */
function namesOf(party: Party): readonly string[] {
  const named = Object.entries(party.account_type === "individual" ? party.individual : party.entity);
  return named.flatMap(([name, value]: [string, unknown]) => (name.endsWith("name") ? textsOf(Object(value)) : []));
}

/** Codes that many parties have. */
const CODES: ReadonlySet<string> = new Set([
  ...["account_type", "account_category", "name_type", "address_type", "national_id_type", "registration_authority"],
  ...["nationality_country", "residence_country", "registration_country", "issue_country", "address_country_code"],
]);

/** Returns the texts of a party or of a part of it, without codes. */
function textsOf(part: object): readonly string[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "string") return CODES.has(name) ? [] : [value];
    return textsOf(Object(value));
  });
}

/** What leads from a proof to the address. */
const OF_PROOF = ["challenge_id", "text", "message", "nonce", "signature", "public_key", "transaction_hash"] as const;

/** Returns a copy of the data with digests in place of the values. Exact lines of the trail stay: they have digests of their own. */
export function withoutErased<T>(data: T, values: ErasedValues, digestOf: (value: string) => string): T {
  const { anywhere, inParties } = values;
  const inside = replacerOf(values.addresses, digestOf);
  const replaced = (text: string, isOfParty: boolean): string => {
    if (anywhere.has(text) || (isOfParty && inParties.has(text))) return digestOf(text);
    return inside(text);
  };
  const copy = (value: unknown, isOfParty: boolean): unknown => {
    if (typeof value === "string") return replaced(value, isOfParty);
    if (Array.isArray(value)) return value.map((each) => copy(each, isOfParty));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      name === "line" ? member : copy(member, isOfParty || PARTIES.has(name)),
    ]);
    return Object.fromEntries(members);
  };
  // The cast: only texts differ.
  return copy(data, false) as T;
}

const PARTIES: ReadonlySet<string> = new Set(PARTY_SIDES.map((side) => `${side}_account`));
