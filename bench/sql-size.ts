/**
 * What a directory takes on a PostgreSQL server, and how fast it is: `npx tsx bench/sql-size.ts [accounts…]`, by
 * default 100000 and 1000000. It makes a database of its own on the server that the tests use, and drops it. Most
 * accounts are stored many in one statement, as no operation does, to be there at all; rates are of single inserts.
 */
import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { keyOf } from "../src/adapters/storage/sql/keys.js";
import { indexedTexts } from "../src/adapters/storage/sql/search.js";
import { newToken } from "../src/adapters/storage/sql/writes.js";
import type { Account } from "../src/domain/accounts/account.js";
import { searchTextsOf } from "../src/domain/accounts/search.js";
import { foldText } from "../src/domain/text.js";
import type { ComplianceStorage } from "../src/ports/storage.js";
import { migrate, sqlStorage } from "../src/sql.js";
import { directory } from "../test/support/sql-accounts.js";
import { type AnyKysely, serverUrl } from "../test/support/sql-connections.js";
import { postgresDatabase } from "../test/support/sql-databases.js";
import { addressUpdate, alert, screening } from "../test/support/storage-records.js";

const CONNECTIONS = 16;
/** Accounts that are inserted one by one at each size, and those that are looked for. */
const SAMPLE = 2_000;
const given = process.argv.slice(2).map(Number);
const sizes = given.length === 0 ? [100_000, 1_000_000] : given;

/** Does the items, as many at once as there are connections; items per second. */
async function rate<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return Math.round((items.length * 1000) / (performance.now() - start));
}

async function latency<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (const item of items) {
    const start = performance.now();
    await work(item);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

function* taken<T>(items: Iterator<T>, count: number): Generator<T> {
  for (let index = 0; index < count; index += 1) {
    const next = items.next();
    if (next.done) return;
    yield next.value;
  }
}

/** Stores accounts as the storage does, 500 in a statement. */
async function fill(kysely: AnyKysely, accounts: Iterable<Account>): Promise<void> {
  const rows = function* (): Generator<Record<string, unknown>> {
    for (const account of accounts) {
      const { reference_id, account_type, account_category } = account;
      const texts = indexedTexts(searchTextsOf(account));
      const record = JSON.stringify(account);
      yield { account_key: keyOf(reference_id), account_type, account_category, record, texts, token: newToken() };
    }
  };
  const left = rows();
  const worker = async (): Promise<void> => {
    for (let batch = [...taken(left, 500)]; batch.length > 0; batch = [...taken(left, 500)]) {
      await kysely.insertInto("vaspkit_accounts").values(batch).execute();
    }
  };
  await Promise.all([worker(), worker(), worker()]);
}

async function sizesOf(kysely: AnyKysely, table: string, rows: number): Promise<void> {
  await sql`vacuum analyze ${sql.table(table)}`.execute(kysely);
  const { rows: parts } = await sql<{ name: string; bytes: string }>`
    select ${table} as name, pg_table_size(${table}) as bytes union all
    select indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index
    where indrelid = ${table}::regclass`.execute(kysely);
  for (const { name, bytes } of parts) {
    console.log(
      `  ${name}: ${(Number(bytes) / 1e6).toFixed(1)} MB, ${(Number(bytes) / rows).toFixed(0)} bytes per row`,
    );
  }
}

/** Last names as they are looked for: their first 6, 4, 3 and 2 characters. */
async function searches({ accounts }: ComplianceStorage, sample: readonly Account[]): Promise<void> {
  const names = sample.flatMap((each) =>
    each.account_type === "individual" ? [foldText(each.individual.individual_name.name_last)] : [],
  );
  for (const length of [6, 4, 3, 2]) {
    const beginnings = new Set(names.map((name) => [...name].slice(0, length).join("").trim()));
    const terms = [...beginnings].filter((term) => [...term].length === length).slice(0, length > 2 ? 200 : 20);
    const times = await latency(terms, (term) => accounts.search({ term, limit: 20 }));
    console.log(`  search, ${length} characters, limit 20, ${terms.length} terms: ${times}`);
  }
}

async function accountsOf(kysely: AnyKysely): Promise<void> {
  const storage = sqlStorage(kysely);
  const all = directory(sizes.at(-1) ?? 0);
  let stored = 0;
  for (const size of sizes) {
    await fill(kysely, taken(all, size - stored - SAMPLE));
    const sample = [...taken(all, SAMPLE)];
    stored = size;
    const json = sample.reduce((sum, account) => sum + Buffer.byteLength(JSON.stringify(account)), 0) / SAMPLE;
    const perSecond = await rate(sample, (account) => storage.accounts.insert(account));
    console.log(`${size} accounts of ${json.toFixed(0)} bytes of JSON: ${perSecond} inserts/s, ${CONNECTIONS} at once`);
    await sizesOf(kysely, "vaspkit_accounts", size);
    console.log(`  find: ${await latency(sample, (account) => storage.accounts.find(account.reference_id))}`);
    await searches(storage, sample);
  }
}

async function othersOf(kysely: AnyKysely): Promise<void> {
  const { addresses, alerts } = sqlStorage(kysely);
  const numbers = Array.from({ length: Math.min(sizes[0] ?? 0, 50_000) }, (_, index) => index);
  const saved = await rate(numbers, (index) => {
    const more = { account_ref_id: `A-${Math.random().toString(36).padEnd(20, "0")}`, screening: screening(1) };
    return addresses.save(addressUpdate(`tz1${index}aWEtVqgXxEoYUBfkrVbSfmVnBnG`, more));
  });
  console.log(`${numbers.length} addresses with one screening: ${saved} saves/s`);
  await sizesOf(kysely, "vaspkit_addresses", numbers.length);
  const raised = await rate(numbers, (index) => alerts.insert(alert(`THRESHOLD_BY_COUNTRY:SG:SGD:1500:T-${index}`)));
  console.log(`${numbers.length} alerts: ${raised} inserts/s`);
  await sizesOf(kysely, "vaspkit_alerts", numbers.length);
}

const database = await postgresDatabase({ url: serverUrl() }, { connections: CONNECTIONS });
try {
  await migrate(database.kysely);
  await othersOf(database.kysely);
  await accountsOf(database.kysely);
} finally {
  await database.destroy();
}
