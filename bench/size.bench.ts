/**
 * How many bytes does an import add to a bundle? Bytes are exact, so their budget is a file of its own: size-budget.json, in
 * bytes after gzip, changed by hand whenever something is worth its bytes. More than five in a hundred above it fail a check.
 */
import { readFile } from "node:fs/promises";
import type { Findings, Question, Ratio, Run, Table } from "./support/question.js";
import { checkers, others, ours, type Size, sizeOf } from "./support/size-bundles.js";
import { times } from "./support/texts.js";

const MOST_OF_BUDGET = 1.05;
const SCALE = "zod";

async function measure({ progress }: Run): Promise<Findings> {
  // Read as a file, for its keys are checked here.
  const budget = JSON.parse(await readFile(new URL("size-budget.json", import.meta.url), "utf8")) as Record<
    string,
    number
  >;
  const sizes = new Map<string, Size>();
  const all = Object.entries({ ...ours, ...others, ...checkers });
  for (const [index, [name, source]] of all.entries()) {
    progress(name, index / all.length);
    sizes.set(name, await sizeOf(source));
  }
  return {
    tables: [importTable(sizes, budget), checkerTable(sizes)],
    ratios: Object.fromEntries(
      Object.keys(ours).map((name) => [ratioName(name), ratioOf(sizes.get(name)?.gzip, budget[name])]),
    ),
    wrong: Object.keys(budget)
      .filter((name) => !(name in ours))
      .map((name) => `size-budget.json names ${name}, which is nothing that is measured, so that it guards nothing`),
  };
}

function importTable(sizes: ReadonlyMap<string, Size>, budget: Readonly<Record<string, number>>): Table {
  const scale = sizes.get(SCALE)?.gzip ?? Number.NaN;
  const told = [...sizes].filter(([name]) => name in ours || name in others);
  return {
    title:
      "Bytes that an import adds to a bundle, all of a package or a part (peers kysely and fast-check not counted)",
    columns: ["", "minified", "gzip", "budget", `of all of ${SCALE}`],
    rows: told.map(([name, { minified, gzip }]) => [
      name in ours ? `vaspkit: ${name}` : `${name}: all`,
      minified,
      gzip,
      name in ours ? (budget[name] ?? "none") : "",
      times(gzip / scale),
    ]),
  };
}

/** Like beside like. */
function checkerTable(sizes: ReadonlyMap<string, Size>): Table {
  return {
    title:
      "Bytes of what checks an account by the same rules, and nothing else of a package that a bundler can leave out",
    columns: ["", "minified", "gzip"],
    rows: Object.keys(checkers).map((name) => {
      const { minified = Number.NaN, gzip = Number.NaN } = sizes.get(name) ?? {};
      return [name, minified, gzip];
    }),
  };
}

function ratioName(name: string): string {
  return `${name}: bytes against their budget`;
}

/** What has no budget is infinitely above it. The target holds it to the budget of bytes: it needs no other. */
function ratioOf(bytes = Number.NaN, budget = 0): Ratio {
  return { value: bytes / budget, better: "lower", hasNoBudget: true, isExact: true };
}

export const question: Question = {
  name: "size",
  asks: "How many bytes does an import add to a bundle?",
  needs: ["build"],
  packages: ["esbuild", ...Object.keys(others)],
  targets: Object.keys(ours).map((name) => ({ ratio: ratioName(name), atMost: MOST_OF_BUDGET })),
  measure,
};
