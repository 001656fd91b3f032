/** The real file system for tests: with steps that fail on demand, or remembering all writes. */
import type { StatOptions } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import * as nodeFs from "node:fs/promises";
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
  /** The steps so far, including the failed ones. */
  readonly steps: Step[];
  /** Which steps fail, with which code and how often, after they have worked `after` times. */
  readonly faults: Map<Step, { code: string; times: number; after?: number }>;
  /** Makes each change from that number on fail, as if the process were killed before it. */
  stopAfter(changes: number): void;
  /** Makes every change fail with this code; undefined: none. */
  refuseWith(code: string | undefined): void;
  /** Returns how many changes were made since the last `stopAfter`. */
  changes(): number;
}

type WriteAt = (bytes: Buffer, from: number, length: number, position: number) => Promise<unknown>;

/** The steps that change the disk. */
const CHANGES: ReadonlySet<Step> = new Set<Step>([
  ...(["append", "sync journal", "cut back", "create temporary file", "write", "write header", "sync file"] as const),
  ...(["rename", "sync folder", "unlink", "chmod"] as const),
]);

export function faultyDisk(): FaultyDisk {
  const faults: FaultyDisk["faults"] = new Map();
  const steps: Step[] = [];
  let changes = 0;
  let stopped = Number.POSITIVE_INFINITY;
  let refusal: string | undefined;
  const refuse = (code: string): never => {
    throw Object.assign(new Error(`${code}: made for a test`), { code });
  };
  const pass = (step: Step): void => {
    steps.push(step);
    if (CHANGES.has(step)) {
      changes += 1;
      if (changes > stopped) refuse("EIO");
      if (refusal !== undefined) refuse(refusal);
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
  /** Returns the same function, which fails as `step` if that is due. */
  const guard = <A extends unknown[], R>(
    step: Step,
    run: (...given: A) => Promise<R>,
  ): ((...given: A) => Promise<R>) => {
    return async (...given) => {
      pass(step);
      return run(...given);
    };
  };
  /** Guards the overload of `write` that the storage calls. Only the first line is written at the beginning. */
  const guardWrite =
    (run: WriteAt): WriteAt =>
    async (bytes, from, length, position) => {
      pass(position === 0 ? "write header" : "append");
      return run(bytes, from, length, position);
    };
  const open = async (path: string, flags: string, mode?: number): Promise<FileHandle> => {
    const temporary = path.includes(".tmp.");
    if (flags !== "r" && refusal !== undefined) refuse(refusal);
    const journal = /\.journal\.[0-9]+$/.test(path);
    if (temporary) pass("create temporary file");
    if (journal) pass("open journal");
    const file = await nodeFs.open(path, flags, mode);
    // A new journal is written to a temporary file, which is then renamed and written on.
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
    await nodeFs.rename(from, to);
    pass("answer of rename");
  };
  const stat = async (path: string, options?: StatOptions): Promise<unknown> => {
    if (path.includes(".lock.")) pass("look for lock");
    else if (path.includes(".tmp.")) pass("look at temporary file");
    else pass(path.includes(".journal.") ? "look at journal" : "look at file");
    return nodeFs.stat(path, options);
  };
  const replaced = {
    open,
    rename,
    stat,
    unlink: guard("unlink", nodeFs.unlink),
    // Only information about processes is read with readFile.
    readFile: guard("ask the system", nodeFs.readFile),
    readdir: guard("list folder", nodeFs.readdir),
    chmod: guard("chmod", nodeFs.chmod),
  };
  // The cast: node's functions have more overloads than the storage calls.
  return {
    fs: { ...nodeFs, ...replaced } as unknown as FileSystem,
    faults,
    steps,
    stopAfter: (allowed) => {
      [changes, stopped] = [0, allowed];
    },
    refuseWith: (code) => {
      refusal = code;
    },
    changes: () => changes,
  };
}

/** The real file system, which remembers everything that was ever written. */
export interface WatchedWrites {
  readonly fs: FileSystem;
  /** Returns all bytes in the order of writing, and all paths that were opened or renamed to. */
  written(): { readonly bytes: Buffer; readonly paths: readonly string[] };
}

export function watchedWrites(): WatchedWrites {
  const pieces: Buffer[] = [];
  const paths: string[] = [];
  const open = async (path: string, flags: string, mode?: number): Promise<FileHandle> => {
    paths.push(path);
    const file = await nodeFs.open(path, flags, mode);
    if (flags === "r") return file;
    const write = file.write.bind(file);
    const writeFile = file.writeFile.bind(file);
    return Object.assign(file, {
      write: async (bytes: Uint8Array, offset: number, length: number, position: number) => {
        pieces.push(Buffer.from(bytes.subarray(offset, offset + length)));
        return write(bytes, offset, length, position);
      },
      writeFile: async (data: string | Uint8Array) => {
        pieces.push(Buffer.from(data));
        return writeFile(data);
      },
    });
  };
  const rename = async (from: string, to: string): Promise<void> => {
    paths.push(to);
    await nodeFs.rename(from, to);
  };
  return {
    // The cast: as above.
    fs: { ...nodeFs, open, rename } as FileSystem,
    written: () => ({ bytes: Buffer.concat(pieces), paths }),
  };
}
