/** Small disks that fill up: a mounted one in memory, if this process may mount it, and a simulated one. */
import { spawnSync } from "node:child_process";
import type { FileHandle } from "node:fs/promises";
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { temporaryFolder } from "./temporary-folder.js";

const DISK_BYTES = 4 * 1024 * 1024;

export interface SmallDisk {
  /** A folder of its own. */
  readonly folder: string;
  readonly fs: FileSystem;
  /** Leaves about so many bytes free. */
  leave(bytes: number): Promise<void>;
}

interface MountedDisk extends SmallDisk {
  remount(how: "ro" | "rw"): void;
}

/** Mounts a file system in memory until the test has finished. Returns undefined if that is not permitted. */
export async function mountedDisk(): Promise<MountedDisk | undefined> {
  const mount = await temporaryFolder();
  const how = ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=0700`, "vaspkit-test", mount];
  if (spawnSync("mount", how).status !== 0) return undefined;
  onTestFinished(() => {
    // Lazily, because files may still be open.
    spawnSync("umount", ["-l", mount]);
  });
  const folder = join(mount, "folder");
  const ballast = join(mount, "ballast");
  await nodeFs.mkdir(folder);
  return {
    folder,
    fs: nodeFs,
    leave: async (bytes) => {
      await nodeFs.rm(ballast, { force: true });
      const { bavail, bsize } = await nodeFs.statfs(mount);
      const filling = bavail * bsize - bytes;
      if (filling > 0) await nodeFs.writeFile(ballast, Buffer.alloc(filling)).catch(() => undefined);
    },
    remount: (mode) => {
      const { status, stderr } = spawnSync("mount", ["-o", `remount,${mode}`, mount], { encoding: "utf8" });
      if (status !== 0) throw new Error(`The disk could not be mounted anew: ${stderr}`);
    },
  };
}

/** Simulates a small disk: a write that does not fit is made in part, and the next one fails. */
export async function simulatedDisk(): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  let ballast = 0;
  const used = async (): Promise<number> => {
    const names = await nodeFs.readdir(folder);
    const sizes = names.map((name) =>
      nodeFs.stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  const fitting = async (wanted: number): Promise<number> => {
    const free = Math.max(0, DISK_BYTES - ballast - (await used()));
    if (free === 0) throw noSpace();
    return Math.min(free, wanted);
  };
  const open = async (path: string, flags?: string, mode?: number): Promise<FileHandle> => {
    const file = await nodeFs.open(path, flags, mode);
    return flags === "r" ? file : limited(file, fitting);
  };
  // The cast: node's functions have more overloads than the storage calls.
  return {
    folder,
    fs: { ...nodeFs, open } as FileSystem,
    leave: async (bytes) => {
      ballast = Math.max(0, DISK_BYTES - (await used()) - bytes);
    },
  };
}

function noSpace(): Error {
  return Object.assign(new Error("ENOSPC: made for a test"), { code: "ENOSPC" });
}

/** Returns the file, which grows only by as many bytes as fit. */
function limited(file: FileHandle, fitting: (wanted: number) => Promise<number>): FileHandle {
  const write = file.write.bind(file);
  const writeFile = file.writeFile.bind(file);
  const sized = async (bytes: Uint8Array, position: number): Promise<number> => {
    const { size } = await file.stat();
    const inside = Math.max(0, Math.min(bytes.length, size - position));
    return inside + (inside < bytes.length ? await fitting(bytes.length - inside) : 0);
  };
  return Object.assign(file, {
    write: async (bytes: Uint8Array, offset: number, length: number, position: number) =>
      write(bytes, offset, await sized(bytes.subarray(offset, offset + length), position), position),
    // The file is written from its beginning on.
    writeFile: async (data: string | Uint8Array) => {
      const bytes = Buffer.from(data);
      const { size } = await file.stat();
      const fits = await sized(bytes, size);
      await writeFile(bytes.subarray(0, fits));
      if (fits < bytes.length) throw noSpace();
    },
  });
}
