import { beforeAll, describe, expect, it } from "vitest";
import {
  type Chain,
  type Compliance,
  createCompliance,
  memoryStorage,
  parseAddress,
  parseTransfer,
  type Result,
  chains as registry,
  tagOf,
  unwrap,
} from "../../src/index.js";
import { loading, wallets } from "../support/address-samples.js";
import { failureOf, faultsOf, without, withValue } from "../support/outcomes.js";
import { type FieldTable, itAllowsToOmit, itIsOneOf, itIsText, itRequires } from "../support/rows.js";
import {
  accountCategories,
  accountTypes,
  deposit,
  entity,
  entityParty,
  filledCompliance,
  fullVasp,
  individual,
  individualParty,
  partyOf,
  shortVasp,
  transfers,
  vaspToVasp,
  withdrawal,
} from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const parties = {
  originator_account: { ...individualParty, account_category: "customer" },
  beneficiary_account: { ...entityParty, account_category: "customer" },
} as const;

/** With everything that parsing fills in when it is left out. */
const complete = {
  ...vaspToVasp,
  ...parties,
  originator_address_is_self_hosted: false,
  beneficiary_address_is_self_hosted: false,
  chain: "bitcoin",
} as const;

const references = {
  originator_account_reference_id: individual.reference_id,
  beneficiary_account_reference_id: entity.reference_id,
} as const;
const route = without(complete, "/originator_account", "/beneficiary_account");

/** A stored account as it describes a party: without what only the directory needs. */
const partyOfIndividual = without(individual, "/reference_id");
const partyOfEntity = without(entity, "/reference_id");

/** For each kind the VASPs that take part, and which of them initiates. */
const vasps = {
  vasp_to_vasp: { originator_vasp: fullVasp, beneficiary_vasp: shortVasp, initiator_vasp_id: fullVasp.vasp_id },
  withdrawal_to_self_hosted: {
    originator_vasp: fullVasp,
    beneficiary_vasp: fullVasp,
    initiator_vasp_id: fullVasp.vasp_id,
  },
  deposit_from_self_hosted: {
    originator_vasp: shortVasp,
    beneficiary_vasp: shortVasp,
    initiator_vasp_id: shortVasp.vasp_id,
  },
} as const;

const kinds = ["vasp_to_vasp", "withdrawal_to_self_hosted", "deposit_from_self_hosted"] as const;
const sides = ["originator", "beneficiary"] as const;

const sixteen = accountTypes.flatMap((ofOriginator) =>
  accountCategories.flatMap((categoryOfOriginator) =>
    accountTypes.flatMap((ofBeneficiary) =>
      accountCategories.map((categoryOfBeneficiary) => ({
        originator_account: partyOf(ofOriginator, categoryOfOriginator),
        beneficiary_account: partyOf(ofBeneficiary, categoryOfBeneficiary),
      })),
    ),
  ),
);

const flags = { originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: false };

let compliance: Compliance;
beforeAll(async () => {
  compliance = await filledCompliance();
});

/** An address, and a tag beside it. */
type Side = readonly [address: string, tag?: string];

const check = (input: unknown): Promise<Result<unknown>> => compliance.transfers.check(input);

describe("§2.9 travel rule transfer", () => {
  const table: FieldTable = { parse: parseTransfer, sample: complete, at: "", rule: "2.9" };

  describe("the fields", () => {
    itRequires(table, "originator_address", "beneficiary_address", "originator_vasp_id", "beneficiary_vasp_id");
    itIsText(table, "originator_vasp_id", "beneficiary_vasp_id");
    itIsText({ ...table, sample: without(complete, "/chain") }, "originator_address", "beneficiary_address");
    itAllowsToOmit(table, "chain");
    itIsText(
      { ...table, sample: { ...route, ...references } },
      "originator_account_reference_id",
      "beneficiary_account_reference_id",
    );
    itIsOneOf(table, "chain", ["bitcoin"], ["Bitcoin", "btc", "", " "]);

    it.each(["originator_address_is_self_hosted", "beneficiary_address_is_self_hosted"])(
      "%s: true or false, false when left out",
      (flag) => {
        expect(parseTransfer(without(complete, `/${flag}`))).toStrictEqual({ ok: true, value: complete });
        for (const value of [null, 0, 1, "true", "false", {}]) {
          expect(faultsOf(parseTransfer({ ...complete, [flag]: value }))).toEqual([["wrong_type", `/${flag}`, "2.9"]]);
        }
      },
    );

    it.each(["originator_account", "beneficiary_account"])("%s: an object", (side) => {
      for (const value of [null, "ACC-1001", 5, []]) {
        expect(faultsOf(parseTransfer({ ...complete, [side]: value }))).toEqual([["wrong_type", `/${side}`, "2.9"]]);
      }
    });

    it("amount and currency, and both countries: additions for the packs of jurisdictions", () => {
      const money = { amount: "900.50", currency: "EUR" };
      const countries = { originator_country: "DE", beneficiary_country: "GI" };
      const value = { ...complete, ...money, ...countries };
      expect(parseTransfer(value)).toStrictEqual({ ok: true, value });
      const faultsWith = (given: object): unknown => faultsOf(parseTransfer({ ...complete, ...given }));
      expect(faultsWith({ amount: 900 })).toEqual([["required", "/currency", "2.9"]]);
      expect(faultsWith({ currency: "EUR" })).toEqual([["required", "/amount", "2.9"]]);
      expect(faultsWith({ ...money, amount: -1 })).toEqual([["amount_negative", "/amount", "2.9"]]);
      expect(faultsWith({ ...money, amount: "1e3" })).toEqual([["amount_malformed", "/amount", "2.9"]]);
      expect(faultsWith({ ...money, currency: "BTC" })).toEqual([["not_a_currency", "/currency", "2.9"]]);
      expect(faultsWith({ originator_country: "UK" })).toEqual([["not_a_country", "/originator_country", "2.9"]]);
    });

    it("an amount of a crypto-asset, in place of one in a currency", () => {
      const value = { ...complete, amount: "0.5", asset: "BTC" };
      expect(parseTransfer(value)).toStrictEqual({ ok: true, value });
      const faultsWith = (given: object): unknown => faultsOf(parseTransfer({ ...complete, ...given }));
      expect(faultsWith({ asset: "BTC" })).toEqual([["required", "/amount", "2.9"]]);
      expect(faultsWith({ amount: 1, asset: "BTC", currency: "EUR" })).toEqual([
        ["currency_and_asset", "/asset", "2.9"],
      ]);
      expect(faultsWith({ amount: 1, asset: "" })).toEqual([["text_blank", "/asset", "2.9"]]);
      expect(faultsWith({ amount: "-1", asset: "BTC" })).toEqual([["amount_negative", "/amount", "2.9"]]);
    });

    it("rejects fields beyond those listed", () => {
      expect(faultsOf(parseTransfer({ ...complete, value: 5, kind: "vasp_to_vasp" }))).toEqual([
        ["unknown_property", "/value", "2.9"],
        ["unknown_property", "/kind", "2.9"],
      ]);
    });

    it.each([[null], [5], ["transfer"], [[complete]]])("takes an object, not %j", (given) => {
      expect(faultsOf(parseTransfer(given))).toEqual([["wrong_type", "", "2.9"]]);
    });
  });

  describe("chain: one of the networks of §4.1, and then both addresses are addresses of it (design)", () => {
    const chains = Object.entries(wallets).map(([chain, { given, canonical }]) => ({ chain, given, canonical }));

    it("every chain has a sample", () => {
      expect(new Set(chains.map(({ chain }) => chain))).toEqual(new Set(Object.keys(registry)));
    });

    it.each(chains)("$chain: addresses of it stay as they are written", async ({ chain, given, canonical }) => {
      // With a tag, because both are one address.
      const addresses = { originator_address: given, beneficiary_address: canonical, beneficiary_tag: "7" };
      const whole = { ...complete, chain, ...addresses };
      expect(parseTransfer(whole)).toStrictEqual({ ok: true, value: whole });
      expect(unwrap(await check(whole))).toMatchObject({ originator_address: given, beneficiary_address: canonical });
    });

    it("an address with a typing error in it is an issue at its place", async () => {
      for (const side of sides) {
        const given = { ...complete, [`${side}_address`]: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3" };
        expect(faultsOf(parseTransfer(given))).toEqual([["address_checksum", `/${side}_address`, "2.9"]]);
        expect(faultsOf(await check(given))).toEqual([["address_checksum", `/${side}_address`, "2.9"]]);
      }
    });

    it("addresses of another network are an issue each", () => {
      expect(faultsOf(parseTransfer({ ...complete, chain: "litecoin" }))).toEqual([
        ["address_other_network", "/originator_address", "2.9"],
        ["address_other_network", "/beneficiary_address", "2.9"],
      ]);
    });

    it("nothing is said of an address beside a chain that is none, and beside the other's issue all is said", () => {
      const broken = { ...complete, originator_address: 5, beneficiary_address: "bc1" };
      expect(faultsOf(parseTransfer({ ...broken, chain: "btc" }))).toEqual([
        ["wrong_type", "/originator_address", "2.9"],
        ["not_allowed", "/chain", "2.9"],
      ]);
      expect(faultsOf(parseTransfer(broken))).toEqual([
        ["wrong_type", "/originator_address", "2.9"],
        ["address_length", "/beneficiary_address", "2.9"],
      ]);
    });
  });

  describe("tags beside the addresses (design)", () => {
    const X_ADDRESS = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu"; // contains the tag 1
    const onRipple = {
      ...without(complete, "/chain"),
      chain: "ripple",
      originator_address: X_ADDRESS,
      beneficiary_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
    };

    it("are returned as they were given", async () => {
      const tags = { originator_tag: "1", beneficiary_tag: "4294967295" };
      expect(unwrap(await check({ ...onRipple, ...tags }))).toMatchObject(tags);
      expect(unwrap(await check(onRipple))).not.toHaveProperty("beneficiary_tag");
    });

    it.each([
      [{ originator_tag: "2" }, "tag_contradicts", "/originator_tag"],
      [{ beneficiary_tag: "01" }, "tag_malformed", "/beneficiary_tag"],
      [{ beneficiary_tag: 1 }, "wrong_type", "/beneficiary_tag"],
      [{ beneficiary_tag: " " }, "text_blank", "/beneficiary_tag"],
    ])("must be those of the chain: %o", async (tags, code, path) => {
      expect(faultsOf(await check({ ...onRipple, ...tags }))).toEqual([[code, path, "2.9"]]);
    });

    it("are any texts without chain", async () => {
      const { chain: _, ...unchained } = onRipple;
      expect(unwrap(await check({ ...unchained, originator_tag: "any memo" }))).toMatchObject({
        originator_tag: "any memo",
      });
    });
  });

  describe("without chain: the addresses are texts, but never secrets (design)", () => {
    const unchained = without(complete, "/chain");
    const secrets = {
      "a private key of bitcoin": "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
      "a private key between spaces": " 5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ ",
      "a seed of the XRP Ledger": "snoPBrXtMeMyMHUVTgbuqAfg1SUTb",
      "a seed of Stellar": "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN",
      "64 bytes in base58": "2".repeat(88),
      "64 bytes in base58 with their curve": `ed25519:${"2".repeat(87)}`,
      "a recovery phrase": `${"abandon ".repeat(11)}about`,
      "a recovery phrase in capitals": `${"ABANDON ".repeat(11)}ABOUT`,
      "a recovery phrase with commas": `${"Abandon, ".repeat(11)}About`,
      "a numbered recovery phrase": Array.from({ length: 12 }, (_, index) => `${index + 1}. abandon`).join(" "),
      "a private key with the scheme of its chain": "bitcoin:5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
      "a private key with its kind": "p2pkh:5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
      "a private key with an invisible character": "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ\u200b",
      "a keypair of Solana": `[${Array.from({ length: 64 }, (_, index) => index * 3).join(", ")}]`,
      "a mini private key of 30 characters": "S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy",
      "a mini private key of 22 characters": "SzavMBLoXU6kDrqtUVmffv",
      "a mini private key with a scheme": "bitcoin:S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy",
      "64 bytes in hex": "5a".repeat(64),
      "an Ed25519 key of PKCS #8": `302e020100300506032b657004220420${"5a".repeat(32)}`,
      "a key of secp256k1 of PKCS #8": `0x308184020100301006072a8648ce3d020106052b8104000a046d306b0201010420${"5A".repeat(32)}a144`,
      "a key of SEC 1": `30740201010420${"5a".repeat(32)}a00706052b8104000a`,
      "the bytes of a private key of bitcoin": `80${"5a".repeat(32)}01deadbeef`,
      "a key of NEAR": `secp256k1:${"2".repeat(43)}`,
      "a key of NEAR in quotes": `my key "SECP256K1:${"2".repeat(43)}".`,
      "a key of NEAR in JSON": `{"private_key":"ed25519:${"2".repeat(87)}"}`,
      "a key of NEAR with its public key": `near:secp256k1:${"2".repeat(131)}`,
      "a recovery phrase of Monero":
        "velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted",
      "a recovery phrase within a sentence": `seed: ${"abandon ".repeat(11)}about please`,
      "a recovery phrase of 25 words": `${"abandon ".repeat(24)}invest`,
    };

    it.each(Object.entries(secrets))("refuses %s, and does not repeat it", async (_, secret) => {
      for (const side of sides) {
        const given = { ...unchained, [`${side}_address`]: secret };
        const checked = await check(given);
        expect(faultsOf(checked)).toEqual([["address_secret_key", `/${side}_address`, "2.9"]]);
        expect(faultsOf(parseTransfer(given))).toEqual(faultsOf(checked));
        expect(JSON.stringify(checked)).not.toContain(secret.trim().slice(0, 8));
      }
    });

    it.each(Object.entries(secrets))("refuses %s as a tag too, and does not repeat it", async (_, secret) => {
      for (const given of [unchained, complete]) {
        const checked = await check({ ...given, beneficiary_tag: secret });
        expect(faultsOf(checked)).toEqual([["address_secret_key", "/beneficiary_tag", "2.9"]]);
        expect(JSON.stringify(checked)).not.toContain(secret.trim().slice(0, 8));
      }
    });

    it.each(["ab".repeat(32), `0x${"AB".repeat(32)}`, ` ${"5a".repeat(32)}01\u00a0`])(
      "refuses 64 hex digits, which may be a private key: %#",
      async (text) => {
        const checked = await check({ ...unchained, originator_address: text });
        expect(faultsOf(checked)).toEqual([["address_format", "/originator_address", "2.9"]]);
        expect(JSON.stringify(checked)).not.toContain(text.trim().slice(2, 10));
        // With its chain it is an address, and a tag may be a memo of this form.
        const onNear = {
          ...complete,
          chain: "near",
          originator_address: "ab".repeat(32),
          beneficiary_address: "a.near",
        };
        expect(unwrap(await check({ ...onNear, beneficiary_tag: "ab".repeat(32) }))).toMatchObject({
          addresses_checked: true,
        });
      },
    );

    it("accepts other texts, and says that the addresses were not checked", async () => {
      const wrongMiniKey = "S6c56bnXQiBjk9mqSYE7ykVQ7NzrRz";
      for (const text of ["any text", "abandon ".repeat(11).trim(), "ab".repeat(31), wrongMiniKey, "a".repeat(200)]) {
        for (const side of sides) {
          const given = { [`${side}_address`]: text };
          expect(unwrap(await check({ ...unchained, ...given }))).toMatchObject({ ...given, addresses_checked: false });
        }
      }
      expect(unwrap(await check(complete))).toMatchObject({ addresses_checked: true });
    });
  });

  describe("a stored label that contradicts the transfer (design)", () => {
    const labelled = async (is_self_hosted: boolean): Promise<Compliance> => {
      const filled = await filledCompliance();
      const { chain, originator_address: address } = complete;
      unwrap(await filled.addresses.create({ chain, address, is_self_hosted }));
      return filled;
    };

    it("is an issue at the flag, whichever of the two says self-hosted", async () => {
      const path = "/originator_address_is_self_hosted";
      const selfHosted = { ...complete, ...references, originator_address_is_self_hosted: true };
      const fromSelfHosted = {
        ...without(selfHosted, "/originator_account", "/beneficiary_account"),
        originator_vasp_id: shortVasp.vasp_id,
      };
      const [yes, no] = [await labelled(true), await labelled(false)];
      expect(faultsOf(await yes.transfers.check(untyped(complete)))).toEqual([
        ["self_hosted_contradicts", path, "2.9"],
      ]);
      expect(faultsOf(await no.transfers.check(untyped(complete)))).toEqual([]);
      expect(faultsOf(await yes.transfers.check(untyped(fromSelfHosted)))).toEqual([]);
      expect(faultsOf(await no.transfers.check(untyped(fromSelfHosted)))).toEqual([
        ["self_hosted_contradicts", path, "2.9"],
      ]);
    });

    it("is none for an address without a label", async () => {
      const filled = await filledCompliance();
      const { chain, originator_address: address } = complete;
      unwrap(await filled.addresses.create({ chain, address }));
      const fromSelfHosted = {
        ...without(complete, "/originator_account", "/beneficiary_account"),
        ...references,
        originator_address_is_self_hosted: true,
        originator_vasp_id: shortVasp.vasp_id,
      };
      for (const transfer of [complete, fromSelfHosted]) {
        expect(faultsOf(await filled.transfers.check(untyped(transfer)))).toEqual([]);
      }
    });

    it("is found by any spelling, and not without chain", async () => {
      const filled = await labelled(true);
      expect(faultsOf(await filled.transfers.check(untyped(without(complete, "/chain"))))).toEqual([]);
      const { given, canonical } = wallets["bitcoin-cash"];
      unwrap(await filled.addresses.create({ chain: "bitcoin-cash", address: canonical, is_self_hosted: true }));
      const addresses = { originator_address: given, beneficiary_address: given, beneficiary_tag: "7" };
      const spelled = { ...complete, chain: "bitcoin-cash", ...addresses };
      expect(faultsOf(await filled.transfers.check(untyped(spelled)))).toEqual(
        sides.map((side) => ["self_hosted_contradicts", `/${side}_address_is_self_hosted`, "2.9"]),
      );
    });
  });

  describe("rule 1: a party is described either by direct input or by a stored account's reference id", () => {
    it("takes both parties directly", () => {
      expect(parseTransfer(vaspToVasp)).toStrictEqual({ ok: true, value: { ...vaspToVasp, ...parties, ...flags } });
    });

    it("takes both by reference id, and resolves them in the directory", async () => {
      const given = { ...route, ...references };
      expect(parseTransfer(given)).toStrictEqual({ ok: true, value: given });
      expect(await check(given)).toStrictEqual({
        ok: true,
        value: {
          ...given,
          originator_account: partyOfIndividual,
          beneficiary_account: partyOfEntity,
          kind: "vasp_to_vasp",
          addresses_checked: true,
          ...vasps.vasp_to_vasp,
        },
      });
    });

    it("takes one directly and the other by reference id, whichever", async () => {
      const { originator_account, beneficiary_account } = parties;
      const { originator_account_reference_id, beneficiary_account_reference_id } = references;
      for (const [given, resolved] of [
        [{ originator_account, beneficiary_account_reference_id }, { beneficiary_account: partyOfEntity }],
        [{ originator_account_reference_id, beneficiary_account }, { originator_account: partyOfIndividual }],
      ]) {
        expect(await check({ ...route, ...given })).toStrictEqual({
          ok: true,
          value: {
            ...route,
            ...given,
            ...resolved,
            kind: "vasp_to_vasp",
            addresses_checked: true,
            ...vasps.vasp_to_vasp,
          },
        });
      }
    });

    it.each(sides)("%s: described twice is an issue", (side) => {
      const given = { ...complete, [`${side}_account_reference_id`]: "ACC-1001" };
      expect(faultsOf(parseTransfer(given))).toEqual([["party_ambiguous", `/${side}_account_reference_id`, "2.9"]]);
    });

    it.each(sides)("%s: not described is an issue", (side) => {
      const given = without(complete, `/${side}_account`);
      expect(faultsOf(parseTransfer(given))).toEqual([["party_missing", `/${side}_account`, "2.9"]]);
    });

    it.each(sides)("%s: direct input has no reference id and no times of its own", (side) => {
      for (const field of ["reference_id", "created", "last_modified"]) {
        const given = withValue(complete, `/${side}_account/${field}`, "ACC-1001");
        expect(faultsOf(parseTransfer(given))).toEqual([["unknown_property", `/${side}_account/${field}`, "2.9"]]);
      }
    });

    it("an unknown reference id or VASP is an issue each, and all come at once", async () => {
      const given = {
        ...route,
        originator_account_reference_id: "ACC-9",
        beneficiary_account_reference_id: "ACC-8",
        originator_vasp_id: "VASP-9",
        beneficiary_vasp_id: "VASP-8",
      };
      expect(faultsOf(await check(given))).toEqual([
        ["unknown_account", "/originator_account_reference_id", "2.9"],
        ["unknown_account", "/beneficiary_account_reference_id", "2.9"],
        ["unknown_vasp", "/originator_vasp_id", "2.9"],
        ["unknown_vasp", "/beneficiary_vasp_id", "2.9"],
      ]);
      expect(faultsOf(await check({ ...complete, beneficiary_vasp_id: "VASP-8" }))).toEqual([
        ["unknown_vasp", "/beneficiary_vasp_id", "2.9"],
      ]);
      expect(faultsOf(await check({ ...given, ...references, beneficiary_vasp_id: "VASP-1" }))).toEqual([
        ["unknown_vasp", "/originator_vasp_id", "2.9"],
      ]);
    });

    it("in a directory that is empty nothing is found, and nothing is stored", async () => {
      const storage = memoryStorage();
      const empty = createCompliance({ storage });
      expect(faultsOf(await empty.transfers.check(untyped({ ...route, ...references })))).toHaveLength(4);
      expect(unwrap(await empty.vasps.list()).items).toEqual([]);
      expect(await storage.accounts.find(individual.reference_id)).toBeUndefined();
    });
  });

  describe("direct input obeys the very rules of accounts (§2.2–2.6)", () => {
    it.each(sides)("%s: takes all that an account may have, and fills in account_category", (side) => {
      for (const party of [partyOfIndividual, partyOfEntity]) {
        const given = { ...complete, [`${side}_account`]: party };
        expect(parseTransfer(given)).toStrictEqual({ ok: true, value: given });
        const uncategorized = without(given, `/${side}_account/account_category`);
        expect(parseTransfer(uncategorized)).toStrictEqual({
          ok: true,
          value: withValue(given, `/${side}_account/account_category`, "customer"),
        });
      }
    });

    it.each(sides)("%s: the issues are those of an account, at their place in the transfer", (side) => {
      const at = `/${side}_account`;
      const faultsWith = (party: object): unknown =>
        faultsOf(parseTransfer({ ...complete, [`${side}_account`]: party }));
      expect(faultsWith({})).toEqual([["required", `${at}/account_type`, "2.9"]]);
      expect(faultsWith({ account_type: "individual" })).toEqual([["required", `${at}/individual`, "2.2"]]);
      // A directly described beneficiary needs only a name (FATF Recommendation 16).
      expect(faultsWith(without(individualParty, "/customer_id"))).toEqual(
        side === "originator" ? [["identification_missing", at, "2.2.1"]] : [],
      );
      expect(faultsWith(withValue(partyOfIndividual, "/individual/date_of_birth", "1984-02-30"))).toEqual([
        ["not_a_date", `${at}/individual/date_of_birth`, "2.3"],
      ]);
      expect(faultsWith(without(entityParty, "/entity/entity_name/name_legal"))).toEqual([
        ["required", `${at}/entity/entity_name/name_legal`, "2.4"],
      ]);
      expect(faultsWith(without(partyOfEntity, "/address/address_line"))).toEqual([
        ["address_incomplete", `${at}/address`, "2.5"],
      ]);
      expect(faultsWith(withValue(partyOfEntity, "/national_id/issue_country", "DE"))).toEqual([
        ["issue_country_on_entity", `${at}/national_id/issue_country`, "2.6"],
      ]);
    });

    it.each(sides)("%s: a date of birth after today is rejected where there is a clock", async (side) => {
      const at = `/${side}_account/individual/date_of_birth`;
      const given = withValue({ ...complete, [`${side}_account`]: partyOfIndividual }, at, "2024-06-29");
      expect(faultsOf(parseTransfer(given))).toEqual([]);
      expect(faultsOf(await check(given))).toEqual([["date_of_birth_in_future", at, "2.3"]]);
    });

    it("a country that the caller adds is one here as well", async () => {
      const at = "/originator_account/individual/residence_country";
      const given = withValue(complete, at, "XK");
      expect(faultsOf(parseTransfer(given))).toEqual([["not_a_country", at, "2.3"]]);
      expect(parseTransfer(given, { countries: ["XK"] })).toStrictEqual({ ok: true, value: given });
      expect(faultsOf(await check(given))).toEqual([["not_a_country", at, "2.3"]]);
      const adding = await filledCompliance({ officialCurrencies: { XK: "EUR" } });
      expect(faultsOf(await adding.transfers.check(untyped(given)))).toEqual([]);
    });
  });

  describe("rule 3: any combination of account category and account type is allowed on both sides", () => {
    it("there are sixteen", () => {
      expect(new Set(sixteen.map((both) => JSON.stringify(both))).size).toBe(16);
    });

    describe.each(kinds)("%s", (kind) => {
      it.each(sixteen)(
        "$originator_account.account_category $originator_account.account_type to $beneficiary_account.account_category $beneficiary_account.account_type",
        async (both) => {
          const given = { ...flags, ...transfers[kind], ...both };
          expect(parseTransfer(given)).toStrictEqual({ ok: true, value: given });
          expect(await check(given)).toStrictEqual({
            ok: true,
            value: { ...given, kind, addresses_checked: false, ...vasps[kind] },
          });
        },
      );
    });
  });

  describe("both sides at the same address, without different tags", () => {
    const issue = [["same_address", "/beneficiary_address", "2.9"]];
    const classic = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
    const tagged = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";
    const legacy = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
    const cash = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
    const muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
    const between = (one: object, other: object): object => ({ ...vaspToVasp, ...one, ...other });
    const given = (chain: string | undefined, [one, tag]: Side, [other, otherTag]: Side): object =>
      between(
        { ...(chain && { chain }), originator_address: one, ...(tag !== undefined && { originator_tag: tag }) },
        { beneficiary_address: other, ...(otherTag !== undefined && { beneficiary_tag: otherTag }) },
      );

    it.each<readonly [string | undefined, Side, Side]>([
      ["bitcoin", [vaspToVasp.originator_address], [vaspToVasp.originator_address]],
      ["bitcoin", [vaspToVasp.originator_address], [vaspToVasp.originator_address.toUpperCase()]],
      ["bitcoin-cash", [legacy], [cash]],
      ["ethereum", [loading.address], [loading.address.toLowerCase()]],
      ["ripple", [classic], [classic]],
      ["ripple", [classic, "1"], [classic, "1"]],
      ["ripple", [classic, "1"], [tagged]],
      ["ripple", [tagged, "1"], [tagged]],
      [undefined, ["wallet 7"], ["wallet 7"]],
      [undefined, ["wallet 7", "1"], ["wallet 7", "1"]],
      [undefined, [loading.address], [loading.address.toLowerCase()]],
      [undefined, [legacy], [cash]],
      [undefined, [tagged], [classic, "1"]],
      [undefined, [tagged, "1"], [tagged]],
    ])("chain %s: %j and %j is an issue", async (chain, one, other) => {
      for (const transfer of [given(chain, one, other), given(chain, other, one)]) {
        expect(faultsOf(parseTransfer(transfer))).toEqual(issue);
        expect(faultsOf(await check(transfer))).toEqual(issue);
      }
    });

    it.each<readonly [string | undefined, Side, Side]>([
      ["ripple", [classic, "1"], [classic, "2"]],
      ["ripple", [classic], [classic, "0"]],
      ["ripple", [classic, "2"], [tagged]],
      ["stellar", [muxed], ["GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"]],
      ["ethereum", [loading.address, "a customer"], [loading.address, "another"]],
      [undefined, ["wallet 7", "1"], ["wallet 7", "2"]],
      [undefined, ["wallet 7"], ["wallet 8"]],
      [undefined, [tagged], [classic]],
      [undefined, [classic, "2"], [tagged]],
    ])("chain %s: %j and %j is a transfer between two customers", async (chain, one, other) => {
      for (const transfer of [given(chain, one, other), given(chain, other, one)]) {
        expect(faultsOf(parseTransfer(transfer))).toEqual([]);
        expect(faultsOf(await check(transfer))).toEqual([]);
      }
    });

    it.each(Object.entries(wallets))("%s: two spellings are an issue, unless one has a tag", (chain, wallet) => {
      const hasTag = tagOf(unwrap(parseAddress(chain as Chain, wallet.given))) !== undefined;
      const transfer = given(chain, [wallet.given], [wallet.canonical]);
      expect(faultsOf(parseTransfer(transfer))).toEqual(hasTag ? [] : issue);
    });

    it("of a withdrawal or a deposit, too", () => {
      for (const kind of [withdrawal, deposit]) {
        const same = { ...kind, beneficiary_address: kind.originator_address };
        expect(faultsOf(parseTransfer(same))).toEqual(issue);
      }
    });

    it("is not reported beside an invalid address", () => {
      const invalid = given("bitcoin", ["wallet 7"], ["wallet 7"]);
      expect(faultsOf(parseTransfer(invalid)).map(([code]) => code)).not.toContain("same_address");
      expect(faultsOf(parseTransfer({ ...invalid, chain: "no chain" })).map(([, path]) => path)).toEqual(["/chain"]);
    });

    it("is compared on the registered chains, and not with a faulty module of a caller", async () => {
      const [lower, upper] = ["example-a1", "EXAMPLE-A1"];
      const chain = {
        name: "example-chain",
        symbol: "EXA",
        decimals: 8,
        coinType: 1,
        formats: ["example"],
        parse: (text: string) =>
          /^example-/i.test(text)
            ? { canonical: text.toLowerCase(), format: "example" }
            : { code: "address_format", message: "The wallet address must begin with its prefix." },
      } as const;
      const faulty = { ...chain, name: "faulty-chain", parse: () => "no address" as never };
      const registered = await filledCompliance({ chains: [chain] } as never);
      const transfer = given(undefined, [lower], [upper]);
      expect(faultsOf(await registered.transfers.check(untyped(transfer)))).toEqual(issue);
      expect(faultsOf(await check(transfer))).toEqual([]);
      const withFaulty = await filledCompliance({ chains: [chain, faulty] } as never);
      await failureOf(withFaulty.transfers.check(untyped(transfer)), "configuration_invalid");
    });
  });

  describe("rule 4: the two addresses must not both be self-hosted", () => {
    const path = "/beneficiary_address_is_self_hosted";

    it("one may be, or none", () => {
      for (const given of [vaspToVasp, withdrawal, deposit]) expect(faultsOf(parseTransfer(given))).toEqual([]);
    });

    it("both: an issue", async () => {
      const given = { ...withdrawal, originator_address_is_self_hosted: true };
      expect(faultsOf(parseTransfer(given))).toEqual([["both_self_hosted", path, "2.9"]]);
      expect(faultsOf(await check(given))).toEqual([["both_self_hosted", path, "2.9"]]);
    });

    it("both and two VASPs: still one issue, for the kind of the transfer is not known", () => {
      const given = {
        ...vaspToVasp,
        originator_address_is_self_hosted: true,
        beneficiary_address_is_self_hosted: true,
      };
      expect(faultsOf(parseTransfer(given))).toEqual([["both_self_hosted", path, "2.9"]]);
    });
  });

  describe("rule 5: a withdrawal to a self-hosted wallet is recorded as sent to itself", () => {
    it("beneficiary_vasp_id must be originator_vasp_id", async () => {
      const given = { ...withdrawal, beneficiary_vasp_id: shortVasp.vasp_id };
      expect(faultsOf(parseTransfer(given))).toEqual([["not_sent_to_itself", "/beneficiary_vasp_id", "2.9"]]);
      expect(faultsOf(await check(given))).toEqual([["not_sent_to_itself", "/beneficiary_vasp_id", "2.9"]]);
    });

    it("the originator's VASP, the customer's, initiates it", async () => {
      expect(unwrap(await check(withdrawal))).toMatchObject({
        kind: "withdrawal_to_self_hosted",
        initiator_vasp_id: withdrawal.originator_vasp_id,
        beneficiary_vasp_id: withdrawal.originator_vasp_id,
      });
    });
  });

  describe("rule 6: for a deposit from a self-hosted wallet the originator side is the self-hosted one", () => {
    it("originator_vasp_id must be beneficiary_vasp_id (design)", async () => {
      const given = { ...deposit, originator_vasp_id: fullVasp.vasp_id };
      expect(faultsOf(parseTransfer(given))).toEqual([["not_sent_to_itself", "/originator_vasp_id", "2.9"]]);
      expect(faultsOf(await check(given))).toEqual([["not_sent_to_itself", "/originator_vasp_id", "2.9"]]);
    });

    it("the beneficiary's VASP, the customer's, still initiates it", async () => {
      expect(unwrap(await check(deposit))).toMatchObject({
        kind: "deposit_from_self_hosted",
        originator_address_is_self_hosted: true,
        initiator_vasp_id: deposit.beneficiary_vasp_id,
      });
    });
  });

  it("between two VASPs the originator's initiates, and both may be the same", async () => {
    const given = { ...complete, beneficiary_vasp_id: fullVasp.vasp_id };
    expect(await check(given)).toStrictEqual({
      ok: true,
      value: {
        ...given,
        kind: "vasp_to_vasp",
        addresses_checked: true,
        originator_vasp: fullVasp,
        beneficiary_vasp: fullVasp,
        initiator_vasp_id: fullVasp.vasp_id,
      },
    });
  });

  it("rule 2: what a jurisdiction asks beyond these fields is not decided here: the least of each party is enough", () => {
    const least = { individual_name: { name_type: "LEGL", name_last: "Lindqvist" } };
    const party = { account_type: "individual", account_category: "non-customer", individual: least, customer_id: "1" };
    const given = { ...complete, originator_account: party, beneficiary_account: party };
    expect(parseTransfer(given)).toStrictEqual({ ok: true, value: given });
  });
});
