import { describe, expect, it } from "vitest";
import {
  ComplianceError,
  createCompliance,
  type Issue,
  memoryStorage,
  parseAccount,
  parseTransfer,
  pathOf,
  unwrap,
} from "../../src/index.js";
import { addressCompliance, loading } from "../support/address-samples.js";
import { failureOf, faultsOf, thrownBy, without, withValue } from "../support/outcomes.js";
import { breaching, byCountry, deposit, entity, filledCompliance, individual } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

const bareEntity = without(entity, "/customer_id", "/address", "/national_id");

describe("§7 errors", () => {
  it("rule 1: success is a value", async () => {
    const { rules } = await filledCompliance();
    expect(await rules.evaluate({ transaction: breaching, rule_codes: byCountry })).toMatchObject({ ok: true });
  });

  describe("rules 2 and 3: what matches nothing is no result, and no error", () => {
    it("a search of accounts or VASPs is an empty array", async () => {
      const { accounts, vasps } = await filledCompliance();
      expect(await accounts.search({ search_term: "Zephyr" })).toStrictEqual({ ok: true, value: [] });
      expect(await vasps.search({ search_term: "Zephyr" })).toStrictEqual({ ok: true, value: [] });
    });

    it("a retrieve is undefined", async () => {
      const { accounts, vasps } = await filledCompliance();
      expect(await accounts.retrieve("ACC-9")).toBeUndefined();
      expect(await vasps.retrieve("VASP-9")).toBeUndefined();
    });

    it("an address that is not stored is undefined, and an account without one has an empty array", async () => {
      const { addresses } = await filledCompliance();
      expect(await addresses.retrieve("ethereum", loading.address)).toBeUndefined();
      expect(await addresses.history("ethereum", loading.address)).toBeUndefined();
      expect(await addresses.ofAccount("ACC-1001")).toEqual([]);
    });

    it("a page past the end is empty", async () => {
      const { vasps, alerts } = await filledCompliance();
      expect(unwrap(await vasps.list({ page: 2 })).items).toEqual([]);
      expect(unwrap(await alerts.list()).items).toEqual([]);
    });
  });

  describe("rule 4: what breaks a rule of section 2 is invalid", () => {
    it("a risk scan requested without provider_name", async () => {
      const { addresses } = await addressCompliance();
      expect(faultsOf(await addresses.create(untyped({ ...loading, scan_for_risk: true })))).toEqual([
        ["provider_name_missing", "/provider_name", "4.1"],
      ]);
    });

    it("an entity's national_id with issue_country", () => {
      expect(faultsOf(parseAccount(withValue(entity, "/national_id/issue_country", "DE")))).toEqual([
        ["issue_country_on_entity", "/national_id/issue_country", "2.6"],
      ]);
    });

    it("an entity's national_id of a type other than LEIX without registration_authority", () => {
      expect(faultsOf(parseAccount(without(entity, "/national_id/registration_authority")))).toEqual([
        ["registration_authority_missing", "/national_id/registration_authority", "2.6"],
      ]);
    });

    it("an account without any identifying item", () => {
      expect(faultsOf(parseAccount(bareEntity))).toEqual([["identification_missing", "", "2.2.1"]]);
    });

    it("both addresses of a transfer self-hosted", () => {
      expect(faultsOf(parseTransfer({ ...deposit, beneficiary_address_is_self_hosted: true }))).toEqual([
        ["both_self_hosted", "/beneficiary_address_is_self_hosted", "2.9"],
      ]);
    });
  });

  describe("rule 5, our outcomes: invalid input, no such record, a failure outside", () => {
    it("an issue has code, path, clause, params and message, and nothing of the input", () => {
      const parsed = parseAccount(withValue(individual, "/individual/residence_country", "Freedonia"));
      expect(parsed).toStrictEqual({
        ok: false,
        issues: [
          {
            code: "not_a_country",
            path: "/individual/residence_country",
            clause: "2.3",
            message:
              "residence_country of the account individual must be an ISO 3166-1 alpha-2 code in upper case (GB, not UK); add others, such as XK, to officialCurrencies or the option countries.",
          },
        ],
      });
    });

    it("params hold the allowed values and limits, for translation", () => {
      const { issues } = parseAccount({
        ...withValue(individual, "/national_id", { national_id_type: "LEIX", national_id: "x".repeat(1001) }),
        account_category: "vip",
        email: 5,
        e_mail: "",
      }) as { issues: readonly Issue[] };
      expect(Object.fromEntries(issues.map(({ path, params }) => [path, params]))).toMatchObject({
        "/account_category": { allowed: ["customer", "non-customer"] },
        "/email": { types: ["string"] },
        "/e_mail": { allowed: expect.arrayContaining(["email", "customer_id"]) },
        "/national_id/national_id_type": { allowed: ["ARNU", "CCPT", "DRLC", "FIIN", "SOCS", "IDCD", "MISC"] },
        "/national_id/national_id": { maxLength: 1000 },
      });
      expect(parseAccount(bareEntity)).toMatchObject({
        issues: [{ params: { anyOf: ["customer_id", "address", "national_id"] } }],
      });
    });

    it("pathOf returns the path as an array of tokens", () => {
      const path = "/individual/a~1b~0c/0";
      expect(pathOf({ path })).toEqual(["individual", "a/b~c", "0"]);
      expect(pathOf({ path: "" })).toEqual([]);
    });

    it("a path is a JSON Pointer: ~ is ~0 and / is ~1", () => {
      expect(faultsOf(parseAccount({ ...individual, "a/b~c": 1 }))).toEqual([["unknown_property", "/a~1b~0c", "2.2"]]);
    });

    it("a property name that could be personal is not in a path: it ends before it", () => {
      const parsed = parseAccount(withValue(individual, "/individual/Zoé Tremblay", 1));
      expect(faultsOf(parsed)).toEqual([["unknown_property", "/individual", "2.3"]]);
      expect(JSON.stringify(parsed)).not.toContain("Tremblay");
    });

    it("unwrap gives the value, or throws invalid_input with every issue", () => {
      expect(unwrap(parseAccount(individual))).toStrictEqual(individual);
      const parsed = parseAccount({ ...bareEntity, email: "nobody" });
      const error = thrownBy(() => unwrap(parsed), "invalid_input");
      expect(faultsOf({ ok: false, issues: error.issues })).toEqual([
        ["identification_missing", "", "2.2.1"],
        ["not_an_email", "/email", "2.2"],
      ]);
      expect(error.message).toBe('The input has issues: identification_missing at "", not_an_email at "/email".');
    });

    it("a world that failed throws a ComplianceError: an Error with a code, no issues and a cause if there is one", async () => {
      const compliance = createCompliance({ storage: memoryStorage() });
      const request = { transaction: breaching, rule_codes: byCountry };
      const error = await failureOf(compliance.rules.evaluate(request), "not_configured");
      expect(error).toBeInstanceOf(Error);
      expect(error.name).toBe("ComplianceError");
      expect(error.issues).toEqual([]);
      expect("cause" in error).toBe(false);
      const cause = new Error("the disk is full");
      expect(new ComplianceError("storage_unavailable", "The disk is full; free some.", { cause }).cause).toBe(cause);
    });
  });

  it("after close every operation that needs the storage fails with storage_closed; closing again does nothing", async () => {
    const { accounts, vasps, transfers, alerts, addresses, close } = await filledCompliance();
    await close();
    await close();
    for (const promise of [
      accounts.create(individual),
      accounts.retrieve("ACC-1001"),
      accounts.search({ search_term: "zoe" }),
      vasps.load([]),
      vasps.sync([]),
      vasps.search({ search_term: "aurora" }),
      vasps.retrieve("VASP-1"),
      vasps.list(),
      transfers.check(deposit),
      alerts.list(),
      addresses.create(loading),
      addresses.assign({ ...loading, reference_id: "ACC-1001" }),
      addresses.retrieve("ethereum", loading.address),
      addresses.ofAccount("ACC-1001"),
      addresses.history("ethereum", loading.address),
    ]) {
      await failureOf(promise, "storage_closed");
    }
  });
});
