/** Formats findings for a terminal and for the results file. */
import { styleText } from "node:util";
import type { Findings, Ratio, Table } from "./benchmark.js";
import { type Complaint, MAX_LOSS, targetText } from "./compare.js";
import { digits } from "./numbers.js";

const hasColours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
const mark = (text: string): string => (hasColours ? styleText(["red", "bold"], text) : text);

/** Returns the tables, the ratios beside target and budget, and everything that is wrong. */
export function report(
  { tables, ratios, wrong }: Findings,
  budget: Readonly<Record<string, number>> = {},
  complaints: readonly Complaint[] = [],
): string {
  const problems = [
    ...wrong.map((line) => `${mark("WRONG")}: ${line}`),
    ...complaints.map(({ ratio, text }) => `${mark("FAILED")}: ${ratio}: ${text}`),
  ];
  return [
    ...tables.map(tableText),
    tableText(ratioTable(ratios, budget)),
    `↑ higher is better, ↓ lower is better. In parentheses: 5th and 95th percentile of the rounds.
A check fails if more than ${MAX_LOSS * 100} % of a budget is lost.`,
    ...(problems.length > 0 ? [problems.join("\n")] : []),
  ].join("\n\n");
}

function ratioTable(ratios: Findings["ratios"], budget: Readonly<Record<string, number>>): Table {
  return {
    title: "Ratios",
    columns: ["", "", "now", "target", "budget"],
    rows: Object.entries(ratios).map(([name, ratio]) => [
      name,
      ratio.better === "higher" ? "↑" : "↓",
      ratioText(ratio),
      targetText(ratio),
      ratio.hasNoBudget ? "" : (budget[name] ?? "none yet"),
    ]),
  };
}

function ratioText({ value, low, high }: Ratio): string {
  return low === undefined || high === undefined ? digits(value) : `${digits(value)} (${digits(low)}–${digits(high)})`;
}

const GAP = "  ";
const NUMERIC = /^[≤≥<>±–-]? ?\d|^[–-]?$/;

/** Formats a table as lines of text, with numbers aligned to the right. */
export function tableText({ title, columns, rows }: Table): string {
  const cells = rows.map((row) =>
    columns.map((_, at) => (typeof row[at] === "number" ? digits(row[at]) : (row[at] ?? ""))),
  );
  const isRight = columns.map((_, at) => at > 0 && cells.every((row) => NUMERIC.test(row[at] ?? "")));
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const lineOf = (texts: readonly string[]): string =>
    texts
      .map((text, at) => (isRight[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join(GAP)
      .trimEnd();
  const rule = "─".repeat(widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length));
  return [title, lineOf(columns), rule, ...cells.map((row) => lineOf(row).replaceAll("WRONG", mark))].join("\n");
}

const MAX_LINE = 320;

/** Serializes a value as JSON with one line per row, rounded to three significant digits after the point. */
export function compactJson(value: unknown, indent = ""): string {
  const line = JSON.stringify(value, (_key, each) => (typeof each === "number" ? rounded(each) : each));
  if (typeof value !== "object" || value === null || (line.length <= MAX_LINE && depthOf(value) <= 2)) return line;
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(
    ([key, each]) => `${inner}${isList ? "" : `${JSON.stringify(key)}: `}${compactJson(each, inner)}`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
