// @ts-check
/**
 * Checks examples and documents after a build: `node examples/check.mjs`. With `--update` it writes the
 * output of the examples to their `.expected.txt` files, for review.
 *
 * Each example runs twice: with a simulated internet, and with one where every request fails (support/outside.mjs). It
 * must end with status 0 both times.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { differenceOf } from "./support/difference.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const isUpdate = process.argv.includes("--update");
const examples = readdirSync("examples").filter((name) => /\.(?:mjs|ts)$/.test(name) && name !== "check.mjs");
const documents = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs", { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((path) => path.endsWith(".md")),
];
const longestPage = 15_500;

/** Each check returns its faults as lines. @type {[string, () => string[]][]} */
const checks = [
  ...examples.map((name) => /** @type {[string, () => string[]]} */ ([`runs: ${name}`, () => runExample(name)])),
  ["the output of the quickstart fits 80 columns", quickstartWidth],
  ["code in documents equals a file of examples/", codeBlocks],
  ["docs/issues.md and docs/errors.md list every code of the source", errorCodes],
  ["links between documents lead to files, those of the package to files of the package", links],
  ["README.md has no relative links: a registry page cannot follow them", readmeLinks],
  [`no page is longer than ${longestPage} bytes`, pageLength],
  ["docs/decisions/README.md lists every record", decisionIndex],
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

/** @param {string} name @returns {string[]} */
function runExample(name) {
  const up = run(name, "up");
  const down = run(name, "down");
  const sameOutput = up.stdout === down.stdout;
  return [
    ...up.faults,
    ...down.faults.map((fault) => `Without internet: ${fault}`),
    ...comparedWithExpected(expectedPath(name), up.stdout),
    ...(sameOutput ? [] : comparedWithExpected(expectedPath(name, "down"), down.stdout)),
  ];
}

/** Runs an example in an empty temporary folder. @param {string} name @param {"up" | "down"} outside */
function run(name, outside) {
  const folder = mkdtempSync(join(tmpdir(), "vaspkit-check-"));
  try {
    const { NO_COLOR: _, FORCE_COLOR: _forced, ...env } = process.env;
    const loaders = [
      import.meta.resolve("./support/outside.mjs"),
      ...(name.endsWith(".ts") ? [import.meta.resolve("tsx")] : []),
    ];
    const args = [...loaders.flatMap((loader) => ["--import", loader]), resolve("examples", name)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...env, OUTSIDE: outside, TMPDIR: folder, TMP: folder, TEMP: folder, TSX_DISABLE_CACHE: "1" },
      timeout: 60_000,
    });
    const ended = status === 0 ? [] : [`It ended with ${status}.`, ...linesOf(stderr)];
    return { stdout, faults: [...ended, ...readdirSync(folder).map((left) => `It left the file ${left}.`)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path @param {string} printed */
function comparedWithExpected(path, printed) {
  if (isUpdate) writeFileSync(path, printed);
  if (!existsSync(path)) return [`${path} is missing. Write it with --update and review it.`];
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
    .map(({ path, code }) => `${path} has code that equals no file of examples/: ${code.split("\n")[0]} …`);
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

function errorCodes() {
  return [
    ...codesOf("docs/issues.md", unionMembers("src/domain/issue.ts", "IssueCode")),
    ...codesOf("docs/errors.md", unionMembers("src/domain/compliance-error.ts", "ComplianceErrorCode")),
  ];
}

/** Compares the tables of a page with the codes of the source. @param {string} path @param {string[]} known */
function codesOf(path, known) {
  const page = readFileSync(path, "utf8");
  const listed = Array.from(
    page.matchAll(/^\| `(\w+_\w+|required|unreadable|aborted)` +\|/gm),
    ([, code = ""]) => code,
  );
  return [
    ...known.filter((code) => !listed.includes(code)).map((code) => `${path}: ${code} is missing.`),
    ...listed.filter((code) => !known.includes(code)).map((code) => `${path}: ${code} is not a code of the source.`),
    ...listed
      .filter((code, index) => listed.indexOf(code) !== index)
      .map((code) => `${path}: ${code} is listed twice.`),
  ];
}

/** Returns the texts of `export type <name> = | "…" | "…";`. @param {string} path @param {string} name */
function unionMembers(path, name) {
  const source = readFileSync(path, "utf8");
  const start = source.indexOf(`export type ${name} =`);
  if (start === -1) throw new Error(`${path} declares no type ${name}.`);
  // Comments may contain semicolons, so the next export ends the union.
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
      if (!existsSync(target)) return [`${path} links to ${link}, which does not exist.`];
      return isPacked(path) && !isPacked(target) ? [`${path} links to ${link}, which is not in the package.`] : [];
    }),
  );
}

function readmeLinks() {
  return linksOf("README.md").map((link) => `${link}: write the path as code.`);
}

/** The changelog grows with every release. */
function pageLength() {
  return documents.flatMap((path) => {
    const { size } = statSync(path);
    return size <= longestPage || path === "CHANGELOG.md" ? [] : [`${path} has ${size}.`];
  });
}

/** With `--update` the list is written. @returns {string[]} */
function decisionIndex() {
  const index = "docs/decisions/README.md";
  const head = readFileSync(index, "utf8")
    .replace(/^- \[.*\n/gm, "")
    .trimEnd();
  const records = readdirSync("docs/decisions").filter((name) => /^\d{4}-/.test(name));
  const list = records.sort().map((name) => {
    const title = /^# (.+)$/m.exec(readFileSync(`docs/decisions/${name}`, "utf8"))?.[1];
    return `- [${title ?? name}](${name})\n`;
  });
  const text = `${head}\n\n${list.join("")}`;
  if (isUpdate) writeFileSync(index, text);
  return differenceOf(linesOf(readFileSync(index, "utf8")), linesOf(text));
}

/** Returns the relative links. @param {string} path */
function linksOf(path) {
  const found = readFileSync(path, "utf8").matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
  return Array.from(found, ([, target = ""]) => target);
}

/** Rows of tables cannot be broken and may be wider. Generated pages are lists of long lines. */
function proseWidth() {
  const written = documents.filter((path) => !path.startsWith("docs/reference"));
  return written.flatMap((path) =>
    linesOf(readFileSync(path, "utf8")).flatMap((line, index) =>
      line.startsWith("|") || [...line].length <= 120 ? [] : [`${path}:${index + 1} has ${[...line].length}.`],
    ),
  );
}

/** @param {string} name @param {string} [outside] */
function expectedPath(name, outside) {
  return join("examples", name.replace(/\.\w+$/, outside === undefined ? ".expected.txt" : `.${outside}.expected.txt`));
}

/** @param {string} text */
function linesOf(text) {
  return text.replace(/\n$/, "").split("\n");
}
