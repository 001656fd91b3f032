/** The real file system, with everything that is ever written remembered: what was removed again too. */

import type { FileHandle } from "node:fs/promises";
import * as nodeFs from "node:fs/promises";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";

export interface WatchedWrites {
  readonly fs: FileSystem;
  /** All bytes, in the order in which they were written, and all paths that were opened or renamed to. */
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
    // The overloads of node's functions are more than the storage calls; those that it calls are as above.
    fs: { ...nodeFs, open, rename } as FileSystem,
    written: () => ({ bytes: Buffer.concat(pieces), paths }),
  };
}
