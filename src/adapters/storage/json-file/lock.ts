/**
 * The lock of a file: one storage at a time may write to it.
 *
 * A storage that opens the file creates a lock file beside it, `<name>.lock.<host>.<pid>.<start>.<random>`, in a worker
 * thread with `.thread-<thread>` before the random number. It holds the lock once it sees no lock file of another living
 * thread. If two storages create lock files at the same time, at least one sees the other. No name is used twice, so
 * removing the lock file of an ended thread cannot hit a living one.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, threadId } from "node:worker_threads";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { type FileSystem, ignoreErrorCodes } from "./file-system.js";

/** A file that this storage has locked, by its real path. */
export interface LockedFile {
  readonly path: string;
  readonly lock: FileLock;
}

export interface FileLock {
  /** Returns whether the lock file still exists: something outside may have removed it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** How often to look before giving up while another storage may be opening or closing: a quarter of a second in all. */
const MAX_LOOKS = 16;

const ENTRY = /^([^.]*)\.([1-9][0-9]*)\.([^.]+?)(?:\.thread-([0-9]+(?:-[0-9]+)?))?\.([0-9a-f]{16})$/;

interface LockFile {
  /** Its name without the folder. */
  readonly entry: string;
  /** Undefined if this version does not know the form of the name. */
  readonly holder: Holder | undefined;
  /** If several storages open the file at once, the one with the lowest number stays. */
  readonly random: string;
}

/**
 * Locks the file at this real path.
 *
 * @throws ComplianceError `storage_locked`
 */
export async function acquireLock(path: string, fs: FileSystem): Promise<FileLock> {
  const own = await thisThread(fs);
  const mine = newLockFile(path, own);
  let isCreated = false;
  try {
    for (let looks = 1; ; looks += 1) {
      const others = await livingOthers(path, mine, own, fs);
      const [first] = others;
      if (first === undefined) {
        if (isCreated) return { isHeld: () => exists(path, mine, fs), release: () => remove(path, mine, fs) };
        await (await fs.open(beside(path, mine.entry), "wx", 0o600)).close();
        isCreated = true;
        continue;
      }
      if (looks >= MAX_LOOKS) throw locked(basename(path), first, own);
      // All but the lowest remove their lock file and wait, so that the lowest soon finds itself alone.
      if (isCreated && others.some(({ random }) => random < mine.random)) {
        await remove(path, mine, fs);
        isCreated = false;
      }
      await sleep(5 + Math.random() * 20);
    }
  } catch (error) {
    if (isCreated) await remove(path, mine, fs);
    throw error;
  }
}

async function exists(path: string, { entry }: LockFile, fs: FileSystem): Promise<boolean> {
  return (await ignoreErrorCodes(["ENOENT", "ENOTDIR"], fs.stat(beside(path, entry)))) !== undefined;
}

function newLockFile(path: string, own: Holder): LockFile {
  const random = randomBytes(8).toString("hex");
  const thread = own.thread === undefined ? "" : `.thread-${own.thread}`;
  const entry = `${basename(path)}.lock.${encodeHost(own.host)}.${own.pid}.${own.start}${thread}.${random}`;
  return { entry, holder: own, random };
}

/** Lock files of this process that were missing when they should be removed. Their folder may come back. */
const abandoned = new Set<string>();

async function remove(path: string, { entry }: LockFile, fs: FileSystem): Promise<void> {
  const removed = await ignoreErrorCodes(
    ["ENOENT", "ENOTDIR"],
    fs.unlink(beside(path, entry)).then(() => true),
  );
  if (removed === undefined) abandoned.add(entry);
  else abandoned.delete(entry);
}

/** Returns the lock files of others that may still run, and removes those of ended ones. */
async function livingOthers(path: string, mine: LockFile, own: Holder, fs: FileSystem): Promise<LockFile[]> {
  const living: LockFile[] = [];
  for (const entry of await fs.readdir(dirname(path))) {
    const other = parseEntry(entry, `${basename(path)}.lock.`);
    if (other === undefined || other.entry === mine.entry) continue;
    const isLiving = other.holder === undefined || (await mayRun(other.holder, own, fs));
    if (isLiving && !abandoned.has(entry)) living.push(other);
    else await remove(path, other, fs);
  }
  return living;
}

function parseEntry(entry: string, prefix: string): LockFile | undefined {
  if (!entry.startsWith(prefix)) return undefined;
  const parts = ENTRY.exec(entry.slice(prefix.length));
  const [, host = "", pid = "", start = "", thread, random = ""] = parts ?? [];
  const holder = parts === null ? undefined : { host: decodeHost(host), pid: Number(pid), start, thread };
  return { entry, holder, random };
}

function locked(name: string, { entry, holder }: LockFile, own: Holder): ComplianceError {
  const isOwnProcess = holder?.pid === own.pid && holder.host === own.host;
  const unit = isOwnProcess && holder.thread !== undefined ? "worker thread" : "process";
  let user = holder === undefined ? "an unknown process" : `process ${holder.pid} on host "${holder.host}"`;
  if (isOwnProcess) user = `${unit === "process" ? "" : "a worker thread of "}this process (${own.pid})`;
  const which = isOwnProcess && unit === "process" ? "this" : "that";
  const mayHaveEnded = !isOwnProcess || isUnknown(holder.thread);
  return new ComplianceError(
    "storage_locked",
    `The file "${name}" is in use by ${user}. Close that storage first, or end ${which} ${unit}.` +
      (mayHaveEnded ? ` If the ${unit} has certainly ended, delete "${entry}" beside the file.` : ""),
  );
}

function beside(path: string, entry: string): string {
  return `${dirname(path)}/${entry}`;
}

/** Encodes a host name for file names: every UTF-8 byte but letters, digits and hyphens becomes `_` and two hex digits. */
export function encodeHost(host: string): string {
  const hex = (byte: number): string => `_${byte.toString(16).padStart(2, "0")}`;
  return host.replace(/[^0-9A-Za-z-]+/g, (text) => Array.from(Buffer.from(text), hex).join(""));
}

/** Reverses {@link encodeHost}. */
export function decodeHost(text: string): string {
  return text.replace(/(?:_[0-9a-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("_", ""), "hex").toString());
}

/** Identifies a thread to others. Process ids are reused, so the start time is part of it. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** `<boot>-<ticks>` on Linux: when the machine booted and the process began. {@link UNKNOWN_START} elsewhere. */
  readonly start: string;
  /** Of a worker thread: `<id>-<ticks>` on Linux, Node's number of the thread elsewhere. Undefined: the main thread. */
  readonly thread: string | undefined;
}

const UNKNOWN_START = "0";

async function thisThread(fs: FileSystem): Promise<Holder> {
  const start = await startOf(process.pid, fs);
  const thread = isMainThread ? undefined : workerThread();
  return { host: hostname(), pid: process.pid, start: typeof start === "string" ? start : UNKNOWN_START, thread };
}

function workerThread(): string {
  try {
    // Synchronous, because other functions run in threads of their own. The link is "<pid>/task/<thread>".
    const self = readlinkSync("/proc/thread-self");
    return `${basename(self)}-${statOf(readFileSync(`/proc/${self}/stat`, "utf8")).ticks}`;
  } catch {
    return `${threadId}`;
  }
}

/** Returns whether the system does not say if this thread has ended. */
function isUnknown(thread: string | undefined): boolean {
  return thread?.includes("-") === false;
}

/**
 * Returns whether the thread may still run. Those of other hosts always may. Machines or containers that share a folder
 * must not share a host name.
 */
async function mayRun(other: Holder, own: Holder, fs: FileSystem): Promise<boolean> {
  if (other.host !== own.host) return true;
  if (other.start !== UNKNOWN_START) {
    const start = await startOf(other.pid, fs);
    if (start === false) return false;
    if (start !== undefined) return start === other.start && !(await hasEnded(other, fs));
  }
  return acceptsSignals(other.pid);
}

/** Returns whether a worker thread has ended, but not its process. Node first waits for the file operations of a thread. */
async function hasEnded({ pid, thread }: Holder, fs: FileSystem): Promise<boolean> {
  if (thread === undefined || isUnknown(thread)) return false;
  const tasks = `/proc/${pid}/task`;
  const [id] = thread.split("-");
  try {
    const stat = await ignoreErrorCodes(["ENOENT", "ESRCH"], fs.readFile(`${tasks}/${id}/stat`, "utf8"));
    if (stat !== undefined && `${id}-${statOf(stat).ticks}` === thread) return false;
    // A process that is killed ends thread by thread. One that is still in a rename has a pending signal until its end.
    const ids = await fs.readdir(tasks);
    const all = await Promise.all(ids.map((each) => fs.readFile(`${tasks}/${each}/status`, "utf8")));
    return all.every((status) => /^SigPnd:\s*0+$/m.test(status));
  } catch {
    return false;
  }
}

/** Returns when the process began; false if it has ended; undefined if the system does not say. */
async function startOf(pid: number, fs: FileSystem): Promise<string | false | undefined> {
  try {
    const boot = (await fs.readFile("/proc/sys/kernel/random/boot_id", "utf8")).slice(0, 8);
    const { state, ticks } = statOf(await fs.readFile(`/proc/${pid}/stat`, "utf8"));
    // A zombie has ended once its last thread has. Until then one of its threads may still be in a rename.
    if (/^[ZX]$/.test(state) && (await fs.readdir(`/proc/${pid}/task`)).length <= 1) return false;
    return `${boot}-${ticks}`;
  } catch {
    return undefined;
  }
}

/** Parses proc_pid_stat(5): the name in parentheses may hold anything; state is field 3, the start in ticks field 22. */
function statOf(stat: string): { readonly state: string; readonly ticks: string } {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", ticks: fields[19] ?? "" };
}

function acceptsSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
