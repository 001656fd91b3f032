/** The committed readers are those that the generator writes. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("are up to date", () => {
  const script = fileURLToPath(new URL("../../../scripts/generate-readers.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(stdout).not.toContain("outdated");
  expect(status).toBe(0);
});
