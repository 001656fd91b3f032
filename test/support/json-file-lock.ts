/** Checks of the lock beside a JSON file. */
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { expect } from "vitest";
import { jsonFileStorage } from "../../src/json-file.js";
import { individual } from "./storage-records.js";

export const locks = async (path: string): Promise<string[]> =>
  (await readdir(dirname(path))).filter((entry) => entry.includes(".lock."));

/** Opens the file, expects that to work, and closes it. */
export async function expectFree(path: string): Promise<void> {
  const storage = jsonFileStorage(path);
  await expect(storage.accounts.find("r1")).resolves.toBeUndefined();
  await storage.close();
  expect(await locks(path)).toEqual([]);
}

export async function expectLocked(path: string, message: RegExp): Promise<void> {
  const storage = jsonFileStorage(path);
  const before = await locks(path);
  await expect(storage.accounts.insert(individual("intruder"))).rejects.toMatchObject({
    code: "storage_locked",
    message: expect.stringMatching(message),
  });
  await storage.close();
  expect(await locks(path)).toEqual(before);
}
