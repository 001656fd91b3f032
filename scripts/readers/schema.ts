/** Types of input schemas: what readers are generated from. */
import type { Expected } from "../../src/domain/input/read-state.js";
import type { FormatRule, Rule } from "../../src/domain/input/types.js";

/** The part of JSON Schema that typia writes for our types. Properties are in the order of the interface. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly const?: unknown;
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** A type as a value: `typia.json.schemas` of it. */
interface Shape {
  readonly components: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
  readonly schemas: readonly JsonSchema[];
}

/** A table of rules about the object at a place of an input. */
export interface RuleTable {
  /** Pointer, "" for the whole input, 0 for the index of an item: `/entries/0`. */
  readonly at: string;
  /** Module of the table, without its extension: `src/domain/accounts/account.rules`. */
  readonly module: string;
  /** Its exported name. */
  readonly name: string;
  readonly rows: readonly Rule[];
}

/** Describes one kind of input. */
export interface InputSchema {
  /** What the input is, for messages: `account`, `VASP record`. */
  readonly record: string;
  /** Name and module of its type. */
  readonly type: readonly [name: string, module: string];
  /** The generated file and the name of its reader. */
  readonly file: string;
  readonly reader: string;
  /** Types, required and unknown properties. */
  readonly shape: Shape;
  /** Names of the properties whose text may be empty (§2.8). */
  readonly mayBeEmpty?: readonly string[];
  /** Names of objects in messages, by their property. @default the record and the property: `account address` */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether a null property counts as absent (§2.7). */
  readonly nullIsAbsent?: boolean;
  /** Properties that a rule of an object around this one is about. @default none */
  readonly inner?: readonly string[];
  /** Values of absent properties, by the name of the property. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Clause of each part of the input, by pointer prefix. The last matching prefix counts, so "" comes first. */
  readonly clauses: readonly (readonly [prefix: string, clause: string])[];
  readonly rules: readonly RuleTable[];
}

/** A part of an input: the whole, a property, or the items of an array. */
export interface SchemaNode {
  /** Property name: `email`; "" for the whole. */
  readonly name: string;
  /** Name of the type of an object: `Individual`. */
  readonly typeName: string;
  /** Number in the order of the specification, an object before its properties. */
  readonly number: number;
  /** Pointer, with 0 for the index of an item: `/email`, `/rule_codes/0`. */
  readonly path: string;
  /** Subject of a message: `email of the account`, `The account`. */
  readonly subject: string;
  readonly clause: string;
  /** The expected value in words: `text`, `one of HOME, BIZZ, GEOG`. */
  readonly expected: string;
  /** The expected value for programs: allowed values or JSON types. */
  readonly params: Expected;
  readonly isRequired: boolean;
  /** Whether text without a fixed set of values is allowed. */
  readonly isText: boolean;
  readonly mayBeEmpty: boolean;
  readonly default: unknown;
  /** Allowed constant values. */
  readonly constants: ReadonlySet<unknown> | undefined;
  /** Further allowed JSON types: `number`, `boolean`, `null`. */
  readonly types: readonly unknown[];
  /** Properties of an object by name. The record has no prototype, so that inherited names are not found. */
  readonly properties: Readonly<Record<string, SchemaNode>> | undefined;
  /** Items of an array. */
  readonly item: SchemaNode | undefined;
  /** Formats of the text. */
  readonly formats: FormatOf[];
  /** All rules about the object and its properties, in the order of the specification. */
  readonly rules: RowOf[];
}

/** A rule and where it is declared. */
export interface RowOf {
  readonly rule: Rule;
  readonly table: RuleTable;
  readonly index: number;
}

interface FormatOf extends RowOf {
  readonly rule: FormatRule;
}

/** Returns the schemas with the names of their types alone: typia writes `WalletAddress<Chain>` as `WalletAddressChain`. */
export function withoutTypeArguments<T>(shape: T): T {
  return JSON.parse(JSON.stringify(shape).replace(/(?<=["/][A-Z]\w*[a-z])Chain(?=")/g, ""));
}
