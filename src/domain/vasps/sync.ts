/** A register of VASPs, with which the directory is made equal (§2.7). */
import { own } from "../own.js";
import type { Vasp } from "./vasp.js";

/** One entry of a register. Without `record` the register contains the VASP, but the stored record stays as it is. */
export interface VaspSyncEntry {
  readonly vasp_id: string;
  readonly record?: Vasp | undefined;
}

/** What a synchronization would remove. */
export interface VaspSyncRemoval {
  /** Number of records before it. */
  readonly stored: number;
  /** How many of them the register does not contain. */
  readonly removed: number;
}

/** What a synchronization did. `added`, `replaced` and `unchanged` together are all records after it. */
export interface VaspSyncCounts {
  readonly added: number;
  /** Number of records with another content than before. */
  readonly replaced: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** The entries of a register by `vasp_id`. */
export type VaspRegister = ReadonlyMap<string, Vasp | undefined>;

/**
 * Reads a register to its end. Of several entries with one `vasp_id`, the last with a record counts.
 *
 * @param entries - the stream
 * @param copy - copies a record before the next one is read
 * @returns the entries by `vasp_id`
 */
export async function readRegister(
  entries: AsyncIterable<VaspSyncEntry>,
  copy: (record: Vasp) => Vasp,
): Promise<VaspRegister> {
  const register = new Map<string, Vasp | undefined>();
  for await (const entry of entries) {
    const record = own(entry, "record");
    if (record !== undefined || !register.has(entry.vasp_id)) register.set(entry.vasp_id, record && copy(record));
  }
  return register;
}
