// @ts-check
/**
 * Holds the examples to what they should print, and the documents to the examples and to the source:
 * `node examples/check.mjs`. With `--update` it writes what the examples print into their `.expected.txt`, for review.
 * It needs a build, as the examples do.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { differenceOf } from "./support/difference.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const isUpdate = process.argv.includes("--update");
const examples = readdirSync("examples").filter((name) => /\.(?:mjs|ts)$/.test(name) && name !== "check.mjs");
const documents = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Each answers what is wrong, in lines; nothing when all is well. @type {[string, () => string[]][]} */
const checks = [
  ...examples.map((name) => /** @type {[string, () => string[]]} */ ([`runs: ${name}`, () => runExample(name)])),
  ["the quickstart fits 80 columns", quickstartWidth],
  ["the code in documents is the examples, letter for letter", codeBlocks],
  ["twenty-lines.mjs has twenty lines", twentyLines],
  ["docs/errors.md lists every code of the source, and no other", errorCodes],
  ["links between documents lead somewhere, those of the package within the package", links],
  ["prose is at most 120 columns wide", proseWidth],
];

let failed = 0;
for (const [name, check] of checks) {
  const faults = check();
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"}  ${name}`);
  for (const fault of faults) console.log(`        ${fault}`);
  if (faults.length > 0) failed += 1;
}
console.log(`${checks.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Prints what is expected, ends with 0, and leaves nothing in the temporary folder. @param {string} name */
function runExample(name) {
  const folder = mkdtempSync(join(tmpdir(), "vaspkit-check-"));
  try {
    const { NO_COLOR: _, FORCE_COLOR: _forced, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [...loaderOf(name), resolve("examples", name)], {
      cwd: folder,
      encoding: "utf8",
      env: { ...env, TMPDIR: folder, TMP: folder, TEMP: folder, TSX_DISABLE_CACHE: "1" },
      timeout: 60_000,
    });
    if (status !== 0) return [`It ended with ${status}.`, ...linesOf(stderr)];
    const leftovers = readdirSync(folder).map((left) => `It left ${left} behind.`);
    return [...leftovers, ...comparedWithExpected(name, stdout)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What lets this Node run TypeScript, where it does not by itself. @param {string} name */
function loaderOf(name) {
  const isNative = "typescript" in process.features && process.features.typescript !== false;
  return name.endsWith(".ts") && !isNative ? ["--import", import.meta.resolve("tsx")] : [];
}

/** @param {string} name @param {string} printed */
function comparedWithExpected(name, printed) {
  const path = expectedPath(name);
  if (isUpdate) writeFileSync(path, printed);
  if (!existsSync(path)) return [`${path} is missing; write it with --update and review it.`];
  return differenceOf(linesOf(readFileSync(path, "utf8")), linesOf(printed));
}

function quickstartWidth() {
  return linesOf(readFileSync(expectedPath("quickstart.mjs"), "utf8"))
    .filter((line) => [...line].length > 80)
    .map((line) => `too wide: ${line}`);
}

function codeBlocks() {
  const shown = documents.flatMap((path) => jsBlocksOf(path).map((code) => ({ path, code })));
  const sources = new Map(examples.map((name) => [readFileSync(join("examples", name), "utf8"), name]));
  const strays = shown
    .filter(({ code }) => !sources.has(code))
    .map(({ path, code }) => `${path} shows code that is no file of examples/: ${code.split("\n")[0]} …`);
  const unshown = [...sources]
    .filter(([code, name]) => name !== "quickstart.mjs" && !shown.some((block) => block.code === code))
    .map(([, name]) => `examples/${name} is in no document.`);
  return [...strays, ...unshown];
}

/** @param {string} path */
function jsBlocksOf(path) {
  const blocks = readFileSync(path, "utf8").matchAll(/^```(?:js|javascript|ts|typescript)\n(.*?)^```$/gms);
  return Array.from(blocks, ([, code = ""]) => code);
}

function twentyLines() {
  const count = linesOf(readFileSync("examples/twenty-lines.mjs", "utf8")).length;
  return count <= 20 ? [] : [`It has ${count}.`];
}

function errorCodes() {
  const listed = Array.from(readFileSync("docs/errors.md", "utf8").matchAll(/^\| `(\w+)` +\|/gm), ([, code]) => code);
  const known = [
    ...unionMembers("src/domain/issue.ts", "IssueCode"),
    ...unionMembers("src/domain/compliance-error.ts", "ComplianceErrorCode"),
  ];
  return [
    ...known.filter((code) => !listed.includes(code)).map((code) => `${code} is missing.`),
    ...listed.filter((code) => !known.includes(code ?? "")).map((code) => `${code} is no code.`),
    ...listed.filter((code, index) => listed.indexOf(code) !== index).map((code) => `${code} is there twice.`),
  ];
}

/** The texts of `export type <name> = | "…" | "…";`. @param {string} path @param {string} name */
function unionMembers(path, name) {
  const source = readFileSync(path, "utf8");
  const start = source.indexOf(`export type ${name} =`);
  if (start === -1) throw new Error(`${path} declares no type ${name}.`);
  // Comments may hold semicolons, members do not.
  const members = source.slice(start, source.indexOf("export ", start + 1)).matchAll(/^ {2}\| "(\w+)"/gm);
  return Array.from(members, ([, code = ""]) => code);
}

function links() {
  const { files } = JSON.parse(readFileSync("package.json", "utf8"));
  /** @param {string} path */
  const isPacked = (path) => files.some((/** @type {string} */ file) => path === file || path.startsWith(`${file}/`));
  return documents.flatMap((path) =>
    linksOf(path).flatMap((link) => {
      const target = join(dirname(path), link);
      if (!existsSync(target)) return [`${path} links to ${link}, which is not there.`];
      return isPacked(path) && !isPacked(target) ? [`${path} links to ${link}, which is not in the package.`] : [];
    }),
  );
}

/** Without those to other sites and within the page. @param {string} path */
function linksOf(path) {
  const found = readFileSync(path, "utf8").matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
  return Array.from(found, ([, target = ""]) => target);
}

/** Rows of tables may be wider: they cannot be broken. */
function proseWidth() {
  return documents.flatMap((path) =>
    linesOf(readFileSync(path, "utf8")).flatMap((line, index) =>
      line.startsWith("|") || [...line].length <= 120 ? [] : [`${path}:${index + 1} has ${[...line].length}.`],
    ),
  );
}

/** @param {string} name */
function expectedPath(name) {
  return join("examples", name.replace(/\.\w+$/, ".expected.txt"));
}

/** @param {string} text */
function linesOf(text) {
  return text.replace(/\n$/, "").split("\n");
}
