/** The laws of src/ports/storage.ts, sentence by sentence, for any storage. */
import { describe, onTestFinished } from "vitest";
import type { Storage } from "../../src/ports/storage.js";
import { accountLaws } from "./storage/account-laws.js";
import { addressLaws } from "./storage/address-laws.js";
import { alertLaws } from "./storage/alert-laws.js";
import { closeLaws } from "./storage/close-laws.js";
import type { MakeStorage } from "./storage/laws.js";
import { vaspLaws } from "./storage/vasp-laws.js";

/** Describes the laws for one kind of storage. `runs`: how many cases each property tries. */
export function storageSuite(name: string, makeStorage: MakeStorage, { runs = 50 } = {}): void {
  const opened = async (): Promise<Storage> => {
    const storage = await makeStorage();
    onTestFinished(() => storage.close());
    return storage;
  };
  describe(name, () => {
    describe("accounts", () => accountLaws(opened, runs));
    describe("vasps", () => vaspLaws(opened, runs));
    describe("alerts", () => alertLaws(opened, runs));
    describe("addresses", () => addressLaws(opened, runs));
    describe("close", () => closeLaws(makeStorage));
  });
}
