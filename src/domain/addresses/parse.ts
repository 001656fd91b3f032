/** Parses requests about addresses (§4.1, §4.2), as far as no directory is needed. */
import { parseAddress, parseAddressAt } from "../chains/parse.js";
import { isChain } from "../chains/registry.js";
import { valueAt } from "../input/json-pointer.js";
import { parseInput } from "../input/parse-input.js";
import { rulesAt } from "../input/rules.js";
import type { InputSchema, Rule, RuleGroup } from "../input/types.js";
import type { Issue } from "../issue.js";
import { type Result, succeeded, unwrap } from "../result.js";
import type { AddressAssignRequest, AddressCreateFields } from "./address.js";
import { addressAssignShape, addressCreateShape } from "./address.shape.js";

/**
 * Returns the rule that required text properties are addresses of the property `chain` (§4.1). Without a valid chain it
 * adds no issue. It has no table of rows, because code and message depend on the text.
 */
export function addressRules(clause: string, ...properties: readonly string[]): RuleGroup {
  return {
    issuesOf: (document, faulty) => {
      const chain = valueAt(document, ["chain"]);
      if (!isChain(chain)) return [];
      const paths = properties.map((property) => `/${property}`).filter((path) => !faulty.has(path));
      const issues = paths.flatMap((path): readonly Issue[] => {
        // The schema makes a property without an issue text.
        const text = valueAt(document, [path.slice(1)]) as string;
        const parsed = parseAddressAt(chain, text, { path, clause });
        return parsed.ok ? [] : parsed.issues;
      });
      for (const { path } of issues) faulty.add(path);
      return issues;
    },
  };
}

const createRules: readonly Rule<AddressCreateFields>[] = [
  {
    code: "provider_name_missing",
    clause: "4.1",
    path: "/provider_name",
    dependsOn: ["scan_for_risk"],
    isViolated: ({ scan_for_risk, provider_name }) => scan_for_risk === true && provider_name === undefined,
    message: "A wallet address with scan_for_risk needs provider_name, the code of the provider that screens it.",
  },
];

const createSchema: InputSchema<AddressCreateFields> = {
  record: "address request",
  shape: addressCreateShape,
  nullIsAbsent: false,
  clauses: [["", "4.1"]],
  rules: [addressRules("4.1", "address"), rulesAt("", createRules)],
};

const assignSchema: InputSchema<AddressAssignRequest> = {
  record: "assignment request",
  shape: addressAssignShape,
  nullIsAbsent: false,
  clauses: [["", "4.2"]],
  rules: [addressRules("4.2", "address")],
};

/** Parses a request of `addresses.create` (§4.1) and returns it with the address in canonical form. */
export function parseAddressCreate(input: unknown): Result<AddressCreateFields> {
  return inCanonicalForm(parseInput(createSchema, input));
}

/** Parses a request of `addresses.assign` (§4.2) and returns it with the address in canonical form. */
export function parseAddressAssign(input: unknown): Result<AddressAssignRequest> {
  return inCanonicalForm(parseInput(assignSchema, input));
}

function inCanonicalForm<T extends AddressAssignRequest | AddressCreateFields>(parsed: Result<T>): Result<T> {
  if (!parsed.ok) return parsed;
  // addressRules accepted the address, so that unwrap does not throw.
  const { canonical } = unwrap(parseAddress(parsed.value.chain, parsed.value.address));
  return succeeded({ ...parsed.value, address: canonical });
}
