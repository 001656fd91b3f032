/** Ratios beside their targets and their budget, and what is lost. */
import type { Findings, Question, Ratio, Target } from "../question.js";
import { digits } from "../texts.js";

/** How much of a ratio may be lost: runs differ, and the machine that checks is not the one that set the budget. */
const MOST_LOST = 0.25;

/** A ratio, and what is wanted of it. */
export interface Compared {
  readonly name: string;
  readonly ratio: Ratio;
  readonly target: Target | undefined;
  readonly budget: number | undefined;
}

/** What is wanted but not there, a sentence each. */
export interface Comparison {
  readonly rows: readonly Compared[];
  readonly missed: readonly string[];
  readonly lost: readonly string[];
}

/** Compares what was found with the targets of the question, and with its part of the budget. */
export function comparison(
  { targets }: Pick<Question, "targets">,
  { ratios }: Pick<Findings, "ratios">,
  budget: Readonly<Record<string, number>> = {},
  kind: "quick" | "full" = "full",
): Comparison {
  const holding = targets.filter(({ of = kind }) => of === kind);
  const rows = Object.entries(ratios).map(([name, ratio]) => ({
    name,
    ratio,
    target: holding.find((target) => target.ratio === name),
    budget: Object.hasOwn(budget, name) ? budget[name] : undefined,
  }));
  return {
    rows,
    missed: [
      ...rows.flatMap(missedBy),
      ...holding
        .filter(({ ratio }) => !Object.hasOwn(ratios, ratio))
        .map(({ ratio }) => `${ratio}: there is a target for it, but it was not measured`),
    ],
    lost: [
      ...rows.flatMap(lostBy),
      ...Object.keys(budget)
        .filter((name) => !Object.hasOwn(ratios, name) || ratios[name]?.hasNoBudget)
        .map((name) => `${name}: there is a budget for it, but no ratio that it could guard`),
    ],
  };
}

function missedBy({ name, ratio: { value }, target }: Compared): readonly string[] {
  if (target === undefined) return [];
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  return value >= atLeast && value <= atMost ? [] : [`${name}: ${digits(value)}, the target is ${targetText(target)}`];
}

function lostBy({ name, ratio, budget }: Compared): readonly string[] {
  if (!Number.isFinite(ratio.value)) return [`${name}: no ratio came of it`];
  if (ratio.hasNoBudget) return [];
  if (budget === undefined) return [`${name}: nothing guards it, for it has no budget (--budget)`];
  const loss = lossOf(ratio, budget);
  if (loss <= MOST_LOST) return [];
  return [`${name}: ${digits(ratio.value)}, the budget is ${digits(budget)}: lost ${Math.round(loss * 100)} %`];
}

/** The part of the budget that is lost; below 0: it got better. */
function lossOf({ value, better }: Ratio, budget: number): number {
  return better === "higher" ? 1 - value / budget : value / budget - 1;
}

/** "≥ 10", "≤ 3". */
export function targetText({ atLeast, atMost }: Target): string {
  const least = atLeast === undefined ? [] : [`≥ ${digits(atLeast)}`];
  const most = atMost === undefined ? [] : [`≤ ${digits(atMost)}`];
  return [...least, ...most].join(", ");
}
