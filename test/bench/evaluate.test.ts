/** The peers of evaluate.bench.ts check, decide and keep alerts as they should, and a wrong one is counted. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { zodRequest, zodTransaction } from "../../bench/support/evaluate-input.js";
import { type Evaluator, vaspkitInMemory, zodInMemory, zodOnLowdb } from "../../bench/support/evaluate-operations.js";
import {
  zodAndBig,
  zodAndDecimal,
  zodAndDecimalVerdict,
  zodAndRulesEngine,
} from "../../bench/support/evaluate-peers.js";
import { timeOperations } from "../../bench/support/evaluate-whole.js";
import { type Corpus, corpora, table, thresholds } from "../../bench/support/threshold-corpora.js";
import { createThresholdEngine } from "../../src/domain/thresholds/engine.js";
import { arbitraries } from "../../src/testing/arbitraries.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const seed = 20261121;
const all = corpora();
const ordinary = corpusOf("number, off");
const engine = createThresholdEngine({ thresholds, rates: table });

function corpusOf(name: string): Corpus {
  const found = all.find((corpus) => corpus.name === name);
  if (found === undefined) throw new Error(`there is no corpus ${name}`);
  return found;
}

describe("zod on transactions", () => {
  it("takes what is valid", () => {
    for (const transaction of fc.sample(arbitraries.transaction(), { seed, numRuns: 300 })) {
      expect(zodTransaction.safeParse(transaction).success).toBe(true);
    }
  });

  it("refuses what is broken in one way", () => {
    const invalid: fc.Arbitrary<{ readonly input: unknown }> = fc.oneof(
      ...Object.entries(arbitraries.invalidTransactions)
        .filter(([code]) => code !== "unreadable")
        .map(([, neighbours]) => neighbours),
    );
    for (const { input } of fc.sample(invalid, { seed, numRuns: 500 })) {
      expect(zodTransaction.safeParse(input).success).toBe(false);
    }
  });

  it("refuses a request without a rule", () => {
    const [transaction] = ordinary.transactions;
    expect(zodRequest.safeParse({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }).success).toBe(true);
    expect(zodRequest.safeParse({ transaction, rule_codes: [] }).success).toBe(false);
  });
});

describe.each(all.map((corpus) => [corpus.name, corpus] as const))("decisions on %s the boundary", (_, corpus) => {
  it.each([
    ["decimal.js", zodAndDecimal],
    ["decimal.js, verdict only", zodAndDecimalVerdict],
    ["big.js", zodAndBig],
  ])("%s is right about each", (_name, decide) => {
    const wrong = corpus.transactions.filter(
      (transaction, at) => (decide(transaction).status === "breach") !== corpus.breaches[at],
    );
    expect(wrong).toEqual([]);
  });
});

describe("decisions off the boundary", () => {
  it("give the status that vaspkit gives, and the same converted amount to show", async () => {
    for (const transaction of ordinary.transactions.slice(0, 500)) {
      const { status, converted } = engine.evaluate(transaction);
      for (const decide of [zodAndDecimal, zodAndBig]) {
        const decided = decide(transaction);
        expect(decided.status).toBe(status);
        // vaspkit rounds away from the threshold, they half up: the last digit may differ.
        expect(Math.abs(Number(decided.converted) - Number(converted))).toBeLessThanOrEqual(1.01);
      }
      expect((await zodAndRulesEngine(transaction)).status).toBe(status);
    }
  });
});

describe("the whole operation", () => {
  async function keepsRightly({ breaches, hasAlert, close }: Evaluator): Promise<void> {
    for (const [at, transaction] of ordinary.transactions.slice(0, 60).entries()) {
      const isBreach = ordinary.breaches[at];
      expect(await breaches(transaction)).toBe(isBreach);
      expect(await breaches(transaction)).toBe(isBreach);
      expect(await hasAlert(transaction)).toBe(isBreach);
    }
    await close();
  }

  it("of vaspkit answers, and keeps an alert for each breach", () => keepsRightly(vaspkitInMemory()));
  it("of zod and a Map does", () => keepsRightly(zodInMemory()));
  it("of zod and lowdb does, and its file has them", async () => {
    const folder = await temporaryFolder();
    await keepsRightly(await zodOnLowdb(folder));
    const again = await zodOnLowdb(folder);
    for (const [at, transaction] of ordinary.transactions.slice(0, 60).entries()) {
      expect(await again.hasAlert(transaction)).toBe(ordinary.breaches[at]);
    }
  });

  it.each(["memory", "file"] as const)("is timed on %s for passes and for breaches", async (keeps) => {
    const corpus = { ...ordinary, transactions: ordinary.transactions.slice(0, 40) };
    const timed = await timeOperations(keeps, corpus, { rounds: 1, turnMilliseconds: 1, warmUpMilliseconds: 1 });
    expect(timed.map(({ outcome, wrong }) => [outcome, wrong])).toEqual([
      ["pass", []],
      ["breach", []],
    ]);
    expect(timed.map(({ table: { rows } }) => rows.map(([name]) => name))).toEqual([
      ["vaspkit", "zod + decimal.js"],
      ["vaspkit", "zod + decimal.js"],
    ]);
  });
});
