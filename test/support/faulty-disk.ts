/** The real file system, with steps that fail on demand. */
import type { StatOptions } from "node:fs";
import * as fs from "node:fs/promises";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";

export type Step =
  | "look for lock"
  | "look at file"
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
  | "list folder"
  | "chmod";

export interface FaultyDisk {
  readonly fs: FileSystem;
  /** The steps made so far, those that failed too. */
  readonly steps: Step[];
  /** Which steps fail with which code, and how often from now on, once they have worked `after` times. */
  readonly faults: Map<Step, { code: string; times: number; after?: number }>;
}

export function faultyDisk(): FaultyDisk {
  const faults: FaultyDisk["faults"] = new Map();
  const steps: Step[] = [];
  const pass = (step: Step): void => {
    steps.push(step);
    const fault = faults.get(step);
    if (fault === undefined || fault.times === 0) return;
    if (fault.after !== undefined && fault.after > 0) {
      fault.after -= 1;
      return;
    }
    fault.times -= 1;
    throw Object.assign(new Error(`${fault.code}: made for a test`), { code: fault.code });
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
  const open = async (path: string, flags: string, mode?: number): Promise<fs.FileHandle> => {
    const temporary = path.includes(".tmp.");
    if (temporary) pass("create temporary file");
    const file = await fs.open(path, flags, mode);
    if (!temporary && flags !== "r") return file;
    return Object.assign(file, {
      sync: guard(temporary ? "sync file" : "sync folder", file.sync.bind(file)),
      writeFile: guard("write", file.writeFile.bind(file)),
      write: guard("write header", file.write.bind(file)),
    });
  };
  const rename = async (from: string, to: string): Promise<void> => {
    pass("rename");
    await fs.rename(from, to);
    pass("answer of rename");
  };
  const stat = async (path: string, options?: StatOptions): Promise<unknown> => {
    pass(
      path.includes(".lock.") ? "look for lock" : path.includes(".tmp.") ? "look at temporary file" : "look at file",
    );
    return fs.stat(path, options);
  };
  const replaced = {
    open,
    rename,
    stat,
    unlink: guard("unlink", fs.unlink),
    readFile: guard("read", fs.readFile),
    readdir: guard("list folder", fs.readdir),
    chmod: guard("chmod", fs.chmod),
  };
  // The overloads of node's functions are more than the storage calls; those that it calls are as above.
  return { fs: { ...fs, ...replaced } as unknown as FileSystem, faults, steps };
}
