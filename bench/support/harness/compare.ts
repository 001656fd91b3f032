/** Ratios beside their targets and their budget, and what is lost. */
import type { Findings, Question, Ratio, Target } from "../question.js";
import { digits } from "../texts.js";

/** How much of a ratio may be lost: runs differ, and the machine that checks is not the one that set the budget. */
const MOST_LOST = 0.25;
export const MOST_LOST_TEXT = `${MOST_LOST * 100} %`;

/** A ratio, and what is wanted of it. */
export interface Compared {
  readonly name: string;
  readonly ratio: Ratio;
  readonly target: Target | undefined;
  readonly budget: number | undefined;
}

/** What is wanted of a ratio but not there. */
interface Complaint {
  readonly ratio: string;
  /** In one sentence, which begins with the ratio. */
  readonly text: string;
  /** A busy machine may be the reason; else another run would find the same. */
  readonly mayBeNoise: boolean;
}

export interface Comparison {
  readonly rows: readonly Compared[];
  /** Targets that were missed. */
  readonly missed: readonly Complaint[];
  /** Parts of the budget that are lost. */
  readonly lost: readonly Complaint[];
  /** Names of ratios that have no budget yet. */
  readonly unguarded: readonly string[];
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
        .map(({ ratio }) => final(ratio, "there is a target for it, but it was not measured")),
    ],
    lost: [
      ...rows.flatMap(lostBy),
      ...Object.keys(budget)
        .filter((name) => !Object.hasOwn(ratios, name) || ratios[name]?.hasNoBudget)
        .map((name) => final(name, "there is a budget for it, but no ratio that it could guard")),
    ],
    unguarded: rows
      .filter(({ ratio, budget }) => Number.isFinite(ratio.value) && !ratio.hasNoBudget && budget === undefined)
      .map(({ name }) => name),
  };
}

/** What is left of the complaints when this was the second try: noise that was there in both, and what is no noise. */
export function leftOf(comparison: Comparison, before: Comparison): Comparison {
  const still = (all: readonly Complaint[], others: readonly Complaint[]): readonly Complaint[] =>
    all.filter(({ ratio, mayBeNoise }) => !mayBeNoise || others.some((other) => other.ratio === ratio));
  return {
    ...comparison,
    missed: still(comparison.missed, before.missed),
    lost: still(comparison.lost, before.lost),
  };
}

function final(ratio: string, text: string): Complaint {
  return { ratio, text: `${ratio}: ${text}`, mayBeNoise: false };
}

function complaint({ name, ratio }: Compared, text: string): Complaint {
  return { ratio: name, text: `${name}: ${digits(ratio.value)}, ${text}`, mayBeNoise: !ratio.isExact };
}

function missedBy(row: Compared): readonly Complaint[] {
  const { ratio, target } = row;
  if (target === undefined || target.isOpen) return [];
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  if (ratio.value >= atLeast && ratio.value <= atMost) return [];
  return [complaint(row, `the target is ${targetText(target)}`)];
}

function lostBy(row: Compared): readonly Complaint[] {
  const { name, ratio, budget } = row;
  if (!Number.isFinite(ratio.value)) return [final(name, "no ratio came of it")];
  if (ratio.hasNoBudget || budget === undefined) return [];
  const loss = lossOf(ratio, budget);
  if (loss <= MOST_LOST) return [];
  return [complaint(row, `the budget is ${digits(budget)}: lost ${Math.round(loss * 100)} %`)];
}

/** The part of the budget that is lost; below 0: it got better. */
function lossOf({ value, better }: Ratio, budget: number): number {
  return better === "higher" ? 1 - value / budget : value / budget - 1;
}

/** "≥ 10", "≤ 3", "≥ 4 (open)". */
export function targetText({ atLeast, atMost, isOpen }: Target): string {
  const least = atLeast === undefined ? [] : [`≥ ${digits(atLeast)}`];
  const most = atMost === undefined ? [] : [`≤ ${digits(atMost)}`];
  return `${[...least, ...most].join(", ")}${isOpen ? " (open)" : ""}`;
}
