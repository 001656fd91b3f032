/** What an issue of the wrong shape says: which field, and what would be right. */
import { describe, expect, it } from "vitest";
import { parseBalanceResponse, parseRiskResponse } from "../../../src/domain/addresses/responses.js";
import { parseInput } from "../../../src/domain/input/grammar.js";
import { rulesAt } from "../../../src/domain/input/rule.js";
import { parseAccountSearch, parseVaspList } from "../../../src/domain/query.js";
import { parseEvaluationRequest } from "../../../src/domain/thresholds/parse.js";
import { parseAccount, parseTransaction, parseTransfer, parseVasp, type Result } from "../../../src/index.js";

/** The message of the issue at a place. */
function messageAt(result: Result<unknown>, path: string): string | undefined {
  return result.ok ? undefined : result.issues.find((issue) => issue.path === path)?.message;
}

describe("the message of an issue of shape", () => {
  it.each([
    ["the whole input", parseAccount(5), "", "The input must be an object."],
    ["no input", parseAccount(undefined), "", "The input is missing; it must be an object."],
    ["a list as the input", parseVasp([]), "", "The input must be an object."],
    ["a missing text", parseVasp({}), "/vasp_id", "vasp_id is missing; it must be text."],
    ["a number for a text", parseVasp({ vasp_id: 5 }), "/vasp_id", "vasp_id must be text."],
    [
      "a text for a list",
      parseVasp({ supported_protocols: "" }),
      "/supported_protocols",
      "supported_protocols must be an array.",
    ],
    ["an object for a list", parseEvaluationRequest({ rule_codes: {} }), "/rule_codes", "rule_codes must be an array."],
    ["a missing list", parseEvaluationRequest({}), "/rule_codes", "rule_codes is missing; it must be an array."],
    [
      "a number in a list",
      parseVasp({ supported_protocols: ["TRP", 5] }),
      "/supported_protocols/1",
      "Each of supported_protocols must be text.",
    ],
    [
      "an unknown code in a list",
      parseEvaluationRequest({ rule_codes: ["OTHER"] }),
      "/rule_codes/0",
      "Each of rule_codes must be THRESHOLD_BY_COUNTRY.",
    ],
    ["a text for an object", parseAccount({ individual: "" }), "/individual", "individual must be an object."],
    ["a list for an object", parseAccount({ individual: [] }), "/individual", "individual must be an object."],
    [
      "a text for a flag",
      parseTransfer({ originator_address_is_self_hosted: "no" }),
      "/originator_address_is_self_hosted",
      "originator_address_is_self_hosted must be true or false.",
    ],
    ["a flag for a number", parseVaspList({ page: true }), "/page", "page must be a number."],
    ["a flag for an amount", parseTransaction({ amount: true }), "/amount", "amount must be text or a number."],
    [
      "a missing code",
      parseAccount({}),
      "/account_type",
      "account_type is missing; it must be one of individual, entity.",
    ],
    [
      "a code outside of its list",
      parseAccountSearch({ search_term: "a", account_category: "other" }),
      "/account_category",
      "account_category must be one of customer, recipient.",
    ],
    [
      "a name type",
      parseAccount({ entity: { entity_name: { name_type: "OTHER" } } }),
      "/entity/entity_name/name_type",
      "name_type must be LEGL.",
    ],
    [
      "an unknown member",
      parseVasp({ lei: 1 }),
      "/lei",
      "The input has a property that clause 2.7 does not know; check its spelling.",
    ],
    [
      "an unknown member of a member",
      parseAccount({ address: { street: 1 } }),
      "/address/street",
      "address has a property that clause 2.5 does not know; check its spelling.",
    ],
  ])("names the field and what would be right: %s", (_, result, path, message) => {
    expect(messageAt(result, path)).toBe(message);
  });
});

describe("where a shape is a list of objects, or may be null", () => {
  it("an unknown member of an item is told with the item's index", () => {
    const result = parseRiskResponse([{ score: 1 }, { score: 1 }]);
    expect(messageAt(result, "/1/score")).toBe(
      "Each of entries has a property that clause 2.8 does not know; check its spelling.",
    );
  });

  it("null is no issue beside one of another member, and is named where it may be", () => {
    const wrong = parseBalanceResponse({ balance: 1, balance_usd: null });
    expect(wrong.ok ? [] : wrong.issues.map(({ path }) => path)).toEqual(["/balance"]);
    expect(messageAt(parseBalanceResponse({ balance: "1", balance_usd: 1 }), "/balance_usd")).toBe(
      "balance_usd must be null or text.",
    );
  });
});

describe("rules at a place that the shape does not have", () => {
  it("are a mistake that the first use tells", () => {
    const shape = { components: {}, schemas: [{ type: "object", properties: {} }] };
    const rules = [rulesAt("/adress", [])];
    const grammar = { shape, nullIsAbsent: false, clauses: [["", "2.2"]] as const, rules };
    expect(() => parseInput(grammar, {})).toThrow('The rules at "/adress" are of no place of the shape.');
  });
});
