/** Calls of AuditRepository, and calls of other repositories with a recording, for drawn sequences. */
import * as fc from "fast-check";
import { own } from "../../domain/own.js";
import type { AuditImported, AuditLine, AuditListQuery, AuditRecording } from "../../ports/audit.js";
import type { AuditRow } from "../../ports/collections.js";
import type { ComplianceStorage } from "../../ports/storage.js";
import { accountSteps } from "./account-steps.js";
import { insertAnyAlert, reviewAlert } from "./alert-steps.js";
import { exchangeSteps } from "./exchange-steps.js";
import { TODAY } from "./held.js";
import { holdSteps } from "./hold-steps.js";
import { compareElements } from "./model.js";
import { ownershipSteps } from "./ownership-steps.js";
import { stamp } from "./records.js";
import { ERASED_SUBJECT, eraseAny, forgetEntries } from "./removal-steps.js";
import { copyOfModel, type Model, type ModelRecord, type Step, type Steps, step } from "./step.js";
import { transferRecord, transferSteps } from "./transfer-steps.js";
import { listAll, type Walk, walkAmid } from "./walk.js";

const SUBJECTS = [ERASED_SUBJECT, "5uBject", "other"] as const;
const CHAINS = ["c1", "C1"] as const;

/** What a record has that is drawn before its place is. */
interface RecordParts {
  readonly chain: string;
  readonly at: string;
  readonly subjects: readonly string[];
}

const anyParts = fc.record({
  chain: fc.constantFrom(...CHAINS),
  at: stamp,
  subjects: fc.subarray([...SUBJECTS]),
});

/** No two records have the same place, also in other processes. */
function newRecord({ chain, at, subjects }: RecordParts): ModelRecord {
  const seq = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const line = `{"hash":"é","record":{"chain":"${chain}","seq":${seq}}}`;
  return { chain, at, seq, line, entries: Object.fromEntries(subjects.map((each) => [each, `salt of ${each}`])) };
}

function rowsOf({ entries, line, ...place }: ModelRecord): readonly AuditRow[] {
  return [{ ...place, line }, ...Object.entries(entries).map(([subject, salt]) => ({ ...place, subject, salt }))];
}

/** Notes whether the storage says that the record is stored. */
interface Recorder {
  readonly recording: AuditRecording;
  readonly outcomes: string[];
}

/** A storage may begin the record for several commits, of which one stores it. */
function recorderOf(record: ModelRecord): Recorder {
  const outcomes: string[] = [];
  const isStored = (): boolean => outcomes.includes("stored");
  const recording: AuditRecording = {
    isStored,
    begin: () => ({ rows: rowsOf(record), end: (outcome) => void outcomes.push(outcome) }),
  };
  return { recording, outcomes };
}

/** What a call with a recording returned. */
interface Recorded {
  readonly answer: unknown;
  readonly record: ModelRecord;
  /** "stored", "absent", or what else the storage said of the record. */
  readonly outcome: string;
}

async function recordedBy(record: ModelRecord, call: (recording: AuditRecording) => Promise<unknown>) {
  const { recording, outcomes } = recorderOf(record);
  const answer = await call(recording);
  const others = outcomes.filter((each) => each !== "absent");
  return { answer, record, outcome: others.length === 0 ? "absent" : others.join() } satisfies Recorded;
}

function keep({ audit }: Model, record: ModelRecord): void {
  audit.set(idOf(record), record);
}

function idOf({ chain, seq }: Pick<ModelRecord, "chain" | "seq">): string {
  return `${chain} ${seq}`;
}

const appendAny = anyParts.map((parts) =>
  step("audit.append", [parts], {
    call: ({ audit }) => recordedBy(newRecord(parts), (recording) => audit.append(recording)),
    expected: (model, answer) => {
      // The cast: that is what `call` returns.
      const { record } = answer as Recorded;
      keep(model, record);
      return { answer: undefined, record, outcome: "stored" };
    },
  }),
);

/** What a series of imports returned. */
interface Imported {
  readonly answers: readonly AuditImported[];
  /** The records that they must have stored. */
  readonly records: readonly ModelRecord[];
}

/**
 * Imports records, then one of them again: first with an entry that was not stored, and beside a new record; and then with
 * another line.
 */
const importAny = fc.tuple(anyParts, fc.array(anyParts, { maxLength: 2 })).map(([parts, more]) =>
  step("audit.import, three times", [parts, more], {
    call: async ({ audit }): Promise<Imported> => {
      const [first, next, last] = [newRecord(parts), newRecord(parts), newRecord(parts)];
      const records = [first, ...more.map(newRecord)];
      const erased = { ...first, entries: { ...first.entries, erased: "salt" } };
      const imports = [records, [next, erased], [last, { ...first, line: last.line }]];
      const answers: AuditImported[] = [];
      for (const each of imports) answers.push(await audit.import(each.map(rowsOf)));
      return { answers, records: [...records, next] };
    },
    expected: (model, answer) => {
      // The cast: that is what `call` returns.
      const { records } = answer as Imported;
      for (const record of records) keep(model, record);
      const answers: readonly AuditImported[] = [
        { outcome: "stored", added: 1 + more.length },
        { outcome: "stored", added: 1 },
        { outcome: "different", index: 1 },
      ];
      return { answers, records };
    },
  }),
);

/** The place of the recording among the arguments of each method. */
const PLACES: { readonly [Part in keyof ComplianceStorage]?: Readonly<Record<string, number>> } = {
  accounts: { insert: 1, put: 2, remove: 2 },
  alerts: { insert: 1, review: 2 },
  transfers: { save: 2, erase: 2 },
  ownership: { save: 1 },
  holds: { add: 1, release: 1 },
  exchanges: { save: 1 },
};

/** Returns the storage with a recording in each call that takes one. */
function recordingStorage(storage: ComplianceStorage, recording: AuditRecording): ComplianceStorage {
  const parts = Object.entries(PLACES).map(([name, places]) => {
    const part: object = Object(Reflect.get(storage, name));
    const methods = Object.entries(places).map(([method, place]) => [
      method,
      (...given: readonly unknown[]) => {
        const before = Array.from({ length: place }, (_, index) => given[index]);
        return Reflect.apply(Reflect.get(part, method), part, [...before, recording]);
      },
    ]);
    return [name, { ...part, ...Object.fromEntries(methods) }];
  });
  return { ...storage, ...Object.fromEntries(parts) };
}

/** Makes a call of another repository with a recording. The record is stored if, and only if, the call changes something. */
function recorded(of: Step, parts: RecordParts): Step {
  return {
    text: `${of.text}, with a record`,
    call: (storage, run) =>
      recordedBy(newRecord(parts), (recording) => of.call(recordingStorage(storage, recording), run)),
    expected: (model, given) => {
      // The cast: that is what `call` returns.
      const { record, answer } = given as Recorded;
      const before = copyOfModel(model);
      const right = of.expected(model, answer);
      const isChanged = CHANGED.some((name) => isDifferent(model[name], before[name]));
      if (isChanged) keep(model, record);
      return { answer: right, record, outcome: isChanged ? "stored" : "absent" };
    },
  };
}

/** What the recorded calls change. */
const CHANGED = ["accounts", "alerts", "transfers", "challenges", "holds", "exchanges"] as const;

/** Records are never changed, so another record is another object. */
function isDifferent(map: ReadonlyMap<string, unknown>, before: ReadonlyMap<string, unknown>): boolean {
  return map.size !== before.size || [...map].some(([id, record]) => before.get(id) !== record);
}

const recordedWrites = [
  insertAnyAlert,
  reviewAlert,
  ...[accountSteps, transferSteps, ownershipSteps, holdSteps, exchangeSteps].flatMap(({ writes }) => writes),
];

const anyRecorded = fc.tuple(fc.oneof(...recordedWrites), anyParts).map(([of, parts]) => recorded(of, parts));

/** Returns the records of a list, newest first or oldest first. Written apart from the code that is checked. */
function expectedRecords({ audit }: Model, { subject, chain, from = "", to = "~", ascending }: Listing): ModelRecord[] {
  const found = [...audit.values()].filter(
    (each) =>
      (subject === undefined || Object.hasOwn(each.entries, subject)) &&
      (chain === undefined || each.chain === chain) &&
      each.at >= from &&
      each.at < to,
  );
  const sign = ascending === true ? 1 : -1;
  const key = ({ at, seq, chain: of }: ModelRecord): string[] => [at, String(seq).padStart(16, "0"), of];
  return found.sort((a, b) => sign * compareElements(key(a), key(b)));
}

type Listing = Omit<AuditListQuery, "size" | "cursor">;

function recordWalk(query: Listing): (size: number) => Walk<AuditLine> {
  return (size) => ({
    name: "audit.list",
    query: { ...query, size },
    page: ({ audit }, cursor) => audit.list({ ...query, size, ...(cursor !== undefined && { cursor }) }),
    idOf: ({ line }) => line,
    stored: (model) => new Map(expectedRecords(model, query).map((each) => [each.line, each])),
  });
}

function listRecords(query: Listing, size: number): Step {
  return listAll(
    recordWalk(query),
    size,
    // No two records have the same place.
    ({ line }) => line,
    (model) =>
      expectedRecords(model, query).map(({ line, entries }): AuditLine => {
        const salt = query.subject === undefined ? undefined : own(entries, query.subject);
        return salt === undefined ? { line } : { line, salt };
      }),
  );
}

function rowsWalk(size: number): Walk<AuditRow> {
  return {
    name: "audit.rows",
    query: { size },
    page: ({ audit }, cursor) => audit.rows({ size, ...(cursor !== undefined && { cursor }) }),
    idOf: rowId,
    stored: (model) => new Map(expectedRows(model).map((each) => [rowId(each), each])),
  };
}

function rowId(row: AuditRow): string {
  return `${idOf(row)} ${own(row, "subject") ?? ""}`;
}

/** Lines before entries. Entries of a record are in the order of their subjects. */
function expectedRows(model: Model): readonly AuditRow[] {
  return expectedRecords(model, { ascending: true }).flatMap((each) => {
    const [line, ...entries] = rowsOf(each);
    return line === undefined ? [] : [line, ...entries.sort((a, b) => compareElements([rowId(a)], [rowId(b)]))];
  });
}

function listRows(size: number): Step {
  const timeOf = (row: AuditRow): string => `${idOf(row)} ${own(row, "line") === undefined}`;
  return listAll(rowsWalk, size, timeOf, expectedRows);
}

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const pruneWithEntries = fc.constant(
  step("transfers.prune, of one transfer and the entries of a subject", [ERASED_SUBJECT], {
    call: async ({ transfers }) => {
      // Older than all others.
      const decided_at = "2001-01-01T00:00:00.000+00:00";
      await transfers.save(transferRecord("pruned", 1, { decision: "reject", sides: [null, null], decided_at }));
      return transfers.prune("2001-01-02T00:00:00.000+00:00", TODAY, () => ERASED_SUBJECT);
    },
    expected: (model) => {
      forgetEntries(model);
      return { removed: 1, held: 0 };
    },
  }),
);

const anyListing: fc.Arbitrary<Listing> = fc
  .record({
    of: fc.oneof(
      fc.constant({}),
      fc.constantFrom(...SUBJECTS).map((subject) => ({ subject })),
      fc.constantFrom(...CHAINS).map((chain) => ({ chain })),
    ),
    from: optional(stamp),
    to: optional(stamp),
    ascending: optional(fc.boolean()),
  })
  .map(({ of, from, to, ascending }) => ({
    ...of,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(ascending !== undefined && { ascending }),
  }));

export const auditSteps: Steps = {
  first: [...accountSteps.first, ...ownershipSteps.first],
  writes: [appendAny, anyRecorded],
  reads: accountSteps.reads,
  lists: [
    eraseAny,
    pruneWithEntries,
    importAny,
    fc.integer({ min: 1, max: 4 }).map(listRows),
    fc.tuple(anyListing, fc.integer({ min: 1, max: 3 })).map(([query, size]) => listRecords(query, size)),
    fc
      .tuple(anyListing, fc.integer({ min: 1, max: 2 }), fc.array(appendAny, { maxLength: 3 }))
      .map(([query, size, changes]) => walkAmid(recordWalk(query)(size), changes)),
  ],
  finalReads: [
    listRows(3),
    listRecords({}, 2),
    listRecords({ ascending: true }, 3),
    ...SUBJECTS.map((subject) => listRecords({ subject }, 2)),
    ...CHAINS.map((chain) => listRecords({ chain, ascending: true }, 2)),
  ],
};
