/** One call of a storage with its expected answer, and the reference model that it changes. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { AddressUse } from "../../domain/addresses/address.js";
import type { StoredAlert } from "../../domain/alerts/alert.js";
import type { AuditHold } from "../../domain/audit/hold.js";
import type { Exchange } from "../../domain/exchanges/exchange.js";
import type { OwnershipRecord } from "../../domain/ownership/proof.js";
import type { LinkedTransaction } from "../../domain/thresholds/linked.js";
import type { AddressPlaceOfUse, TransferRecord } from "../../domain/transfers/record.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { AuditRow } from "../../ports/collections.js";
import type { AlertLease, ComplianceStorage } from "../../ports/storage.js";
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
  readonly transfers: Map<string, TransferRecord>;
  /** By chain, address, transfer id and side. */
  readonly uses: Map<string, AddressUse & AddressPlaceOfUse>;
  readonly challenges: Map<string, OwnershipRecord>;
  /** Until when each transaction stays used, by chain and hash. */
  readonly used: Map<string, string>;
  /** Records of the audit trail, by chain and place. */
  readonly audit: Map<string, ModelRecord>;
  readonly holds: Map<string, AuditHold>;
  /** The last lease of each pending alert that was leased. */
  readonly leases: Map<string, ModelLease>;
  readonly exchanges: Map<string, Exchange>;
  /** The last lease of each exchange that was leased. */
  readonly exchangeLeases: Map<string, Omit<ModelLease, "round">>;
}

/** A record of the trail with its entries. */
export interface ModelRecord extends Required<Pick<AuditRow, "chain" | "seq" | "at" | "line">> {
  /** Salts by subject. */
  readonly entries: Readonly<Record<string, string>>;
}

interface ModelLease extends Omit<AlertLease, "alert"> {
  /** Undefined once it was released. */
  readonly until: string | undefined;
}

export function emptyModel(): Model {
  return {
    accounts: new Map(),
    vasps: new Map(),
    alerts: new Map(),
    addresses: new Map(),
    linked: new Map(),
    transfers: new Map(),
    uses: new Map(),
    challenges: new Map(),
    used: new Map(),
    audit: new Map(),
    holds: new Map(),
    leases: new Map(),
    exchanges: new Map(),
    exchangeLeases: new Map(),
  };
}

export function copyOfModel(model: Model): Model {
  const copies = Object.entries(model).map(([name, map]) => [name, new Map(map)]);
  // The cast: a copy for each name.
  return Object.fromEntries(copies) as Model;
}

/** Lets other calls run first. */
export type Pause = () => Promise<void>;

/** What the steps on one storage share. */
export interface Run {
  /** Awaited wherever the caller's own part takes time. */
  readonly pause: Pause;
  /** The leases that the storage returned for each alert, in order. */
  readonly leases: Map<string, string[]>;
  /** The same for each exchange. */
  readonly exchangeLeases: Map<string, string[]>;
}

/** @param pause by default for calls one after another */
export function newRun(pause: Pause = () => Promise.resolve()): Run {
  return { pause, leases: new Map(), exchangeLeases: new Map() };
}

/** One call. */
export interface Step {
  /** The call as text, for errors. */
  readonly text: string;
  /** Makes the call. */
  readonly call: (storage: ComplianceStorage, run: Run) => Promise<unknown>;
  /**
   * Returns the expected answer, and applies the call to the model. Where the port leaves a choice, the given answer is
   * expected if it is one of the possible ones.
   */
  readonly expected: (model: Model, answer: unknown) => unknown;
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
  /** Steps that no other call may overlap: reads of many records, and several calls in one step. */
  readonly lists: readonly fc.Arbitrary<Step>[];
  /** Reads that together return everything that these writes can have stored. */
  readonly finalReads: readonly Step[];
}

/** Few ids, so that they repeat: two that differ by case, and one that is a property of every object. */
export const IDS = ["r1", "R1", "r2", "__proto__"] as const;
export const anyId = fc.constantFrom(...IDS);
export const anyTerm = nameText.map(termOf);
export const TERMS = ["a", "b", "e"];
