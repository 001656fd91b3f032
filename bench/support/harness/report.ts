/** What is printed of a question. */
import type { Findings, Question, Ratio } from "../question.js";
import { digits } from "../texts.js";
import { type Compared, type Comparison, targetText } from "./compare.js";
import { type Mark, tableText } from "./table-text.js";

/** The question, its tables, and its ratios beside what is wanted of them. */
export function report(
  { name, asks }: Question,
  packages: string,
  { tables, wrong }: Findings,
  { rows, missed, lost }: Comparison,
  isChecked: boolean,
  mark?: Mark,
): string {
  return [
    [`${name}: ${asks}`, ...(packages === "" ? [] : [packages])].join("\n"),
    ...tables.map((table) => tableText(table, mark)),
    ...(rows.length === 0 ? [] : [tableText(ratioTable(rows), mark)]),
    ...lines("WRONG", wrong, mark),
    ...lines("target missed", missed, mark),
    ...lines("lost", isChecked ? lost : [], mark),
  ].join("\n\n");
}

function lines(what: string, said: readonly string[], mark: Mark = (text) => text): readonly string[] {
  return said.length === 0 ? [] : [said.map((line) => `${mark(what)}: ${line}`).join("\n")];
}

function ratioTable(rows: readonly Compared[]) {
  return {
    title: "Ratios within this run (5th–95th of a hundred rounds)",
    columns: ["", "now", "target", "budget"],
    rows: rows.map(({ name, ratio, target, budget }) => [
      name,
      ratioText(ratio),
      target === undefined ? "" : targetText(target),
      ratio.hasNoBudget ? "" : budget === undefined ? "–" : digits(budget),
    ]),
  };
}

function ratioText({ value, low, high }: Ratio): string {
  return low === undefined || high === undefined ? digits(value) : `${digits(value)} (${digits(low)}–${digits(high)})`;
}
