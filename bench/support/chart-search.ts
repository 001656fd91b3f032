/** The chart of search.bench.ts. */
import { dotChart } from "./svg-dots.js";

/** What is drawn of the figures that search.bench.ts writes. */
export interface SearchFigures {
  readonly machine: string;
  readonly accounts: number;
  readonly rows: readonly {
    readonly name: string;
    /** null or absent: all results. */
    readonly limit?: number | null;
    readonly results: number;
    readonly scan: { readonly median: number };
    readonly index: { readonly median: number };
    readonly faster: number;
  }[];
}

/** Lengths of terms, as search.bench.ts names them. */
const LENGTH = /^\d+(?:-\d+|\+)?$/;

/** The median time of a search by how long its term is: index beside scan. */
export function termsChart({ rows, accounts, machine }: SearchFigures): string {
  const drawn = rows.filter(({ name, limit }) => LENGTH.test(name) && (limit ?? null) === null);
  const said = drawn.map(({ name, faster }) => `${name} characters: ${times(faster)}`).join("; ");
  const count = accounts.toLocaleString("en");
  return dotChart({
    title: `Time of a search among ${count} accounts, by the length of its term`,
    subtitle: "Medians, all results. Names of many scripts.",
    description: `How many times faster the index is than a linear scan of ${count} accounts. ${said}. ${machine}`,
    xTitle: "milliseconds (each line of the grid is ten times the one before)",
    names: ["with the index", "linear scan"],
    rows: drawn.map(({ name, scan, index, faster }) => ({
      name: name === "1" ? "1 character" : `${name} characters`,
      values: [index.median, scan.median] as const,
      label: `${times(faster)} as fast`,
    })),
  });
}

function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(Number(ratio.toPrecision(3))).toLocaleString("en")} times`;
}
