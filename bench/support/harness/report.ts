/** What is printed of a question. */
import type { Findings, Question, Ratio, Table } from "../question.js";
import { digits } from "../texts.js";
import { type Compared, type Comparison, MOST_LOST_TEXT, targetText } from "./compare.js";
import { type Mark, tableText } from "./table-text.js";

/** In what kind of run it was asked. */
export interface Asking {
  readonly isQuick: boolean;
  readonly isChecked: boolean;
}

/** The question, its tables, and its ratios beside what is wanted of them. */
export function report(
  { name, asks }: Pick<Question, "name" | "asks">,
  packages: string,
  { tables, wrong }: Pick<Findings, "tables" | "wrong">,
  compared: Comparison,
  { isQuick, isChecked }: Asking,
  mark?: Mark,
): string {
  const { rows, missed, lost, unguarded } = compared;
  const missedTexts = missed.map(({ text }) => (isChecked ? text : `${text} (with --check this fails)`));
  const toMake = `npm run bench -- ${name}${isQuick ? " --quick" : ""} --budget`;
  return [
    [`${name}: ${asks}`, ...(packages === "" ? [] : [packages])].join("\n"),
    ...tables.map((table) => tableText(table, mark)),
    ...(rows.length === 0 ? [] : [tableText(ratioTable(rows), mark)]),
    ...legend(tables, rows),
    ...lines("WRONG", wrong, mark),
    ...lines("target missed", missedTexts, mark),
    ...(isChecked
      ? [
          ...lines(
            "lost",
            lost.map(({ text }) => text),
            mark,
          ),
          ...lines(
            "no budget yet",
            unguarded.map((ratio) => `${ratio} (${toMake})`),
            mark,
          ),
        ]
      : []),
  ].join("\n\n");
}

function lines(what: string, said: readonly string[], mark: Mark = (text) => text): readonly string[] {
  return said.length === 0 ? [] : [said.map((line) => `${mark(what)}: ${line}`).join("\n")];
}

function ratioTable(rows: readonly Compared[]): Table {
  return {
    title: "Ratios within this run",
    columns: ["", "", "now", "target", "budget"],
    rows: rows.map(({ name, ratio, target, budget }) => [
      name,
      ratio.better === "higher" ? "↑" : "↓",
      ratioText(ratio),
      target === undefined ? "" : targetText(target),
      ratio.hasNoBudget ? "" : budget === undefined ? "none yet" : digits(budget),
    ]),
  };
}

function ratioText({ value, low, high }: Ratio): string {
  return low === undefined || high === undefined ? digits(value) : `${digits(value)} (${digits(low)}–${digits(high)})`;
}

const OF_OURS = /\bof ours$/;
const IN_BRACKETS = /\(\S+–\S+\)/;

/** What the words and signs mean, as far as they are there. */
function legend(tables: readonly Table[], rows: readonly Compared[]): readonly string[] {
  const all = [...tables, ...(rows.length === 0 ? [] : [ratioTable(rows)])];
  const isOfOurs = tables.some(({ columns }) => columns.some((column) => OF_OURS.test(column)));
  const isInRounds = all.some((table) => table.rows.flat().some((cell) => IN_BRACKETS.test(String(cell))));
  const told = [
    ...(rows.length === 0
      ? []
      : [
          "↑ higher is better, ↓ lower is better. target: what it has to reach (open: does not yet).",
          `budget: what it was when the budget was made; a check fails when more than ${MOST_LOST_TEXT} of it are lost.`,
        ]),
    ...(isOfOurs ? ["of ours: how many times as long as ours it takes; below 1 it is faster."] : []),
    ...(isInRounds ? ["In brackets: the 5th and the 95th of a hundred rounds."] : []),
  ];
  return told.length === 0 ? [] : [told.join("\n")];
}
