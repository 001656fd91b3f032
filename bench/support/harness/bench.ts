/** `npm run bench`: asks the questions, prints what was found, keeps it, and compares it with the budget. */
import type { Findings, Question } from "../question.js";
import { ask } from "./ask.js";
import { type Budget, readBudget, renewed, writeBudget } from "./budget.js";
import { type Comparison, comparison } from "./compare.js";
import { machine, versionsOf } from "./machine.js";
import { type Options, optionsOf, usage } from "./options.js";
import { progressOn, type Terminal } from "./progress.js";
import { questionFile, questionIn, questionNames, unknownNames } from "./questions.js";
import { report } from "./report.js";
import { drawCharts, keepResults, type Result, readResults } from "./results.js";
import type { Mark } from "./table-text.js";

/** Where everything is, and where it is said. */
export interface Places {
  /** With a slash at the end, as all folders. */
  readonly questions: URL;
  readonly budget: URL;
  readonly results: URL;
  readonly charts: URL;
  readonly print: (text: string) => void;
  readonly terminal: Terminal;
  readonly mark?: Mark;
}

/** All is well; a ratio is lost or a target missed; an answer is wrong, a question broke or there is none of that name. */
export type ExitCode = 0 | 1 | 2;

/** Only a ratio can be lost because the machine was busy: then the question is asked again, so often at most. */
const TRIES = 3;

/** Does what the arguments say. */
export async function bench(args: readonly string[], places: Places): Promise<ExitCode> {
  const options = optionsOf(args);
  const names = await questionNames(places.questions);
  if (typeof options === "string") return refused(places, `${options}\n\n${usage}`);
  const unknown = unknownNames(options.names, names);
  if (unknown.length > 0) {
    return refused(places, `There is no question ${unknown.join(", ")}. There are:\n${names.join("\n")}`);
  }
  if (options.isList) {
    places.print(names.join("\n"));
    return 0;
  }
  if (options.isDraw) {
    places.print((await drawCharts(places.charts, await readResults(places.results))).join("\n"));
    return 0;
  }
  return askAll(options.names.length === 0 ? names : [...new Set(options.names)], names, options, places);
}

function refused({ print }: Places, text: string): ExitCode {
  print(text);
  return 2;
}

/** What came of one question. */
interface Answer {
  readonly exitCode: ExitCode;
  /** Absent: it broke. */
  readonly found?: { readonly findings: Findings; readonly result: Result };
}

async function askAll(
  asked: readonly string[],
  all: readonly string[],
  options: Options,
  places: Places,
): Promise<ExitCode> {
  const budget = await readBudget(places.budget);
  places.print(`${machine()}${options.isQuick ? "; quick run" : ""}`);
  const answers = new Map<string, Answer>();
  for (const [index, name] of asked.entries()) {
    const prefix = `${index + 1} of ${asked.length}, ${name}`;
    answers.set(name, await answerTo(name, prefix, options, budget, places));
  }
  const right = [...answers].flatMap(([name, { exitCode, found }]) =>
    exitCode < 2 && found !== undefined ? [[name, found] as const] : [],
  );
  const exitCodes = [...answers.values()].map(({ exitCode }) => exitCode);
  if (options.isChecked) return worst([...exitCodes, ...strayBudgets(budget, options, all, places)]);
  if (options.isBudget) {
    const kind = kindOf(options);
    const ratios = new Map(right.map(([name, { findings }]) => [name, findings.ratios]));
    await writeBudget(places.budget, { ...budget, [kind]: renewed(budget[kind], ratios, all) });
  }
  if (!options.isQuick) {
    const fresh = Object.fromEntries(right.map(([name, { result }]) => [name, result]));
    await drawCharts(places.charts, await keepResults(places.results, fresh, all));
  }
  return worst(exitCodes);
}

function worst(exitCodes: readonly ExitCode[]): ExitCode {
  return ([2, 1] as const).find((code) => exitCodes.includes(code)) ?? 0;
}

function kindOf({ isQuick }: Options): keyof Budget {
  return isQuick ? "quick" : "full";
}

/** A budget for a question that is no more guards nothing, and whoever renamed the question shall hear of it. */
function strayBudgets(
  budget: Budget,
  options: Options,
  all: readonly string[],
  { print }: Places,
): readonly ExitCode[] {
  const stray = unknownNames(Object.keys(budget[kindOf(options)]), all);
  return stray.map((name) => {
    print(`\nlost: there is a budget for ${name}, but no such question, so that it guards nothing`);
    return 1;
  });
}

/** Asks one question, in a check again while a ratio is lost; a wrong answer is final. */
async function answerTo(
  name: string,
  prefix: string,
  options: Options,
  budget: Budget,
  places: Places,
): Promise<Answer> {
  const { print, terminal, mark } = places;
  const progress = progressOn(terminal);
  try {
    const file = questionFile(places.questions, name);
    const question = await questionIn(file);
    const packages = await versionsOf(question.packages);
    for (let left = options.isChecked ? TRIES : 1; ; left -= 1) {
      progress.show(prefix, 0);
      const findings = await ask({ file, isQuick: options.isQuick }, question, (what, done) =>
        progress.show(`${prefix}: ${what}`, done),
      );
      progress.clear();
      const kind = kindOf(options);
      const compared = comparison(question, findings, budget[kind][name], kind);
      print(`\n${report(question, packages, findings, compared, options.isChecked, mark)}`);
      const exitCode = exitCodeOf(findings, compared, options);
      if (exitCode !== 1 || left <= 1)
        return { exitCode, found: { findings, result: resultOf(question, packages, findings) } };
      print("\nIt may have been the machine: once more.");
    }
  } catch (error) {
    progress.clear();
    print(`\n${name} broke: ${error instanceof Error ? error.message : String(error)}`);
    return { exitCode: 2 };
  }
}

function exitCodeOf({ wrong }: Findings, { missed, lost }: Comparison, { isChecked }: Options): ExitCode {
  if (wrong.length > 0) return 2;
  return isChecked && missed.length + lost.length > 0 ? 1 : 0;
}

function resultOf({ asks }: Question, packages: string, { tables, ratios, charts }: Findings): Result {
  const measured = new Date().toISOString().slice(0, 10);
  return { asks, measured, machine: machine(), packages, tables, ratios, ...(charts !== undefined && { charts }) };
}
