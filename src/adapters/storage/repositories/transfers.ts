/** The repository of transfers, with the uses of addresses by executed ones. */
import type { AddressLink } from "../../../domain/addresses/address.js";
import { bare, own } from "../../../domain/own.js";
import { compareText } from "../../../domain/text.js";
import { updateLinked } from "../../../domain/thresholds/linked.js";
import { DECISIONS } from "../../../domain/transfers/decision.js";
import type { TransferListQuery } from "../../../domain/transfers/decision-request.js";
import { TRANSFER_STATES, type TransferRecord } from "../../../domain/transfers/record.js";
import {
  accounts,
  challenges,
  exchanges,
  linkAt,
  linked,
  links,
  transfers,
  tuple,
  uses,
  vasps,
} from "../../../ports/collections.js";
import type { Change, Found, RangeRead, Row } from "../../../ports/storage-engine.js";
import type {
  AddressFacts,
  TransferFacts,
  TransferFactsQuery,
  TransferRepository,
  TransferSideEffects,
} from "../../../ports/transfers.js";
import { copyIfAny, copyOf } from "../copy.js";
import { addressReads, storedOf } from "./addresses.js";
import { proofsAt } from "./ownership.js";
import { ifExpected, type Plan } from "./perform.js";
import { erase, prune, removalsOf } from "./removal.js";
import { cursorPage, findRecord, given, type Session } from "./session.js";

/** Returns the repository. */
export function transferRepository(session: Session): TransferRepository {
  const { run, whileOpen } = session;
  return {
    facts: (query) => whileOpen(() => facts(session, copyOf(query))),
    find: (transfer_id) => whileOpen(() => findRecord(session, transfers, transfers.at(transfer_id))),
    save: (record, effects = {}, recording) =>
      whileOpen(async () => {
        // Not `keptCopyOf`: a copy that shares the texts of packs with other transfers takes less memory.
        const [stored, others] = [copyOf(record), bare(copyOf(effects))];
        const { linked: links = [] } = others;
        // Linked transactions replace rows that must be read.
        if (links.length > 0) return run(savingRead(stored, others), recording);
        const { changes, removals } = changesOf(stored, others);
        return (await run(ifExpected(changes, removals), recording))
          ? "saved"
          : run(savingRead(stored, others), recording);
      }),
    list: (query) => whileOpen(() => list(session, bare(copyOf(query)))),
    prune: (endedBefore, today, subjectOf) => whileOpen(() => prune(session, { endedBefore, today, subjectOf })),
    erase: (reference_id, choose, recording) => whileOpen(() => erase(session, reference_id, choose, recording)),
  };
}

/** Of more links than this, any are read. */
const MAX_LINKS = 100;

/** One read: everything at the same moment. */
async function facts({ read }: Session, query: TransferFactsQuery): Promise<TransferFacts> {
  const proofsOf = own(query, "proofsOf");
  const perAddress = query.addresses.map((each) => {
    const { chain, address, tag } = bare(each);
    const where = [
      ["address", "=", tuple([chain, address])],
      ["is_current", "=", 1],
    ] as const;
    const all: RangeRead = { collection: links.name, index: "address", where, limit: MAX_LINKS };
    const tagged = tag === undefined ? undefined : linkAt({ chain, address }, tag);
    const proofs = proofsOf === undefined ? undefined : proofsAt(chain, address, proofsOf);
    return { fixed: [...addressReads(chain, address), all], tagged, proofs };
  });
  const keys = [
    transfers.at(query.transfer_id),
    exchanges.at(query.transfer_id),
    ...query.accounts.map((id) => accounts.at(id)),
    ...query.vasps.map((id) => vasps.at(id)),
  ];
  const ofAddresses = perAddress.flatMap(({ fixed, tagged, proofs }) => [
    ...fixed,
    ...listOf(tagged),
    ...listOf(proofs),
  ]);
  const found = await read([...keys, ...ofAddresses]);
  let place = 0;
  const next = (): Found | undefined => found.at(place++);
  const row = (): Row | undefined => next()?.rows.at(0);
  const transfer = transfers.recordOf(row());
  const exchange = exchanges.recordOf(row());
  const foundAccounts = query.accounts.map(() => accounts.recordOf(row()));
  const foundVasps = query.vasps.map(() => vasps.recordOf(row()));
  const addresses = perAddress.map(({ tagged, proofs }): AddressFacts => {
    const stored = storedOf(row(), row());
    const current = links.recordsOf(next()?.rows ?? []).map(({ link }) => link);
    const link = tagged && links.recordOf(row());
    const proved = proofs && challenges.recordsOf(next()?.rows ?? []);
    return {
      stored,
      tag_account: link?.link.account_ref_id,
      shared_by: accountsOfTags(current),
      has_many_links: current.length === MAX_LINKS,
      proofs: proved ?? [],
    };
  });
  return {
    transfer: copyIfAny(transfer),
    exchange: copyIfAny(exchange),
    accounts: foundAccounts.map(copyIfAny),
    vasps: foundVasps.map(copyIfAny),
    addresses: addresses.map(({ stored, proofs, ...rest }) => ({
      ...{ stored: copyIfAny(stored), ...rest },
      proofs: proofs.length === 0 ? proofs : copyOf(proofs),
    })),
  };
}

function listOf<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function accountsOfTags(current: readonly AddressLink[]): readonly string[] {
  const tagged = current.filter(({ tag }) => tag !== null).map(({ account_ref_id }) => account_ref_id);
  return [...new Set(tagged)].sort(compareText);
}

/** Needs no read without linked transactions: the expectation of the revision decides. */
function changesOf(record: TransferRecord, effects: TransferSideEffects, linkedChanges: readonly Change[] = []) {
  const { accounts: touched = [], unlink = [], uses: added = [] } = effects;
  const { transfer_id, revision } = record;
  const put = transfers.draftOf(record);
  const expect = revision === 1 ? ("absent" as const) : ([["revision", "=", revision - 1]] as const);
  const changes: Change[] = [
    ...touched.map(({ reference_id, created }): Change => {
      return { ...accounts.at(reference_id), expect: [["created", "=", created]], set: { touched: 1 } };
    }),
    { collection: transfers.name, key: put.key, expect, put },
    ...added.map(({ chain, address, ...use }) => uses.put({ chain, address, use }, undefined)),
    ...linkedChanges,
  ];
  return { changes, removals: removalsOf(unlink.map((link_key) => linked.at(link_key, transfer_id))) };
}

/** Reads which expectation did not hold, and the linked transactions. It stores if all expectations hold by now. */
function savingRead(
  record: TransferRecord,
  effects: TransferSideEffects,
): Plan<"saved" | "changed_meanwhile" | "unknown_account"> {
  const { accounts: touched = [], linked: links = [] } = effects;
  const places = links.map(({ link_key, transaction_id }) => linked.at(link_key, transaction_id));
  return {
    reads: [
      transfers.at(record.transfer_id),
      ...touched.map(({ reference_id }) => accounts.at(reference_id)),
      ...places,
    ],
    run: ([row, ...found]) => {
      const isOther = touched.some(({ created }, index) => accounts.recordOf(found[index])?.created !== created);
      if (isOther) return { result: "unknown_account" };
      const before = transfers.recordOf(row)?.revision ?? 0;
      if (before !== record.revision - 1) return { result: "changed_meanwhile" };
      const linkedChanges = links.map((link, index) => {
        const linkRow = found[touched.length + index];
        return linked.put(updateLinked(linked.recordOf(linkRow), link), linkRow);
      });
      return { result: "saved", ...changesOf(record, effects, linkedChanges) };
    },
  };
}

function list(session: Session, query: TransferListQuery) {
  const { decision, state, executed_without_permission, from, to, size, cursor } = query;
  const unpermitted = executed_without_permission === undefined ? undefined : Number(executed_without_permission);
  const conditions = given([
    ["decision", "=", decision],
    ["state", "=", state],
    ["unpermitted", "=", unpermitted],
    ["decided_at", ">=", from],
    ["decided_at", "<", to],
  ]);
  const range = (index: string, ...where: RangeRead["where"] & object): RangeRead => {
    const others = conditions.filter(([column]) => !where.some(([each]) => each === column));
    return { collection: transfers.name, index, where: [...where, ...others], descending: true };
  };
  const [first = range("decided"), ...others] = rangesOf(query, range);
  const listing = {
    name: "transfers",
    range: first,
    others,
    timeOf: (row: Row) => transfers.recordOf(row).decided_at,
    itemsOf: (rows: readonly Row[]) => transfers.recordsOf(rows),
  };
  return cursorPage(session, listing, { size, cursor });
}

/** Returns the ranges that have all transfers of the query, each once; none: the range of all. */
function rangesOf(
  { decision, state, account_ref_id, executed_without_permission }: TransferListQuery,
  range: (index: string, ...where: RangeRead["where"] & object) => RangeRead,
): readonly RangeRead[] {
  if (account_ref_id !== undefined) {
    return [
      range("account", ["account", "=", account_ref_id]),
      range("counterparty", ["counterparty", "=", account_ref_id]),
    ];
  }
  if (executed_without_permission === true) return [range("unpermitted", ["unpermitted", "=", 1])];
  if (decision === undefined && state === undefined) return [];
  const decisions = decision === undefined ? DECISIONS : [decision];
  const states = state === undefined ? TRANSFER_STATES : [state];
  return decisions.flatMap((each) =>
    states.map((other) => range("queue", ["decision", "=", each], ["state", "=", other])),
  );
}
