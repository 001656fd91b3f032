import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Benchmark } from "../../bench/kit/benchmark.js";
import { drawn } from "../../bench/kit/charts.js";
import { bench } from "../../bench/kit/harness.js";
import { inProcess } from "../../bench/kit/process.js";
import results from "../../bench/results/latest.json" with { type: "json" };
import sizes from "../../bench/size-budget.json" with { type: "json" };

const folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
afterAll(() => rm(folder, { recursive: true }));
const root = new URL("../../", import.meta.url);
const names = readdirSync(new URL("bench/", root)).filter((file) => file.endsWith(".bench.ts"));

// Child processes load TypeScript through tsx.
vi.spyOn(process, "execArgv", "get").mockReturnValue(["--import", "tsx"]);

describe("npm run bench", { timeout: 120_000 }, () => {
  async function run(...args: string[]): Promise<{ readonly code: number; readonly printed: string }> {
    const base = pathToFileURL(`${folder}/`);
    const lines: string[] = [];
    const code = await bench(args, {
      benchmarks: new URL("../support/bench/", import.meta.url),
      budget: new URL("budget.json", base),
      results: new URL("results/latest.json", base),
      charts: new URL("charts/", base),
      print: (text) => lines.push(text),
    });
    return { code, printed: lines.join("\n") };
  }

  it("passes a check at the measured speed, and fails it for a slower one", async () => {
    expect(await run("counting", "--quick", "--budget")).toMatchObject({ code: 0 });
    const { quick } = JSON.parse(await readFile(join(folder, "budget.json"), "utf8"));
    expect(quick.counting["times as fast"]).toBeGreaterThan(1.6);
    expect(quick.counting["times as fast"]).toBeLessThan(2.4);
    expect(await run("--quick", "--check")).toMatchObject({
      code: 0,
      printed: expect.stringContaining("All ratios kept."),
    });
    vi.stubEnv("SLOWED", "yes");
    const slowed = await run("--quick", "--check");
    vi.unstubAllEnvs();
    expect(slowed.code).toBe(1);
    expect(slowed.printed).toMatch(/FAILED: times as fast: lost [34]\d %: 1\.\d+, the budget is/);
    expect(slowed.printed.match(/running it again/g)).toHaveLength(2);
    // The end of a long log is enough to see what failed.
    expect(slowed.printed).toMatch(/The check failed: see above.\ncounting: times as fast: lost [34]\d %[^\n]*$/);
  });

  it("fails for a wrong result, and for arguments that it does not know", async () => {
    vi.stubEnv("WRONG", "yes");
    expect(await run("--quick")).toMatchObject({ code: 2, printed: expect.stringContaining("WRONG: one of four") });
    vi.unstubAllEnvs();
    expect(await run("other")).toMatchObject({ code: 2, printed: expect.stringContaining("Available: counting") });
    expect(await run("--fast")).toMatchObject({ code: 2, printed: expect.stringContaining("--fast") });
    expect(await run("--check", "--budget")).toMatchObject({ code: 2 });
  });

  it("stores the results of a full run, and draws its charts", async () => {
    expect(await run()).toMatchObject({ code: 0, printed: expect.stringContaining("Drawn: counting") });
    const stored = JSON.parse(await readFile(join(folder, "results/latest.json"), "utf8"));
    expect(stored.counting).toMatchObject({ packages: expect.stringMatching(/^mitata \d/), ratios: expect.anything() });
    expect(await readFile(join(folder, "charts/counting.svg"), "utf8")).toContain("<title>Counting</title>");
    expect(await run("--draw")).toMatchObject({ code: 0, printed: "Drawn: counting." });
  });
});

describe("each benchmark", { timeout: 300_000 }, () => {
  it.each(names)("%s measures on a tiny scale, without a wrong result", async (file) => {
    const url = new URL(`bench/${file}`, root).href;
    const findings = await inProcess<Awaited<ReturnType<Benchmark["measure"]>>>(url, "benchmark", "tiny");
    expect(findings.wrong).toEqual([]);
    expect(findings.tables.every(({ rows }) => rows.length > 0)).toBe(true);
    expect(Object.values(findings.ratios).every(({ value }) => value > 0 && Number.isFinite(value))).toBe(true);
    // Peers that are expected to be right.
    const rows = findings.tables.flatMap((table) => table.rows.map((row) => row.join(" ")));
    expect(rows.filter((row) => /^(zod( \+ decimal.js)?|ajv|BigInt)\b(?! \+).*WRONG/.test(row))).toEqual([]);
  });

  it("has results for every benchmark", () => {
    expect(Object.keys(results)).toEqual(names.map((file) => file.replace(".bench.ts", "")));
    expect(Object.values(sizes).every((bytes) => bytes > 0)).toBe(true);
  });
});

it("draws the charts of the documentation from the results", async () => {
  const charts = Object.values(results).flatMap((result) => Object.entries("charts" in result ? result.charts : {}));
  expect(charts.map(([name]) => `${name}.svg`).sort()).toEqual(readdirSync(new URL("docs/charts/", root)).sort());
  for (const [name, chart] of charts) {
    expect(await drawn(chart as Parameters<typeof drawn>[0])).toBe(
      await readFile(new URL(`docs/charts/${name}.svg`, root), "utf8"),
    );
  }
});
