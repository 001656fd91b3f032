/** The built checks under another runner than ours: node:test, which hands a context to every test. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { storageConformance } from "../../src/testing.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const imports = `
  import { it } from "node:test";
  import { memoryStorage } from "vaspkit";
  import { storageConformance } from "vaspkit/testing";
`;
const wrongStorage = `
  const wrongStorage = () => {
    const storage = memoryStorage();
    return { ...storage, alerts: { ...storage.alerts, markDelivered: async () => undefined } };
  };
`;

/** Runs the module from the root of the package, so that it imports vaspkit as its users do. */
function runWithNode(code: string): { readonly status: number | null; readonly said: string } {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", imports + code], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  return { status, said: stdout + stderr };
}

describe("under node:test", { timeout: 120_000 }, () => {
  const count = storageConformance(() => Promise.reject(new Error("nothing is opened"))).length;

  it.each(["() => check.run()", "check.run"])("all checks are kept by memoryStorage: it(check.name, %s)", (test) => {
    const code = `for (const check of storageConformance(memoryStorage, { runs: 10 })) it(check.name, ${test});`;
    const { status, said } = runWithNode(code);
    expect(said).toMatch(new RegExp(`^(?:#|ℹ) pass ${count}$`, "mu"));
    expect(status).toBe(0);
  });

  it("a broken check fails its test and says so", () => {
    const code = `${wrongStorage} for (const check of storageConformance(wrongStorage)) it(check.name, () => check.run());`;
    const { status, said } = runWithNode(code);
    expect(said).toContain('The check "any sequence of alert calls agrees with the reference model" failed: ');
    expect(status).not.toBe(0);
  });
});
