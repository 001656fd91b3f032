/** Readers, and the state of one reading. */
import type { Issue } from "../issue.js";
import type { Rule, RuleContext } from "./types.js";

/** The expected value of a place, as the `params` of its issues: JSON types, or the allowed texts. */
export type Expected =
  | { readonly types: readonly string[]; readonly allowed?: never }
  | { readonly types?: never; readonly allowed: readonly string[] };

/** One place of an input. Its pointer has 0 for the index of an item: `/rule_codes/0`. */
type Place = readonly [path: string, expected: Expected, clause: string];

/** Returns the violated rules of a table, except the skipped ones. Each rule is the bit of its index. */
type FindBroken = (operands: readonly unknown[], skipped: number, context: RuleContext) => number;

/** Reads one kind of input. `npm run generate` writes readers from types and rules. */
export interface Reader<T> {
  /** What the input is, for messages: `account`, `VASP record`. */
  readonly record: string;
  /** Names of objects in messages, by their property. @default the record and the property: `account address` */
  readonly labels?: Readonly<Record<string, string>>;
  /** Every place, an object before its properties, in the order of the specification. The index is the number of a place. */
  readonly places: readonly Place[];
  /** The numbers of the properties that are optional in the type. */
  readonly optional: readonly number[];
  /** Rules in the order of the specification, each table with the number of its object. */
  readonly rules: readonly (readonly [place: number, table: readonly Rule[], findBroken: FindBroken])[];
  /** Returns a plain copy, or null in place of an object that is not allowed. Adds faults to the state. */
  readonly read: (input: unknown, place: number, state: ReadState) => object | null;
  /** Never set. Ties the reader to the type. */
  readonly __type?: T | undefined;
}

/** An issue, and where the fault is in the input. */
export interface Fault {
  readonly issue: Issue;
  /** Order of the input: the number of values read before, with a fraction for an absent one. */
  readonly position: number;
  /** Key of the faulty place. */
  readonly key: number;
}

/** What the rules about an object need. */
export interface ReadObject {
  readonly place: number;
  /** Indices of the array items that it is in. */
  readonly indexes: readonly number[];
  /** Distinct operands of all rules, in the order of the rules: {@link operandsOf}. */
  readonly operands: readonly unknown[];
  /** Positions of the object and of its last value. */
  readonly start: number;
  readonly end: number;
  /** Position of the issue of each rule. Negative if the place is absent: minus the position of the end of its object. */
  readonly positions: readonly number[];
}

/** What is known of an input while and after it is read. Everything for faults is made at the first one. */
export class ReadState {
  /** Whether no fault was found and every rule checked so far was met. */
  isValid = true;
  /** Number of values read so far. */
  values = 1;
  /** Of the object that was read last: positions of the properties that rules of the object around it are about. 0: absent. */
  readonly inner: [number, number, number, number] = [0, 0, 0, 0];
  /** Indices of the array items that are being read, outermost first. */
  indexes: readonly number[] = NO_INDEXES;
  faults: Fault[] | undefined = undefined;
  /** Objects that ended after the first fault. The rules about the other objects are met. */
  objects: ReadObject[] | undefined = undefined;
  /** Keys of the objects with an unknown property whose name is not safe to log: one issue each. */
  redactedParents: Set<number> | undefined = undefined;
  /** The issue about the place where reading failed. */
  unreadable: Issue | undefined = undefined;
  /** What faults.ts makes of the reader. */
  prepared: object | undefined = undefined;
  readonly reader: Reader<unknown>;
  readonly context: RuleContext;

  constructor(reader: Reader<unknown>, context: RuleContext) {
    this.reader = reader;
    this.context = context;
  }
}

const NO_INDEXES: readonly number[] = [];
