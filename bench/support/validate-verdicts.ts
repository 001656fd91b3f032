/** Who validates rightly: accounts that are valid, or broken in one way, by construction; and faults planted at known places. */
import * as fc from "fast-check";
import { arbitraries } from "../../src/testing/arbitraries.js";
import type { AccountCorpus } from "./validate-corpora.js";
import type { Validator } from "./validate-validator.js";

const SEED = 20261121;

export interface Judged {
  readonly input: unknown;
  readonly isValid: boolean;
}

/** Valid accounts of every kind, and for each issue code accounts that break one rule; the same in every run. */
export function judgedAccounts(valid: number, ofEachCode: number): readonly Judged[] {
  const right = fc.sample(arbitraries.account(), { seed: SEED, numRuns: valid });
  const wrong = Object.values(arbitraries.invalidAccounts).flatMap((invalid) =>
    fc.sample<{ readonly input: unknown }>(invalid, { seed: SEED, numRuns: ofEachCode }),
  );
  return [
    ...right.map((input) => ({ input, isValid: true })),
    ...wrong.map(({ input }) => ({ input, isValid: false })),
  ];
}

export interface Verdicts {
  readonly wrongAcceptances: number;
  readonly wrongRefusals: number;
  /** Inputs that made it throw, which counts as a refusal: a getter that throws, say. */
  readonly threw: number;
}

export function verdictsOf({ accepts }: Validator, judged: readonly Judged[]): Verdicts {
  const verdicts = { wrongAcceptances: 0, wrongRefusals: 0, threw: 0 };
  for (const { input, isValid } of judged) {
    const said = saidOf(accepts, input);
    if (said === "threw") verdicts.threw += 1;
    if (said === "yes" && !isValid) verdicts.wrongAcceptances += 1;
    if (said !== "yes" && isValid) verdicts.wrongRefusals += 1;
  }
  return verdicts;
}

function saidOf(accepts: Validator["accepts"], input: unknown): "yes" | "no" | "threw" {
  try {
    return accepts(input) ? "yes" : "no";
  } catch {
    return "threw";
  }
}

/** How many of the faults that were planted in the corpus it found, and in how many accounts its verdict was wrong. */
export interface Found {
  readonly faults: number;
  readonly of: number;
  readonly wrong: number;
}

export function foundBy({ accepts, pathsOf }: Validator, { accounts, faults }: AccountCorpus): Found {
  const found = { faults: 0, of: 0, wrong: 0 };
  for (const [index, account] of accounts.entries()) {
    const planted = faults[index] ?? [];
    const paths = new Set(pathsOf(account));
    found.of += planted.length;
    found.faults += planted.filter((path) => paths.has(path)).length;
    if (accepts(account) !== (planted.length === 0)) found.wrong += 1;
  }
  return found;
}
