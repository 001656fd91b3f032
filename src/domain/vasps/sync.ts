/** Compares a register of VASPs with the stored records (§2.7). */
import { own } from "../own.js";
import { VASP_FIELDS } from "./list.js";
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

/** The changes of a synchronization. */
export interface VaspSyncPlan {
  /** Number of records before it. */
  readonly stored: number;
  /** New records and those with another content. */
  readonly put: readonly Vasp[];
  /** The ids of the stored records that the register does not contain. */
  readonly removed: readonly string[];
  readonly counts: VaspSyncCounts;
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

/**
 * Plans a synchronization. The stored records are passed one after another and not kept.
 *
 * @param register - of {@link readRegister}
 * @param isSame - whether a stored record has the content of the register's; by default compares every property
 * @returns `compare`: to call with each stored record; `plan`: to call afterwards
 */
export function vaspSync(
  register: VaspRegister,
  isSame: (stored: Vasp, record: Vasp) => boolean = isSameVasp,
): { compare(stored: Vasp): void; plan(): VaspSyncPlan } {
  const [removed, replaced] = [[] as string[], [] as Vasp[]];
  const compared = new Set<string>();
  return {
    compare: (stored) => {
      const { vasp_id } = stored;
      if (!register.has(vasp_id)) {
        removed.push(vasp_id);
        return;
      }
      compared.add(vasp_id);
      const record = register.get(vasp_id);
      if (record !== undefined && !isSame(stored, record)) replaced.push(record);
    },
    plan: () => {
      const added = [...register].flatMap(([id, record]) => (record === undefined || compared.has(id) ? [] : [record]));
      const counts = { added: added.length, replaced: replaced.length, removed: removed.length };
      return {
        stored: compared.size + removed.length,
        put: [...added, ...replaced],
        removed,
        counts: { ...counts, unchanged: compared.size - replaced.length },
      };
    },
  };
}

/** Returns whether two records have the same properties, in any order. */
export function isSameVasp(one: Vasp, other: Vasp): boolean {
  return VASP_FIELDS.every((field) => isSameValue(own(one, field), own(other, field)));
}

type Value = string | readonly string[] | undefined;

function isSameValue(one: Value, other: Value): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
