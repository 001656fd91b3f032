/** The removal of ended transfers, and of an account with everything about it. */
import type { HoldSubject } from "../../../domain/audit/hold.js";
import { exchangeEnd } from "../../../domain/exchanges/exchange.js";
import { own } from "../../../domain/own.js";
import { compareText } from "../../../domain/text.js";
import { endOf, linkKeysOf, type TransferRecord, usesOf } from "../../../domain/transfers/record.js";
import type { AuditRecording } from "../../../ports/audit.js";
import {
  accounts,
  alerts,
  audit,
  challenges,
  exchanges,
  heldOf,
  linked,
  links,
  transfers,
  type UseRecord,
  uses,
} from "../../../ports/collections.js";
import type {
  Change,
  Condition,
  Found,
  KeyRead,
  RangeRead,
  Read,
  Removal,
  Row,
} from "../../../ports/storage-engine.js";
import type { ErasureCounts, TransferErasure, TransferPruning, TransferRepository } from "../../../ports/transfers.js";
import { copyOf } from "../copy.js";
import { holdRemovals, inForce, lastOf } from "./holds.js";
import { ifExpected, type Plan } from "./perform.js";
import type { Session } from "./session.js";

/** Transfers that are removed in one commit, and reads in one statement. */
const BATCH = 100;

/** What `transfers.prune` is called with. */
interface Pruning {
  readonly endedBefore: string;
  readonly today: string;
  readonly subjectOf: ((transfer_id: string) => string) | undefined;
}

export async function prune(session: Session, pruning: Pruning): Promise<TransferPruning> {
  const { read } = session;
  const { endedBefore, today } = pruning;
  const ended = ["ended", "<", endedBefore] as const;
  const where = [ended, notHeld(today)];
  let [removed, held] = [0, 0];
  let after: RangeRead["after"];
  for (;;) {
    const [found] = await read([{ collection: transfers.name, index: "ended", where, limit: BATCH, after }]);
    const rows = found?.rows ?? [];
    const last = rows.at(-1);
    if (last === undefined) break;
    const kept = await prunePage(session, rows, pruning);
    // After a conflict the page is read again.
    if (kept === undefined) continue;
    removed += rows.length - kept;
    held += kept;
    after = [endOf(transfers.recordOf(last)) ?? null, last.key];
  }
  await pruneExchanges(session, endedBefore);
  const [others] = await read([
    { collection: transfers.name, index: "ended", where: [ended, inForce(today)], count: true },
  ]);
  return { removed, held: held + (others?.count ?? 0) };
}

/** Removes transfers, but for those whose account is held. Returns how many these are; undefined if a row changed meanwhile. */
async function prunePage(
  { read, run }: Session,
  rows: readonly Row[],
  { today, subjectOf }: Pruning,
): Promise<number | undefined> {
  const stored = await accountsOf(read, transfers.recordsOf(rows));
  const isHeld = (row: Row): boolean => heldOf(row) >= today;
  const held = new Set(accounts.recordsOf(stored.filter(isHeld)).map(({ reference_id }) => reference_id));
  const removable = rows.filter((row) => !transfers.recordOf(row).accounts.some((id) => held.has(id)));
  if (removable.length === 0) return rows.length;
  const records = transfers.recordsOf(removable);
  const subjects = removable.map((row) => [transferSubject(transfers.recordOf(row)), row] as const);
  const removals = [
    ...removalsOf(records.flatMap(usesAt)),
    ...removalsOf(records.map(exchangeAt)),
    ...holdRemovals(subjects),
    ...(subjectOf === undefined ? [] : records.map(({ transfer_id }) => entriesOf(subjectOf(transfer_id)))),
  ];
  const changes = [
    ...removable.map((row) => removalOf(transfers.name, row)),
    // The accounts must still be without a hold.
    ...accounts
      .recordsOf(stored.filter((row) => !isHeld(row)))
      .map(({ reference_id }): Change => ({ ...accounts.at(reference_id), expect: [notHeld(today)] })),
  ];
  const isDone = await run(ifExpected(changes, removals));
  return isDone ? rows.length - removable.length : undefined;
}

/** Removes the ended exchanges whose transfer is not stored. */
async function pruneExchanges({ read, run }: Session, endedBefore: string): Promise<void> {
  const where = [["ended", "<", endedBefore]] as const;
  let after: RangeRead["after"];
  for (;;) {
    const [found] = await read([{ collection: exchanges.name, index: "ended", where, limit: BATCH, after }]);
    const rows = found?.rows ?? [];
    const last = rows.at(-1);
    if (last === undefined) return;
    const stored = await storedTransfers(read, rows);
    const alone = rows.filter((row) => !stored.has(exchanges.recordOf(row).transfer_id));
    // After a conflict the page is read again.
    const removals = alone.map((row) => removalOf(exchanges.name, row));
    if (removals.length > 0 && !(await run(ifExpected(removals)))) continue;
    after = [exchangeEnd(exchanges.recordOf(last)) ?? null, last.key];
  }
}

/** Returns the ids of the transfers of these exchanges that are stored. */
async function storedTransfers(read: Session["read"], rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const found = await readInParts(
    read,
    exchanges.recordsOf(rows).map(({ transfer_id }) => transfers.at(transfer_id)),
  );
  return new Set(found.flatMap((each) => transfers.recordsOf(each.rows)).map(({ transfer_id }) => transfer_id));
}

/** Returns what becomes of the exchanges of an account, but for those that are removed with their transfer. */
async function exchangeChanges(
  { read }: Session,
  rows: readonly Row[],
  remove: readonly TransferRecord[],
): Promise<readonly Change[]> {
  const removed = new Set(remove.map(({ transfer_id }) => transfer_id));
  const others = rows.filter((row) => !removed.has(exchanges.recordOf(row).transfer_id));
  const stored = await storedTransfers(read, others);
  return others.map((row) => {
    const exchange = exchanges.recordOf(row);
    if (!stored.has(exchange.transfer_id)) return removalOf(exchanges.name, row);
    return exchanges.put({ ...exchange, account: null, revision: exchange.revision + 1 }, row);
  });
}

function notHeld(today: string): Condition {
  return ["held", "<", today];
}

function transferSubject({ transfer_id }: TransferRecord): HoldSubject {
  return { kind: "transfer", id: transfer_id };
}

/** Returns the removal of these rows of one collection, if there are any. */
export function removalsOf(rows: readonly KeyRead[]): readonly Removal[] {
  return rows.slice(0, 1).map(({ collection }) => ({ collection, where: [], keys: rows.map(({ key }) => key) }));
}

/** Returns the removal of the entries that find the records of a subject. */
function entriesOf(subject: string): Removal {
  return { collection: audit.name, where: [["subject", "=", subject]] };
}

/** Returns where uses by any version of the transfer may be stored, each place once. */
function usesAt(record: TransferRecord): readonly KeyRead[] {
  const all = record.versions.flatMap((version) => usesOf(record, version, ""));
  const places = all.map(({ chain, address, ...use }) => useAt({ chain, address, use }));
  return [...new Map(places.map((place) => [place.key, place])).values()];
}

function exchangeAt({ transfer_id }: TransferRecord): KeyRead {
  return exchanges.at(transfer_id);
}

function useAt(record: UseRecord): KeyRead {
  return { collection: uses.name, key: uses.keyOf(record) };
}

/** Reads what an account has, and removes it unless a row of it changed meanwhile. */
export async function erase(
  session: Session,
  reference_id: string,
  choose: Parameters<TransferRepository["erase"]>[1],
  recording?: AuditRecording,
): Promise<ErasureCounts | "refused"> {
  for (;;) {
    const stored = await rowsOfAccount(session, reference_id);
    const records = [...copyOf(transfers.recordsOf(stored.transfers))];
    const account: readonly Row[] = stored.account === undefined ? [] : [stored.account];
    const others = await accountsOf(session.read, records, reference_id);
    const held = lastOf([...account, ...others, ...stored.transfers].map(heldOf));
    const chosen = choose(
      records.sort((a, b) => compareText(a.decided_at, b.decided_at)),
      held,
    );
    if (chosen === undefined) return "refused";
    const { remove, keep, ...more } = copyOf(chosen);
    const related = await relatedOf(session, { remove, keep }, stored.uses);
    const kept = new Map(keep.map((record) => [record.transfer_id, record]));
    const changes = [
      ...(await exchangeChanges(session, stored.exchanges, remove)),
      ...account.map((row) => removalOf(accounts.name, row)),
      ...stored.transfers.map((row) => erasureOf(row, kept)),
      // The other accounts must have no further hold, because it would be on these transfers, too.
      ...others.map((row): Change => {
        return { collection: accounts.name, key: row.key, expect: [["held", "=", heldOf(row)]] };
      }),
    ];
    // Without an account, what is stored meanwhile is that of a new account with this id.
    const ofAccount = [
      ...(stored.account === undefined ? [] : [links, challenges]),
      ...(stored.uses.length === 0 ? [] : [uses]),
    ];
    const where = [["account", "=", reference_id]] as const;
    const forgotten = (own(more, "forget") ?? []).map(entriesOf);
    const removals = [
      ...ofAccount.map(({ name }) => ({ collection: name, where })),
      ...related.removals,
      ...forgotten,
      ...holdRemovals([
        ...account.map((row) => [{ kind: "account", id: reference_id }, row] as const),
        ...stored.transfers
          .map((row) => [transferSubject(transfers.recordOf(row)), row] as const)
          .filter(([{ id }]) => !kept.has(id)),
      ]),
    ];
    const result: ErasureCounts = {
      account: stored.account !== undefined,
      links: stored.links,
      challenges: stored.challenges,
      ...related.counts,
      transfers: remove.length,
      kept_transfers: keep.length,
    };
    const plan: Plan<ErasureCounts | undefined> = {
      reads: [],
      run: () => ({ result, otherwise: undefined, changes, removals }),
    };
    const done = await session.run(plan, recording);
    if (done !== undefined) return done;
  }
}

/** Reads the account, its transfers and uses, and how many links and challenges it has, at one moment. */
async function rowsOfAccount({ read }: Session, reference_id: string) {
  const ofAccount = (collection: string, column = "account"): RangeRead => {
    return { collection, index: column, where: [[column, "=", reference_id]] };
  };
  const [account, first, second, ownLinks, ownChallenges, ownUses, ownExchanges] = await read([
    accounts.at(reference_id),
    ofAccount(transfers.name),
    ofAccount(transfers.name, "counterparty"),
    { ...ofAccount(links.name), count: true },
    { ...ofAccount(challenges.name), count: true },
    ofAccount(uses.name),
    ofAccount(exchanges.name),
  ]);
  return {
    account: account?.rows.at(0),
    transfers: [...(first?.rows ?? []), ...(second?.rows ?? [])],
    links: ownLinks?.count ?? 0,
    challenges: ownChallenges?.count ?? 0,
    uses: uses.recordsOf(ownUses?.rows ?? []),
    exchanges: ownExchanges?.rows ?? [],
  };
}

/** Reads the accounts of these transfers, but for one. */
async function accountsOf(
  read: Session["read"],
  records: readonly TransferRecord[],
  but?: string,
): Promise<readonly Row[]> {
  const ids = new Set(records.flatMap((record) => record.accounts).filter((id) => id !== but));
  const found = await readInParts(
    read,
    [...ids].map((id) => accounts.at(id)),
  );
  return found.flatMap(({ rows }) => rows);
}

async function readInParts(read: Session["read"], reads: readonly Read[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < reads.length; start += BATCH) {
    found.push(...(await read(reads.slice(start, start + BATCH))));
  }
  return found;
}

/** Finds the linked transactions of all transfers, and of those to remove the alerts and the uses by other accounts. */
async function relatedOf({ read }: Session, { remove, keep }: TransferErasure, ownUses: readonly UseRecord[]) {
  const countOf = async (reads: readonly Read[]): Promise<number> => {
    const found = await readInParts(read, reads);
    return found.reduce((total, { count }) => total + count, 0);
  };
  const linkedAt = [...remove, ...keep].flatMap((record) =>
    linkKeysOf(record).map((link_key) => linked.at(link_key, record.transfer_id)),
  );
  const own = new Set(ownUses.map((record) => uses.keyOf(record)));
  const otherUses = remove.flatMap(usesAt).filter(({ key }) => !own.has(key));
  const ofAlerts = remove.map(({ transfer_id }) => {
    return { collection: alerts.name, where: [["transaction_id", "=", transfer_id]] } as const;
  });
  return {
    counts: {
      uses: own.size + (await countOf(otherUses)),
      linked_transactions: await countOf(linkedAt),
      alerts: await countOf(ofAlerts.map((each) => ({ ...each, index: "transaction", count: true }))),
    },
    removals: [...removalsOf(linkedAt), ...removalsOf(otherUses), ...removalsOf(remove.map(exchangeAt)), ...ofAlerts],
  };
}

function removalOf(collection: string, { key, version }: Row): Change {
  return { collection, key, expect: [["version", "=", version]], remove: true };
}

/** Removes the row of a transfer, or stores what stays of it. */
function erasureOf(row: Row, kept: ReadonlyMap<string, TransferRecord>): Change {
  const record = kept.get(transfers.recordOf(row).transfer_id);
  return record === undefined ? removalOf(transfers.name, row) : transfers.put(record, row);
}
