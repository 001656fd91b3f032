/** Measures operations in memory with a thousand to a million records of each kind. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Compliance, createCompliance, fixedRates, memoryStorage, type Result, unwrap, type Vasp } from "vaspkit";
import type { Benchmark, Findings, Ratio, Run } from "./kit/benchmark.js";
import { digits, durations, seededRandom, timesSpread } from "./kit/numbers.js";
import { accountAt, alertAt, referenceOf, screeningAt, termOf, vaspAt } from "./kit/records.js";
import { asyncLoopOf, inTurns, type Timings, timesAsLong, timingsOf, turnsOf } from "./kit/timing.js";

const SIZES = { full: [1e3, 1e4, 1e5, 1e6], quick: [1e3, 1e4, 1e5], tiny: [50, 150] } as const;
const RATES = { base: "EUR", date: "2026-11-20", source: "bench", rates: { SGD: "1.4513", USD: "1.0705" } } as const;
const PAGE = 50;
/** Requests prepared per operation and size. */
const REQUESTS = 2_000;
/** Number of the first record that an operation adds. */
const FIRST_NEW = 20_000_000;
/** Records added per turn, so that a directory of a thousand stays about that size. */
const ADDED = 10;
const ADDED_TO_WARM_UP = 5_000;
/** Below this factor, processor caches explain a difference as well as the size does. */
const NOISE = 2;

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

const reading: Readonly<Record<string, Operation>> = {
  "accounts.retrieve": ({ accounts }, index, id = referenceOf(index)) => {
    return async () => (await accounts.retrieve(id))?.reference_id === id;
  },
  "accounts.search": ({ accounts }, index, id = referenceOf(index)) => {
    const query = { search_term: termOf(index), limit: PAGE };
    return async () => {
      const found = await accounts.search(query);
      // A full page may consist of others with the same name.
      return found.ok && (found.value.length === PAGE || found.value.some(({ reference_id }) => reference_id === id));
    };
  },
  "accounts.list": ({ accounts }, index) => {
    const sort = index % 2 === 0 ? "created" : "-last_modified";
    return async () => isFullPage(await accounts.list({ size: PAGE, sort }));
  },
  "vasps.retrieve": ({ vasps }, index, id = referenceOf(index)) => {
    return async () => (await vasps.retrieve(id))?.vasp_id === id;
  },
  "vasps.search": ({ vasps }, index) => {
    const { vasp_id: id, name_legal: search_term } = vaspAt(index);
    return async () => unwrap(await vasps.search({ search_term })).some(({ vasp_id }) => vasp_id === id);
  },
  "vasps.list": ({ vasps }, index) => {
    const query = { ...pageAt(index), sort: "name_legal" } as const;
    return async () => isFullPage(await vasps.list(query));
  },
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
  "alerts.list": ({ alerts }, index) => {
    const query = pageAt(index);
    return async () => isFullPage(await alerts.list(query));
  },
};

/** Operations that store a new record each time. */
const adding: Readonly<Record<string, Operation>> = {
  "accounts.create": ({ accounts }, index) => {
    const { created: _, last_modified: __, ...draft } = accountAt(index);
    return async () => (await accounts.create(draft as unknown)).ok;
  },
  "accounts.put, accounts.remove": ({ accounts }, index) => {
    const { created: _, last_modified: __, ...draft } = accountAt(index);
    return async () => (await accounts.put(draft as unknown)).ok && (await accounts.remove(draft.reference_id));
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

/** Waits until a search is fast, because the index is built in the background. */
async function untilIndexed(search: (term: string) => Promise<unknown>): Promise<void> {
  for (let latest = 1, searches = 0; latest > 0.2 && searches < 500; searches += 1) {
    await sleep(200);
    const start = performance.now();
    await search("zzyzxq");
    latest = performance.now() - start;
  }
}

async function directoryOf(size: number): Promise<Compliance> {
  const storage = memoryStorage();
  const { accounts, vasps, addresses, alerts } = storage;
  for (let index = 0; index < size; index += 1) {
    await accounts.insert(accountAt(index));
    await addresses.save({ ...screeningAt(index), chain: "near", address: addressOf(index) });
    await alerts.insert(alertAt(index));
  }
  await vasps.load(vaspsUpTo(size));
  await untilIndexed((term) => accounts.search({ term }));
  await untilIndexed((term) => vasps.search(term));
  const clock = (): Date => new Date("2026-11-21T09:30:00.000Z");
  return createCompliance({ storage, thresholds: { SG: "1500" }, rates: fixedRates(RATES), clock });
}

/** By the name of its size. */
type Directories = ReadonlyMap<string, readonly [size: number, compliance: Compliance]>;

interface Grown {
  readonly name: string;
  readonly timings: Timings;
  readonly wrong: number;
}

async function timeReading(name: string, operation: Operation, all: Directories, { scale }: Run): Promise<Grown> {
  let wrong = 0;
  const places = Array.from({ length: REQUESTS }, (_, place) => place);
  const contenders = [...all].map(([sizeName, [size, compliance]]) => {
    const random = seededRandom(size);
    const calls = places.map(() => operation(compliance, Math.floor(random() * size)));
    const isRight = async (place: number): Promise<boolean> => {
      const right = (await calls[place]?.()) ?? false;
      if (!right) wrong += 1;
      return right;
    };
    return { name: sizeName, run: asyncLoopOf(isRight) };
  });
  return { name, timings: await inTurns(contenders, places, turnsOf[scale]), wrong };
}

/** Adds a fixed number of records per turn, instead of as many as fit into its time. */
async function timeAdding(name: string, operation: Operation, all: Directories, { scale }: Run): Promise<Grown> {
  const times = new Map<string, number[]>([...all.keys()].map((sizeName) => [sizeName, []]));
  let [next, wrong] = [FIRST_NEW, 0];
  const add = async (compliance: Compliance, count: number): Promise<number> => {
    const calls = Array.from({ length: count }, (_, index) => operation(compliance, next + index));
    next += count;
    const start = performance.now();
    for (const call of calls) if (!(await call())) wrong += 1;
    return ((performance.now() - start) * 1e6) / count;
  };
  await add(await directoryOf(0), scale === "tiny" ? ADDED : ADDED_TO_WARM_UP);
  for (let round = 0; round < { full: 60, quick: 20, tiny: 1 }[scale]; round += 1) {
    for (const [sizeName, [, compliance]] of all) times.get(sizeName)?.push(await add(compliance, ADDED));
  }
  return { name, timings: timingsOf(times), wrong };
}

async function measure(run: Run): Promise<Findings> {
  const sizes = SIZES[run.scale];
  const all = new Map<string, readonly [number, Compliance]>();
  for (const size of sizes) {
    run.progress(`storing ${digits(size)} records of each kind`);
    all.set(digits(size), [size, await directoryOf(size)]);
  }
  const grown: Grown[] = [];
  // Reading first, while the sizes are exact.
  for (const [name, operation] of Object.entries(reading)) grown.push(await timeReading(name, operation, all, run));
  for (const [name, operation] of Object.entries(adding)) grown.push(await timeAdding(name, operation, all, run));
  const [small, large] = [digits(sizes[0]), digits(sizes.at(-1) ?? 0)];
  const ratioOf = ({ name, timings }: Grown): [string, Ratio] => {
    // For the budget, everything below the noise is equal.
    const value = Math.max(NOISE, timesAsLong(timings, large, small).value);
    const power = Math.round(Math.log10(sizes.at(-1) ?? 0));
    return [`${name}: 1e${power} against 1e3, ${NOISE} at least`, { value, better: "lower" }];
  };
  return {
    tables: [
      {
        title: "One operation, by the number of records of each kind in memory",
        columns: ["", ...all.keys(), `${large} against ${small}`],
        rows: grown.map(({ name, timings }) => [
          name,
          ...timings.names.map((size) => durations(timings.of(size))),
          timesSpread(timings.ratio(large, small)),
        ]),
      },
    ],
    ratios: Object.fromEntries(grown.map(ratioOf)),
    wrong: grown.filter(({ wrong }) => wrong > 0).map(({ name, wrong }) => `${name}: ${wrong} wrong results`),
  };
}

export const benchmark: Benchmark = {
  measures: "How the time of an operation grows with the number of records in memory.",
  packages: [],
  measure,
};
