/** The repository of VASP records (§2.7). */
import { ComplianceError } from "../../../domain/compliance-error.js";
import { bare } from "../../../domain/own.js";
import type { Page } from "../../../domain/page.js";
import type { VaspListQuery } from "../../../domain/vasps/list.js";
import { readRegister } from "../../../domain/vasps/sync.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import { vasps } from "../../../ports/collections.js";
import { newToken } from "../../../ports/rows.js";
import type { VaspRepository } from "../../../ports/storage.js";
import {
  type Draft,
  EngineFault,
  type RangeRead,
  type ReplaceCounts,
  type ReplaceOptions,
  type StorageEngine,
} from "../../../ports/storage-engine.js";
import { pacer } from "../../../runtime/turns.js";
import { copyOf, keptCopyOf } from "../copy.js";
import { beginAttempts, finalFailure, mayRetry, withRetry } from "./attempts.js";
import type { Plan } from "./perform.js";
import { findRecord, type Session } from "./session.js";

/** Returns the repository. */
export function vaspRepository(session: Session): VaspRepository {
  const { engine, read, run, whileOpen } = session;
  return {
    load: (records) =>
      whileOpen(async () => {
        // An engine that cannot open fails before the stream is read.
        await read([]);
        const rows = new Map<string, Draft>();
        let count = 0;
        for await (const record of records) {
          const draft = vasps.draftOf(keptCopyOf(record));
          rows.set(draft.key, draft);
          count += 1;
        }
        if (count === 0) return { loaded: 0, replaced: 0 };
        const counts = await replaceAll(engine, rows, { others: "keep", isAllowed: () => true });
        const loaded = counts === "refused" ? 0 : counts.added;
        return { loaded, replaced: count - loaded };
      }),
    sync: (entries, isAllowed) =>
      whileOpen(async () => {
        await read([]);
        const rows = await draftsOf(await readRegister(entries, keptCopyOf));
        const allows = ({ stored, removed }: ReplaceCounts): boolean => isAllowed({ stored, removed });
        const counts = await replaceAll(engine, rows, { others: "remove", isAllowed: allows });
        if (counts === "refused") return counts;
        const { added, changed, same, removed } = counts;
        return { added, replaced: changed, removed, unchanged: same };
      }),
    remove: (vasp_id, recording) => whileOpen(() => run(removal(vasp_id), recording)),
    find: (vasp_id) => whileOpen(() => findRecord(session, vasps, vasps.at(vasp_id))),
    search: (term, limit) =>
      whileOpen(async () => {
        if (term === "") return [];
        const rows = await withRetry(() => engine.search({ collection: vasps.name, term, where: [], limit }));
        return copyOf(vasps.recordsOf(rows));
      }),
    list: (query) =>
      whileOpen(() => {
        const given = bare(copyOf(query));
        return list(session, given);
      }),
    after: (vasp_id, limit) =>
      whileOpen(async () => {
        const after = vasp_id === undefined ? undefined : ([null, vasp_id] as const);
        const [found] = await read([{ collection: vasps.name, after, limit }]);
        return copyOf(vasps.recordsOf(found?.rows ?? []));
      }),
  };
}

function removal(vasp_id: string): Plan<boolean> {
  const at = vasps.at(vasp_id);
  return {
    reads: [at],
    run: ([row]) => {
      if (row === undefined) return { result: false };
      return { result: true, changes: [{ ...at, expect: "present", remove: true }] };
    },
  };
}

/** Lets timers and I/O run in between, because a register may be long. */
async function draftsOf(
  register: ReadonlyMap<string, Vasp | undefined>,
): Promise<ReadonlyMap<string, Draft | undefined>> {
  const drafts = new Map<string, Draft | undefined>();
  const pace = pacer();
  for (const [id, record] of register) {
    drafts.set(id, record && vasps.draftOf(record));
    await pace();
  }
  return drafts;
}

/** Repeats a replacement after transient faults. If the repeated one finds nothing to change, the lost one counts. */
async function replaceAll(
  engine: StorageEngine,
  rows: ReadonlyMap<string, Draft | undefined>,
  options: ReplaceOptions,
): Promise<ReplaceCounts | "refused"> {
  const token = newToken();
  const next = beginAttempts();
  let lost: ReplaceCounts | undefined;
  for (;;) {
    try {
      const counts = await engine.replaceAll(token, vasps.name, rows, options);
      return lost === undefined ? counts : countsAfter(lost, counts);
    } catch (thrown) {
      // The cast: the engine says what this method would have returned.
      if (thrown instanceof EngineFault && thrown.facts.isUnknown) lost = thrown.facts.result as ReplaceCounts;
      if (!(await mayRetry(thrown, next))) throw finalFailure(thrown, lost !== undefined);
    }
  }
}

function countsAfter(lost: ReplaceCounts, counts: ReplaceCounts | "refused"): ReplaceCounts {
  if (counts === "refused") throw refusedLater();
  return counts.added + counts.changed + counts.removed === 0 ? lost : counts;
}

function refusedLater(): ComplianceError {
  return new ComplianceError(
    "storage_outcome_unknown",
    "An attempt to store may have succeeded. Meanwhile others changed the records, so that the next attempt was refused. " +
      "Repeat the call.",
  );
}

/** Returns the rows of the index in its order, then those without a value by key. */
async function list({ read }: Session, { page: number, size, sort }: VaspListQuery): Promise<Page<Vasp>> {
  const collection = vasps.name;
  const start = (number - 1) * size;
  const descending = sort?.descending === true;
  const index = sort === undefined || sort.field === "vasp_id" ? undefined : sort.field;
  const page: RangeRead = { collection, index, descending, limit: size, offset: start };
  const counts: RangeRead[] = [{ collection, count: true }];
  if (index !== undefined) counts.push({ collection, index, descending, count: true });
  const [found, all, indexed] = await read([page, ...counts]);
  const total = all?.count ?? 0;
  const present = indexed?.count ?? total;
  const items = [...(found?.rows ?? [])];
  if (index !== undefined && items.length < size && start + items.length < total && present < total) {
    const rest = {
      where: [[index, "=", null]] as const,
      limit: size - items.length,
      offset: Math.max(0, start - present),
    };
    const [others] = await read([{ collection, ...rest }]);
    items.push(...(others?.rows ?? []));
  }
  return { items: copyOf(vasps.recordsOf(items)), pagination: { total, size, page: number } };
}
