/** What an editor completes in the input of each operation, from the TypeScript language service. */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const file = `${root}/test/types/completions-fixture.ts`;

/** Completes at `|` in the call. */
const source = (call: string): string => `
import { bsc, tron } from "../../src/chains.js";
import { type Compliance, createCompliance, memoryStorage } from "../../src/index.js";
declare const { accounts, addresses, alerts, rules, transfers, vasps }: Compliance;
${call.replace("|", "/*here*/")}
`;

const party = ["account_category", "account_type", "address", "customer_id", "email", "entity", "individual"];
const vasp = ["address_city", "name_legal", "supported_protocols", "vasp_id", "website"];

describe("an editor completes", () => {
  const service = languageService();

  it.each<[call: string, complete: readonly string[]]>([
    ["accounts.create({ | })", [...party, "national_id", "reference_id"]],
    ["accounts.create({ account_type: '|' })", ["entity", "individual"]],
    ["accounts.create({ account_type: 'entity', entity: { | } })", ["entity_localname", "entity_name"]],
    [
      "accounts.create({ reference_id: 'A', account_type: 'entity', national_id: { national_id_type: '|' } })",
      ["LEIX"],
    ],
    ["accounts.put({ | })", [...party, "national_id", "reference_id"]],
    ["accounts.list({ | })", ["cursor", "size", "sort"]],
    ["accounts.list({ sort: '|' })", ["-created", "-last_modified", "created", "last_modified"]],
    ["accounts.search({ | })", ["account_category", "account_type", "limit", "search_term"]],
    ["accounts.search({ search_term: 'a', account_category: '|' })", ["customer", "recipient"]],
    ["vasps.load([{ | }])", vasp],
    ["vasps.load([{ vasp_id: 'V', name_legal: 'E', national_id_type_code: '|' }])", ["LEIX", "MISC", "RAID", "TXID"]],
    ["vasps.load([], { | })", ["maxRejections", "onProgress", "signal"]],
    ["vasps.load([] as unknown[], { | })", ["maxRejections", "onProgress", "signal"]],
    ["vasps.sync([{ | }])", vasp],
    ["vasps.sync([], { | })", ["maxRejections", "maxRemoved", "onProgress", "signal"]],
    ["vasps.search({ | })", ["limit", "search_term"]],
    ["vasps.list({ | })", ["page", "size", "sort"]],
    ["vasps.list({ sort: '|' })", ["-vasp_id", "name_legal"]],
    [
      "addresses.create({ | })",
      ["account_ref_id", "address", "chain", "is_self_hosted", "provider_name", "scan_for_risk"],
    ],
    ["addresses.create({ chain: '|' })", ["bitcoin", "tezos"]],
    ["addresses.create({ chain: 'tezos', address: 'tz1' }, { | })", ["balance", "signal"]],
    ["addresses.assign({ | })", ["address", "chain", "reference_id"]],
    ["addresses.rescreen({ | })", ["chain", "provider_name"]],
    [
      "addresses.rescreen({ provider_name: 'OFAC' }, { | })",
      ["concurrency", "olderThan", "onChange", "onProgress", "signal"],
    ],
    ["addresses.rescreen({ provider_name: 'OFAC', chain: '|' })", ["bitcoin", "tezos"]],
    ["rules.evaluate({ | })", ["rule_codes", "transaction"]],
    ["rules.evaluate({ transaction: { | } })", ["amount", "country", "currency", "transaction_id"]],
    ["rules.evaluate({ rule_codes: ['|'] })", ["LINKED_TRANSACTIONS_BY_COUNTRY", "THRESHOLD_BY_COUNTRY"]],
    ["transfers.check({ | })", ["beneficiary_vasp_id", "chain", "originator_account", "originator_address"]],
    ["transfers.check({ originator_account: { | } })", party],
    ["alerts.list({ | })", ["cursor", "delivered", "size"]],
    ["alerts.deliver({ | })", ["signal"]],
    ["alerts.all({ | })", ["from", "reviewed"]],
    ["alerts.all({ reviewed: false }, { | })", ["signal"]],
    ["accounts.all({ | })", ["sort"]],
    ["addresses.all({ chain: '|' })", ["bitcoin", "tezos"]],
    ["createCompliance({ storage: memoryStorage(), | })", ["balances", "chains", "onAlert", "rates", "thresholds"]],
  ])(
    "%s",
    (call, complete) => {
      expect(service.completionsOf(source(call))).toEqual(expect.arrayContaining([...complete]));
    },
    60_000,
  );

  it("and the registered chains only, as chain", () => {
    const call = "createCompliance({ storage: memoryStorage(), chains: [bsc, tron] }).addresses.create({ chain: '|' })";
    expect(service.completionsOf(source(call))).toEqual(["bsc", "tron"]);
  });

  it("and shows names, not the structure of types", () => {
    const { hoverOf } = service;
    expect(hoverOf(source("accounts.|create({} as never)"))).toContain(
      "create(input: AccountDraft, options?: ActorOptions): Promise<Result<Account>>",
    );
    expect(hoverOf(source("rules.|evaluate({} as never)"))).toContain(
      "evaluate(input: EvaluationRequest, options?: ChangeOptions): Promise<Result<RuleEvaluation>>",
    );
    expect(hoverOf(source("|accounts"))).toBe("const accounts: AccountOperations");
  });

  it("and reports a mistake in a literal by its property", () => {
    expect(service.errorsOf(source("accounts.create({ acount_type: 'entity' });"))).toEqual([
      "Object literal may only specify known properties, but 'acount_type' does not exist in type 'AccountDraft'. Did you mean to write 'account_type'?",
    ]);
  });
});

function languageService() {
  const config = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  let version = 0;
  let text = "";
  const service = ts.createLanguageService({
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : "1"),
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...options, types: [], noUnusedLocals: false }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });

  /** Puts the text into the file and returns the position of the mark. */
  function open(next: string): number {
    text = next;
    version += 1;
    return next.indexOf("/*here*/");
  }

  return {
    completionsOf: (next: string): readonly string[] => {
      const found = service.getCompletionsAtPosition(file, open(next), {});
      return (found?.entries ?? []).map(({ name }) => name);
    },
    hoverOf: (next: string): string => {
      const info = service.getQuickInfoAtPosition(file, open(next) + "/*here*/".length);
      return ts.displayPartsToString(info?.displayParts);
    },
    errorsOf: (next: string): readonly string[] => {
      open(next);
      return service
        .getSemanticDiagnostics(file)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  };
}
