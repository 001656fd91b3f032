/** The cost of thousands of screenings of one address. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { memoryStorage } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { postgresDatabase } from "../support/sql-databases.js";
import { describePostgres } from "../support/sql-postgres.js";
import { placesOn, sqlitePlaces } from "../support/sql-storages.js";
import { addressUpdate, individual, screening } from "../support/storage-records.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const COUNT = 3000;
/** The first and the last screenings are compared, by their median, which a slow disk does not move much. */
const COMPARED = 500;
const MAX_RATIO = 10;
const PATIENCE_MS = 120_000;

const encryption = { key: new Uint8Array(32).fill(7) };
const path = async (): Promise<string> => join(await temporaryFolder(), "directory.json");
const name = (storage: string): string => `${COUNT} screenings of one address cost the same each in ${storage}`;
const [plain, encrypted] = [sqlitePlaces(), sqlitePlaces({ encryption })];

it(name("memory"), () => expectFlat(memoryStorage()), PATIENCE_MS);
it(name("a JSON file"), async () => expectFlat(jsonFileStorage(await path())), PATIENCE_MS);
it(name("an encrypted JSON file"), async () => expectFlat(jsonFileStorage(await path(), { encryption })), PATIENCE_MS);
it(name("SQLite"), async () => expectFlat(await (await plain.place())()), PATIENCE_MS);
it(name("encrypted SQLite"), async () => expectFlat(await (await encrypted.place())()), PATIENCE_MS);

await describePostgres("a server", (server) => {
  const search = server.trigrams ? "index" : "scan";
  const { place } = placesOn(() => postgresDatabase(server, { durable: false }), { search });
  it(name("PostgreSQL"), async () => expectFlat(await (await place())()), PATIENCE_MS);
});

async function expectFlat(storage: ComplianceStorage): Promise<void> {
  const times: number[] = [];
  await storage.accounts.insert(individual("r1"));
  for (let index = 0; index < COUNT; index += 1) {
    const update = addressUpdate("a", { screening: screening(index % 101), account_ref_id: "r1" });
    const start = performance.now();
    await storage.addresses.save(update);
    await storage.addresses.find("tezos", "a");
    times.push(performance.now() - start);
  }
  expect(median(times.slice(-COMPARED)) / median(times.slice(0, COMPARED))).toBeLessThan(MAX_RATIO);
  expect((await storage.addresses.history("tezos", "a"))?.screenings).toHaveLength(COUNT);
  await storage.close();
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}
