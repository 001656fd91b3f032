/** From unknown input to the requests about addresses (§4.1, §4.2), as far as no directory is needed. */
import { parseAddress } from "../chains/parse.js";
import { type InputSchema, parseInput } from "../input/grammar.js";
import { type Rule, rulesAt } from "../input/rule.js";
import { type Result, succeeded, unwrap } from "../result.js";
import { addressRules } from "./address.rules.js";
import type { AddressAssignRequest, AddressCreateFields } from "./request.js";
import { addressAssignShape, addressCreateShape } from "./request.shape.js";

const createRules: readonly Rule<AddressCreateFields>[] = [
  {
    code: "provider_name_missing",
    clause: "4.1",
    path: "/provider_name",
    dependsOn: ["scan_for_risk"],
    isViolated: ({ scan_for_risk, provider_name }) => scan_for_risk === true && provider_name === undefined,
    message: "A scan for risk needs provider_name: the code of the provider that screens the address.",
  },
];

const createGrammar: InputSchema<AddressCreateFields> = {
  shape: addressCreateShape,
  nullIsAbsent: false,
  clauses: [["", "4.1"]],
  rules: [addressRules("4.1", "address"), rulesAt("", createRules)],
};

const assignGrammar: InputSchema<AddressAssignRequest> = {
  shape: addressAssignShape,
  nullIsAbsent: false,
  clauses: [["", "4.2"]],
  rules: [addressRules("4.2", "address")],
};

/** §4.1. The value has the address in canonical form. */
export function parseAddressCreate(input: unknown): Result<AddressCreateFields> {
  const parsed = parseInput(createGrammar, input);
  return parsed.ok ? succeeded(inCanonicalForm(parsed.value)) : parsed;
}

/** §4.2. The value has the address in canonical form. */
export function parseAddressAssign(input: unknown): Result<AddressAssignRequest> {
  const parsed = parseInput(assignGrammar, input);
  return parsed.ok ? succeeded(inCanonicalForm(parsed.value)) : parsed;
}

/** The request obeys its grammar, so that the address is one. */
function inCanonicalForm<T extends AddressAssignRequest | AddressCreateFields>(request: T): T {
  return { ...request, address: unwrap(parseAddress(request.chain, request.address)).canonical };
}
