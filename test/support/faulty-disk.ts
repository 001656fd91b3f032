/** The real file system, with steps that fail on demand. */
import type { StatOptions } from "node:fs";
import * as fs from "node:fs/promises";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";

export type Step =
  | "look for lock"
  | "look at file"
  | "look at journal"
  | "open journal"
  | "append"
  | "look at what was appended"
  | "sync journal"
  | "cut back"
  | "create temporary file"
  | "write"
  | "write header"
  | "sync file"
  | "look at temporary file"
  | "rename"
  | "answer of rename"
  | "sync folder"
  | "unlink"
  | "read"
  | "ask the system"
  | "list folder"
  | "chmod";

export interface FaultyDisk {
  readonly fs: FileSystem;
  /** The steps made so far, those that failed too. */
  readonly steps: Step[];
  /** Which steps fail with which code, and how often from now on, once they have worked `after` times. */
  readonly faults: Map<Step, { code: string; times: number; after?: number }>;
  /** Makes every step that changes something fail from the one of that number on, as for a process that is killed before it. */
  stopAfter(changes: number): void;
  /** How many steps that change something were made since the last `stopAfter`. */
  changes(): number;
}

type WriteAt = (bytes: Buffer, from: number, length: number, position: number) => Promise<unknown>;

/** What a killed process would no longer do. */
const CHANGES: ReadonlySet<Step> = new Set<Step>([
  ...(["append", "sync journal", "cut back", "create temporary file", "write", "write header", "sync file"] as const),
  ...(["rename", "sync folder", "unlink", "chmod"] as const),
]);

export function faultyDisk(): FaultyDisk {
  const faults: FaultyDisk["faults"] = new Map();
  const steps: Step[] = [];
  let changes = 0;
  let stopped = Number.POSITIVE_INFINITY;
  const refuse = (code: string): never => {
    throw Object.assign(new Error(`${code}: made for a test`), { code });
  };
  const pass = (step: Step): void => {
    steps.push(step);
    if (CHANGES.has(step)) {
      changes += 1;
      if (changes > stopped) refuse("EIO");
    }
    const fault = faults.get(step);
    if (fault === undefined || fault.times === 0) return;
    if (fault.after !== undefined && fault.after > 0) {
      fault.after -= 1;
      return;
    }
    fault.times -= 1;
    refuse(fault.code);
  };
  /** The same function, failing as `step` beforehand when that is due. */
  const guard = <A extends unknown[], R>(
    step: Step,
    run: (...given: A) => Promise<R>,
  ): ((...given: A) => Promise<R>) => {
    return async (...given) => {
      pass(step);
      return run(...given);
    };
  };
  /** Of the overloads of `write` the one that the storage calls. The first line of a file stands at its beginning. */
  const guardWrite =
    (run: WriteAt): WriteAt =>
    async (bytes, from, length, position) => {
      pass(position === 0 ? "write header" : "append");
      return run(bytes, from, length, position);
    };
  const open = async (path: string, flags: string, mode?: number): Promise<fs.FileHandle> => {
    const temporary = path.includes(".tmp.");
    const journal = /\.journal\.[0-9]+$/.test(path);
    if (temporary) pass("create temporary file");
    if (journal) pass("open journal");
    const file = await fs.open(path, flags, mode);
    // A new journal is written to a temporary file, which then gets its name and goes on being written.
    return Object.assign(file, {
      sync: guard(temporary ? "sync file" : journal ? "sync journal" : "sync folder", file.sync.bind(file)),
      datasync: guard("sync journal", file.datasync.bind(file)),
      truncate: guard("cut back", file.truncate.bind(file)),
      stat: guard("look at what was appended", file.stat.bind(file)),
      read: guard("read", file.read.bind(file)),
      writeFile: guard("write", file.writeFile.bind(file)),
      write: guardWrite(file.write.bind(file)),
    });
  };
  const rename = async (from: string, to: string): Promise<void> => {
    pass("rename");
    await fs.rename(from, to);
    pass("answer of rename");
  };
  const stat = async (path: string, options?: StatOptions): Promise<unknown> => {
    if (path.includes(".lock.")) pass("look for lock");
    else if (path.includes(".tmp.")) pass("look at temporary file");
    else pass(path.includes(".journal.") ? "look at journal" : "look at file");
    return fs.stat(path, options);
  };
  const replaced = {
    open,
    rename,
    stat,
    unlink: guard("unlink", fs.unlink),
    // Only what the system tells of processes is read as a whole.
    readFile: guard("ask the system", fs.readFile),
    readdir: guard("list folder", fs.readdir),
    chmod: guard("chmod", fs.chmod),
  };
  // The overloads of node's functions are more than the storage calls; those that it calls are as above.
  return {
    fs: { ...fs, ...replaced } as unknown as FileSystem,
    faults,
    steps,
    stopAfter: (allowed) => {
      [changes, stopped] = [0, allowed];
    },
    changes: () => changes,
  };
}
