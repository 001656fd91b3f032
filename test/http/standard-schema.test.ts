/** Standard Schema: what libraries that know only the standard make of the parse functions. */
import { sValidator } from "@hono/standard-validator";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import fc from "fast-check";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { defaultChains, tron } from "../../src/chains.js";
import {
  accountSchema,
  addressCreateSchema,
  standardSchema,
  transactionSchema,
  transferSchema,
  vaspSchema,
} from "../../src/http/standard-schema.js";
import {
  type AccountDraft,
  type AccountInput,
  createCompliance,
  memoryStorage,
  parseAccount,
  parseTransaction,
  parseTransfer,
  parseVasp,
  pathOf,
  type Result,
} from "../../src/index.js";
import { arbitraries } from "../../src/testing.js";
import { runs } from "../support/runs.js";

const account: AccountDraft = {
  reference_id: "A-1",
  account_type: "individual",
  individual: { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Ruiz" } },
  customer_id: "C-1",
};

describe("validate", () => {
  const subjects = [
    ["accountSchema", accountSchema(), parseAccount, arbitraries.account()],
    ["vaspSchema", vaspSchema(), parseVasp, arbitraries.vasp()],
    ["transferSchema", transferSchema(), parseTransfer, arbitraries.transfer()],
    ["transactionSchema", transactionSchema(), parseTransaction, arbitraries.transaction()],
  ] as const;

  it.each(subjects)("of %s returns what the parse function returns", (_, schema, parse, valid) => {
    const inputs = fc.oneof(
      valid,
      fc.anything(),
      fc.tuple(valid, fc.object()).map(([a, b]) => ({ ...a, ...b })),
    );
    fc.assert(
      fc.property(inputs, (input) => {
        const parsed: Result<unknown> = parse(input);
        const validated = schema["~standard"].validate(input);
        if (parsed.ok) expect(validated).toEqual({ value: parsed.value });
        else expect(validated).toEqual({ issues: parsed.issues.map((issue) => ({ ...issue, path: pathOf(issue) })) });
      }),
      { numRuns: runs(300) },
    );
  });

  it("of addressCreateSchema returns the canonical address (§4.1)", () => {
    const address = "0x52908400098527886E0F7030069857D2E4169EE7";
    const { validate } = addressCreateSchema()["~standard"];
    expect(validate({ chain: "ethereum", address: address.toLowerCase() })).toEqual({
      value: { chain: "ethereum", address },
    });
    const { issues } = validate({ chain: "ethereum", address, scan_for_risk: true });
    expect(issues?.map(({ code, path, clause }) => ({ code, path, clause }))).toEqual([
      { code: "provider_name_missing", path: ["provider_name"], clause: "4.1" },
    ]);
  });

  it("takes the options of the parse function, and refuses others at once", () => {
    const kosovar = { ...account, individual: { ...account.individual, residence_country: "XK" } };
    expect(accountSchema()["~standard"].validate(kosovar).issues).toHaveLength(1);
    expect(accountSchema({ countries: ["XK"] })["~standard"].validate(kosovar).issues).toBeUndefined();
    // The casts: as callers without types call them.
    for (const create of [accountSchema, vaspSchema, transactionSchema, transferSchema]) {
      expect(() => create({ country: ["XK"] } as never)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    }
    for (const options of [{ chain: [tron] }, { chains: ["tron"] }, { isRecoveryPhrase: "yes" }]) {
      expect(() => addressCreateSchema(options as never)).toThrow(
        expect.objectContaining({ code: "configuration_invalid" }),
      );
    }
  });

  it("knows the chains of its option", () => {
    const options = { chains: [...defaultChains, tron] };
    const hex = "41a614f803b6fd780986a42c78ec9c7f77e6ded13c";
    const request = { chain: "tron", address: hex };
    expect(addressCreateSchema(options)["~standard"].validate(request)).toEqual({
      value: { chain: "tron", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    });
    expect(
      addressCreateSchema()
        ["~standard"].validate(request)
        .issues?.map(({ path }) => path),
    ).toEqual([["chain"]]);
    const transfer = {
      ...{ originator_account_reference_id: "A-1", beneficiary_account_reference_id: "A-2" },
      ...{ originator_vasp_id: "V-1", beneficiary_vasp_id: "V-2", chain: "tron" },
      ...{ originator_address: hex, beneficiary_address: "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g" },
    };
    expect(transferSchema(options)["~standard"].validate(transfer).issues).toBeUndefined();
    expect(
      transferSchema()
        ["~standard"].validate(transfer)
        .issues?.map(({ path }) => path),
    ).toEqual([["chain"]]);
  });

  it("needs no this, and the schemas cannot be changed", () => {
    for (const create of [accountSchema, vaspSchema, transactionSchema, transferSchema, addressCreateSchema]) {
      const schema = create();
      expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "vaspkit" });
      expect(Object.isFrozen(schema) && Object.isFrozen(schema["~standard"])).toBe(true);
      const { validate } = schema["~standard"];
      expect(validate(undefined).issues?.[0]?.path).toEqual([]);
    }
  });
});

describe("standardSchema", () => {
  it("rejects something else than a parse function", () => {
    // The cast: as callers without types call it.
    expect(() => standardSchema(undefined as unknown as typeof parseVasp)).toThrow(/takes a parse function/);
  });
});

describe("the standard validator of Hono", () => {
  const compliance = createCompliance({ storage: memoryStorage() });
  const app = new Hono().post("/customers", sValidator("json", accountSchema()), async (context) => {
    // Typed as the parsed account: its category is set.
    const { account_category, ...given } = context.req.valid("json");
    const created = await compliance.accounts.create({ ...given, account_category });
    return context.json(created, created.ok ? 201 : 409);
  });
  const post = (body: unknown) =>
    app.request("/customers", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("passes the parsed account with its defaults", async () => {
    const response = await post(account);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ ok: true, value: { ...account, account_category: "customer" } });
  });

  it("answers invalid input with every issue and its path", async () => {
    const response = await post({ ...account, email: "zoe", individual: { individual_name: { name_type: "X" } } });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error).toMatchObject([
      { code: "not_allowed", path: ["individual", "individual_name", "name_type"] },
      { code: "required", path: ["individual", "individual_name", "name_last"], clause: "2.3" },
      { code: "not_an_email", path: ["email"], clause: "2.2" },
    ]);
  });
});

describe("the resolver of React Hook Form", () => {
  const options = { fields: {}, shouldUseNativeValidation: false, criteriaMode: "firstError" } as const;
  const form = { ...account, account_category: "", email: "", customer_id: "" };

  it("returns the parsed values", async () => {
    const resolve = standardSchemaResolver(vaspSchema());
    const { values, errors } = await resolve({ vasp_id: "V-1", name_legal: "Ruiz GmbH", website: null }, {}, options);
    expect({ values, errors }).toEqual({ values: { vasp_id: "V-1", name_legal: "Ruiz GmbH" }, errors: {} });
  });

  it("returns each message at its field, and those of the whole input at the root", async () => {
    const { errors } = await standardSchemaResolver(vaspSchema())(
      { vasp_id: "", name_legal: "Ruiz GmbH", address_country_code: "XX" },
      {},
      options,
    );
    expect(errors).toMatchObject({
      vasp_id: { message: expect.stringContaining("vasp_id") },
      address_country_code: { message: expect.stringContaining("ISO 3166-1") },
    });
    const formSchema = standardSchema<Record<string, unknown>, AccountInput>((input) =>
      parseAccount(input, { emptyIsAbsent: true }),
    );
    const invalid = await standardSchemaResolver(formSchema)(form, {}, options);
    expect(invalid.errors).toMatchObject({ root: { message: expect.stringContaining("customer_id") } });
  });

  it("accepts empty fields with a schema of its own", async () => {
    const formSchema = standardSchema<Record<string, unknown>, AccountInput>((input) =>
      parseAccount(input, { emptyIsAbsent: true }),
    );
    const { values } = await standardSchemaResolver(formSchema)({ ...form, customer_id: "C-1" }, {}, options);
    expect(values).toEqual({ ...account, account_category: "customer" });
  });
});
