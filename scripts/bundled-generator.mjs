/** Runs a generator that is written in TypeScript and reads types. For the command line, see generator.mjs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import UnpluginTypia from "@typia/unplugin/esbuild";
import { build } from "esbuild";
import { runGenerator } from "./generator.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Bundles a module and writes or checks the files that it exports. It needs no source data.
 *
 * @param {string} entry - path of a module in the repository; its `files` has the text of each file by its path
 */
export async function runBundledGenerator(entry) {
  // Inside the repository, because the bundle imports packages.
  const folder = mkdtempSync(join(root, "node_modules/.generator-"));
  try {
    const outfile = join(folder, "generate.mjs");
    await build({
      entryPoints: [join(root, entry)],
      outfile,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      target: "node20",
      plugins: [UnpluginTypia({ include: [/\.shape\.ts$/], log: false })],
      logLevel: "error",
    });
    const { files } = await import(pathToFileURL(outfile).href);
    await runGenerator(() =>
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, formatted(path, text)])),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Formats a file as `npm run format` does. */
function formatted(path, text) {
  const biome = join(root, "node_modules/.bin/biome");
  const { status, stdout, stderr } = spawnSync(biome, ["check", "--write", `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${path}: ${stderr}`);
  return stdout;
}
