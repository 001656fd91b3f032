/** The chart of search.bench.ts. */
import type { Chart } from "./chart.js";
import type { Searched } from "./search-classes.js";
import { digits } from "./texts.js";

/** Lengths of terms, as search.bench.ts names them. */
const LENGTH = /^\d+(?:-\d+|\+)?$/;

/** The median time of a search by how long its term is: index beside scan. */
export function termsChart({ rows, accounts }: Searched): Chart {
  const drawn = rows.filter(({ name, limit }) => LENGTH.test(name) && limit === null);
  const said = drawn.map(({ name, faster }) => `${name} characters: ${times(faster)}`).join("; ");
  const count = accounts.toLocaleString("en");
  const longest = drawn.at(-1);
  const answer = longest === undefined ? "" : `${digits(longest.index.median)} ms for a long term`;
  return {
    kind: "dots",
    title: `How long does a search among ${count} accounts take? ${answer}`,
    subtitle: "By the length of its term. Medians, all results; names of many scripts.",
    description: `How many times faster the index is than a linear scan of ${count} accounts. ${said}.`,
    xTitle: "milliseconds (each line of the grid is ten times the one before)",
    names: ["with the index", "linear scan"],
    rows: drawn.map(({ name, scan, index, faster }) => ({
      name: name === "1" ? "1 character" : `${name} characters`,
      values: [index.median, scan.median] as const,
      label: `${times(faster)} as fast`,
    })),
  };
}

function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(Number(ratio.toPrecision(3))).toLocaleString("en")} times`;
}
