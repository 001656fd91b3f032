/**
 * One storage at a time per file. Who wants it announces itself by a file of its own beside it,
 * `<name>.lock.<host>.<pid>.<start>.<random>`, and holds it once it sees no other announcement of a living process. Of
 * two that announce at the same time at least one sees the other. No other process ever uses the name, so removing
 * the announcement of a dead one races with nothing.
 */
import { randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, unless } from "./file-system.js";
import { decodeHost, encodeHost } from "./host-name.js";
import { mayRun, type ProcessIdentity, thisProcess } from "./process-identity.js";

export interface FileLock {
  /** Whether the announcement still stands: somebody may have removed it from outside. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** How often to look before giving up on one that may be just opening or closing: a quarter of a second in all. */
const LOOKS = 16;

interface Announcement {
  readonly entry: string;
  /** undefined: the name is of no form that this version writes. */
  readonly holder: ProcessIdentity | undefined;
  /** The lowest of several that want the file at once may stay and wait for the others to leave. */
  readonly random: string;
}

/** Locks the file of that real path, or throws `storage_locked`. */
export async function acquireLock(path: string, fs: FileSystem): Promise<FileLock> {
  const own = await thisProcess(fs);
  const mine = announcementOf(path, own);
  let announced = false;
  try {
    for (let looks = 1; ; looks += 1) {
      const others = await livingOthers(path, mine, own, fs);
      const [first] = others;
      if (first === undefined) {
        if (announced) return lockOf(path, mine, fs);
        await (await fs.open(beside(path, mine.entry), "wx", 0o600)).close();
        announced = true;
        continue;
      }
      if (looks >= LOOKS) throw locked(basename(path), first, own);
      // Who is not the lowest leaves and only watches, so that the lowest soon finds itself alone.
      if (announced && others.some(({ random }) => random < mine.random)) {
        await retract(path, mine, fs);
        announced = false;
      }
      await sleep(5 + Math.random() * 20);
    }
  } catch (error) {
    if (announced) await retract(path, mine, fs);
    throw error;
  }
}

function lockOf(path: string, mine: Announcement, fs: FileSystem): FileLock {
  return {
    isHeld: async () => (await unless(["ENOENT", "ENOTDIR"], fs.stat(beside(path, mine.entry)))) !== undefined,
    release: () => retract(path, mine, fs),
  };
}

function announcementOf(path: string, own: ProcessIdentity): Announcement {
  const random = randomBytes(8).toString("hex");
  const entry = `${basename(path)}.lock.${encodeHost(own.host)}.${own.pid}.${own.start}.${random}`;
  return { entry, holder: own, random };
}

/** Announcements of this process that were not there when they were to be removed: their folder may come back. */
const givenUp = new Set<string>();

async function retract(path: string, { entry }: Announcement, fs: FileSystem): Promise<void> {
  const removed = await unless(
    ["ENOENT", "ENOTDIR"],
    fs.unlink(beside(path, entry)).then(() => true),
  );
  if (removed === undefined) givenUp.add(entry);
  else givenUp.delete(entry);
}

/** The announcements of others that may still run; those of dead processes are removed on the way. */
async function livingOthers(
  path: string,
  mine: Announcement,
  own: ProcessIdentity,
  fs: FileSystem,
): Promise<Announcement[]> {
  const living: Announcement[] = [];
  for (const entry of await fs.readdir(dirname(path))) {
    const other = parseEntry(entry, `${basename(path)}.lock.`);
    if (other === undefined || other.entry === mine.entry) continue;
    const isLiving = other.holder === undefined || (await mayRun(other.holder, own, fs));
    if (isLiving && !givenUp.has(entry)) living.push(other);
    else await retract(path, other, fs);
  }
  return living;
}

function parseEntry(entry: string, prefix: string): Announcement | undefined {
  if (!entry.startsWith(prefix)) return undefined;
  const parts = /^([^.]*)\.([1-9][0-9]*)\.([^.]+)\.([0-9a-f]{16})$/.exec(entry.slice(prefix.length));
  const [, host = "", pid = "", start = "", random = ""] = parts ?? [];
  return { entry, holder: parts === null ? undefined : { host: decodeHost(host), pid: Number(pid), start }, random };
}

function locked(name: string, { entry, holder }: Announcement, own: ProcessIdentity): ComplianceError {
  const same = holder?.pid === own.pid && holder.host === own.host;
  const who = holder === undefined ? "an unknown process" : `process ${holder.pid} on host "${holder.host}"`;
  return new ComplianceError(
    "storage_locked",
    same
      ? `The file "${name}" is in use by this very process (${own.pid}). ` +
          "Close that storage first, or end this process."
      : `The file "${name}" is in use by ${who}. Close that storage or end that process; ` +
          `if it has certainly ended, delete "${entry}" beside the file.`,
  );
}

function beside(path: string, entry: string): string {
  return `${dirname(path)}/${entry}`;
}
