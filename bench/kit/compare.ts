/** Compares ratios with their targets and with the budget. */
import type { Ratio } from "./benchmark.js";
import { digits } from "./numbers.js";

/** How much of a ratio may be lost. The machine that checks is not the one that set the budget. */
export const MAX_LOSS = 0.25;

/** Values of ratios by benchmark and name. */
export type BudgetPart = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Quick and full runs measure other sizes, so each has its own budget. */
export interface Budget {
  readonly quick: BudgetPart;
  readonly full: BudgetPart;
}

export interface Complaint {
  readonly ratio: string;
  readonly text: string;
}

/**
 * Returns what `--check` rejects: missed targets, lost ratios, ratios without a budget, budgets without a ratio.
 *
 * @param room - part of a target that may be missed, for quick runs on busy machines
 */
export function complaintsOf(
  ratios: Readonly<Record<string, Ratio>>,
  budget: Readonly<Record<string, number>> = {},
  room = 0,
): readonly Complaint[] {
  const found = Object.entries(ratios).flatMap(([ratio, each]) => {
    const reasons = reasonsAgainst(each, Object.hasOwn(budget, ratio) ? budget[ratio] : undefined, room);
    return reasons.map((text) => ({ ratio, text }));
  });
  const stray = Object.keys(budget).filter((name) => !Object.hasOwn(ratios, name) || ratios[name]?.hasNoBudget);
  return [...found, ...stray.map((ratio) => ({ ratio, text: "a budget exists, but no ratio uses it" }))];
}

function reasonsAgainst(ratio: Ratio, budget: number | undefined, room: number): readonly string[] {
  const { value, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = ratio;
  if (!Number.isFinite(value)) return ["no ratio was measured"];
  const isMissed = !ratio.isOpen && !(value * (1 + room) >= atLeast && value <= atMost * (1 + room));
  const reasons = isMissed ? [`target missed: ${digits(value)}, the target is ${targetText(ratio)}`] : [];
  if (ratio.hasNoBudget) return reasons;
  if (budget === undefined) return [...reasons, "no budget yet: write it with --budget"];
  const loss = ratio.better === "higher" ? 1 - value / budget : value / budget - 1;
  if (loss <= MAX_LOSS) return reasons;
  return [...reasons, `lost ${Math.round(loss * 100)} %: ${digits(value)}, the budget is ${digits(budget)}`];
}

/** Returns the complaints that were there in the earlier try as well. The others were noise. */
export function stillLost(now: readonly Complaint[], earlier: readonly Complaint[]): readonly Complaint[] {
  return now.filter(({ ratio }) => earlier.some((each) => each.ratio === ratio));
}

/** Formats a target: "≥ 10", "≤ 3", "≥ 4 (open)", or nothing. */
export function targetText({ atLeast, atMost, isOpen }: Ratio): string {
  const limits = [
    atLeast === undefined ? "" : `≥ ${digits(atLeast)}`,
    atMost === undefined ? "" : `≤ ${digits(atMost)}`,
  ];
  return `${limits.filter(Boolean).join(", ")}${isOpen ? " (open)" : ""}`;
}

/** Returns the budget with the new ratios, without benchmarks that no longer exist. */
export function renewedBudget(
  part: BudgetPart,
  found: ReadonlyMap<string, Readonly<Record<string, Ratio>>>,
  names: readonly string[],
): BudgetPart {
  const kept = Object.entries(part).filter(([name]) => names.includes(name) && !found.has(name));
  const fresh = [...found].map(([name, ratios]) => {
    const guarded = Object.entries(ratios).filter(([, { hasNoBudget }]) => !hasNoBudget);
    return [name, sorted(guarded.map(([ratio, { value }]) => [ratio, Number(value.toPrecision(3))] as const))] as const;
  });
  return sorted([...kept, ...fresh.filter(([, values]) => Object.keys(values).length > 0)]);
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
