/** A short life of a directory: changes one after another, and everything that is stored after each of them. */
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { addressUpdate, alert, entity, individual, screening, streamOf, vasp } from "./storage-records.js";

export type LifeStep = (storage: ComplianceStorage) => Promise<unknown>;

/** Changes of every kind there is, each of which leaves another state. */
export const life: readonly LifeStep[] = [
  ({ accounts }) => accounts.insert(individual("a1", { name_first: "José 🙂" })),
  ({ vasps }) => vasps.load(streamOf([vasp("v1"), vasp("v2", { summary: 'a "quoted" one' })])),
  ({ alerts }) => alerts.insert(alert("t1")),
  ({ addresses }) => addresses.save(addressUpdate("x1", { screening: screening(5), account_ref_id: "a1" })),
  ({ accounts }) => accounts.insert(entity("a2", "Zzz ]}}\n Ω")),
  ({ alerts }) => alerts.markDelivered("t1"),
  ({ vasps }) => vasps.load(streamOf([vasp("v2", { summary: "again" }), vasp("v3")])),
  ({ addresses }) => addresses.save(addressUpdate("x1", { screening: screening(80) })),
  ({ addresses }) => addresses.link("tezos", "x1", "a2"),
  ({ accounts }) => accounts.insert(individual("a3")),
];

/** What is stored, as one text: two storages give the same text when no reader can tell them apart. */
export async function everythingIn({ accounts, vasps, alerts, addresses }: ComplianceStorage): Promise<string> {
  const all = { page: 1, size: 1000 };
  return JSON.stringify({
    // Every account of the life has this in a name.
    accounts: await accounts.search({ term: "zzz" }),
    vasps: await vasps.list(all),
    alerts: await alerts.list(all),
    delivered: await alerts.list({ ...all, delivered: true }),
    address: await addresses.find("tezos", "x1"),
    linked: [await addresses.ofAccount("a1"), await addresses.ofAccount("a2")],
  });
}

/** What is stored before the first step of the life, and after each one. */
export async function statesOfLife(steps: readonly LifeStep[] = life): Promise<readonly string[]> {
  const storage = memoryStorage();
  const states = [await everythingIn(storage)];
  for (const step of steps) {
    await step(storage);
    states.push(await everythingIn(storage));
  }
  return states;
}
