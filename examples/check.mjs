// @ts-check
/**
 * Checks examples and documents after a build: `node examples/check.mjs`. With `--update` it writes the
 * output of the examples to their `.expected.txt` files, and their code to the pages, for review.
 *
 * Each example runs twice: with a simulated internet, and with one where every request fails (support/outside.mjs). It
 * must end with status 0 both times.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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
/** In words. */
const longestPage = 3_000;
/** In lines: what a reader copies from docs/withdrawal.md or docs/deposit.md. */
const longestFlow = 40;

/** Each check returns its faults as lines. @type {[string, () => string[] | Promise<string[]>][]} */
const checks = [
  ...examples.map(
    (name) => /** @type {[string, () => Promise<string[]>]} */ ([`runs: ${name}`, () => runExample(name)]),
  ),
  ["the output of the quickstart fits 80 columns", quickstartWidth],
  ["code in documents equals a file of examples/", codeBlocks],
  ["docs/errors.md lists every code of the source", errorCodes],
  ["docs/transfers.md lists every reason of a decision", reasonCodes],
  [`a complete flow has at most ${longestFlow} lines of code`, flowLength],
  ["docs/sql.md lists every table of the database", tables],
  ["docs/operations.md lists every option of createCompliance", options],
  ["links between documents lead to files, those of the package to files of the package", links],
  ["README.md has no relative links: a registry page cannot follow them", readmeLinks],
  [`no page is longer than ${longestPage} words`, pageLength],
  ["docs/decisions/README.md lists every record", decisionIndex],
  ["prose is at most 120 columns wide", proseWidth],
];

let failed = 0;
for (const [name, check] of checks) {
  const faults = await check();
  console.log(`${faults.length === 0 ? "ok    " : "FAILED"}  ${name}`);
  for (const fault of faults) console.log(`        ${fault}`);
  if (faults.length > 0) failed += 1;
}
console.log(`${checks.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {string} name @returns {Promise<string[]>} */
async function runExample(name) {
  const [up, down] = await Promise.all([run(name, "up"), run(name, "down")]);
  const sameOutput = up.stdout === down.stdout;
  return [
    ...up.faults,
    ...down.faults.map((fault) => `Without internet: ${fault}`),
    ...comparedWithExpected(expectedPath(name), up.stdout),
    ...(sameOutput ? [] : comparedWithExpected(expectedPath(name, "down"), down.stdout)),
  ];
}

/** Runs an example in an empty temporary folder. @param {string} name @param {"up" | "down"} outside */
async function run(name, outside) {
  const folder = mkdtempSync(join(tmpdir(), "vaspkit-check-"));
  try {
    const { NO_COLOR: _, FORCE_COLOR: _forced, ...env } = process.env;
    const loaders = [
      import.meta.resolve("./support/outside.mjs"),
      ...(name.endsWith(".ts") ? [import.meta.resolve("tsx")] : []),
    ];
    const args = [...loaders.flatMap((loader) => ["--import", loader]), resolve("examples", name)];
    const options = {
      cwd: folder,
      env: { ...env, OUTSIDE: outside, TMPDIR: folder, TMP: folder, TEMP: folder, TSX_DISABLE_CACHE: "1" },
      timeout: 60_000,
    };
    // The error of a failed program has its output too.
    const done = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
    const { code, signal, stdout, stderr } = done;
    const ended = done instanceof Error ? [`It ended with ${code ?? signal}.`, ...linesOf(stderr)] : [];
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

/** With `--update` the code, or the output, of each example is written into the page that names it. */
function codeBlocks() {
  const block = /^```(js|ts|text)( \[([^\]]*)\])?\n(.*?)^```$/gms;
  /** @type {Set<string>} */
  const shown = new Set();
  const faults = documents.flatMap((path) => {
    /** @type {string[]} */
    const strays = [];
    const page = readFileSync(path, "utf8");
    const written = page.replace(block, (given, language, _label, name, code) => {
      if (language === "text" && name === undefined) return given;
      if (!examples.includes(name) && !(language === "text" && existsSync(join("examples", name)))) {
        strays.push(
          `${path}: the block that begins with ${code.split("\n")[0]} names no file of examples/ in brackets.`,
        );
        return given;
      }
      shown.add(name);
      return `\`\`\`${language} [${name}]\n${readFileSync(join("examples", name), "utf8")}\`\`\``;
    });
    if (isUpdate) writeFileSync(path, written);
    return [
      ...strays,
      ...(isUpdate ? [] : differenceOf(linesOf(page), linesOf(written)).map((line) => `${path}: ${line}`)),
    ];
  });
  const mentioned = documents.flatMap((path) => readFileSync(path, "utf8").match(/(?<=examples\/)[\w.-]+/g) ?? []);
  const unshown = examples.filter((name) => !shown.has(name) && !mentioned.includes(name));
  return [...faults, ...unshown.map((name) => `examples/${name} is shown or named in no document.`)];
}

function errorCodes() {
  const path = "docs/errors.md";
  const known = [
    ...unionMembers("src/domain/issue.ts", "IssueCode"),
    ...unionMembers("src/domain/compliance-error.ts", "ComplianceErrorCode"),
  ];
  const rows = readFileSync(path, "utf8").matchAll(/^\| `(\w+_\w+|required|unreadable|aborted|held)` +\|/gm);
  const listed = Array.from(rows, ([, code = ""]) => code);
  return [
    ...known.filter((code) => !listed.includes(code)).map((code) => `${path}: ${code} is missing.`),
    ...listed.filter((code) => !known.includes(code)).map((code) => `${path}: ${code} is not a code of the source.`),
    ...listed
      .filter((code, index) => listed.indexOf(code) !== index)
      .map((code) => `${path}: ${code} is listed twice.`),
  ];
}

function reasonCodes() {
  const path = "docs/transfers.md";
  const known = [
    ...unionMembers("src/domain/transfers/decision.ts", "DecisionReasonCode"),
    ...unionMembers("src/domain/transfers/exchange-facts.ts", "ExchangeReasonCode"),
  ];
  const [, section = ""] = readFileSync(path, "utf8").split("\n### Reasons\n");
  const rows = (section.split("\n#")[0] ?? "").matchAll(/^\| `(\w+)` +\|/gm);
  const listed = Array.from(rows, ([, code = ""]) => code);
  return [
    ...known.filter((code) => !listed.includes(code)).map((code) => `${path}: ${code} is missing.`),
    ...listed.filter((code) => !known.includes(code)).map((code) => `${path}: ${code} is no reason.`),
  ];
}

function flowLength() {
  return ["docs/withdrawal.md", "docs/deposit.md"].flatMap((path) => {
    const blocks = readFileSync(path, "utf8").matchAll(/^```(?:js|ts)[^\n]*\n(.*?)^```$/gms);
    const lines = Array.from(blocks, ([, code = ""]) => linesOf(code).length).reduce((sum, each) => sum + each, 0);
    return lines <= longestFlow ? [] : [`${path} has ${lines}.`];
  });
}

function tables() {
  const path = "docs/sql.md";
  const page = readFileSync(path, "utf8");
  const schema = readFileSync("src/adapters/storage/sql/schema.ts", "utf8");
  const names = Array.from(schema.matchAll(/create table (?:if not exists )?(vaspkit_\w+)/g), ([, name = ""]) => name);
  return names.filter((name) => !page.includes(`\n| \`${name}\` `)).map((name) => `${path}: ${name} is missing.`);
}

function options() {
  const path = "docs/operations.md";
  const declared = [
    ...membersOf("src/operations/options.ts", "ComplianceOptions"),
    ...membersOf("src/domain/chains/register.ts", "ChainOptions"),
  ];
  const [, section = ""] = readFileSync(path, "utf8").split("\n## Options\n");
  const rows = section.split("\n## ")[0]?.match(/^\| `.*?\|/gm) ?? [];
  const listed = rows.flatMap((row) => Array.from(row.matchAll(/`(\w+)`/g), ([, name = ""]) => name));
  return [
    ...declared.filter((name) => !listed.includes(name)).map((name) => `${path}: ${name} is missing.`),
    ...listed.filter((name) => !declared.includes(name)).map((name) => `${path}: ${name} is no option.`),
  ];
}

/** Returns the properties of an interface. @param {string} path @param {string} name */
function membersOf(path, name) {
  const source = readFileSync(path, "utf8");
  const start = source.indexOf(`export interface ${name}`);
  const members = source.slice(start, source.indexOf("\n}\n", start)).matchAll(/^ {2}readonly (\w+)/gm);
  return Array.from(members, ([, member = ""]) => member);
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
  /** A file with `!` is not in the package, although its folder is. @param {string} path @param {string} [mark] */
  const isListed = (path, mark = "") =>
    files.some((/** @type {string} */ file) => `${mark}${path}` === file || `${mark}${path}`.startsWith(`${file}/`));
  /** @param {string} path */
  const isPacked = (path) => isListed(path) && !isListed(path, "!");
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
    const { length } = readFileSync(path, "utf8").split(/\s+/);
    return length <= longestPage || path === "CHANGELOG.md" ? [] : [`${path} has ${length}.`];
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

/** Rows of tables cannot be broken and may be wider. */
function proseWidth() {
  return documents.flatMap((path) =>
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
