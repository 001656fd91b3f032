/** The budget: the ratios that were there once, so that nothing is lost unseen. */
import { readFile, writeFile } from "node:fs/promises";
import type { Ratio } from "../question.js";

/** The values of ratios, by question and name. */
export type BudgetPart = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Quick runs have other sizes than full ones, and so other ratios. */
export interface Budget {
  readonly quick: BudgetPart;
  readonly full: BudgetPart;
}

const EMPTY: Budget = { quick: {}, full: {} };

/** The budget in the file; no file: an empty one. */
export async function readBudget(file: URL): Promise<Budget> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  // Only writeBudget and hands that are reviewed write it.
  return text === undefined ? EMPTY : { ...EMPTY, ...(JSON.parse(text) as Partial<Budget>) };
}

export async function writeBudget(file: URL, budget: Budget): Promise<void> {
  await writeFile(file, `${JSON.stringify(budget, undefined, 2)}\n`);
}

/** The part with the ratios of the questions asked in place of theirs, and without questions that are no more. */
export function renewed(
  part: BudgetPart,
  found: ReadonlyMap<string, Readonly<Record<string, Ratio>>>,
  names: readonly string[],
): BudgetPart {
  const kept = Object.entries(part).filter(([name]) => names.includes(name) && !found.has(name));
  const fresh = [...found].map(([name, ratios]) => [name, sorted(budgeted(ratios).map(rounded))] as const);
  return sorted([...kept, ...fresh.filter(([, ratios]) => Object.keys(ratios).length > 0)]);
}

function budgeted(ratios: Readonly<Record<string, Ratio>>): readonly (readonly [string, Ratio])[] {
  return Object.entries(ratios).filter(([, { hasNoBudget }]) => !hasNoBudget);
}

/** Three digits: more would be noise in every change of the file. */
function rounded([name, { value }]: readonly [string, Ratio]): readonly [string, number] {
  return [name, Number(value.toPrecision(3))];
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
