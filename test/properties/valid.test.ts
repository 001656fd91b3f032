/** What is valid is taken as it is: with defaults filled in, as a copy, and taken again without a change. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAddressAssign, parseAddressCreate } from "../../src/domain/addresses/parse.js";
import { parseAccountSearch, parseAlertList, parseVaspList, parseVaspSearch } from "../../src/domain/query.js";
import { foldText, squeezeText } from "../../src/domain/text.js";
import { parseEvaluationRequest } from "../../src/domain/thresholds/parse.js";
import {
  type AccountDraft,
  type Chain,
  type PartyDraft,
  parseAccount,
  parseAddress,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type Result,
  type TransferDraft,
  unwrap,
} from "../../src/index.js";
import { account } from "../../src/testing/arbitraries/account.js";
import { evaluation, transaction, transfer, vasp } from "../../src/testing/arbitraries/records.js";
import { addressAssignment, addressCreation } from "../support/arbitraries/address-request.js";
import { accountSearch, pageSize, vaspList, vaspSearch } from "../support/arbitraries/query.js";
import { runs } from "../support/runs.js";

function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) deepFrozen(member);
    Object.freeze(value);
  }
  return value;
}

/** Empties every object and list in the value. */
function destroy(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    destroy(Reflect.get(value, key));
    Reflect.deleteProperty(value, key);
  }
}

function withCategory(party: PartyDraft | AccountDraft): unknown {
  return { account_category: "customer", ...party };
}

function transferWithDefaults(given: TransferDraft): unknown {
  const { originator_account, beneficiary_account } = given;
  return {
    originator_address_is_self_hosted: false,
    beneficiary_address_is_self_hosted: false,
    ...given,
    ...(originator_account && { originator_account: withCategory(originator_account) }),
    ...(beneficiary_account && { beneficiary_account: withCategory(beneficiary_account) }),
  };
}

/** With the tag of the address, if the request links an account. */
function inCanonicalForm(request: { readonly chain: Chain; readonly address: string }): unknown {
  const { canonical, tag, id = tag } = unwrap(parseAddress(request.chain, request.address));
  const isLink = "reference_id" in request || "account_ref_id" in request;
  return { ...request, address: canonical, ...(isLink && id !== undefined && { tag: String(id) }) };
}

function withoutNulls(record: object): unknown {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

interface Kind {
  readonly name: string;
  readonly check: () => void;
}

/** @param isTakenAgain whether the value is an input of the same kind; a query is read into another form. */
function kind<T extends object>(
  name: string,
  valid: fc.Arbitrary<T>,
  parse: (input: unknown) => Result<unknown>,
  expected: (input: T) => unknown,
  isTakenAgain = true,
): Kind {
  const check = (): void => {
    const property = fc.property(valid, (input) => {
      const wanted = structuredClone(expected(input));
      const value = unwrap(parse(deepFrozen(structuredClone(input))));
      expect(value).toStrictEqual(wanted);
      if (isTakenAgain) expect(unwrap(parse(value))).toStrictEqual(wanted);
      const held = structuredClone(input);
      const copied = unwrap(parse(held));
      destroy(held);
      expect(copied).toStrictEqual(wanted);
    });
    fc.assert(property, { numRuns: runs(200) });
  };
  return { name, check };
}

const same = (input: unknown): unknown => input;

const kinds: readonly Kind[] = [
  kind("an account", account(), (input) => parseAccount(input), withCategory),
  kind("a complete account", account("all"), (input) => parseAccount(input), same),
  kind("a VASP record", vasp(), (input) => parseVasp(input), withoutNulls),
  kind("a complete VASP record", vasp("all"), (input) => parseVasp(input), same),
  kind("a transfer", transfer(), (input) => parseTransfer(input), transferWithDefaults),
  kind("a request to create an address", addressCreation(), parseAddressCreate, inCanonicalForm),
  kind("a request to assign an address", addressAssignment(), parseAddressAssign, inCanonicalForm),
  kind("a transaction", transaction(), (input) => parseTransaction(input), same),
  kind("a request to evaluate", evaluation(), parseEvaluationRequest, ({ transaction, rule_codes }) => ({
    transaction,
    rule_codes: [...new Set(rule_codes)],
  })),
  kind("a page of alerts", pageSize(), parseAlertList, (input) => ({ size: 50, ...input })),
  kind(
    "a page of VASPs",
    vaspList(),
    parseVaspList,
    ({ sort, ...page }) => ({
      page: 1,
      size: 50,
      ...page,
      ...(sort && { sort: { field: sort.replace("-", ""), descending: sort.startsWith("-") } }),
    }),
    false,
  ),
  kind(
    "a search of accounts",
    accountSearch(),
    parseAccountSearch,
    ({ search_term, account_category, ...rest }) => ({
      term: squeezeText(foldText(search_term)),
      ...rest,
      ...(account_category && {
        account_category: account_category === "recipient" ? "non-customer" : account_category,
      }),
    }),
    false,
  ),
];

describe("a valid input", () => {
  it.each(kinds)("$name is returned as a copy with its defaults, also when frozen or parsed again", ({ check }) => {
    check();
  });

  it("that searches VASPs is its folded term", () => {
    fc.assert(
      fc.property(vaspSearch(), (query) => {
        expect(unwrap(parseVaspSearch(query))).toEqual({
          term: squeezeText(foldText(query.search_term)),
          limit: query.limit,
        });
      }),
      { numRuns: runs(100) },
    );
  });

  it("may hold the same object twice, which becomes two", () => {
    fc.assert(
      fc.property(account("all"), transfer({ which: "all" }), ({ reference_id: _, ...party }, route) => {
        const { originator_account_reference_id: _a, beneficiary_account_reference_id: _b, ...rest } = route;
        const parsed = unwrap(parseTransfer({ ...rest, originator_account: party, beneficiary_account: party }));
        expect(parsed.originator_account).toStrictEqual(parsed.beneficiary_account);
        expect(parsed.originator_account).not.toBe(parsed.beneficiary_account);
      }),
      { numRuns: runs(50) },
    );
  });
});
