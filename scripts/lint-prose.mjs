/**
 * Checks documents, comments and messages: `npm run lint:prose [-- file or folder …]`. Prints `file:line: fault`.
 * The rules: sentence length (.textlintrc.json), words (docs/glossary.md), constructions (scripts/prose).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter, loadTextlintrc } from "textlint";
import { proseOf } from "./prose/extract.mjs";
import { houseRule } from "./prose/house-rule.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const everything = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs", "src"];
// Generated: from the rules in src, or names of countries, currencies and authorities.
const ignored = /^src\/(?:generated|reference)\/|\.shape\.ts$/;

// The last column of their tables is not ours: words that must not be written, and citations.
const quoting = ["docs/glossary.md", "docs/jurisdictions.md"];

const configured = await loadTextlintrc({ configFilePath: ".textlintrc.json" });
const rules = [...configured.rule.toKernelRulesFormat(), { ruleId: "house", rule: houseRule }];
const linter = createLinter({ descriptor: configured.shallowMerge({ rules }) });

const given = process.argv.slice(2);
const paths = (given.length === 0 ? everything : given).flatMap(filesOf).filter((path) => !ignored.test(path));
let faults = 0;
for (const path of paths) {
  const source = readFileSync(path, "utf8");
  const isCode = /\.(?:ts|mjs)$/.test(path);
  const { markdown, lines } = isCode ? proseOf(path, source) : { markdown: withoutQuotes(path, source), lines: [] };
  const { messages } = await linter.lintText(withoutCode(markdown), `${path}.md`);
  for (const { line, message } of messages) {
    console.log(`${path}:${isCode ? lines[line - 1] : line}: ${shortened(message)}`);
  }
  faults += messages.length;
}
console.log(faults === 0 ? `${paths.length} files: no faults` : `${paths.length} files: ${faults} faults`);
process.exitCode = faults === 0 ? 0 : 1;

/** The texts below a file or folder. @param {string} given @returns {string[]} */
function filesOf(given) {
  const path = relative(".", given);
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => `${path}/${name}`)
    .filter((name) => /\.(?:md|ts)$/.test(name))
    .sort();
}

/** Replaces inline code by a short word and removes emphasis: both would hide the end of a sentence. @param {string} text */
function withoutCode(text) {
  let isFenced = false;
  const lines = text.split("\n").map((line) => {
    if (line.startsWith("```")) isFenced = !isFenced;
    return isFenced ? line : line.replaceAll("**", "").replaceAll(/``.+?``|`[^`]+`/g, "Xxxxxx");
  });
  return lines.join("\n");
}

/** Removes the last column of tables. @param {string} path @param {string} text */
function withoutQuotes(path, text) {
  if (!quoting.includes(path)) return text;
  return text.replaceAll(/^(\| .*\|)[^|]*\|$/gm, (row, kept) => (row.includes("---") ? row : `${kept} |`));
}

/** @param {string} message */
function shortened(message) {
  const length = /sentence length\((\d+).*maximum sentence length of (\d+)/.exec(message);
  return length === null ? message : `Sentence of ${length[1]} characters, at most ${length[2]}: split it.`;
}
