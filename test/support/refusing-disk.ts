/** The real file system, which refuses every change while it is told to, as it would after a fault of the disk. */

import type { FileHandle } from "node:fs/promises";
import * as nodeFs from "node:fs/promises";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";

export interface RefusingDisk {
  readonly fs: FileSystem;
  /** From now on every change fails with this code; undefined: none does. */
  refuseWith(code: string | undefined): void;
}

export function refusingDisk(): RefusingDisk {
  let refusal: string | undefined;
  const guard =
    <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (refusal !== undefined) throw Object.assign(new Error(`${refusal}: made for a test`), { code: refusal });
      return run(...given);
    };
  const writable = guard(nodeFs.open);
  const open = async (path: string, flags: string, mode?: number): Promise<FileHandle> => {
    const file = flags === "r" ? await nodeFs.open(path, flags) : await writable(path, flags, mode);
    const { write, writeFile, truncate, sync, datasync } = file;
    return Object.assign(file, {
      write: guard(write.bind(file)),
      writeFile: guard(writeFile.bind(file)),
      truncate: guard(truncate.bind(file)),
      sync: guard(sync.bind(file)),
      datasync: guard(datasync.bind(file)),
    });
  };
  const replaced = { open, rename: guard(nodeFs.rename), unlink: guard(nodeFs.unlink), chmod: guard(nodeFs.chmod) };
  return {
    // The overloads of node's functions are more than the storage calls; those that it calls are as above.
    fs: { ...nodeFs, ...replaced } as FileSystem,
    refuseWith: (code) => {
      refusal = code;
    },
  };
}
