import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { jsonFileStorage } from "../../src/json-file.js";
import { startChild } from "../support/json-file-process.js";
import { individual } from "../support/storage/records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const ROUNDS = 25;

it(`keeps every acknowledged account of a process that is killed ${ROUNDS} times while it writes`, async () => {
  const path = join(await temporaryFolder(), "directory.json");
  const acknowledged: string[] = [];
  let unacknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { child, said, line, ended } = startChild(path, "create", `round-${round}`);
    expect(await line(1)).toBe("open");
    // At whatever moment of a write, after some that were acknowledged.
    await line(2 + Math.floor(Math.random() * 20));
    await sleep(Math.random() * 5);
    child.kill("SIGKILL");
    await ended;
    const [, ...ids] = said;
    acknowledged.push(...ids);

    const storage = jsonFileStorage(path);
    for (const id of acknowledged) expect(await storage.accounts.find(id)).toEqual(individual(id));
    // The one that was being written may be there or not; it is whole or not there.
    const last = `round-${round}-${ids.length}`;
    const unsaid = await storage.accounts.find(last);
    if (unsaid !== undefined) {
      expect(unsaid).toEqual(individual(last));
      unacknowledged += 1;
    }
    await storage.close();
    const { data } = JSON.parse(await readFile(path, "utf8"));
    expect(data.accounts).toHaveLength(acknowledged.length + unacknowledged);
    expect(await readdir(dirname(path))).toEqual(["directory.json"]);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS);
}, 600_000);
