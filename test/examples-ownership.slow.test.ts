/** The page of examples/ownership, in headless Chromium. Without Chromium the program fails with what to install. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url);

it("a customer proves wallets in a browser; other keys, customers and websites prove none", {
  timeout: 120_000,
}, async () => {
  const args = ["--import", "tsx", "examples/ownership/run.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stdout).toBe(await readFile(new URL("examples/ownership/expected.txt", root), "utf8"));
});
