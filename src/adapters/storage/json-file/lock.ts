/**
 * One storage at a time per file. Who wants it announces itself by a file of its own beside it,
 * `<name>.lock.<host>.<pid>.<start>.<random>`, and holds it once it sees no other announcement of a living process. Of
 * two that announce at the same time at least one sees the other. Names are never used again, so removing the
 * announcement of a dead process races with nothing.
 */
import { randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, unless } from "./file-system.js";
import { mayRun, type ProcessIdentity, thisProcess } from "./process-identity.js";

export interface FileLock {
  release(): Promise<void>;
}

/** How long to wait for one that is just opening or closing, in milliseconds. */
const PATIENCE_MS = 250;

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
  const deadline = performance.now() + PATIENCE_MS;
  let mine = await announce(path, own, fs);
  for (;;) {
    const others = await livingOthers(path, mine, own, fs).catch(async (error) => {
      await retract(path, mine, fs);
      throw error;
    });
    const [first] = others;
    if (first === undefined) return { release: () => retract(path, mine, fs) };
    const mayStay = others.every(({ random }) => mine.random < random);
    const tooLate = performance.now() > deadline;
    if (!mayStay || tooLate) await retract(path, mine, fs);
    if (tooLate) throw locked(basename(path), first, own);
    await sleep(5 + Math.random() * 20);
    if (!mayStay) mine = await announce(path, own, fs);
  }
}

async function announce(path: string, own: ProcessIdentity, fs: FileSystem): Promise<Announcement> {
  const random = randomBytes(8).toString("hex");
  const entry = `${basename(path)}.lock.${encodeHost(own.host)}.${own.pid}.${own.start}.${random}`;
  await (await fs.open(besides(path, entry), "wx", 0o600)).close();
  return { entry, holder: own, random };
}

async function retract(path: string, { entry }: Announcement, fs: FileSystem): Promise<void> {
  await unless(["ENOENT"], fs.unlink(besides(path, entry)));
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
    if (other.holder === undefined || (await mayRun(other.holder, own, fs))) living.push(other);
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
    `The file "${name}" is in use by ${same ? `this very process (${own.pid})` : who}. Close that storage or end that process; ` +
      `if it has certainly ended, delete "${entry}" beside the file.`,
  );
}

function besides(path: string, entry: string): string {
  return `${dirname(path)}/${entry}`;
}

/** Letters, digits and hyphens stay; any other UTF-8 byte is `_` and two hex digits: no dot, fit for any file system. */
function encodeHost(host: string): string {
  const hex = (byte: number): string => `_${byte.toString(16).padStart(2, "0")}`;
  return host.replace(/[^0-9A-Za-z-]+/g, (text) => Array.from(Buffer.from(text), hex).join(""));
}

function decodeHost(text: string): string {
  return text.replace(/(?:_[0-9a-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("_", ""), "hex").toString());
}
