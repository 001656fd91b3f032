/** Measures operations with a thousand to a million records: all of them in memory, changes and lists in other storages. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compliance, createCompliance, fixedRates, type Result, unwrap, type Vasp } from "vaspkit";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { digits, durations, seededRandom, timesSpread } from "./kit/numbers.js";
import { untilIndexed } from "./kit/process.js";
import { accountAt, alertAt, draftAt, referenceOf, screeningAt, termOf, vaspAt } from "./kit/records.js";
import { type Timings, timesAsLong, timingsOf } from "./kit/timing.js";
import { fillWith, type OwnStorage, own } from "./peers/storages.js";

const SIZES = { full: [1e3, 1e4, 1e5, 1e6], quick: [1e3, 1e5], tiny: [150, 300] } as const;
/** Of storages other than the memory, which take long to fill. */
const STORED_SIZES = { full: [1e3, 1e6], quick: [1e3, 1e4], tiny: [150, 300] } as const;
const RATES = { base: "EUR", date: "2026-11-20", source: "bench", rates: { SGD: "1.4513", USD: "1.0705" } } as const;
const PAGE = 50;
/** Calls per turn of an operation that changes nothing, in memory and elsewhere. */
const READS = { memory: 200, stored: 20 } as const;
/** Turns of the warm-up for each round. */
const WARM_UP = { memory: 5, stored: 1 } as const;
/** Number of the first record that an operation adds. */
const FIRST_NEW = 20_000_000;
/** Changes per turn, so that a directory of a thousand stays about that size. */
const CHANGES = 10;
/** Below this factor, processor caches explain a difference as well as the size does. */
const NOISE = 2;
/** The most that ten times the records may cost: more misses of the processor's caches, a level more of a tree. */
const MOST_PER_TENFOLD = 2;

/** Prepares a request about record n, which is not timed, and returns the call. The call returns whether its result is right. */
type Operation = (compliance: Compliance, index: number, id?: string) => () => Promise<boolean>;

function addressOf(index: number): string {
  return `${referenceOf(index)}.near`;
}

function pageAt(index: number): { readonly page: number; readonly size: number } {
  return { page: 1 + Math.floor(index / PAGE), size: PAGE };
}

function isFullPage<T>(page: Result<{ readonly items: readonly T[] }>): boolean {
  return page.ok && page.value.items.length === PAGE;
}

const lists: Readonly<Record<string, Operation>> = {
  // A first page and the next one.
  "accounts.list": ({ accounts }, index) => {
    const query = { size: PAGE, sort: index % 2 === 0 ? "created" : "-last_modified" } as const;
    return async () => {
      const { items, next_cursor } = unwrap(await accounts.list(query));
      return items.length === PAGE && isFullPage(await accounts.list({ ...query, cursor: next_cursor ?? "" }));
    };
  },
  "addresses.list":
    ({ addresses }) =>
    async () =>
      isFullPage(await addresses.list({ chain: "near", size: PAGE })),
};

const reading: Readonly<Record<string, Operation>> = {
  ...lists,
  "accounts.retrieve":
    ({ accounts }, index, id = referenceOf(index)) =>
    async () =>
      (await accounts.retrieve(id))?.reference_id === id,
  "accounts.search": ({ accounts }, index, id = referenceOf(index)) => {
    const query = { search_term: termOf(index), limit: PAGE };
    return async () => {
      const found = await accounts.search(query);
      // A full page may consist of others with the same name.
      return found.ok && (found.value.length === PAGE || found.value.some(({ reference_id }) => reference_id === id));
    };
  },
  "vasps.retrieve":
    ({ vasps }, index, id = referenceOf(index)) =>
    async () =>
      (await vasps.retrieve(id))?.vasp_id === id,
  "vasps.search": ({ vasps }, index) => {
    const { vasp_id: id, name_legal: search_term } = vaspAt(index);
    return async () => unwrap(await vasps.search({ search_term })).some(({ vasp_id }) => vasp_id === id);
  },
  "vasps.list":
    ({ vasps }, index) =>
    async () =>
      isFullPage(await vasps.list({ ...pageAt(index), sort: "name_legal" })),
  "transfers.check": ({ transfers }, index, id = referenceOf(index)) => {
    const other = referenceOf(index === 0 ? 1 : index - 1);
    const accounts = { originator_account_reference_id: id, beneficiary_account_reference_id: other };
    const vasps = { originator_vasp_id: id, beneficiary_vasp_id: other };
    const addresses = { originator_address: addressOf(index), beneficiary_address: addressOf(index + 1) };
    const transfer = { ...accounts, ...vasps, ...addresses };
    return async () => (await transfers.check(transfer)).ok;
  },
  "addresses.retrieve": ({ addresses }, index) => {
    const address = addressOf(index);
    return async () => (await addresses.retrieve("near", address))?.chain === "near";
  },
  "alerts.list": ({ alerts }) => {
    return async () => isFullPage(await alerts.list({ size: PAGE }));
  },
};

/** Changed records are among the first ones, which are in every directory. */
const changes: Readonly<Record<string, Operation>> = {
  "accounts.put": ({ accounts }, index) => {
    const draft = draftAt(index % PAGE);
    return async () => (await accounts.put({ ...draft, customer_id: `C-${index}` } as unknown)).ok;
  },
  "accounts.put, accounts.remove": ({ accounts }, index) => {
    const draft = draftAt(index);
    return async () => (await accounts.put(draft as unknown)).ok && (await accounts.remove(draft.reference_id));
  },
  "addresses.create, linked": ({ addresses }, index) => {
    const request = { chain: "near", address: addressOf(index), account_ref_id: referenceOf(index % PAGE) } as const;
    return async () => (await addresses.create(request)).ok;
  },
  "addresses.create, addresses.remove": ({ addresses }, index) => {
    const request = { chain: "near", address: addressOf(index) } as const;
    return async () => (await addresses.create(request)).ok && (await addresses.remove("near", request.address));
  },
};

const changing: Readonly<Record<string, Operation>> = {
  ...changes,
  "accounts.create": ({ accounts }, index) => {
    const draft = draftAt(index);
    return async () => (await accounts.create(draft as unknown)).ok;
  },
  "addresses.create": ({ addresses }, index) => {
    const request = { chain: "near", address: addressOf(index) } as const;
    return async () => (await addresses.create(request)).ok;
  },
  "rules.evaluate": ({ rules }, index) => {
    const transaction = { transaction_id: referenceOf(index), amount: "1500", currency: "EUR", country: "SG" };
    const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] } as const;
    return async () => unwrap(await rules.evaluate(request)).results[0]?.status === "breach";
  },
};

async function* vaspsUpTo(size: number): AsyncGenerator<Vasp> {
  for (let index = 0; index < size; index += 1) yield vaspAt(index);
}

interface Directory {
  readonly size: number;
  readonly compliance: Compliance;
  readonly close: () => Promise<void>;
}

/** Returns a compliance with linked records 0 to size - 1. Only the memory has VASPs and alerts. */
async function directoryOf(subject: OwnStorage, size: number): Promise<Directory> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
  const isInMemory = subject.keeps === "in memory";
  const opened = await subject.open(folder, true);
  await fillWith(subject, size, Number.POSITIVE_INFINITY, async (index) => {
    const { accounts, addresses, alerts } = opened.storage;
    await accounts.insert(accountAt(index));
    await addresses.save({ ...screeningAt(index), chain: "near", address: addressOf(index) });
    if (isInMemory) await alerts.insert(alertAt(index));
  });
  await opened.settle?.();
  if (!isInMemory) await opened.directory.close();
  const { storage, directory } = isInMemory ? opened : await subject.open(folder, false);
  if (isInMemory) await storage.vasps.load(vaspsUpTo(size));
  if (subject.indexesInBackground) {
    await untilIndexed((term) => storage.accounts.search({ term }));
    await untilIndexed((term) => storage.vasps.search(term));
  }
  let time = Date.parse("2026-11-21T09:30:00.000Z");
  const clock = (): Date => {
    time += 1;
    return new Date(time);
  };
  const close = async (): Promise<void> => {
    await directory.close();
    await subject.remove?.(folder);
    await rm(folder, { recursive: true });
  };
  const compliance = createCompliance({ storage, thresholds: { SG: "1500" }, rates: fixedRates(RATES), clock });
  return { size, compliance, close };
}

/** By the name of its size. */
type Directories = ReadonlyMap<string, Directory>;

interface Grown {
  readonly name: string;
  readonly timings: Timings;
  readonly wrong: number;
}

/** Times an operation in turns of as many calls for each size. `spare` is for the warm-up. */
async function time(
  name: string,
  operation: Operation,
  all: Directories,
  spare: Directory,
  { scale, keeps }: Run & { readonly keeps: keyof typeof READS },
): Promise<Grown> {
  const times = new Map<string, number[]>([...all.keys()].map((size) => [size, []]));
  const [random, reads] = [seededRandom(1), Object.hasOwn(reading, name)];
  const count = reads ? READS[keeps] : CHANGES;
  let [next, wrong] = [FIRST_NEW, 0];
  const turn = async ({ compliance, size }: Directory): Promise<number> => {
    const places = Array.from({ length: count }, (_, at) => (reads ? Math.floor(random() * size) : next + at));
    const calls = places.map((place) => operation(compliance, place));
    next += count;
    const start = performance.now();
    for (const call of calls) if (!(await call())) wrong += 1;
    return ((performance.now() - start) * 1e6) / count;
  };
  const rounds = { full: 60, quick: 20, tiny: 1 }[scale];
  for (let round = 0; round < rounds * WARM_UP[keeps]; round += 1) await turn(spare);
  for (let round = 0; round < rounds; round += 1) {
    for (const [size, directory] of all) times.get(size)?.push(await turn(directory));
  }
  return { name, timings: timingsOf(times), wrong };
}

async function growthOf(subject: OwnStorage, run: Run): Promise<Findings> {
  const isInMemory = subject.keeps === "in memory";
  const sizes = (isInMemory ? SIZES : STORED_SIZES)[run.scale];
  const all = new Map<string, Directory>();
  for (const size of sizes) {
    run.progress(`${subject.title}: storing ${digits(size)} records`);
    all.set(digits(size), await directoryOf(subject, size));
  }
  const spare = await directoryOf(subject, 3 * PAGE);
  const grown: Grown[] = [];
  // Reading first, while the sizes are exact.
  const operations = isInMemory ? { ...reading, ...changing } : { ...lists, ...changes };
  for (const [name, each] of Object.entries(operations)) {
    grown.push(await time(name, each, all, spare, { ...run, keeps: isInMemory ? "memory" : "stored" }));
  }
  for (const { close } of [...all.values(), spare]) await close();
  const [small, large] = [digits(sizes[0]), digits(sizes.at(-1) ?? 0)];
  const power = Math.round(Math.log10(sizes.at(-1) ?? 0));
  // How much the caches cost depends on the machine, so there is a limit and no budget.
  const atMost = Math.max(2 * NOISE, MOST_PER_TENFOLD ** (power - 3));
  const title = isInMemory ? "" : `${subject.title}, `;
  const rows = grown.map(({ name, timings }) => [
    name,
    ...timings.names.map((size) => durations(timings.of(size))),
    timesSpread(timings.ratio(large, small)),
  ]);
  const ratios = grown.map(({ name, timings }): readonly [string, Ratio] => {
    // Everything below the noise is equal.
    const value = Math.max(NOISE, timesAsLong(timings, large, small).value);
    const ratio: Ratio = { value, better: "lower", atMost, hasNoBudget: true };
    return [`${title}${name}: 1e${power} against 1e3, ${NOISE} at least`, ratio];
  });
  const columns = ["", ...all.keys(), `${large} against ${small}`];
  return {
    tables: [{ title: `${subject.title}: one operation, by the number of records`, columns, rows }],
    ratios: Object.fromEntries(ratios),
    wrong: grown.filter(({ wrong }) => wrong > 0).map(({ name, wrong }) => `${title}${name}: ${wrong} wrong results`),
  };
}

async function measure(run: Run): Promise<Findings> {
  const all: Findings[] = [];
  for (const [name, subject] of Object.entries(own)) {
    // Encryption adds the same to every size.
    const isMeasured = name !== "json-file-encrypted" && (await subject.unavailable?.()) === undefined;
    if (isMeasured) all.push(await growthOf(subject, run));
  }
  return {
    tables: all.flatMap(({ tables }) => tables),
    ratios: Object.assign({}, ...all.map(({ ratios }) => ratios)),
    wrong: all.flatMap(({ wrong }) => wrong),
  };
}

export const benchmark: Benchmark = {
  measures: "How the time of an operation grows with the number of records.",
  packages: ["better-sqlite3", "pg", "kysely"],
  measure,
};
