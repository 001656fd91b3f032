/** Reads a file and its journals while somebody else may be writing them: what was acknowledged, or a refusal. */
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { putRows, type Tables } from "../tables.js";
import type { FileSystem } from "./file-system.js";
import { journalPath } from "./journal.js";
import { journalsBeside } from "./journal-file.js";
import { checkNone, loadedTables, upTo } from "./open.js";
import type { FileOptions } from "./options.js";
import { realPath } from "./path.js";
import { corruptJournal, type OpenedJournal, openJournal, type Position, replay } from "./read-journal.js";
import { readSnapshot } from "./read-snapshot.js";
import { afterJournal, afterSnapshot, type Before, checkContinues, checkFolded, using } from "./recover.js";
import { rowsOfPayload } from "./rows.js";
import { stampOf } from "./untouched.js";

/** What was read, and of what. */
export interface View {
  readonly path: string;
  readonly tables: Tables;
  /** The snapshot's. */
  readonly stamp: string | undefined;
  /** What the journal that is not there yet must go on from. */
  readonly before: Before;
  /** The newest journal, and how far it was read. */
  readonly journal: ReadTo | undefined;
}

interface ReadTo {
  readonly path: string;
  readonly stamp: string | undefined;
  readonly opened: OpenedJournal;
  readonly position: Position;
}

/** How often to look when the file is replaced while it is read. */
const ATTEMPTS = 20;
/** How often what is wrong must show although nobody replaced the file meanwhile. */
const SURE = 3;

/** Everything anew, until nobody replaced the file while it was read. */
export async function readAll(given: string, fs: FileSystem, options: FileOptions): Promise<View> {
  const path = await realPath(given, fs);
  for (let [attempt, wrong] = [1, 0]; ; attempt += 1) {
    const stamp = await stampOf(path, fs);
    let failure: unknown = restless(basename(path));
    try {
      const view = await readOnce(path, stamp, fs, options);
      // Journals are removed only after the file that holds them stands in its place: so this one had all it needed.
      if ((await stampOf(path, fs)) === stamp) return view;
    } catch (error) {
      failure = error;
      if ((await stampOf(path, fs)) === stamp) wrong += 1;
    }
    if (wrong === SURE || attempt === ATTEMPTS) throw failure;
    await sleep(5 * Math.random() * attempt);
  }
}

function restless(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was replaced each time before it was read to its end. Try again later; if it stays so, somebody ` +
      "other than the storage that writes it replaces it: stop that.",
  );
}

async function readOnce(path: string, stamp: string | undefined, fs: FileSystem, options: FileOptions): Promise<View> {
  const name = basename(path);
  if (stamp === undefined) checkNone(path, await journalsBeside(path, fs));
  const { snapshot, id } = await using(path, "r", fs, (handle) => readSnapshot(handle, name, options));
  const tables = await loadedTables(snapshot, name);
  const { folded } = snapshot;
  // Listed first: whatever journal stands there by now, all between the file and it do too, and will be read.
  const generations = await journalsBeside(path, fs);
  await checkFolded(path, upTo(folded.generation, generations), folded, fs);
  const before = afterSnapshot(id, folded);
  const view = await withNewJournals({ path, tables, stamp, before, journal: undefined }, fs, options);
  const unread = generations.find((generation) => generation >= view.before.generation);
  if (unread !== undefined) {
    throw corruptJournal(basename(journalPath(path, unread)), "goes on from a journal that is not there");
  }
  return view;
}

/** The view with what is new; undefined: it is not to be had that way, read all anew. */
export async function refreshed(view: View, fs: FileSystem, options: FileOptions): Promise<View | undefined> {
  try {
    const current = await withWhatIsNew(view, fs, options);
    // Last: while this file stands there, no journal that it does not hold was removed.
    return current && (await stampOf(view.path, fs)) === view.stamp ? current : undefined;
  } catch {
    // Cut back, or replaced while it was read: what is really wrong shows when all is read anew.
    return undefined;
  }
}

async function withWhatIsNew(view: View, fs: FileSystem, options: FileOptions): Promise<View | undefined> {
  const { path, journal, before } = view;
  const [journalStamp, newerStamp] = await Promise.all([
    journal && stampOf(journal.path, fs),
    stampOf(journalPath(path, before.generation), fs),
  ]);
  if (journalStamp === journal?.stamp && newerStamp === undefined) return view;
  const extended = journal === undefined ? view : await withTail(view, journal, fs);
  return extended && withNewJournals(extended, fs, options);
}

async function withTail(view: View, journal: ReadTo, fs: FileSystem): Promise<View | undefined> {
  const stamp = await stampOf(journal.path, fs);
  const { opened, position: from } = journal;
  const { position, isSame } = await using(journal.path, "r", fs, (handle) =>
    replay(handle, basename(journal.path), { codec: opened.codec, from, take: taker(view.tables) }),
  );
  if (!isSame) return undefined;
  return withJournal(view, { ...journal, stamp, position });
}

/** The view with the journals that stand there by now. */
async function withNewJournals(given: View, fs: FileSystem, options: FileOptions): Promise<View> {
  let view = given;
  for (;;) {
    const { generation } = view.before;
    const path = journalPath(view.path, generation);
    const stamp = await stampOf(path, fs);
    if (stamp === undefined) return view;
    if (view.journal !== undefined) {
      // There is a next one, so the one before is complete now, and may have grown since it was read.
      view = (await withTail(view, view.journal, fs)) ?? moved();
    }
    const { before, tables } = view;
    const name = basename(path);
    const read = await using(path, "r", fs, async (handle) => {
      const opened = await openJournal(handle, name, options);
      checkContinues(opened.header, generation, before, name);
      const { position } = await replay(handle, name, { codec: opened.codec, from: opened.start, take: taker(tables) });
      return { path, stamp, opened, position };
    });
    view = withJournal(view, read);
  }
}

function withJournal(view: View, journal: ReadTo): View {
  const { header } = journal.opened;
  return { ...view, journal, before: afterJournal(header, journal.position.seq) };
}

function taker(tables: Tables): (payload: string) => void {
  return (payload) => putRows(tables, rowsOfPayload(payload));
}

function moved(): never {
  throw new Error("A journal was cut back while it was read.");
}
