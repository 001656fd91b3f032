/** Measures what an audit trail adds to evaluations and writes, its growth, and its verification. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compliance, type ComplianceStorage, createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { auditTrail, verifyAudit } from "vaspkit/audit";
import type { Benchmark, Findings, Ratio, Run, Scale, Table } from "./kit/benchmark.js";
import { digits } from "./kit/numbers.js";
import { draftAt } from "./kit/records.js";
import {
  asyncLoopOf,
  type Contender,
  inTurns,
  loopOf,
  type Timings,
  timesAsLong,
  timingTable,
  turnsOf,
} from "./kit/timing.js";
import { type Corpus, corpora, ORDINARY, table, thresholds } from "./kit/transactions.js";
import { own } from "./peers/storages.js";

const WITH = "with a trail";
const WITHOUT = "without";
const WRITES = { "json-file": "JSON file", postgresql: "PostgreSQL" } as const;
const SIZES = { full: [1e3, 1e6], quick: [1e3, 1e5], tiny: [50, 100] } as const;
/** Records of a trail that is verified as one item. */
const RECORDS = 100;
const TRAILS: Readonly<Record<Scale, number>> = { full: 100, quick: 40, tiny: 2 };

function complianceOn(storage: ComplianceStorage, name: string): Compliance {
  const audit = name === WITHOUT ? undefined : auditTrail({ key: new Uint8Array(32).fill(1) });
  const clock = (): Date => new Date(`${table.date}T12:00:00Z`);
  return createCompliance({ storage, thresholds, rates: fixedRates(table), clock, audit });
}

let evaluated = 0;

/** Evaluates a transaction with an id of its own. */
async function evaluate({ rules }: Compliance, transaction: Corpus["transactions"][number]) {
  evaluated += 1;
  const request = { transaction: { ...transaction, transaction_id: `N-${evaluated}` }, rule_codes: [RULE] };
  return unwrap(await rules.evaluate(request)).results[0]?.status;
}

const RULE = "THRESHOLD_BY_COUNTRY" as const;

/** Evaluations of one storage. A new one follows, so that contenders keep as much memory at every moment. */
const MAX_EVALUATIONS = 20_000;

function evaluating(name: string, status: string): Contender<Corpus["transactions"][number]> {
  let [count, compliance] = [0, complianceOn(memoryStorage(), name)];
  return {
    name,
    run: asyncLoopOf(async (transaction) => {
      count += 1;
      if (count % MAX_EVALUATIONS === 0) compliance = complianceOn(memoryStorage(), name);
      return (await evaluate(compliance, transaction)) === status;
    }),
  };
}

async function evaluations(scale: Scale, status: "pass" | "breach"): Promise<Timings> {
  const { transactions, breaches } = corpora().find(({ name }) => name === ORDINARY) as Corpus;
  const some = transactions.filter((_, index) => breaches[index] === (status === "breach"));
  return inTurns([evaluating(WITH, status), evaluating(WITHOUT, status)], some, turnsOf[scale]);
}

let created = 0;

/** Creates accounts one after another. */
function creating(name: string, { accounts }: Compliance): Contender<number> {
  return {
    name,
    run: asyncLoopOf(async (_item: number) => {
      created += 1;
      return (await accounts.create(draftAt(created) as unknown)).ok;
    }),
  };
}

/** Both write to one storage in turn, so that they meet the disk in the same state. */
async function writes(scale: Scale, storage: keyof typeof WRITES): Promise<Timings | string> {
  const { open, remove, unavailable } = own[storage] as (typeof own)[string];
  const reason = await unavailable?.();
  if (reason !== undefined) return reason;
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
  try {
    const { storage: opened, directory } = await open(folder, false);
    const contenders = [WITH, WITHOUT].map((name) => creating(name, complianceOn(opened, name)));
    const timings = await inTurns(
      contenders,
      Array.from({ length: 200 }, (_, index) => index),
      turnsOf[scale],
    );
    await directory.close();
    return timings;
  } finally {
    await remove?.(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a storage in memory whose trail has so many records. Their lines are short: only the number matters. */
async function filled(size: number): Promise<ComplianceStorage> {
  const storage = memoryStorage();
  const at = `${table.date}T12:00:00.000+00:00`;
  for (let first = 0; first < size; first += RECORDS) {
    const records = Array.from({ length: RECORDS }, (_, index) => {
      const place = { chain: "filled", seq: first + index, at };
      return [
        { ...place, line: "line" },
        { ...place, subject: `subject ${first + index}`, salt: "salt" },
      ];
    });
    await storage.audit.import(records);
  }
  return storage;
}

async function growth(scale: Scale): Promise<Timings> {
  const contenders: Contender<number>[] = [];
  for (const size of SIZES[scale]) contenders.push(creating(digits(size), complianceOn(await filled(size), WITH)));
  return inTurns(
    contenders,
    Array.from({ length: 200 }, (_, index) => index),
    turnsOf[scale],
  );
}

const VERIFIED = "verifyAudit";
const HASHED = "SHA-256 of node:crypto over the lines";

/** Trails of evaluations, each of its own storage. */
async function trails(count: number): Promise<readonly (readonly string[])[]> {
  const { transactions } = corpora().find(({ name }) => name === ORDINARY) as Corpus;
  const all: string[][] = [];
  for (let trail = 0; trail < count; trail += 1) {
    const compliance = complianceOn(memoryStorage(), WITH);
    for (let index = 0; index < RECORDS; index += 1) {
      await evaluate(compliance, transactions[(trail * RECORDS + index) % transactions.length] as never);
    }
    const lines: string[] = [];
    for await (const line of compliance.audit.lines()) lines.push(line);
    all.push(lines);
  }
  return all;
}

async function verification(scale: Scale, wrong: string[]): Promise<Timings> {
  const items = await trails(TRAILS[scale]);
  const contenders: readonly Contender<readonly string[]>[] = [
    {
      name: VERIFIED,
      run: asyncLoopOf(async (lines: readonly string[]) => {
        const verified = await verifyAudit(lines);
        return verified.ok && verified.records === RECORDS;
      }),
    },
    {
      name: HASHED,
      run: loopOf((lines: readonly string[]) =>
        lines.every((line) => createHash("sha256").update(line).digest("hex").length === 64),
      ),
    },
  ];
  const valid = await contenders[0]?.run(items);
  if (valid !== items.length) wrong.push(`${valid} of ${items.length} trails verify`);
  return inTurns(contenders, items, turnsOf[scale]);
}

async function measure({ scale, progress }: Run): Promise<Findings> {
  const tables: Table[] = [];
  const ratios: Record<string, Ratio> = {};
  const wrong: string[] = [];
  for (const status of ["pass", "breach"] as const) {
    progress(`rules.evaluate, ${status}`);
    const timings = await evaluations(scale, status);
    tables.push(timingTable(`rules.evaluate in memory: ${status}`, "one evaluation", timings, WITHOUT));
    ratios[`rules.evaluate, ${status}: times as long as ${WITHOUT}`] = {
      ...timesAsLong(timings, WITH, WITHOUT),
      ...{ atMost: 2.5, isOpen: true },
    };
  }
  for (const [storage, title] of Object.entries(WRITES) as [keyof typeof WRITES, string][]) {
    progress(`accounts.create, ${title}`);
    const timings = await writes(scale, storage);
    if (typeof timings === "string") tables.push({ title: `Left out: ${title}`, columns: [""], rows: [[timings]] });
    else {
      tables.push(timingTable(`accounts.create, acknowledged: ${title}`, "one account", timings, WITHOUT));
      // No budget, because each run meets the disk in another state.
      ratios[`accounts.create, ${title}: times as long as ${WITHOUT}`] = {
        ...timesAsLong(timings, WITH, WITHOUT),
        ...{ atMost: 1.3, isOpen: true, hasNoBudget: true },
      };
    }
  }
  progress("Growth");
  const [small, large] = SIZES[scale].map(digits) as [string, string];
  const grown = await growth(scale);
  tables.push(timingTable("accounts.create in memory, by the records of the trail", "one account", grown, small));
  ratios[`accounts.create, ${large} records: times as long as ${small}`] = timesAsLong(grown, large, small);
  progress("Verification");
  const verified = await verification(scale, wrong);
  tables.push(
    timingTable(`Verification of ${RECORDS} records`, "one trail", verified, HASHED, {
      "records per second": (name) => digits((RECORDS * 1e9) / verified.of(name).median),
    }),
  );
  ratios[`${VERIFIED}: times as long as ${HASHED}`] = timesAsLong(verified, VERIFIED, HASHED);
  return { tables, ratios, wrong };
}

export const benchmark: Benchmark = {
  measures: "What an audit trail adds to evaluations and writes, its growth, and its verification.",
  packages: ["@noble/hashes", "pg"],
  measure,
};
