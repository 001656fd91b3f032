/** One call of a storage and what is right of it, for histories that are drawn. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { Alert } from "../../domain/alerts/alert.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import type { AddressChange } from "./records.js";
import { textOf } from "./same.js";

/** What has been stored, as plainly as possible. The records are never changed. */
export interface Model {
  readonly accounts: Map<string, Account>;
  readonly vasps: Map<string, Vasp>;
  readonly alerts: Map<string, { readonly alert: Alert; readonly delivered: boolean }>;
  /** What happened to each address, by {@link placeOf}. */
  readonly addresses: Map<string, readonly AddressChange[]>;
}

/** Nothing has been stored. */
export function emptyModel(): Model {
  return { accounts: new Map(), vasps: new Map(), alerts: new Map(), addresses: new Map() };
}

/** The same, to try something on. */
export function copyOfModel({ accounts, vasps, alerts, addresses }: Model): Model {
  return {
    accounts: new Map(accounts),
    vasps: new Map(vasps),
    alerts: new Map(alerts),
    addresses: new Map(addresses),
  };
}

/** The identity of an address as one text. */
export function placeOf({ chain, address }: { readonly chain: string; readonly address: string }): string {
  return JSON.stringify([chain, address]);
}

/** Lets other calls go first. */
export type Pause = () => Promise<void>;

/** For calls one after another: nothing has to be let through. */
export const noPause: Pause = () => Promise.resolve();

/** One call. */
export interface Step {
  /** For the sentence of an error. */
  readonly told: string;
  /** Calls the storage; `pause` is awaited wherever the caller's own part takes time. */
  readonly ask: (storage: ComplianceStorage, pause: Pause) => Promise<unknown>;
  /** What is right, after all that the model knows of; the model learns of this call. */
  readonly right: (model: Model) => unknown;
}

/** The step of this name. */
export function step(name: string, given: readonly unknown[], does: Omit<Step, "told">): Step {
  return { told: `${name}(${given.map(textOf).join(", ")})`, ...does };
}

/** Steps of a kind: those that write and those that read one record, those that read many. */
export interface StepKinds {
  readonly writes: readonly fc.Arbitrary<Step>[];
  readonly reads: readonly fc.Arbitrary<Step>[];
  readonly surveys: readonly fc.Arbitrary<Step>[];
  /** Steps that together look at everything that these steps can have stored. */
  readonly looks: readonly Step[];
}

/** Steps of several kinds as one. */
export function allKinds(kinds: readonly StepKinds[]): StepKinds {
  return {
    writes: kinds.flatMap(({ writes }) => writes),
    reads: kinds.flatMap(({ reads }) => reads),
    surveys: kinds.flatMap(({ surveys }) => surveys),
    looks: kinds.flatMap(({ looks }) => looks),
  };
}

/** A text of these. */
export function oneOf<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}
