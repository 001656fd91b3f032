/** The tables of a file that another storage may be writing. The file is checked before each call, never locked or changed. */
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { TableHost } from "../table-engine.js";
import type { Tables } from "../tables.js";
import { asFailure, type FileSystem, fingerprintAt, realPath, systemCode, withFile } from "./file-system.js";
import {
  afterJournal,
  afterSnapshot,
  journalsBeside,
  obsoleteAmong,
  type Predecessor,
  type ReadJournal,
  readJournal,
  replay,
  requireNoJournals,
} from "./journal.js";
import { type Access, corruptJournal, journalPath } from "./journal-format.js";
import { loadTables, readSnapshot } from "./snapshot.js";

/** Returns the host of the file at that absolute path. */
export function createReader(path: string, fs: FileSystem, access: Access): TableHost {
  const name = basename(path);
  let view: View | undefined;
  let lastUpdate: Promise<unknown> = Promise.resolve();
  let nextUpdate: Promise<Tables> | undefined;

  const readOnly = (): ComplianceError =>
    new ComplianceError(
      "storage_read_only",
      `The file "${name}" was opened with readOnly. Make changes with the storage that writes it.`,
    );
  const show = (next: View | undefined): void => {
    if (next?.tables !== view?.tables) view?.tables.indexing.stop();
    next?.tables.indexing.start();
    view = next;
  };
  const update = async (): Promise<Tables> => {
    try {
      const next = (view && (await updated(view, fs, access))) ?? (await readAll(path, fs, access));
      show(next);
      return next.tables;
    } catch (error) {
      // The tables may hold a part of the changes.
      show(undefined);
      throw systemCode(error) === "ENOENT" ? fileMissing(name, error) : asFailure(name, error);
    }
  };
  return {
    // A call during an update needs the next one, because it must see everything acknowledged before it. All calls that
    // wait share the next update.
    tables: () => {
      nextUpdate ??= lastUpdate.then(() => {
        nextUpdate = undefined;
        const result = update();
        lastUpdate = result.catch(() => undefined);
        return result;
      });
      return nextUpdate;
    },
    change: async () => {
      throw readOnly();
    },
    touch: async () => {
      throw readOnly();
    },
    compact: async () => {
      throw readOnly();
    },
    release: async () => {
      await lastUpdate;
      show(undefined);
    },
  };
}

function fileMissing(name: string, cause: unknown): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `There is no file "${name}" (ENOENT), and a storage with readOnly creates none. First open the storage that writes it, ` +
      "or correct the path.",
    { cause },
  );
}

/** The content of a file and its journals, and how far they were read. */
interface View {
  readonly path: string;
  readonly tables: Tables;
  /** Of the snapshot. */
  readonly fingerprint: string | undefined;
  /** What the next journal must continue. */
  readonly predecessor: Predecessor;
  /** The newest journal. */
  readonly journal: ViewedJournal | undefined;
}

interface ViewedJournal extends ReadJournal {
  readonly path: string;
  readonly fingerprint: string | undefined;
}

/** How often to read while the file is being replaced. */
const MAX_ATTEMPTS = 20;
/** How often a failure must occur, without the file being replaced, before it is reported. */
const MIN_FAILURES = 3;

/** Reads everything, again if the file was replaced meanwhile. */
async function readAll(given: string, fs: FileSystem, access: Access): Promise<View> {
  const path = await realPath(given, fs);
  for (let [attempt, failures] = [1, 0]; ; attempt += 1) {
    const fingerprint = await fingerprintAt(path, fs);
    let failure: unknown = alwaysReplaced(basename(path));
    try {
      const view = await readOnce(path, fingerprint, fs, access);
      // Journals are removed only after the file was replaced. So all journals that this file needs existed.
      if ((await fingerprintAt(path, fs)) === fingerprint) return view;
    } catch (error) {
      failure = error;
      if ((await fingerprintAt(path, fs)) === fingerprint) failures += 1;
    }
    if (failures === MIN_FAILURES || attempt === MAX_ATTEMPTS) throw failure;
    await sleep(5 * Math.random() * attempt);
  }
}

function alwaysReplaced(name: string): ComplianceError {
  return new ComplianceError(
    "storage_unavailable",
    `The file "${name}" was replaced at each attempt before it was read completely. Try again later. If this continues, ` +
      "make sure that only the storage that writes the file replaces it.",
  );
}

async function readOnce(path: string, fingerprint: string | undefined, fs: FileSystem, access: Access): Promise<View> {
  const name = basename(path);
  if (fingerprint === undefined) requireNoJournals(path, await journalsBeside(path, fs));
  const { snapshot, id } = await withFile(path, fs, (file) => readSnapshot(file, name, access));
  const tables = await loadTables(snapshot, name);
  const { mergedJournal } = snapshot;
  // Listed first: all journals between the file and a listed one exist too, and will be read.
  const generations = await journalsBeside(path, fs);
  await obsoleteAmong(generations, path, mergedJournal, fs);
  const predecessor = afterSnapshot(id, mergedJournal);
  const view = await withNewJournals({ path, tables, fingerprint, predecessor, journal: undefined }, fs, access);
  const unread = generations.find((generation) => generation >= view.predecessor.generation);
  if (unread !== undefined) {
    throw corruptJournal(basename(journalPath(path, unread)), "continues a journal that does not exist");
  }
  return view;
}

/** Returns the view with the new changes; undefined if everything must be read again. */
async function updated(view: View, fs: FileSystem, access: Access): Promise<View | undefined> {
  try {
    const current = await withChanges(view, fs, access);
    // Last: as long as the file is the same, no journal that it needs was removed.
    return current && (await fingerprintAt(view.path, fs)) === view.fingerprint ? current : undefined;
  } catch {
    // A journal was cut or replaced while it was read. Reading everything again shows a real failure.
    return undefined;
  }
}

async function withChanges(view: View, fs: FileSystem, access: Access): Promise<View | undefined> {
  const { path, journal, predecessor } = view;
  const [fingerprint, newFingerprint] = await Promise.all([
    journal && fingerprintAt(journal.path, fs),
    fingerprintAt(journalPath(path, predecessor.generation), fs),
  ]);
  if (fingerprint === journal?.fingerprint && newFingerprint === undefined) return view;
  const extended = journal === undefined ? view : await withNewLines(view, journal, fs);
  return extended && withNewJournals(extended, fs, access);
}

/** Returns the view with the new lines of its journal; undefined if the journal was cut. */
async function withNewLines(view: View, journal: ViewedJournal, fs: FileSystem): Promise<View | undefined> {
  const fingerprint = await fingerprintAt(journal.path, fs);
  const { codec, position: from } = journal;
  const name = basename(journal.path);
  const replayed = await withFile(journal.path, fs, (file) => replay(file, { name, codec, from, tables: view.tables }));
  return replayed && withJournal(view, { ...journal, ...replayed, fingerprint });
}

/** Returns the view with the journals that were created since. */
async function withNewJournals(given: View, fs: FileSystem, access: Access): Promise<View> {
  let view = given;
  for (;;) {
    const { generation } = view.predecessor;
    const path = journalPath(view.path, generation);
    const fingerprint = await fingerprintAt(path, fs);
    if (fingerprint === undefined) return view;
    if (view.journal !== undefined) {
      // The previous journal is complete now, and may have grown since it was read.
      const completed = await withNewLines(view, view.journal, fs);
      if (completed === undefined) throw new Error("A journal was cut while it was read.");
      view = completed;
    }
    const { predecessor, tables } = view;
    const name = basename(path);
    const read = { name, generation, predecessor, access, tables };
    const journal = await withFile(path, fs, (file) => readJournal(file, read));
    view = withJournal(view, { ...journal, path, fingerprint });
  }
}

function withJournal(view: View, journal: ViewedJournal): View {
  return { ...view, journal, predecessor: afterJournal(journal.header, journal.position.seq) };
}
