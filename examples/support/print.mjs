// @ts-check
/** Helpers to print: at most 80 columns, colour only on a terminal. */
import { env, stdout } from "node:process";

const WIDTH = 80;
const INDENT = "  ";

const isTerminal = stdout.isTTY === true && env["TERM"] !== "dumb";
// https://no-color.org: any value but the empty one.
const hasColour = isTerminal && !env["NO_COLOR"];

/** @typedef {(text: string) => string} Paint */

/** @param {number} code SGR, ECMA-48 @returns {Paint} */
const sgr = (code) => (text) => (hasColour && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = sgr(1);
export const faint = sgr(2);
export const red = sgr(31);
export const green = sgr(32);
/** @type {Paint} */
export const plain = (text) => text;

/** @param {string} [text] */
export function line(text = "") {
  stdout.write(`${text}\n`);
}

/** Prints a numbered heading. @param {number} number @param {string} title */
export function heading(number, title) {
  line();
  line(bold(`${number}. ${title}`));
  line();
}

/** Prints a paragraph. @param {string} text @param {Paint} [paint] */
export function say(text, paint = plain) {
  for (const part of wrapped(text, INDENT)) line(paint(part));
}

/** Wraps a text at 80 columns. @param {string} text @param {string} indent */
function wrapped(text, indent) {
  const lines = [];
  let current = "";
  for (const word of text.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (widthOf(indent + longer) <= WIDTH) {
      current = longer;
    } else {
      lines.push(indent + current);
      current = word;
    }
  }
  return [...lines, indent + current];
}

/** Returns the number of columns. The quickstart prints no wide or combining characters. @param {string} text */
function widthOf(text) {
  return [...text].length;
}

/** @param {string} text @param {number} width */
function fitted(text, width) {
  return widthOf(text) <= width ? text.padEnd(width) : `${[...text].slice(0, width - 1).join("")}…`;
}

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {"right"} [align]
 * @property {(cell: string) => Paint} [paint] by the text of the cell
 */

/** Prints a table; the last column is cut at 80 columns. @param {Column[]} columns @param {string[][]} rows */
export function table(columns, rows) {
  const widths = columns.map(({ title }, index) =>
    Math.max(...[title, ...rows.map((row) => row[index] ?? "")].map(widthOf)),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + INDENT.length, INDENT.length);
  widths[widths.length - 1] = Math.min(widths.at(-1) ?? 0, WIDTH - before);
  /** @param {string[]} cells @param {(index: number, cell: string) => Paint} paintOf */
  const row = (cells, paintOf) => {
    const padded = cells.map((cell, index) => {
      const width = widths[index] ?? 0;
      const text = columns[index]?.align === "right" ? cell.padStart(width) : fitted(cell, width);
      return paintOf(index, cell)(index === cells.length - 1 ? text.trimEnd() : text);
    });
    line(INDENT + padded.join(INDENT));
  };
  row(
    columns.map(({ title }) => title),
    () => faint,
  );
  for (const cells of rows) row(cells, (index, cell) => columns[index]?.paint?.(cell) ?? plain);
}

/** Prints each issue: code, path and clause, then its message. @param {readonly import("vaspkit").Issue<string>[]} issues */
export function issueTable(issues) {
  const codeWidth = Math.max(...issues.map(({ code }) => code.length));
  for (const { code, path, clause, message } of issues) {
    const place = path === "" ? "(the whole input)" : path;
    const head = `${INDENT}${red(code.padEnd(codeWidth))}${INDENT}${place}`;
    // The citation of a law can be long. A clause of the specification begins with a digit.
    const isOurs = /^\d/.test(clause);
    line(isOurs ? `${head}${INDENT}${faint(`§${clause}`)}` : head);
    if (!isOurs) for (const part of wrapped(clause, INDENT.repeat(3))) line(faint(part));
    for (const part of wrapped(message, INDENT.repeat(3))) line(part);
  }
}

/** Prints names and wrapped values. @param {Readonly<Record<string, string>>} fields */
export function fieldTable(fields) {
  const nameWidth = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) {
    const indent = " ".repeat(INDENT.length + nameWidth + INDENT.length);
    const [first = "", ...rest] = wrapped(value, indent);
    line(`${INDENT}${faint(name.padEnd(nameWidth))}${INDENT}${first.trimStart()}`);
    for (const part of rest) line(part);
  }
}

const BAR = 32;

/**
 * Returns a progress bar. On a terminal it is redrawn in place; elsewhere only the full bar is printed.
 *
 * @param {number} total
 * @returns {(done: number, note?: string) => void}
 */
export function progressBar(total) {
  /** @param {number} done @param {string} [note] */
  const draw = (done, note = "") => {
    const full = Math.round((done / total) * BAR);
    const bar = green("█".repeat(full)) + faint("░".repeat(BAR - full));
    const text = `${INDENT}${bar}${INDENT}${String(done).padStart(String(total).length)} of ${total}${note}`;
    if (isTerminal) stdout.write(`\r${text}`);
    if (done < total) return;
    if (isTerminal) line();
    else line(text);
  };
  draw(0);
  return draw;
}
