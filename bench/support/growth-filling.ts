/** Fills storages for growth.bench.ts, and tells how far it has come. */
import type { Vasp } from "vaspkit";
import { accountAt, referenceOf } from "./storage-records.js";

/** Told how much is done, from 0 to 1. */
export type Tell = (done: number) => void;

const MOST_SEARCHES = 2_000;
const INDEXED_MILLISECONDS = 0.2;
const TOLD_EACH = 10_000;

/** Keeps record after record. */
export async function each(size: number, keep: (index: number) => Promise<unknown>, tell: Tell): Promise<void> {
  for (let index = 0; index < size; index += 1) {
    await keep(index);
    if (index % TOLD_EACH === 0) tell(index / size);
  }
}

export async function* vaspsUpTo(size: number, tell: Tell): AsyncGenerator<Vasp> {
  for (let index = 0; index < size; index += 1) {
    yield vaspAt(index);
    if (index % TOLD_EACH === 0) tell(index / size);
  }
}

/** Each search indexes some more records: those that are timed find all of them indexed. */
export async function indexed(search: (term: string) => Promise<unknown>): Promise<void> {
  for (let searches = 0; searches < MOST_SEARCHES; searches += 1) {
    const start = performance.now();
    await search("zzyzxq");
    if (searches > 1 && performance.now() - start < INDEXED_MILLISECONDS) return;
  }
}

/** VASP n, in the form of the accounts' organizations. */
export function vaspAt(index: number): Vasp {
  const account = accountAt(index * 10 + 7);
  if (account.account_type !== "entity") throw new Error("storage-records.ts makes no entities of these any more");
  const { name_legal } = account.entity.entity_name;
  return { vasp_id: referenceOf(index), name_legal, address_country_code: "SG", address_city: "Singapore" };
}
