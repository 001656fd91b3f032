/** What is asked for on the command line. */
import { parseArgs } from "node:util";

export interface Options {
  /** Empty: all. */
  readonly names: readonly string[];
  readonly isQuick: boolean;
  /** Compares the ratios with the budget and the targets. */
  readonly isChecked: boolean;
  /** Makes the ratios of this run the budget. */
  readonly isBudget: boolean;
  /** Names the questions, and asks none. */
  readonly isList: boolean;
  /** Says what it can do, and asks none. */
  readonly isHelp: boolean;
  /** Draws the charts again from what was kept, and asks nothing. */
  readonly isDraw: boolean;
}

export const usage = `npm run bench [-- name …] [--quick] [--check] [--budget] [--list] [--draw] [--help]
  name …    only these questions
  --quick   smaller and shorter, for CI: some minutes for all of them; what was found is not kept
  --check   exits with 1 when a ratio lost more than 25 % of its budget, has none, or misses its target
  --budget  makes the ratios of this run the budget (quick and full runs have one each)
  --list    names the questions
  --help    says this
  --draw    draws docs/charts again from bench/results/latest.json, and measures nothing`;

/** The options, or what cannot be understood of them. */
export function optionsOf(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        check: { type: "boolean", default: false },
        budget: { type: "boolean", default: false },
        list: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        draw: { type: "boolean", default: false },
      },
    });
    if (values.check && values.budget) return "--check compares with the budget and --budget writes it: one at a time";
    return {
      names: positionals,
      isQuick: values.quick,
      isChecked: values.check,
      isBudget: values.budget,
      isList: values.list,
      isHelp: values.help,
      isDraw: values.draw,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
