/**
 * A folder on a disk that loses power. Bytes are durable once their file was synced, names once the folder was. Of the rest
 * any part may survive a power cut, sector by sector and name by name.
 */
import type { FileHandle } from "node:fs/promises";
import * as nodeFs from "node:fs/promises";
import { basename } from "node:path";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import type { FolderImage } from "./folder-image.js";

export interface PowerDisk {
  /** Returns the file system of a process that dies before its step of that number. */
  process(stepsToLive: number): FileSystem;
  /** Cuts the power before the step of that number from now, of any process. */
  cutAfter(steps: number): void;
  isCut(): boolean;
  /** Returns what survived the power cut. Cuts the power now if it was not cut before. */
  left(): FolderImage;
  /** Closes the files that dead processes left open. */
  end(): Promise<void>;
}

interface WrittenBytes {
  readonly at: number;
  readonly bytes: Buffer;
}
type Change = WrittenBytes | { readonly size: number };

interface Inode {
  durable: Buffer;
  /** What came after, the oldest first. */
  readonly pending: Change[];
}

type Naming =
  | { readonly name: string; readonly inode: Inode; readonly before: string | undefined }
  | { readonly gone: string };

/** The overload of `write` that the storage calls. */
type WriteAt = (bytes: Buffer, from: number, length: number, at: number) => Promise<unknown>;

const SECTOR_BYTES = 512;

/** Returns the disk of a folder that holds the files of `image`. `random` chooses what survives the cut. */
export function powerDisk(image: FolderImage, random: () => number): PowerDisk {
  const durableNames = new Map<string, Inode>();
  for (const [name, bytes] of image) durableNames.set(name, { durable: bytes, pending: [] });
  const disk: Disk = { names: new Map(durableNames), durableNames, namings: [], handles: [], step: () => undefined };
  let [steps, limit] = [0, Number.POSITIVE_INFINITY];
  let left: FolderImage | undefined;
  const cut = (): FolderImage => {
    left ??= survivors(disk, random);
    return left;
  };
  disk.step = (begin) => {
    if (left !== undefined) throw dead();
    begin?.();
    steps += 1;
    if (steps > limit) cut();
    if (left !== undefined) throw dead();
  };
  return {
    process: (stepsToLive) => {
      let lived = 0;
      return processOn({
        ...disk,
        step: (begin) => {
          lived += 1;
          if (lived > stepsToLive) throw dead();
          disk.step(begin);
        },
      });
    },
    cutAfter: (more) => {
      limit = steps + more;
    },
    isCut: () => left !== undefined,
    left: cut,
    end: async () => {
      await Promise.allSettled(disk.handles.map((handle) => handle.close()));
    },
  };
}

interface Disk {
  /** As a running process sees them. */
  readonly names: Map<string, Inode>;
  readonly durableNames: Map<string, Inode>;
  readonly namings: Naming[];
  readonly handles: FileHandle[];
  /** Throws if the process dies before this step. A power cut may come after `begin`. */
  step: (begin?: () => void) => void;
}

function processOn(disk: Disk): FileSystem {
  const { names, namings } = disk;
  const rename = async (from: string, to: string): Promise<void> => {
    const [before, name] = [basename(from), basename(to)];
    const inode = names.get(before);
    if (inode === undefined) return nodeFs.rename(from, to);
    disk.step(() => namings.push({ name, inode, before }));
    await nodeFs.rename(from, to);
    names.set(name, inode).delete(before);
  };
  const unlink = async (path: string): Promise<void> => {
    if (isLock(path)) return nodeFs.unlink(path);
    const gone = basename(path);
    disk.step(() => names.has(gone) && namings.push({ gone }));
    await nodeFs.unlink(path);
    names.delete(gone);
  };
  // The cast: node's functions have more overloads than the storage calls.
  return { ...nodeFs, rename, unlink, open: opener(disk) } as FileSystem;
}

function opener(disk: Disk) {
  return async (path: string, flags: string, mode?: number): Promise<FileHandle> => {
    const name = basename(path);
    const isNew = flags === "wx" && !isLock(path);
    if (isNew) disk.step();
    const handle = await nodeFs.open(path, flags, mode);
    disk.handles.push(handle);
    if (isNew) {
      const inode: Inode = { durable: Buffer.alloc(0), pending: [] };
      disk.names.set(name, inode);
      disk.namings.push({ name, inode, before: undefined });
    }
    const inode = disk.names.get(name);
    if (inode !== undefined) return recording(handle, inode, disk);
    return (await handle.stat()).isDirectory() ? Object.assign(handle, { sync: () => syncNames(disk) }) : handle;
  };
}

function recording(handle: FileHandle, inode: Inode, disk: Disk): FileHandle {
  const write: WriteAt = handle.write.bind(handle);
  const { writeFile, truncate } = handle;
  let end = 0;
  const change = (made: Change): void => {
    disk.step(() => inode.pending.push(made));
  };
  const sync = async (): Promise<void> => {
    disk.step();
    // Changes during a sync may miss it.
    const synced = inode.pending.length;
    await new Promise(setImmediate);
    disk.step();
    for (const made of inode.pending.splice(0, synced)) inode.durable = changed(inode.durable, made);
  };
  return Object.assign(handle, {
    sync,
    datasync: sync,
    truncate: async (size: number) => {
      change({ size });
      await truncate.call(handle, size);
    },
    write: async (bytes: Buffer, from: number, length: number, at: number) => {
      change({ at, bytes: Buffer.from(bytes.subarray(from, from + length)) });
      return write(bytes, from, length, at);
    },
    // A new file is written from its beginning on.
    writeFile: async (data: string | Buffer) => {
      const bytes = Buffer.from(data);
      change({ at: end, bytes });
      end += bytes.length;
      await writeFile.call(handle, bytes);
    },
  });
}

async function syncNames(disk: Disk): Promise<void> {
  disk.step();
  const synced = disk.namings.length;
  await new Promise(setImmediate);
  disk.step();
  for (const naming of disk.namings.splice(0, synced)) rename(disk.durableNames, naming);
}

function rename(names: Map<string, Inode>, naming: Naming): void {
  if ("gone" in naming) {
    names.delete(naming.gone);
    return;
  }
  const { name, inode, before } = naming;
  names.set(name, inode);
  if (before !== undefined && names.get(before) === inode) names.delete(before);
}

function changed(bytes: Buffer, made: Change): Buffer {
  if ("size" in made) return bytes.subarray(0, made.size);
  const result = Buffer.alloc(Math.max(bytes.length, made.at + made.bytes.length));
  bytes.copy(result);
  made.bytes.copy(result, made.at);
  return result;
}

/** Returns what is durable, and of the rest nothing, everything, the first part, or random parts. */
function survivors({ durableNames, namings }: Disk, random: () => number): FolderImage {
  const names = new Map(durableNames);
  const share = [0, 1, 0.5, 0.9][Math.floor(random() * 4)] ?? 0;
  const isInOrder = random() < 0.3;
  let isLost = false;
  const survives = (): boolean => {
    if (random() >= share) isLost = true;
    else if (!isInOrder || !isLost) return true;
    return false;
  };
  for (const naming of namings) if (survives()) rename(names, naming);
  const contentOf = ({ durable, pending }: Inode): Buffer => {
    isLost = false;
    return pending.flatMap(inSectors).filter(survives).reduce(changed, durable);
  };
  return new Map([...names].map(([name, inode]) => [name, contentOf(inode)]));
}

function inSectors(made: Change): readonly Change[] {
  if ("size" in made) return [made];
  const { at, bytes } = made;
  const sectors: WrittenBytes[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES));
    sectors.push({ at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return sectors;
}

function isLock(path: string): boolean {
  return path.includes(".lock.");
}

function dead(): Error {
  return Object.assign(new Error("EIO: made for a test"), { code: "EIO" });
}
