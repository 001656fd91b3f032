/** The whole operation, timed: passes and breaches, in memory and on a file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { type Evaluator, vaspkitInMemory, vaspkitOnFile, zodInMemory, zodOnLowdb } from "./evaluate-operations.js";
import type { Table } from "./question.js";
import { digits, durations, timesSpread, wrongOf } from "./texts.js";
import type { Corpus } from "./threshold-corpora.js";
import { type Contender, inTurns, type Timings, type Turns } from "./timing.js";

const OURS = "vaspkit";
export const PEER = "zod + decimal.js";

/** So many decisions are looked at for right and wrong before any is timed; on a file their alerts are there already. */
const JUDGED = 500;

export interface TimedOperation {
  readonly keeps: "memory" | "file";
  readonly outcome: "pass" | "breach";
  readonly table: Table;
  readonly timings: Timings;
  readonly wrong: readonly string[];
}

/** Where alerts are kept, and by whom; the file of each is in a folder that is removed afterwards. */
export async function timeOperations(
  keeps: TimedOperation["keeps"],
  corpus: Corpus,
  turns: Turns,
): Promise<readonly TimedOperation[]> {
  if (keeps === "memory") return timeBoth(keeps, { [OURS]: vaspkitInMemory(), [PEER]: zodInMemory() }, corpus, turns);
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const evaluators = { [OURS]: vaspkitOnFile(folder), [PEER]: await zodOnLowdb(folder) };
    return await timeBoth(keeps, evaluators, corpus, turns);
  } finally {
    await remove();
  }
}

type Evaluators = Readonly<Record<string, Evaluator>>;

async function timeBoth(
  keeps: TimedOperation["keeps"],
  evaluators: Evaluators,
  corpus: Corpus,
  turns: Turns,
): Promise<readonly TimedOperation[]> {
  const wrong = new Map<string, number>();
  for (const [name, evaluator] of Object.entries(evaluators)) wrong.set(name, await wrongBy(evaluator, corpus));
  const timed: TimedOperation[] = [];
  for (const outcome of ["pass", "breach"] as const) {
    const items = corpus.transactions.filter((_, at) => corpus.breaches[at] === (outcome === "breach"));
    const timings = await inTurns(Object.entries(evaluators).map(contenderOf), items, turns);
    const ours = wrong.get(OURS) ?? 0;
    timed.push({
      keeps,
      outcome,
      table: operationTable(`Whole operation, ${PLACES[keeps]}: ${outcome}`, timings, wrong),
      timings,
      wrong: ours === 0 ? [] : [`whole operation, ${keeps}: ${ours} of ${JUDGED} answers or alerts`],
    });
  }
  for (const { close } of Object.values(evaluators)) await close();
  return timed;
}

const PLACES: Readonly<Record<TimedOperation["keeps"], string>> = {
  memory: "alerts in memory",
  file: "alerts in a JSON file (vaspkit: fsync for each; lowdb: none)",
};

/** Every transaction is a new one, so that every breach keeps an alert. */
function contenderOf([name, { breaches }]: readonly [string, Evaluator]): Contender<Transaction> {
  let evaluated = 0;
  return {
    name,
    run: async (transactions) => {
      let yes = 0;
      for (const transaction of transactions) {
        evaluated += 1;
        if (await breaches({ ...transaction, transaction_id: `N-${evaluated}` })) yes += 1;
      }
      return yes;
    },
  };
}

/** How many answers are wrong, or lack their alert, or have one that should not be. */
async function wrongBy({ breaches, hasAlert }: Evaluator, corpus: Corpus): Promise<number> {
  let wrong = 0;
  for (const [at, transaction] of corpus.transactions.slice(0, JUDGED).entries()) {
    const isBreach = corpus.breaches[at] ?? false;
    const isRight = (await breaches(transaction)) === isBreach && (await hasAlert(transaction)) === isBreach;
    if (!isRight) wrong += 1;
  }
  return wrong;
}

function operationTable(title: string, timings: Timings, wrong: ReadonlyMap<string, number>): Table {
  return {
    title,
    columns: ["", "one evaluation", "a second", "of ours", "wrong answers"],
    rows: timings.names.map((name) => [
      name,
      durations(timings.of(name)),
      digits(Math.round(1e9 / timings.of(name).median)),
      name === OURS ? "" : timesSpread(timings.ratio(name, OURS)),
      wrongOf(wrong.get(name) ?? 0, JUDGED),
    ]),
  };
}
