import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBudget, renewed, writeBudget } from "../../bench/support/harness/budget.js";
import type { Ratio } from "../../bench/support/question.js";

const ratio = (value: number): Ratio => ({ value, better: "higher" });
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-budget-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the budget", () => {
  it("takes the ratios of a run, sorted and rounded to three digits", () => {
    const found = new Map([["threshold", { slow: ratio(0.123456), fast: ratio(1234.5) }]]);
    const part = renewed({}, found, ["threshold"]);
    expect(JSON.stringify(part)).toBe('{"threshold":{"fast":1230,"slow":0.123}}');
  });

  it("keeps those of questions that were not asked, and drops those of questions that are no more", () => {
    const old = { search: { a: 1 }, threshold: { b: 2 }, renamed: { c: 3 } };
    const part = renewed(old, new Map([["threshold", { d: ratio(4) }]]), ["search", "threshold"]);
    expect(part).toEqual({ search: { a: 1 }, threshold: { d: 4 } });
  });

  it("has nothing of ratios that move too much for it", () => {
    const found = new Map([["search", { slowest: { ...ratio(2), hasNoBudget: true } as const }]]);
    expect(renewed({ search: { slowest: 1 } }, found, ["search"])).toEqual({});
  });

  it("is read as it was written, and empty where there is none", async () => {
    const file = pathToFileURL(join(folder, "budget.json"));
    expect(await readBudget(file)).toEqual({ quick: {}, full: {} });
    const budget = { quick: { search: { a: 1.5 } }, full: {} };
    await writeBudget(file, budget);
    expect(await readBudget(file)).toEqual(budget);
    expect(await readFile(file, "utf8")).toMatch(/\n {6}"a": 1.5\n/);
  });
});
