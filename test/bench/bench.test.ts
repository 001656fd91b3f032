import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../support/bench-child.ts", import.meta.url));
/** Each run starts two processes or more, on machines that are busy. */
const PATIENCE = 120_000;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-bench-"));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly said: string;
  readonly toTerminal: string;
}

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const all = ["--import", "tsx", PROGRAM, folder, ...args];
    execFile(process.execPath, all, { env: { ...process.env, ...environment } }, (error, said, toTerminal) => {
      resolve({ code: Number(error?.code ?? 0), said, toTerminal });
    });
  });
}

async function kept(file: string): Promise<string | undefined> {
  return readFile(join(folder, file), "utf8").catch(() => undefined);
}

describe("npm run bench", { timeout: PATIENCE }, () => {
  it("guards what a run found: a slowed run is caught, one that is not slowed passes", async () => {
    expect(await run(["even", "--quick", "--budget"])).toMatchObject({ code: 0, toTerminal: "" });
    const { quick, full } = JSON.parse((await kept("budget.json")) ?? "");
    expect(quick.even["times as fast"]).toBeGreaterThan(1.6);
    expect(quick.even["times as fast"]).toBeLessThan(2.4);
    expect(full).toEqual({});

    const kept25 = await run(["even", "--quick", "--check"]);
    expect(kept25.code).toBe(0);
    expect(kept25.said).toContain("kept: ratios within 25 % of their budget: all 1; targets reached: all 1");
    expect(kept25.said).toContain("Results of checks are not kept.");
    const slowed = await run(["even", "--quick", "--check"], { SLOWED: "yes" });
    expect(slowed.code).toBe(1);
    expect(slowed.said).toMatch(/lost: times as fast: 1\.\d+, the budget is \S+: lost [34]\d %/);
    expect(slowed.said.match(/once more/g)).toHaveLength(2);
    expect(slowed.said).toContain("check failed: even");
    expect(await kept("results/latest.json")).toBeUndefined();
  });

  it("says machine, versions, times and ratios, and keeps what a full run found, with its charts", async () => {
    const { code, said } = await run(["even"]);
    expect(code).toBe(0);
    expect(said).toMatch(/^Node v\d+.*, V8 .* × .* GB\n/);
    expect(said).toMatch(/even: Who counts faster\?\nmitata 1\.\d+\.\d+\n/);
    expect(said).toMatch(/the other +\S+ µs \(\S+–\S+\) +\S+ × \(\S+–\S+\) +none/);
    expect(said).toMatch(/times as fast +↑ +\S+ \(\S+–\S+\) +≥ 0\.5 +none yet/);
    expect(said).toContain("↑ higher is better, ↓ lower is better");
    expect(said).toContain("of ours: how many times as long as ours it takes");
    expect(said).toContain("In brackets: the 5th and the 95th of a hundred rounds");
    expect(said).toMatch(/Kept in \S+latest\.json; drawn in \S+charts: even\./);
    const results = JSON.parse((await kept("results/latest.json")) ?? "");
    expect(results.even).toMatchObject({ asks: "Who counts faster?", packages: expect.stringContaining("mitata") });
    expect(await kept("charts/even.svg")).toContain("Who counts faster?");
    await rm(join(folder, "charts"), { recursive: true });
    expect(await run(["--draw"])).toMatchObject({ code: 0, said: "even\n" });
    expect(await kept("charts/even.svg")).toContain("Who counts faster?");
  });

  it("goes on after a question that breaks or ends, and after one that is wrong, and ends with 2", async () => {
    const { code, said } = await run(["broken", "gone", "wrong", "--quick"]);
    expect(code).toBe(2);
    expect(said).toContain("broken broke: Error: the corpus cannot be made");
    expect(said).toContain("gone broke: its process ended (exit code 7)");
    expect(said).toContain("WRONG: one answer of two");
  });

  it("ends with 2 for a wrong answer also in a check, without asking again", async () => {
    const { code, said } = await run(["wrong", "--quick", "--check"]);
    expect(code).toBe(2);
    expect(said).not.toContain("once more");
  });

  it("does not ask again for what is the same each time, or has no budget yet", async () => {
    const { code, said } = await run(["exact", "--quick", "--check"]);
    expect(code).toBe(1);
    expect(said).not.toContain("once more");
    expect(said).not.toContain("lost:");
    expect(said).not.toContain("In brackets");
    expect(said).toContain("target missed: bytes against their budget: 2, the target is ≤ 1\n");
    expect(said).toContain("no budget yet: times as fast (npm run bench -- exact --quick --budget)");
  });

  it("says of a missed target without a check that one would fail", async () => {
    const { code, said } = await run(["exact", "--quick"]);
    expect(code).toBe(0);
    expect(said).toContain("the target is ≤ 1 (with --check this fails)");
    expect(said).toContain("Results of quick runs are not kept.");
  });

  it("makes what a question needs, or says why it cannot be asked", async () => {
    const scripts = join(folder, "bench-scripts");
    await mkdir(scripts);
    await writeFile(join(scripts, "build-if-stale.mjs"), 'console.error("a warning");');
    expect(await run(["needy", "--quick"])).toMatchObject({ code: 0, said: expect.not.stringContaining("a warning") });
    await writeFile(join(scripts, "build-if-stale.mjs"), 'console.error("no such type"); process.exitCode = 1;');
    const { code, said } = await run(["needy", "--quick"]);
    expect(code).toBe(2);
    expect(said).toContain("no such type");
  });

  it("hears of budgets for questions that are no more", async () => {
    await writeFile(join(folder, "budget.json"), JSON.stringify({ full: { renamed: { ratio: 1 } } }));
    const { code, said } = await run(["wrong", "--check"]);
    expect(code).toBe(2);
    expect(said).toContain("lost: there is a budget for renamed, but no such question");
  });

  it("names the questions when there is none of a name", async () => {
    const { code, said } = await run(["odd"]);
    expect(code).toBe(2);
    expect(said).toBe("There is no question odd. There are:\nbroken\neven\nexact\ngone\nneedy\nwrong\n");
  });

  it("names the questions with what they ask, and says what it can do", async () => {
    const { code, said } = await run(["--list"]);
    expect(code).toBe(0);
    expect(said.split("\n").slice(0, 2)).toEqual(["broken  Does it end?", "even    Who counts faster?"]);
    expect(await run(["--help"])).toMatchObject({ code: 0, said: expect.stringMatching(/^npm run bench .*--check/s) });
  });
});
