/** Shared functions of the generators: find the source data, wrap text, write or check files. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a generator from the command line: `node scripts/<name>.mjs [--check] [folder of the source data]`.
 * With `--check`, it writes nothing: it names each outdated file and exits with code 1.
 *
 * @param {(read: (name: string) => string) => Record<string, string> | Promise<Record<string, string>>} build - returns the
 *   text of each file by its path in the repository; the same source data always gives the same bytes
 */
export async function runGenerator(build) {
  const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
  const source = positionals[0] === undefined ? resolve(root, "../shared/data") : resolve(positionals[0]);
  const files = await build((name) => readFileSync(resolve(source, name), "utf8"));
  for (const [path, text] of Object.entries(files)) {
    if (values.check) check(path, text);
    else write(path, text);
  }
}

function write(path, text) {
  mkdirSync(dirname(resolve(root, path)), { recursive: true });
  writeFileSync(resolve(root, path), text);
  console.log(`${path}: ${Buffer.byteLength(text)} bytes written`);
}

function check(path, text) {
  const same = readOrUndefined(resolve(root, path)) === text;
  console.log(`${path}: ${same ? "up to date" : "outdated: run the generator without --check"}`);
  if (!same) process.exitCode = 1;
}

function readOrUndefined(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the words of `text` in lines of at most `width` characters, each with `prefix`. */
export function wrapped(text, { prefix = "", width = 120 } = {}) {
  const lines = [];
  let line = prefix;
  for (const word of text.split(/\s+/)) {
    if (line !== prefix && line.length + 1 + word.length > width) {
      lines.push(line);
      line = prefix;
    }
    line += line === prefix ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Stops the generator if the source data has another form than expected. */
export function expect(condition, message) {
  if (!condition) throw new Error(message);
}
