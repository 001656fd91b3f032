/** One call of a storage with its expected answer, and the reference model that it changes. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { StoredAlert } from "../../domain/alerts/alert.js";
import type { LinkedTransaction } from "../../domain/thresholds/linked.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import { jsonText } from "../outcome.js";
import { type AddressEvent, nameText, termOf } from "./records.js";

/** Everything stored, as plain maps. The records are never changed. */
export interface Model {
  readonly accounts: Map<string, Account>;
  readonly vasps: Map<string, Vasp>;
  readonly alerts: Map<string, StoredAlert>;
  /** What happened to each stored address, by chain and address. */
  readonly addresses: Map<string, readonly AddressEvent[]>;
  /** By link key and transaction id. */
  readonly linked: Map<string, LinkedTransaction>;
}

export function emptyModel(): Model {
  return { accounts: new Map(), vasps: new Map(), alerts: new Map(), addresses: new Map(), linked: new Map() };
}

export function copyOfModel({ accounts, vasps, alerts, addresses, linked }: Model): Model {
  return {
    accounts: new Map(accounts),
    vasps: new Map(vasps),
    alerts: new Map(alerts),
    addresses: new Map(addresses),
    linked: new Map(linked),
  };
}

/** Lets other calls run first. */
export type Pause = () => Promise<void>;

/** For calls one after another. */
export const noPause: Pause = () => Promise.resolve();

/** One call. */
export interface Step {
  /** The call as text, for errors. */
  readonly text: string;
  /** Makes the call. Awaits `pause` wherever the caller's own part takes time. */
  readonly call: (storage: ComplianceStorage, pause: Pause) => Promise<unknown>;
  /** Returns the expected answer, and applies the call to the model. */
  readonly expected: (model: Model) => unknown;
}

export function step(name: string, given: readonly unknown[], { call, expected }: Omit<Step, "text">): Step {
  return { text: `${name}(${given.map(jsonText).join(", ")})`, call, expected };
}

/** The steps of some repositories. */
export interface Steps {
  /** Steps that are made before the drawn ones: they store what most of those need. */
  readonly first: readonly Step[];
  readonly writes: readonly fc.Arbitrary<Step>[];
  /** Reads of one record. */
  readonly reads: readonly fc.Arbitrary<Step>[];
  /** Reads of many records. */
  readonly lists: readonly fc.Arbitrary<Step>[];
  /** Reads that together return everything that these writes can have stored. */
  readonly finalReads: readonly Step[];
}

/** Two ids, so that they repeat, and one that is a property of every object. */
export const IDS = ["r1", "r2", "__proto__"] as const;
export const anyId = fc.constantFrom(...IDS);
export const anyTerm = nameText.map(termOf);
export const TERMS = ["a", "b", "e"];
