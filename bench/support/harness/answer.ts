/** Asks one question, prints what was found, and says whether it is as it has to be. */
import type { Findings, Question } from "../question.js";
import { ask } from "./ask.js";
import type { Budget } from "./budget.js";
import { type Comparison, comparison, leftOf } from "./compare.js";
import { machine, versionsOf } from "./machine.js";
import { type Make, making } from "./needs.js";
import { progressOn, type Terminal } from "./progress.js";
import { questionFile, questionIn } from "./questions.js";
import { type Asking, report } from "./report.js";
import type { Result } from "./results.js";
import type { Mark } from "./table-text.js";

/** All is well; a ratio is lost or a target missed; an answer is wrong, a question broke or there is none of that name. */
export type ExitCode = 0 | 1 | 2;

/** What came of one question. */
export interface Answer {
  readonly exitCode: ExitCode;
  /** Absent: it broke. */
  readonly found?: { readonly findings: Findings; readonly result: Result; readonly compared: Comparison };
}

/** How and where it is asked. */
export interface Surroundings {
  readonly questions: URL;
  readonly asking: Asking;
  readonly budget: Budget;
  readonly make: Make;
  readonly print: (text: string) => void;
  readonly terminal: Terminal;
  readonly mark?: Mark;
}

/** Only noise can come of a machine that was busy: then the question is asked again, so often at most. */
const TRIES = 3;

/** Asks one question, in a check again for ratios that may be noise; a wrong answer is final. */
export async function answerTo(name: string, prefix: string, surroundings: Surroundings): Promise<Answer> {
  const { questions, asking, budget, make, print, terminal, mark } = surroundings;
  const kind = asking.isQuick ? "quick" : "full";
  const progress = progressOn(terminal);
  try {
    const file = questionFile(questions, name);
    const question = await questionIn(file);
    const packages = await versionsOf(question.packages);
    for (const need of question.needs ?? []) {
      progress.show(`${prefix}: ${making[need]}`, 0);
      await make(need);
    }
    let before: Comparison | undefined;
    for (let left = asking.isChecked ? TRIES : 1; ; left -= 1) {
      progress.show(prefix, 0);
      const findings = await ask({ file, isQuick: asking.isQuick }, question, (what, done) =>
        progress.show(`${prefix}: ${what}`, done),
      );
      progress.clear();
      const found = comparison(question, findings, budget[kind][name], kind);
      const compared = before === undefined ? found : leftOf(found, before);
      print(`\n${report(question, packages, findings, compared, asking, mark)}`);
      const exitCode = exitCodeOf(findings, compared, asking);
      if (exitCode !== 1 || left <= 1 || !mayBeNoise(compared)) {
        return { exitCode, found: { findings, compared, result: resultOf(question, packages, findings) } };
      }
      print("\nIt may have been the machine: once more, for what was lost or missed.");
      before = compared;
    }
  } catch (error) {
    progress.clear();
    print(`\n${name} broke: ${error instanceof Error ? error.message : String(error)}`);
    return { exitCode: 2 };
  }
}

function mayBeNoise({ missed, lost }: Comparison): boolean {
  return [...missed, ...lost].some((complaint) => complaint.mayBeNoise);
}

function exitCodeOf({ wrong }: Findings, compared: Comparison, { isChecked }: Asking): ExitCode {
  if (wrong.length > 0) return 2;
  const { missed, lost, unguarded } = compared;
  return isChecked && missed.length + lost.length + unguarded.length > 0 ? 1 : 0;
}

function resultOf({ asks }: Question, packages: string, { tables, ratios, charts }: Findings): Result {
  const measured = new Date().toISOString().slice(0, 10);
  return { asks, measured, machine: machine(), packages, tables, ratios, ...(charts !== undefined && { charts }) };
}
