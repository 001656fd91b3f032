/** What validate-account.bench.ts measures, on two levels: by the same rules, and by the bare shape. */
import type { Findings, Ratio, Run } from "./question.js";
import { inTurns, loopOf, timesAsFast } from "./timing.js";
import { validators } from "./validate-contenders.js";
import { type AccountCorpus, faultyCorpus, validCorpora } from "./validate-corpora.js";
import { LEVELS, type Timed, timeTable, validationChart, verdictTable } from "./validate-report.js";
import type { Level } from "./validate-rules.js";
import { labelOf, OURS, type Validator } from "./validate-validator.js";
import { foundBy, judgedAccounts, verdictsOf } from "./validate-verdicts.js";

/** The two corpora that the ratios are taken on, by what they are called there. */
const HEADINGS: Readonly<Record<string, string>> = { valid: "valid", "four faults": "invalid, all issues" };

interface Task {
  readonly level: Level;
  readonly corpus: AccountCorpus;
  readonly validators: readonly Validator[];
}

function tasksOf(level: Level, isQuick: boolean): readonly Task[] {
  const all = [...validCorpora(), faultyCorpus("one fault", level, 1), faultyCorpus("four faults", level, 4)];
  const contenders = validators(level);
  return all
    .filter(({ name }) => !isQuick || name in HEADINGS)
    .map((corpus) => ({ level, corpus, validators: contenders }));
}

export async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const tasks = [...tasksOf("rules", isQuick), ...tasksOf("shape", isQuick)];
  const timed: Timed[] = [];
  for (const [index, task] of tasks.entries()) {
    const contenders = task.validators.map((each) => ({ name: labelOf(each), run: loopOf(each.accepts) }));
    const tell = (done: number): void =>
      progress(`${LEVELS[task.level]}: ${task.corpus.name}`, (index + done) / tasks.length);
    const timings = await inTurns(contenders, task.corpus.accounts, { isQuick, progress: tell });
    timed.push({ ...task, timings });
  }
  const judged = judgedAccounts(isQuick ? 300 : 3_000, isQuick ? 20 : 200);
  const verdicts = new Map(tasks[0]?.validators.map((each) => [each, verdictsOf(each, judged)]));
  const byRules = timed.filter(({ level, corpus }) => level === "rules" && corpus.name in HEADINGS);
  return {
    tables: [...timed.map(timeTable), verdictTable(verdicts, judged)],
    ratios: Object.fromEntries(byRules.flatMap(ratiosOf)),
    wrong: [
      ...timed.filter(({ level }) => level === "rules").flatMap(wrongOn),
      ...[...verdicts].flatMap(([{ name }, { wrongAcceptances, wrongRefusals, threw }]) =>
        name === OURS && wrongAcceptances + wrongRefusals + threw > 0
          ? [`drawn accounts: ${wrongAcceptances} taken wrongly, ${wrongRefusals} refused wrongly, ${threw} threw`]
          : [],
      ),
    ],
    charts: { "validate-account": validationChart(byRules, HEADINGS, verdicts) },
  };
}

function ratiosOf({ corpus, validators: all, timings }: Timed): readonly (readonly [string, Ratio])[] {
  return all
    .filter(({ name, finds }) => name !== OURS && finds === "all")
    .map(({ name }) => [`${HEADINGS[corpus.name]}: times as fast as ${name}`, timesAsFast(timings, OURS, name)]);
}

function wrongOn({ corpus, validators: all }: Timed): readonly string[] {
  const ours = all.find(({ name }) => name === OURS);
  if (ours === undefined) throw new Error("ours is not among the validators");
  const { wrong, faults, of } = foundBy(ours, corpus);
  if (wrong === 0 && faults === of) return [];
  return [`${corpus.name}: ${wrong} wrong verdicts, ${of - faults} of ${of} faults not found`];
}
