/**
 * A client generated from the OpenAPI document: its types fit to the answers, and refuse a wrong request. The types are
 * generated here, so `npm run typecheck` leaves this file out, and the first test compiles it.
 */
import { fileURLToPath } from "node:url";
import createClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createHandler } from "../../src/http.js";
import { createCompliance, fixedRates, memoryStorage } from "../../src/index.js";
import { openApi } from "../../src/openapi.js";
import { credential } from "../support/http.js";
import type { paths } from "./client-types.js";

/** Returns a client of an empty service. */
function connected() {
  const compliance = createCompliance({
    storage: memoryStorage(),
    thresholds: { DE: "1000" },
    rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "test", rates: { USD: "1.08" } }),
    clock: () => new Date("2026-11-22T08:00:00.000Z"),
  });
  const fetch = createHandler(compliance, { authenticate: () => "client" });
  return createClient<paths>({ baseUrl: "https://vaspkit.test", headers: { authorization: credential }, fetch });
}

type Client = ReturnType<typeof connected>;

function createAccount(client: Client) {
  return client.POST("/api/v2/directory/accounts", {
    body: {
      reference_id: "A/1",
      account_type: "individual",
      customer_id: "C-1",
      individual: { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Ruiz" } },
    },
  });
}

const evaluate = (client: Client, amount: string) =>
  client.POST("/api/v2/engine/evaluate", {
    body: {
      transaction: { transaction_id: `T-${amount}`, amount, currency: "USD", country: "DE" },
      rule_codes: ["THRESHOLD_BY_COUNTRY"],
    },
  });

describe("a generated client", () => {
  it("compiles with the types of the present document, and has each expected error", async () => {
    const types = astToString(await openapiTS(JSON.stringify(openApi())));
    expect(errorsOf(fileURLToPath(import.meta.url), { "client-types.ts": types })).toEqual([]);
  });

  it("does not compile with types of no path", () => {
    const types = "export type paths = Record<never, never>;";
    const errors = errorsOf(fileURLToPath(import.meta.url), { "client-types.ts": types });
    expect(errors.join("\n")).toContain("/api/v2/directory/accounts/search");
  });

  it("stores an account and its address, and finds the account (§4.1, §4.3–4.5)", async () => {
    const client = connected();
    const created = await createAccount(client);
    expect(created.data?.data.individual?.individual_name.name_last).toBe("Ruiz");

    const address = await client.POST("/api/v2/analytics/chains/{chain}/addresses/{address}", {
      params: { path: { chain: "bitcoin", address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" } },
      body: { is_self_hosted: true, account_ref_id: "A/1" },
    });
    expect(address.data?.data).toMatchObject({ symbol: "BTC", is_self_hosted: true, risk_data: null });

    const path = { reference_id: "A/1" };
    const retrieved = await client.GET("/api/v2/directory/accounts/{reference_id}", { params: { path } });
    expect(retrieved.data?.data).toMatchObject({ reference_id: "A/1", account_category: "customer" });

    const query = { search_term: "ruiz" };
    const search = await client.GET("/api/v2/directory/accounts/search", { params: { query } });
    expect(search.data?.data.map(({ name }) => name)).toEqual(["Zoë Ruiz"]);
  });

  it("evaluates a breach and a pass to the last digit (§4.9)", async () => {
    const client = connected();
    const [breach] = (await evaluate(client, "1080.00")).data?.data.results ?? [];
    expect(breach).toMatchObject({ status: "breach", alert_id: "THRESHOLD_BY_COUNTRY:DE:USD:1080:T-1080.00" });
    const [pass] = (await evaluate(client, "1079.99999999999999999")).data?.data.results ?? [];
    expect(pass).toMatchObject({ status: "pass", decision: { comparison: "below", threshold: "1000" } });
  });

  it("receives typed problem details for an invalid account, and for one that is taken (§7)", async () => {
    const client = connected();
    const invalid = await client.POST("/api/v2/directory/accounts", {
      body: { reference_id: "A/1", account_type: "entity", customer_id: "C-1" },
    });
    expect(invalid.data).toBeUndefined();
    expect(invalid.error?.code).toBe("invalid_input");
    expect(invalid.error?.issues?.map(({ code, path, clause }) => [code, path, clause])).toEqual([
      ["required", "/entity", "2.2"],
    ]);

    await createAccount(client);
    const { error, response } = await createAccount(client);
    expect([response.status, error?.code]).toEqual([409, "reference_id_taken"]);
  });

  it("cannot send a misspelt property, nor leave out a required one, without an error of the compiler", async () => {
    const client = connected();
    const misspelt = await client.POST("/api/v2/directory/accounts", {
      // @ts-expect-error: the property is called customer_id.
      body: { reference_id: "A-1", account_type: "entity", customerid: "C-1" },
    });
    expect(misspelt.error?.issues?.map(({ code }) => code)).toContain("unknown_property");
    const incomplete = await client.POST("/api/v2/directory/accounts", {
      // @ts-expect-error: account_type is required.
      body: { reference_id: "A-1", customer_id: "C-1" },
    });
    expect(incomplete.error?.issues).toMatchObject([{ code: "required", path: "/account_type" }]);
    // @ts-expect-error: the search has a term.
    const termless = await client.GET("/api/v2/directory/accounts/search", {});
    expect(termless.error?.issues).toMatchObject([{ code: "required", path: "/search_term" }]);
  });
});

/** Returns the messages of the compiler about a file. `beside`: files of its folder that are not on the disk. */
function errorsOf(path: string, beside: Readonly<Record<string, string>>): readonly string[] {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const host = ts.createCompilerHost(options);
  const files = new Map(
    Object.entries(beside).map(([name, text]) => [fileURLToPath(new URL(name, import.meta.url)), text]),
  );
  const { fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  const program = ts.createProgram([path], options, host);
  const errors = [path, ...files.keys()].flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(name)));
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
