/** Makes invalid inputs with exactly one fault: a valid input, one of its nodes, one change. */
import * as fc from "fast-check";
import type { IssueCode } from "../../domain/issue.js";
import { account, type OptionalProperties } from "../arbitraries/account.js";
import { assetTransaction, transaction, transfer, vasp } from "../arbitraries/records.js";
import { type DocumentNode, nodesOf, replacedAt } from "./document.js";

/** A kind of input: an account, a VASP record, a transfer, a transaction. */
export interface InputKind {
  /** Draws valid inputs. With `all`, inputs have every property that this kind can have. */
  readonly valid: (which?: OptionalProperties) => fc.Arbitrary<object>;
  /** Properties that the input must have. For nested objects see {@link requiredProperties}. */
  readonly required: readonly string[];
  /** Whether null counts as absent (§2.7). */
  readonly nullIsAbsent?: true;
}

/** Reuses one arbitrary for the default inputs, because every code of a kind starts from them. */
function cached(make: (which: OptionalProperties) => fc.Arbitrary<object>): InputKind["valid"] {
  const usual = make("any");
  return (which = "any") => (which === "any" ? usual : make(which));
}

export const accountKind: InputKind = {
  valid: cached(account),
  required: ["reference_id", "account_type"],
};

export const vaspKind: InputKind = {
  valid: cached(vasp),
  required: ["vasp_id", "name_legal"],
  nullIsAbsent: true,
};

export const transferKind: InputKind = {
  valid: cached((which) => transfer({ which })),
  required: ["originator_address", "beneficiary_address", "originator_vasp_id", "beneficiary_vasp_id"],
};

export const transactionKind: InputKind = {
  // With an asset, no transaction can have every property.
  valid: cached((which) => (which === "any" ? fc.oneof(transaction(), assetTransaction()) : transaction())),
  required: ["transaction_id", "amount", "currency", "country"],
};

const partyProperties = ["account_type"] as const;
const individualNameProperties = ["name_type", "name_last"] as const;
const entityNameProperties = ["name_type", "name_legal"] as const;

/** Properties that a nested object must have, by the object's name (§2.2–2.6, §4.9). */
export const requiredProperties: Readonly<Record<string, readonly string[]>> = {
  originator_account: partyProperties,
  beneficiary_account: partyProperties,
  individual: ["individual_name"],
  individual_name: individualNameProperties,
  individual_localname: individualNameProperties,
  entity: ["entity_name"],
  entity_name: entityNameProperties,
  entity_localname: entityNameProperties,
  address: ["address_type", "address_city", "address_country_code"],
  national_id: ["national_id_type", "national_id"],
  transaction: transactionKind.required,
};

/** Properties whose text is one of a few, in any input or query. */
export const enumerated: ReadonlySet<string> = new Set([
  "account_type",
  "account_category",
  "name_type",
  "address_type",
  "national_id_type",
  "national_id_type_code",
  "chain",
  "sort",
  "rule_codes",
  "outcome",
  "decision",
  "method",
  "state",
]);

/**
 * An input with exactly one issue.
 *
 * @example
 * const { input, code, path }: Invalid<"not_a_country"> = …;
 * parseAccount(input); // { ok: false, issues: [{ code, path, … }] }
 */
export interface Invalid<C extends string = IssueCode> {
  readonly input: unknown;
  /** The code of the one issue. */
  readonly code: C;
  /** The JSON Pointer of the one issue; "" is the whole input. */
  readonly path: string;
}

/** Inputs by the code of their one issue. */
export type InvalidByCode<C extends string> = { readonly [K in C]: fc.Arbitrary<Invalid<K>> };

/** A valid input and its kind. */
interface Sample {
  readonly document: object;
  readonly kind: InputKind;
}

/** One way to make a valid input invalid. */
export interface Fault {
  /** Selects the nodes that can have this fault. Inputs without such a node are skipped. */
  readonly at: (node: DocumentNode, sample: Sample) => boolean;
  /** Returns the invalid input, and the path of the issue if that is not the node itself. */
  readonly change: (sample: Sample, node: DocumentNode) => { readonly input: unknown; readonly path?: string };
}

/** Faults by the issue code that they cause. */
export type FaultsByCode<C extends string> = { readonly [K in C]: fc.Arbitrary<Fault> };

/** Draws inputs of the kind with one of the faults. Some valid inputs must have a matching node. */
export function withFault<C extends string>(
  code: C,
  kind: InputKind,
  faults: fc.Arbitrary<Fault>,
): fc.Arbitrary<Invalid<C>> {
  return fc
    .tuple(kind.valid(), fc.nat(), faults)
    .map(([document, pick, { at, change }]) => {
      const sample = { document, kind };
      const nodes = nodesOf(document).filter((node) => at(node, sample));
      const node = nodes[pick % nodes.length];
      return node && printable({ code, path: node.path, ...change(sample, node) });
    })
    .filter((invalid) => invalid !== undefined);
}

/** Draws invalid inputs of the kind, by code. */
export function invalidByCode<C extends string>(kind: InputKind, faults: FaultsByCode<C>): InvalidByCode<C> {
  const codes = Object.keys(faults) as C[]; // Object.keys loses the type of the keys.
  const made = codes.map((code) => [code, withFault(code, kind, faults[code])] as const);
  // The type of fromEntries loses which code belongs to which inputs.
  return Object.freeze(Object.fromEntries(made)) as InvalidByCode<C>;
}

/** Gives fast-check a text to print, because it cannot print an input that throws when read. */
function printable<C extends string>(invalid: Invalid<C>): Invalid<C> {
  if (invalid.code !== "unreadable") return invalid;
  return { ...invalid, [fc.toStringMethod]: () => `an input that is unreadable at "${invalid.path}"` } as Invalid<C>;
}

/** Puts one of the values at a selected node. */
export function replacing(at: Fault["at"], values: fc.Arbitrary<unknown>): fc.Arbitrary<Fault> {
  return values.map((value) => ({
    at,
    change: ({ document }, { path }) => ({ input: replacedAt(document, path, value) }),
  }));
}

/** Selects nodes by the name of their property. */
export function named(...names: readonly string[]): Fault["at"] {
  return ({ name }) => names.includes(name);
}

/** Selects the whole input. */
export function atRoot({ path }: DocumentNode): boolean {
  return path === "";
}
