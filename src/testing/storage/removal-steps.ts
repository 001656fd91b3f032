/** Calls that remove transfers and accounts, for drawn sequences. */
import * as fc from "fast-check";
import type { TransferRecord } from "../../domain/transfers/record.js";
import { withoutAccount } from "./account-steps.js";
import { overwrite } from "./compare.js";
import { anyToday, heldWithOthers, lastHeld, removeHolds } from "./held.js";
import { compareElements, expectedLinks } from "./model.js";
import { anyReference, stamp, TRANSFER_IDS } from "./records.js";
import { type Model, type Step, step } from "./step.js";
import { withOrderedTies } from "./walk.js";

export const pruneTransfers = fc.tuple(stamp, anyToday, fc.boolean()).map(([before, today, forgets]) =>
  step("transfers.prune", [before, today, forgets ? "with entries" : "without entries"], {
    call: ({ transfers }) => transfers.prune(before, today, forgets ? () => ERASED_SUBJECT : undefined),
    expected: (model) => {
      const ended = [...model.transfers.values()].filter((each) => (endOf(each) ?? before) < before);
      const held = ended.filter((each) => isKept(model, each, today));
      for (const { transfer_id } of ended.filter((each) => !held.includes(each))) removeTransfer(model, transfer_id);
      if (forgets && held.length < ended.length) forgetEntries(model);
      pruneExchanges(model, before);
      return { removed: ended.length - held.length, held: held.length };
    },
  }),
);

/** The ended exchanges without a transfer are gone. Written apart from the code that is checked. */
function pruneExchanges(model: Model, before: string): void {
  for (const { transfer_id, state, events } of [...model.exchanges.values()]) {
    const isEnded = state === "rejected" && (events.at(-1)?.at ?? before) < before;
    if (isEnded && !model.transfers.has(transfer_id)) removeExchange(model, transfer_id);
  }
}

function removeExchange({ exchanges, exchangeLeases }: Model, transfer_id: string): void {
  for (const map of [exchanges, exchangeLeases]) map.delete(transfer_id);
}

/** A hold on it, or on one of its accounts, keeps a transfer. The holds of an account that is not stored are gone. */
function isKept(model: Model, { transfer_id, accounts }: TransferRecord, today: string): boolean {
  const ofAccounts = accounts.map((id) => lastHeld(model, "account", id));
  return [lastHeld(model, "transfer", transfer_id), ...ofAccounts].some((day) => day >= today);
}

/** Written apart from the code that is checked. */
function endOf({ confirmations, decision, decided_at }: TransferRecord): string | undefined {
  return confirmations.at(-1)?.confirmed_at ?? (decision === "reject" ? decided_at : undefined);
}

/** Removes a transfer with its exchange and its uses. Returns how many uses there were. */
function removeTransfer(model: Model, transfer_id: string): number {
  const { transfers, uses } = model;
  transfers.delete(transfer_id);
  removeExchange(model, transfer_id);
  removeHolds(model, "transfer", transfer_id);
  return removeWhere(uses, (use) => use.transfer_id === transfer_id);
}

function removeWhere<T>(map: Map<string, T>, isRemoved: (value: T) => boolean): number {
  const removed = [...map].filter(([, value]) => isRemoved(value));
  for (const [key] of removed) map.delete(key);
  return removed.length;
}

/** The subject whose entries of the audit trail an erasure removes. */
export const ERASED_SUBJECT = "5ubject";

/** The entries of the erased subject are gone. */
export function forgetEntries({ audit }: Model): void {
  for (const [place, { entries, ...record }] of audit) {
    const { [ERASED_SUBJECT]: _, ...rest } = entries;
    audit.set(place, { ...record, entries: rest });
  }
}

/** Erases an account; undefined refuses it, or the ids of the transfers to keep. */
function eraseAccount(id: string, kept: readonly string[] | undefined): Step {
  return step("transfers.erase", [id, kept === undefined ? "refused" : { kept }], {
    call: async ({ transfers }) => {
      let given: readonly TransferRecord[] = [];
      let held = "";
      const answer = await transfers.erase(id, (found, last) => {
        given = structuredClone(found);
        held = last;
        overwrite(found);
        if (kept === undefined) return undefined;
        const [keep, remove] = [true, false].map((isKept) =>
          structuredClone(given.filter(({ transfer_id }) => kept.includes(transfer_id) === isKept)),
        );
        const others = { forget: [ERASED_SUBJECT] };
        const chosen = { remove: remove ?? [], keep: (keep ?? []).map((each) => without(id, each)), ...others };
        queueMicrotask(() => overwrite(chosen));
        return chosen;
      });
      const idOf = ({ transfer_id }: TransferRecord): string => transfer_id;
      return { answer, held, given: withOrderedTies(given, ({ decided_at }) => decided_at, idOf) };
    },
    expected: (model) => {
      const ofAccount = [...model.transfers.values()].filter(({ accounts }) => accounts.includes(id));
      const key = (each: TransferRecord): string[] => [each.decided_at, each.transfer_id];
      const given = ofAccount.sort((a, b) => compareElements(key(a), key(b)));
      const held = heldWithOthers(model, id);
      return { answer: kept === undefined ? "refused" : expectedErasure(model, id, given, kept), held, given };
    },
  });
}

function without(account: string, record: TransferRecord): TransferRecord {
  return { ...record, accounts: record.accounts.filter((id) => id !== account), revision: record.revision + 1 };
}

function expectedErasure(model: Model, id: string, given: readonly TransferRecord[], kept: readonly string[]) {
  forgetEntries(model);
  const keep = given.filter(({ transfer_id }) => kept.includes(transfer_id));
  const remove = given.filter((each) => !keep.includes(each));
  const links = [...model.addresses.values()].flatMap(expectedLinks);
  let [linked_transactions, alerts] = [0, 0];
  let uses = removeWhere(model.uses, (use) => use.account_ref_id === id);
  for (const { transfer_id, versions } of given) {
    const keys = versions.map(({ transfer }) => transfer.link_key);
    const isLinked = (each: { transaction_id: string; link_key: string }): boolean =>
      each.transaction_id === transfer_id && keys.includes(each.link_key);
    linked_transactions += removeWhere(model.linked, isLinked);
  }
  for (const { transfer_id } of remove) {
    uses += removeTransfer(model, transfer_id);
    const gone = [...model.alerts.values()].filter(({ alert }) => alert.transaction_id === transfer_id);
    for (const { alert } of gone) for (const map of [model.alerts, model.leases]) map.delete(alert.alert_id);
    alerts += gone.length;
  }
  for (const each of keep) model.transfers.set(each.transfer_id, without(id, each));
  for (const each of [...model.exchanges.values()].filter(({ account }) => account === id)) {
    if (!model.transfers.has(each.transfer_id)) removeExchange(model, each.transfer_id);
    else model.exchanges.set(each.transfer_id, { ...each, account: null, revision: each.revision + 1 });
  }
  const ofLinks = links.filter(({ account_ref_id }) => account_ref_id === id).length;
  const challenges = [...model.challenges.values()].filter(({ account_ref_id }) => account_ref_id === id).length;
  const account = withoutAccount(model, id);
  const counts = { transfers: remove.length, kept_transfers: keep.length };
  return { account, links: ofLinks, challenges, linked_transactions, alerts, uses, ...counts };
}

export const eraseAny = fc
  .tuple(anyReference, fc.constantFrom([], [], [...TRANSFER_IDS], ["r1"], undefined))
  .map((given) => eraseAccount(...given));
