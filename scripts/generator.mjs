/** What the generators share: finding the source data, wrapping text, writing files or checking those that are there. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a generator from the command line: `node scripts/<name>.mjs [--check] [folder of the source data]`.
 * With `--check` nothing is written: a file that differs from what would be generated is named, and the exit code is 1.
 *
 * @param {(read: (name: string) => string) => Record<string, string>} build from the source data to path (relative to the
 *   repository) and whole text of each file; the same input always gives the same bytes
 */
export function runGenerator(build) {
  const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
  const source = positionals[0] === undefined ? resolve(root, "../shared/data") : resolve(positionals[0]);
  const files = build((name) => readFileSync(resolve(source, name), "utf8"));
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
  console.log(`${path}: ${same ? "as generated" : "differs from what the generator gives: run it without --check"}`);
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

/** The words of `text` in lines of at most `width` characters, each line opening with `prefix`. */
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

/** Stops the generator when the source data is not what it was built for: better no table than a wrong one. */
export function expect(condition, complaint) {
  if (!condition) throw new Error(complaint);
}
