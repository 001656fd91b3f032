/** The laws of Storage.close. */
import { expect, it } from "vitest";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import { addressUpdate } from "./address-records.js";
import { ALL, type MakeStorage } from "./laws.js";
import { alert, individual, streamOf, vasp } from "./records.js";

export function closeLaws(makeStorage: MakeStorage): void {
  it("waits for what is under way", async () => {
    const storage = await makeStorage();
    const done: string[] = [];
    async function* slow(): AsyncGenerator<Vasp> {
      await new Promise((resolve) => setTimeout(resolve, 50));
      yield vasp("a");
    }
    const loading = storage.vasps.load(slow()).then((report) => done.push(`loaded ${report.loaded}`));
    const inserting = storage.accounts.insert(individual("r1")).then((outcome) => done.push(outcome));
    const closing = storage.close().then(() => done.push("closed"));
    await Promise.all([loading, inserting, closing]);
    expect(done).toEqual(["inserted", "loaded 1", "closed"]);
  });

  it("makes every other method reject with storage_closed; closing again does nothing", async () => {
    const storage = await makeStorage();
    await storage.accounts.insert(individual("r1"));
    await storage.close();
    await storage.close();
    const calls: readonly (() => Promise<unknown>)[] = [
      () => storage.accounts.insert(individual("r2")),
      () => storage.accounts.find("r1"),
      () => storage.accounts.search({ term: "zzz" }),
      () => storage.vasps.load(streamOf([vasp("a")])),
      () => storage.vasps.find("a"),
      () => storage.vasps.search("a"),
      () => storage.vasps.list(ALL),
      () => storage.alerts.insert(alert("a")),
      () => storage.alerts.find("a"),
      () => storage.alerts.markDelivered("a"),
      () => storage.alerts.list(ALL),
      () => storage.addresses.save(addressUpdate("a")),
      () => storage.addresses.link("tezos", "a", "r1"),
      () => storage.addresses.find("tezos", "a"),
      () => storage.addresses.ofAccount("r1"),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ name: "ComplianceError", code: "storage_closed" });
    }
  });

  it("closes a storage that was never used", async () => {
    const storage = await makeStorage();
    await expect(storage.close()).resolves.toBeUndefined();
  });
}
