import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { makerIn } from "../../bench/support/harness/needs.js";
import { temporaryFolder } from "../support/temporary-folder.js";

async function script(folder: string, name: string, text: string): Promise<URL> {
  await writeFile(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

it("makes what is needed once, however often it is needed", async () => {
  const folder = await temporaryFolder();
  const log = join(folder, "log");
  const scripts = await script(
    folder,
    "build-if-stale.mjs",
    `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(log)}, "made");`,
  );
  const make = makerIn(scripts);
  await Promise.all([make("build"), make("build")]);
  await make("build");
  expect(await readFile(log, "utf8")).toBe("made");
});

it("says what the script said when it fails", async () => {
  const text = 'console.error("no compiler"); process.exitCode = 1;';
  const scripts = await script(await temporaryFolder(), "sqlite-driver.mjs", text);
  await expect(makerIn(scripts)("sqlite")).rejects.toThrow("no compiler");
});
