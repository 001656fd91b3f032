/** Opens JSON files for tests, and fills them. */
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import type { FileSystem } from "../../src/adapters/storage/json-file/file-system.js";
import { fileOptions, jsonFileStorageOn } from "../../src/adapters/storage/json-file/storage.js";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { Vasp } from "../../src/domain/vasps/vasp.js";
import type { ComplianceStorage, JsonFileOptions } from "../../src/json-file.js";
import {
  addressUpdate,
  alert,
  allAlerts,
  deliver,
  entity,
  individual,
  linkUpdate,
  screening,
  streamOf,
  vasp,
} from "./storage-records.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Returns the path of a file in a new folder. */
export const newPath = async (): Promise<string> => join(await temporaryFolder(), "directory.json");

export interface OpenOptions extends JsonFileOptions {
  readonly fs?: FileSystem;
  /** From how many bytes on a journal is merged into the file. */
  readonly compactAt?: number;
}

/** Opens a file on another disk, or with an earlier compaction, than users can. */
export function openWith(path: string, { fs = nodeFs, compactAt, ...options }: OpenOptions) {
  const usual = fileOptions(options);
  return jsonFileStorageOn(path, fs, { ...usual, compactAt: compactAt ?? usual.compactAt });
}

/** Returns more records than fit into a journal line, so that loading them writes the file. */
export function tooManyVasps(prefix = "v"): readonly Vasp[] {
  return Array.from({ length: 5000 }, (_, index) => vasp(`${prefix}${index}`));
}

export type LifeStep = (storage: ComplianceStorage) => Promise<unknown>;

/** Changes of every kind, each of which leaves another state. */
export const life: readonly LifeStep[] = [
  ({ accounts }) => accounts.insert(individual("a1", { name_first: "José 🙂" })),
  ({ vasps }) => vasps.load(streamOf([vasp("v1"), vasp("v2", { summary: 'a "quoted" one' })])),
  ({ alerts }) => alerts.insert(alert("t1")),
  ({ addresses }) => addresses.save(addressUpdate("x1", { screening: screening(5), account_ref_id: "a1" })),
  ({ accounts }) => accounts.insert(entity("a2", "Zzz ]}}\n Ω")),
  ({ alerts }) => deliver(alerts, "t1"),
  ({ vasps }) => vasps.load(streamOf([vasp("v2", { summary: "again" }), vasp("v3")])),
  ({ addresses }) => addresses.save(addressUpdate("x1", { screening: screening(80) })),
  ({ addresses }) => addresses.update(linkUpdate("x1", "a2")),
  ({ accounts }) => accounts.insert(individual("a3")),
  ({ accounts }) => accounts.put(individual("a3", { name_first: "Anna" })),
  ({ vasps }) => vasps.remove("v1"),
  // It also unlinks the address.
  ({ accounts }) => accounts.remove("a2", "2026-02-03"),
];

/** Returns everything stored as one text. */
export async function everythingIn({ accounts, vasps, alerts, addresses }: ComplianceStorage): Promise<string> {
  const all = { page: 1, size: 1000 };
  return JSON.stringify({
    // Every account of the life has this in its name.
    accounts: await accounts.search({ term: "zzz" }),
    vasps: await vasps.list(all),
    alerts: await allAlerts(alerts),
    delivered: await allAlerts(alerts, { delivered: true }),
    address: await addresses.find("tezos", "x1"),
    linked: [await addresses.ofAccount("a1"), await addresses.ofAccount("a2")],
  });
}

/** Returns everything stored before the first step, and after each one. */
export async function statesOfLife(steps: readonly LifeStep[] = life): Promise<readonly string[]> {
  const storage = memoryStorage();
  const states = [await everythingIn(storage)];
  for (const step of steps) {
    await step(storage);
    states.push(await everythingIn(storage));
  }
  return states;
}
