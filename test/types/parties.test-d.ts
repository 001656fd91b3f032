/** Parties and transfers: an impossible one does not compile. */
import { assertType, describe, expectTypeOf, it } from "vitest";
import type {
  Account,
  AccountDraft,
  AccountInput,
  EntityNationalId,
  EntityParty,
  IndividualNationalId,
  IndividualParty,
  Party,
  PartyDraft,
  Transfer,
  TransferInput,
  TransferKind,
  Vasp,
} from "../../src/index.js";

describe("a party", () => {
  const common = { account_category: "customer", customer_id: "C-1" } as const;
  const individual = { individual_name: { name_type: "LEGL", name_last: "Doe" } } as const;
  const entity = { entity_name: { name_type: "LEGL", name_legal: "Example AG" } } as const;

  it("is an individual or an entity, told apart by account_type", () => {
    const party: Party = { ...common, account_type: "individual", individual };
    expectTypeOf<Party["account_type"]>().toEqualTypeOf<"individual" | "entity">();
    expectTypeOf<Extract<Party, { account_type: "entity" }>>().toEqualTypeOf<EntityParty>();
    assertType<Party>(party);
    // @ts-expect-error an individual is described as one
    assertType<Party>({ ...common, account_type: "individual", entity });
    // @ts-expect-error and not as an entity besides
    assertType<IndividualParty>({ ...common, account_type: "individual", individual, entity });
  });

  it("has a national id of its own type", () => {
    const passport: IndividualNationalId = { national_id_type: "CCPT", national_id: "X1", issue_country: "CH" };
    const lei: EntityNationalId = { national_id_type: "LEIX", national_id: "506700GE1G29325QX363" };
    assertType<Party>({ ...common, account_type: "individual", individual, national_id: passport });
    assertType<Party>({ ...common, account_type: "entity", entity, national_id: lei });
    // @ts-expect-error a passport is no national id of an entity
    assertType<Party>({ ...common, account_type: "entity", entity, national_id: passport });
    // @ts-expect-error an LEI is no national id of an individual
    assertType<Party>({ ...common, account_type: "individual", individual, national_id: lei });
    // An entity's names no issuing country, an individual's no registration authority.
    expectTypeOf<EntityNationalId>().not.toHaveProperty("issue_country");
    expectTypeOf<IndividualNationalId>().not.toHaveProperty("registration_authority");
  });
});

describe("an account draft", () => {
  const draft = {
    reference_id: "A-1",
    account_type: "individual",
    customer_id: "C-1",
    individual: { individual_name: { name_type: "LEGL", name_last: "Doe" } },
  } as const;
  const stored = { ...draft, account_category: "customer", created: "…", last_modified: "…" } as const;

  it("accepts what parsing returns, and undefined for an absent property", () => {
    assertType<AccountDraft>(draft);
    assertType<AccountDraft>({ ...draft, account_category: undefined, email: undefined, address: undefined });
    assertType<AccountDraft>({} as AccountInput);
  });

  it("rejects a stored account", () => {
    const account: Account = stored;
    // @ts-expect-error a stored account has timestamps
    assertType<AccountDraft>(account);
  });

  it("rejects unknown and misspelled properties", () => {
    // @ts-expect-error misspelled
    assertType<AccountDraft>({ ...draft, acount_category: "customer" });
    // @ts-expect-error no such type
    assertType<AccountDraft>({ ...draft, account_type: "person" });
  });

  it("is not a party of a transfer: a party has no reference id", () => {
    // @ts-expect-error refer to a stored account instead
    assertType<PartyDraft>(draft);
  });
});

describe("a transfer", () => {
  const direct: Party = {
    account_type: "individual",
    account_category: "customer",
    customer_id: "C-1",
    individual: { individual_name: { name_type: "LEGL", name_last: "Doe" } },
  };
  const route = {
    originator_address: "a",
    beneficiary_address: "b",
    originator_vasp_id: "V-1",
    beneficiary_vasp_id: "V-2",
  };
  const hosted = { originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: false } as const;
  const references = { originator_account_reference_id: "A-1", beneficiary_account_reference_id: "A-2" };

  it("describes each party directly or by reference (§2.9 rule 1)", () => {
    assertType<TransferInput>({ ...route, ...hosted, ...references });
    assertType<TransferInput>({ ...route, ...hosted, originator_account: direct, beneficiary_account: direct });
    assertType<TransferInput>({
      ...route,
      ...hosted,
      originator_account: direct,
      beneficiary_account_reference_id: "A-2",
    });
    // @ts-expect-error the originator both ways
    assertType<TransferInput>({ ...route, ...hosted, ...references, originator_account: direct });
    // @ts-expect-error the beneficiary both ways
    assertType<TransferInput>({ ...route, ...hosted, ...references, beneficiary_account: direct });
    // @ts-expect-error the originator not at all
    assertType<TransferInput>({ ...route, ...hosted, beneficiary_account: direct });
    // @ts-expect-error the beneficiary not at all
    assertType<TransferInput>({ ...route, ...hosted, originator_account_reference_id: "A-1" });
  });

  it("has at most one self-hosted address (§2.9 rule 4)", () => {
    assertType<TransferInput>({ ...route, ...references, ...hosted, originator_address_is_self_hosted: true });
    assertType<TransferInput>({ ...route, ...references, ...hosted, beneficiary_address_is_self_hosted: true });
    const both = { originator_address_is_self_hosted: true, beneficiary_address_is_self_hosted: true } as const;
    // @ts-expect-error both addresses self-hosted
    assertType<TransferInput>({ ...route, ...references, ...both });
  });

  it("has both parties and VASPs once it is checked", () => {
    expectTypeOf<Transfer["originator_account"]>().toEqualTypeOf<Party>();
    expectTypeOf<Transfer["beneficiary_account"]>().toEqualTypeOf<Party>();
    expectTypeOf<Transfer["originator_vasp"]>().toEqualTypeOf<Vasp>();
    expectTypeOf<Transfer["kind"]>().toEqualTypeOf<TransferKind>();
    expectTypeOf<Transfer["initiator_vasp_id"]>().toEqualTypeOf<string>();
    expectTypeOf<Transfer["addresses_checked"]>().toEqualTypeOf<boolean>();
  });
});
