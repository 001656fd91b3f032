/** `audit.exportCase`: everything that is stored about one transfer. */
import type { Actor } from "../domain/actor.js";
import { toAddressHistory } from "../domain/addresses/record.js";
import { alertRecordOf } from "../domain/alerts/alert.js";
import type { AuditCase, CaseAddress, CaseContents, CaseRecord } from "../domain/audit/case.js";
import type { ShownRecord } from "../domain/audit/prover.js";
import type { AuditEntry, AuditSubject } from "../domain/audit/record.js";
import { isKey } from "../domain/input/text-rules.js";
import { PARTY_SIDES } from "../domain/jurisdictions/requirements.js";
import { own } from "../domain/own.js";
import { proofOf } from "../domain/ownership/proof.js";
import type { CursorPage } from "../domain/page.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { TransferRecord } from "../domain/transfers/record.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { ComplianceStorage } from "../ports/storage.js";
import { type Abort, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import { eachRecord } from "./all-records.js";
import { caseEvent } from "./audit-events.js";
import { alwaysChanged, MAX_ROUNDS, unknownTransfer } from "./transfer-issues.js";
import type { ChangeOptions } from "./types.js";

/** What an export reads. */
export interface CaseDeps {
  readonly storage: ComplianceStorage;
  readonly clock: Clock;
}

/** Returns a page of the records about a subject, newest first. */
export type CaseEntries = (
  subject: AuditSubject,
  cursor: string | undefined,
) => Promise<CursorPage<AuditEntry> | undefined>;

interface Exporting extends CaseDeps {
  readonly auditor: Auditor;
  readonly entries: CaseEntries;
}

/** Returns everything about a transfer, and records that it was exported, and by whom. */
export async function exportCase(
  deps: Exporting,
  transfer_id: string,
  options: ChangeOptions | undefined,
): Promise<Result<AuditCase>> {
  const kinds = { signal: "signal", actor: "checked" } as const;
  const { abort, actor } = readOptions("audit.exportCase", options, kinds, "Nothing was exported.");
  const { storage, auditor, clock } = deps;
  const find = async () => (isKey(transfer_id) ? storage.transfers.find(transfer_id) : undefined);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const transfer = await unlessAborted(find, abort);
    if (transfer === undefined) return failed([unknownTransfer()]);
    const contents = await contentsOf(deps, transfer, abort);
    // An erasure may have happened meanwhile, and what was read then has the erased values.
    if ((await unlessAborted(find, abort))?.revision !== transfer.revision) continue;
    const { head, ...exported } = auditor.exportedCase(contents, toIsoOffset(clock()));
    throwIfAborted(abort);
    await record(auditor, actor, transfer_id, { erased: head.erased, lines: exported.lines.length });
    return succeeded(exported);
  }
  throw alwaysChanged();
}

async function record(
  auditor: Auditor,
  actor: Actor | undefined,
  transfer_id: string,
  exported: Parameters<typeof caseEvent>[2],
): Promise<void> {
  const event = caseEvent({ event: "audit.exportCase", actor }, transfer_id, exported);
  await auditor.append(await auditor.recording(event));
}

async function contentsOf(deps: Exporting, transfer: TransferRecord, abort: Abort): Promise<CaseContents> {
  const { storage } = deps;
  const read = <T>(work: () => Promise<T>): Promise<T> => unlessAborted(work, abort);
  const found = async <T>(ids: readonly string[], find: (id: string) => Promise<T | undefined>): Promise<T[]> =>
    (await read(() => Promise.all(ids.map(find)))).filter((each) => each !== undefined);
  const places = placesOf(transfer);
  return {
    transfer,
    accounts: await found(transfer.accounts, (id) => storage.accounts.find(id)),
    vasps: await found(vaspsOf(transfer), (id) => storage.vasps.find(id)),
    addresses: await read(() => Promise.all(places.map((place) => addressOf(deps, transfer, place)))),
    alerts: await alertsOf(deps, transfer, abort),
    proofs: (
      await read(() => Promise.all(differentPlaces(places).map((place) => proofsOf(deps, transfer, place))))
    ).flat(),
    records: await recordsOf(deps, transfer, abort),
  };
}

/** Both sides of the transfer, with the addresses of all versions, each once. */
function placesOf({ versions }: TransferRecord): readonly CasePlace[] {
  const places = versions.flatMap(({ transfer }) =>
    PARTY_SIDES.flatMap((side) => {
      const address = own(transfer, `${side}_address`);
      return address === undefined ? [] : [{ side, chain: own(transfer, "chain") ?? null, address }];
    }),
  );
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}

type CasePlace = Omit<CaseAddress, "stored">;

/** Without the sides, which may have the same address. */
function differentPlaces(places: readonly CasePlace[]): readonly CasePlace[] {
  return [...new Map(places.map((place) => [`${place.chain} ${place.address}`, place])).values()];
}

/** Returns the ids of the VASPs that the transfer or a label names, each once. */
function vaspsOf({ versions }: TransferRecord): readonly string[] {
  const ids = versions.flatMap(({ transfer, known }) =>
    PARTY_SIDES.flatMap((side) => [transfer[`${side}_vasp_id`], known[side].vasp_id ?? []].flat()),
  );
  return [...new Set(ids)];
}

async function addressOf({ storage }: Exporting, transfer: TransferRecord, place: CasePlace): Promise<CaseAddress> {
  const { chain, address } = place;
  const found = chain === null ? undefined : await storage.addresses.history(chain, address);
  if (found === undefined) return { ...place, stored: null };
  const { account_ref_id: _, links, uses, ...stored } = toAddressHistory(found);
  return {
    ...place,
    stored: {
      ...stored,
      links: links.filter(({ account_ref_id }) => transfer.accounts.includes(account_ref_id)),
      uses: uses.filter(({ transfer_id }) => transfer_id === transfer.transfer_id),
    },
  };
}

async function alertsOf({ storage }: Exporting, { transfer_id }: TransferRecord, abort: Abort) {
  const page = (cursor: string | undefined) =>
    storage.alerts.list({ transaction_id: transfer_id, size: PAGE, ...(cursor !== undefined && { cursor }) });
  return (await allOf(page, abort)).map(alertRecordOf);
}

async function proofsOf({ storage }: Exporting, { accounts }: TransferRecord, { chain, address }: CasePlace) {
  const found = chain === null ? [] : await storage.ownership.proofs(chain, address);
  return found.filter(({ account_ref_id }) => accounts.includes(account_ref_id)).map(proofOf);
}

/** Returns the records of the trail, oldest first, with what shows that they are in it. */
async function recordsOf(
  deps: Exporting,
  { transfer_id }: TransferRecord,
  abort: Abort,
): Promise<readonly CaseRecord[]> {
  const entries = await allOf((cursor) => deps.entries({ kind: "transfer", id: transfer_id }, cursor), abort);
  const chains = new Map<string, Set<number>>();
  for (const { chain, seq } of entries.map(({ record }) => record)) {
    chains.set(chain, (chains.get(chain) ?? new Set()).add(seq));
  }
  const shown = new Map<string, ShownRecord>();
  for (const [chain, places] of chains) {
    for (const each of await shownIn(deps, chain, places, abort)) shown.set(each.inclusion.hash, each);
  }
  const oldestFirst = entries.reverse();
  return oldestFirst.map(({ line, hash, note }) => ({
    line,
    ...(note !== undefined && { note }),
    inclusion: shown.get(hash)?.inclusion ?? null,
    head: shown.get(hash)?.head ?? null,
  }));
}

async function shownIn(
  { storage, auditor }: Exporting,
  chain: string,
  places: ReadonlySet<number>,
  abort: Abort,
): Promise<readonly ShownRecord[]> {
  const prover = auditor.prover(chain, places);
  const page = (cursor: string | undefined) =>
    storage.audit.list({ chain, ascending: true, size: PAGE, ...(cursor !== undefined && { cursor }) });
  for await (const { line } of eachRecord(() => ({ abort, page }))) if (!prover.add(line)) break;
  return prover.shown();
}

/** Records that are read at once. */
const PAGE = 1_000;

async function allOf<T>(
  page: (cursor: string | undefined) => Promise<CursorPage<T> | undefined>,
  abort: Abort,
): Promise<T[]> {
  const all: T[] = [];
  for await (const each of eachRecord(() => ({ abort, page }))) all.push(each);
  return all;
}
