/** Tables as lines of text. */
import type { Table } from "../question.js";
import { digits } from "../texts.js";

/** How a text is made to stand out; on paper without colours, as it is. */
export type Mark = (text: string) => string;

const GAP = "  ";

/** The title, the names of the columns and the rows; wrong answers are marked. */
export function tableText({ title, columns, rows }: Table, mark: Mark = (text) => text): string {
  const cells = rows.map((row) => columns.map((_, column) => cellText(row[column])));
  const isRight = columns.map((_, column) => column > 0 && cells.every((row) => isNumeric(row[column] ?? "")));
  const widths = columns.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const lineOf = (texts: readonly string[]): string =>
    texts
      .map((text, column) => (isRight[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join(GAP)
      .trimEnd();
  const head = lineOf(columns);
  const rule = "─".repeat(widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length));
  const body = cells.map((row) => lineOf(row).replaceAll("WRONG", mark));
  return [title, head, rule, ...body].join("\n");
}

function cellText(cell: string | number | undefined): string {
  return typeof cell === "number" ? digits(cell) : (cell ?? "");
}

/** A number with what belongs to it, a mark for none, or nothing. */
function isNumeric(text: string): boolean {
  return text === "" || /^[≤≥<>±–-]? ?\d|^[–-]$/.test(text);
}
