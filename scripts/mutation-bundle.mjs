/** The tests of the domain and all that they import as one script, for mutation-runner.mjs. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import UnpluginTypia from "@typia/unplugin/esbuild";
import { build } from "esbuild";

const folders = ["test/domain", "test/spec", "test/properties"];

/**
 * These take seconds each, for they look for other things: time, leaks, a hundred thousand cases of one function. And
 * reading replaces a module by a watched one, which vitest alone can.
 */
const left = /\/(addresses|hostile|privacy|privacy-file|reading|threshold-oracle)\.test\.ts$/;

/** In the sandbox that Stryker makes for one run: a worker that takes the place of another finds it there. */
const BUNDLE = "mutation-bundle.json";

function testFiles() {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(".test.ts") && !left.test(file));
}

/** A module's own address, which esbuild gives to none of those that it joins. */
const ownAddress = {
  name: "own-address",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(test|src)\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      return { contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)), loader: "ts" };
    }),
};

async function made() {
  const files = testFiles();
  const entry = files.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`);
  const { outputFiles, metafile } = await build({
    stdin: { contents: `module.exports = { ${entry.join(",\n")} };`, resolveDir: process.cwd(), loader: "js" },
    absWorkingDir: process.cwd(),
    bundle: true,
    write: false,
    metafile: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "error",
    plugins: [ownAddress, UnpluginTypia({ include: [/\.shape\.ts$/], log: false })],
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const packages = [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))];
  return { files, text: outputFiles[0].text, packages, users: usersOf(files, metafile.inputs) };
}

/** By source file: the test files that import it, however far down. */
function usersOf(files, inputs) {
  const users = {};
  for (const file of files) {
    const seen = new Set([file]);
    for (const at of seen) {
      for (const { path, external } of inputs[at]?.imports ?? []) if (!external) seen.add(path);
    }
    for (const at of seen) {
      users[at] ??= [];
      users[at].push(file);
    }
  }
  return users;
}

/**
 * `text` is the script: its exports are a function for each of `files`, which reads that file and whatever it imports
 * that is not read yet. `packages` are what it requires from outside. `users` are the test files of each source file.
 */
export async function bundle() {
  if (!existsSync(BUNDLE)) {
    const unfinished = `${BUNDLE}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(await made()));
    renameSync(unfinished, BUNDLE);
  }
  return JSON.parse(readFileSync(BUNDLE, "utf8"));
}
