/** Holds in the reference model. */
import * as fc from "fast-check";
import { byCodeUnits } from "./model.js";
import type { Model } from "./step.js";

/** The current day of most calls. */
export const TODAY = "2026-02-03";
export const anyToday = fc.constantFrom(TODAY, "2026-02-04");
/** Last days: of yesterday, of either day, and later. Undefined: without one. */
export const anyLastDay = fc.constantFrom("2026-02-02", TODAY, "2026-02-04", undefined);

type Kind = "account" | "transfer";

/** Returns the last day of the holds on a record; "" without one. */
export function lastHeld({ holds }: Model, kind: Kind, id: string): string {
  const own = [...holds.values()].filter(({ subject }) => subject.kind === kind && subject.id === id);
  const days = own.map(({ until }) => until ?? "9999-12-31");
  return days.sort(byCodeUnits).at(-1) ?? "";
}

/** Returns the last day of the holds on an account, on its transfers and on all accounts of these; "" without one. */
export function heldWithOthers(model: Model, account: string): string {
  const own = [...model.transfers.values()].filter(({ accounts }) => accounts.includes(account));
  const days = own.flatMap(({ accounts }) => accounts).map((id) => lastHeld(model, "account", id));
  return [heldWith(model, account), ...days].sort(byCodeUnits).at(-1) ?? "";
}

/** Returns the last day of the holds on an account and on its transfers; "" without one. */
export function heldWith(model: Model, account: string): string {
  const own = [...model.transfers.values()].filter(({ accounts }) => accounts.includes(account));
  const days = own.map(({ transfer_id }) => lastHeld(model, "transfer", transfer_id));
  return [lastHeld(model, "account", account), ...days].sort(byCodeUnits).at(-1) ?? "";
}

/** The holds of a removed record go with it. */
export function removeHolds({ holds }: Model, kind: Kind, id: string): void {
  for (const { hold_id, subject } of [...holds.values()]) {
    if (subject.kind === kind && subject.id === id) holds.delete(hold_id);
  }
}
