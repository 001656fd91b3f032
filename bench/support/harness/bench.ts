/** `npm run bench`: asks the questions, prints what was found, keeps it, and compares it with the budget. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type Answer, answerTo, type ExitCode } from "./answer.js";
import { type Budget, readBudget, renewed, writeBudget } from "./budget.js";
import { MOST_LOST_TEXT } from "./compare.js";
import { machine } from "./machine.js";
import { makerIn } from "./needs.js";
import { type Options, optionsOf, usage } from "./options.js";
import type { Terminal } from "./progress.js";
import { questionFile, questionIn, questionNames, unknownNames } from "./questions.js";
import { drawCharts, keepResults, readResults } from "./results.js";
import type { Mark } from "./table-text.js";

/** Where everything is, and where it is said. */
export interface Places {
  /** With a slash at the end, as all folders. */
  readonly questions: URL;
  /** Makes what questions need. */
  readonly scripts: URL;
  readonly budget: URL;
  readonly results: URL;
  readonly charts: URL;
  readonly print: (text: string) => void;
  readonly terminal: Terminal;
  readonly mark?: Mark;
}

/** Does what the arguments say. */
export async function bench(args: readonly string[], places: Places): Promise<ExitCode> {
  const options = optionsOf(args);
  const names = await questionNames(places.questions);
  if (typeof options === "string") return refused(places, `${options}\n\n${usage}`);
  if (options.isHelp) {
    places.print(usage);
    return 0;
  }
  const unknown = unknownNames(options.names, names);
  if (unknown.length > 0) {
    return refused(places, `There is no question ${unknown.join(", ")}. There are:\n${names.join("\n")}`);
  }
  if (options.isList) {
    places.print(await listOf(names, places));
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

/** The names, each with what it asks. */
async function listOf(names: readonly string[], { questions }: Places): Promise<string> {
  const width = Math.max(...names.map(({ length }) => length));
  const lines = names.map(async (name) => {
    const { asks } = await questionIn(questionFile(questions, name));
    return `${name.padEnd(width)}  ${asks}`;
  });
  return (await Promise.all(lines)).join("\n");
}

async function askAll(
  asked: readonly string[],
  all: readonly string[],
  options: Options,
  places: Places,
): Promise<ExitCode> {
  const budget = await readBudget(places.budget);
  const surroundings = { ...places, asking: options, budget, make: makerIn(places.scripts) };
  places.print(`${machine()}${options.isQuick ? "; quick run" : ""}`);
  const answers = new Map<string, Answer>();
  for (const [index, name] of asked.entries()) {
    answers.set(name, await answerTo(name, `${index + 1} of ${asked.length}, ${name}`, surroundings));
  }
  const stray = options.isChecked ? strayBudgets(budget, options, all, places) : [];
  if (options.isChecked) places.print(`\n${verdict(answers, stray)}`);
  await keep(answers, all, options, budget, places);
  return worst([...[...answers.values()].map(({ exitCode }) => exitCode), ...stray]);
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

/** What a check found, in a sentence. */
function verdict(answers: ReadonlyMap<string, Answer>, stray: readonly ExitCode[]): string {
  const failed = [...answers].filter(([, { exitCode }]) => exitCode > 0).map(([name]) => name);
  if (failed.length > 0) return `check failed: ${failed.join(", ")} (see above)`;
  if (stray.length > 0) return "check failed: see above";
  const rows = [...answers.values()].flatMap(({ found }) => found?.compared.rows ?? []);
  const guarded = rows.filter(({ budget }) => budget !== undefined).length;
  const aimed = rows.filter(({ target }) => target !== undefined && !target.isOpen).length;
  return `kept: ratios within ${MOST_LOST_TEXT} of their budget: all ${guarded}; targets reached: all ${aimed}`;
}

/** Writes the budget, or the results and their charts, and says which of them; a check only looks. */
async function keep(
  answers: ReadonlyMap<string, Answer>,
  all: readonly string[],
  options: Options,
  budget: Budget,
  { print, ...places }: Places,
): Promise<void> {
  const right = [...answers].flatMap(([name, { exitCode, found }]) =>
    exitCode < 2 && found !== undefined ? [[name, found] as const] : [],
  );
  if (options.isBudget) {
    const kind = kindOf(options);
    const ratios = new Map(right.map(([name, { findings }]) => [name, findings.ratios]));
    await writeBudget(places.budget, { ...budget, [kind]: renewed(budget[kind], ratios, all) });
    print(`\nThese ratios are the ${kind} budget now, in ${fileName(places.budget)}.`);
  }
  if (options.isChecked || options.isQuick) {
    print(`\nResults of ${options.isChecked ? "checks" : "quick runs"} are not kept.`);
    return;
  }
  const fresh = Object.fromEntries(right.map(([name, { result }]) => [name, result]));
  const charts = await drawCharts(places.charts, await keepResults(places.results, fresh, all));
  print(
    `\nKept in ${fileName(places.results)}; drawn in ${fileName(places.charts)}: ${charts.join(", ") || "nothing"}.`,
  );
}

/** As it is found from where this was started. */
function fileName(place: URL): string {
  return relative(process.cwd(), fileURLToPath(place));
}
