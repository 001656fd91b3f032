/** A textlint rule: the words of docs/glossary.md and the constructions of constructions.mjs. */
import { readFileSync } from "node:fs";
import { constructions } from "./constructions.mjs";

/** @typedef {{ pattern: RegExp, advice: string }} Ban */

const glossary = readFileSync(new URL("../../docs/glossary.md", import.meta.url), "utf8");

/** @type {readonly Ban[]} */
const bans = [...constructions.map(([pattern, advice]) => ({ pattern, advice })), ...synonymsOf(glossary)];

/** The banned synonyms of the glossary's tables: | term | meaning | do not write |. @param {string} text @returns {Ban[]} */
function synonymsOf(text) {
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  return rows.flatMap((row) => {
    const [, term = "", , avoid = ""] = row.split("|").map((cell) => cell.trim());
    if (avoid === "" || avoid === "do not write" || avoid.startsWith("---")) return [];
    return avoid.split(/,\s*/).map((word) => ({
      pattern: new RegExp(`(?<![\\w-])${word.replaceAll(/[.*+?^$()[\]\\]/g, "\\$&")}(?![\\w-])`, "i"),
      advice: `The glossary has "${term}".`,
    }));
  });
}

/** @param {any} context textlint's rule context */
export function houseRule({ Syntax, RuleError, report, getSource, locator }) {
  return {
    // A phrase may span lines and emphasis, so the rule reads whole paragraphs.
    [Syntax.Paragraph]: (/** @type {any} */ node) => check(node),
    [Syntax.Header]: (/** @type {any} */ node) => check(node),
    [Syntax.TableCell]: (/** @type {any} */ node) => check(node),
  };

  /** @param {any} node */
  function check(node) {
    const text = plain(getSource(node));
    for (const { pattern, advice } of bans) {
      for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
        const found = match[0].replaceAll(/\s+/g, " ").trim();
        report(node, new RuleError(`"${found}": ${advice}`, { padding: locator.at(match.index) }));
      }
    }
  }
}

/** Blanks the addresses of links and makes one line of the paragraph. @param {string} source */
function plain(source) {
  return source.replaceAll(/\]\([^)]*\)/g, (address) => "`".repeat(address.length)).replaceAll("\n", " ");
}
