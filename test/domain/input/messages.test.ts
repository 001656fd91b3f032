/** Messages of issues about missing, unknown and wrongly typed properties. */
import { describe, expect, it } from "vitest";
import { compileSchema } from "../../../scripts/readers/compile-schema.js";
import type { InputSchema } from "../../../scripts/readers/schema.js";
import { schemas } from "../../../scripts/readers/schemas.shape.js";
import { addressRules } from "../../../src/domain/accounts/account.rules.js";
import { parseBalanceResponse, parseRiskResponse } from "../../../src/domain/addresses/responses.js";
import { parseOwnershipObserve } from "../../../src/domain/ownership/parse.js";
import { parseAccountSearch, parseVaspList, parseVaspSearch } from "../../../src/domain/query.js";
import { parseEvaluationRequest } from "../../../src/domain/thresholds/parse.js";
import { parseEvidence } from "../../../src/domain/transfers/parse-decision.js";
import { parseAccount, parseTransaction, parseTransfer, parseVasp, type Result } from "../../../src/index.js";

const NOW = "2026-12-01T12:00:00.000+00:00";

/** The message of the issue at a place. */
function messageAt(result: Result<unknown>, path: string): string | undefined {
  return result.ok ? undefined : result.issues.find((issue) => issue.path === path)?.message;
}

describe("the message of an issue of shape", () => {
  it.each([
    [parseAccount(5), "", "The account must be an object."],
    [parseAccount(undefined), "", "The account is missing; it must be an object."],
    [parseVasp([]), "", "The VASP record must be an object."],
    [parseVasp({}), "/vasp_id", "vasp_id of the VASP record is missing; it must be text."],
    [parseVasp({ vasp_id: 5 }), "/vasp_id", "vasp_id of the VASP record must be text."],
    [
      parseVasp({ supported_protocols: "" }),
      "/supported_protocols",
      "supported_protocols of the VASP record must be an array.",
    ],
    [
      parseEvaluationRequest({ rule_codes: {} }),
      "/rule_codes",
      "rule_codes of the evaluation request must be an array.",
    ],
    [
      parseEvaluationRequest({}),
      "/rule_codes",
      "rule_codes of the evaluation request is missing; it must be an array.",
    ],
    [
      parseVasp({ supported_protocols: ["TRP", 5] }),
      "/supported_protocols/1",
      "Each item of supported_protocols of the VASP record must be text.",
    ],
    [
      parseEvaluationRequest({ rule_codes: ["OTHER"] }),
      "/rule_codes/0",
      "Each item of rule_codes of the evaluation request must be one of THRESHOLD_BY_COUNTRY, LINKED_TRANSACTIONS_BY_COUNTRY.",
    ],
    [parseEvidence(null, NOW), "/evidence", "evidence of the decision must be an array."],
    [parseEvidence([5], NOW), "/evidence/0", "Each piece of evidence must be an object."],
    [parseEvidence([{}], NOW), "/evidence/0/note", "note of the piece of evidence is missing; it must be text."],
    [
      parseEvidence([{ by: "x" }], NOW),
      "/evidence/0/by",
      "Each piece of evidence has an unknown property; check its spelling, or remove it.",
    ],
    [
      parseOwnershipObserve({ transaction: {} }, NOW),
      "/transaction/hash",
      "hash of the observed transaction is missing; it must be text.",
    ],
    [
      parseOwnershipObserve({ transaction: { by: "x" } }, NOW),
      "/transaction/by",
      "transaction of the observation has an unknown property; check its spelling, or remove it.",
    ],
    [parseAccount({ individual: "" }), "/individual", "individual of the account must be an object."],
    [parseAccount({ individual: [] }), "/individual", "individual of the account must be an object."],
    [
      parseTransfer({ originator_address_is_self_hosted: "no" }),
      "/originator_address_is_self_hosted",
      "originator_address_is_self_hosted of the transfer must be true or false.",
    ],
    [parseVaspList({ page: true }), "/page", "page of the VASP list request must be a number."],
    [parseTransaction({ amount: true }), "/amount", "amount of the transaction must be text or a number."],
    [
      parseAccount({}),
      "/account_type",
      "account_type of the account is missing; it must be one of individual, entity.",
    ],
    [
      parseAccountSearch({ search_term: "a", account_category: "other" }),
      "/account_category",
      "account_category of the account search must be one of customer, recipient.",
    ],
    [
      parseAccount({ entity: { entity_name: { name_type: "OTHER" } } }),
      "/entity/entity_name/name_type",
      "name_type of the account entity_name must be LEGL.",
    ],
    [parseVasp({ lei: 1 }), "/lei", "The VASP record has an unknown property; check its spelling, or remove it."],
    [
      parseAccount({ address: { street: 1 } }),
      "/address/street",
      "address of the account has an unknown property; check its spelling, or remove it.",
    ],
    [parseVaspList({ page: 0 }), "/page", "page of the VASP list request must be an integer, 1 or more."],
    [parseVaspList({ size: 1001 }), "/size", "size of the VASP list request must be an integer, 1 to 1000."],
    [
      parseVaspSearch({ search_term: "\u0301" }),
      "/search_term",
      "search_term of the VASP search must contain a letter, digit or sign besides accents and white space.",
    ],
    [
      parseRiskResponse([{ risk_ratio: 0, risk_descriptors: [] }]),
      "/0/risk_descriptors/0",
      "risk_descriptors must have a reason when risk_ratio is 0, for example not-listed.",
    ],
    [
      parseRiskResponse([]),
      "/0",
      "The risk provider returned no entry; return at least one: risk_ratio 0 says that nothing was found.",
    ],
    [
      parseBalanceResponse({ balance: "1e3", balance_usd: "1" }),
      "/balance",
      "balance of the balance response must be decimal text, for example 0.10: digits, at most one point, no sign, at most 100 digits.",
    ],
  ])("names the property, the record and the fix: %#", (result, path, message) => {
    expect(messageAt(result, path)).toBe(message);
  });
});

describe("a schema with a list of objects, or with null", () => {
  it("reports an unknown property of an item with the index of the item", () => {
    const result = parseRiskResponse([{ score: 1 }, { score: 1 }]);
    expect(messageAt(result, "/1/score")).toBe(
      "Each item of entries of the risk response has an unknown property; check its spelling, or remove it.",
    );
  });

  it("accepts null where it is allowed, and names it in the message", () => {
    const wrong = parseBalanceResponse({ balance: 1, balance_usd: null });
    expect(wrong).toMatchObject({ issues: [{ code: "wrong_type", path: "/balance", clause: "2.8" }] });
    expect(messageAt(parseBalanceResponse({ balance: "1", balance_usd: 1 }), "/balance_usd")).toBe(
      "balance_usd of the balance response must be null or text.",
    );
  });
});

describe("rules at a place that the schema does not have", () => {
  const [schema] = schemas;

  it.each([
    ["a place", { at: "/adress" }],
    ["an operand", { rows: [{ ...addressRules[0], of: ["address_lin?"] }] }],
    ["the path of an issue", { rows: [{ ...addressRules[1], path: "/street_name" }] }],
  ])("fail when readers are generated: %s", (_, change) => {
    const table = { at: "/address", module: "account.rules", name: "addressRules", rows: addressRules, ...change };
    expect(() => compileSchema({ ...(schema as InputSchema), rules: [table] })).toThrow("The schema has no place");
  });
});
