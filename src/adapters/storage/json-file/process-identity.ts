/** Which process holds a lock, and whether it still runs. */
import { hostname } from "node:os";
import type { FileSystem } from "./file-system.js";

/** A process as others can recognise it. Process ids are used again, so the start is part of it. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** `<boot>-<ticks>` where the system tells (Linux): when the machine booted and the process began; else `UNKNOWN_START`. */
  readonly start: string;
}

const UNKNOWN_START = "0";

/** This process. Its worker threads are the same process. */
export async function thisProcess(fs: FileSystem): Promise<ProcessIdentity> {
  const start = await startOf(process.pid, fs);
  return { host: hostname(), pid: process.pid, start: typeof start === "string" ? start : UNKNOWN_START };
}

/**
 * Whether the process may still run. In doubt it does: of another host nothing is known. Two machines or containers
 * that share a folder must not share a host name.
 */
export async function mayRun(other: ProcessIdentity, own: ProcessIdentity, fs: FileSystem): Promise<boolean> {
  if (other.host !== own.host) return true;
  if (other.start !== UNKNOWN_START) {
    const start = await startOf(other.pid, fs);
    if (start === false) return false;
    if (start !== undefined) return start === other.start;
  }
  return signalReaches(other.pid);
}

/** When the process began; false: it has ended; undefined: the system does not tell. */
async function startOf(pid: number, fs: FileSystem): Promise<string | false | undefined> {
  try {
    const boot = (await fs.readFile("/proc/sys/kernel/random/boot_id", "utf8")).slice(0, 8);
    const stat = await fs.readFile(`/proc/${pid}/stat`, "utf8");
    // proc_pid_stat(5): the name in parentheses may hold anything; state is field 3, the start in ticks field 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", ticks = ""] = [fields[0], fields[19]];
    // A killed process that nobody has waited for has ended once its last thread has: until then one of its threads
    // may still be in a rename.
    if (/^[ZX]$/.test(state) && (await fs.readdir(`/proc/${pid}/task`)).length <= 1) return false;
    return `${boot}-${ticks}`;
  } catch {
    return undefined;
  }
}

function signalReaches(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
