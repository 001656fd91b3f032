/** Rules of search and list requests besides their types (§4.5, §4.6, §4.8). */
import { cursorRule } from "./cursor.js";
import { formatRule, integerRule } from "./input/rules.js";
import type { FormatRule } from "./input/types.js";
import { MAX_PAGE_SIZE } from "./page.js";
import { foldText, squeezeText } from "./text.js";
import { parseTimestamp } from "./timestamp.js";

export const accountSearchRules = [searchTermRule("4.5"), integerRule("limit", "4.5", 1)] as const;
export const accountListRules = [cursorRule("4.8"), integerRule("size", "4.8", 1, MAX_PAGE_SIZE)] as const;
export const addressListRules = [cursorRule("4.8"), integerRule("size", "4.8", 1, MAX_PAGE_SIZE)] as const;
export const vaspSearchRules = [searchTermRule("4.6"), integerRule("limit", "4.6", 1)] as const;
export const vaspListRules = [integerRule("page", "4.8", 1), integerRule("size", "4.8", 1, MAX_PAGE_SIZE)] as const;
export const alertListRules = [
  cursorRule("8"),
  timestampRule("from", "8"),
  timestampRule("to", "8"),
  integerRule("size", "8", 1, MAX_PAGE_SIZE),
] as const;

export const auditListRules = [
  cursorRule("8"),
  timestampRule("from", "8"),
  timestampRule("to", "8"),
  integerRule("size", "8", 1, MAX_PAGE_SIZE),
] as const;

/** Returns a rule that a property, if present, is a time. */
export function timestampRule(property: string, clause: string): FormatRule {
  const message = `${property} must be a day (2026-11-22), a time with offset (2026-11-22T08:00:00Z) or a valid Date.`;
  return formatRule(property, "not_a_timestamp", clause, (text) => parseTimestamp(text) !== undefined, message, true);
}

/** Returns a rule that a property, if present, is a time with offset. A day alone would be its midnight. */
export function momentRule(property: string, clause: string): FormatRule {
  return formatRule(
    property,
    "not_a_timestamp",
    clause,
    (text) => text.includes("T") && parseTimestamp(text) !== undefined,
    `${property} must be a time with offset (2026-11-22T08:00:00Z).`,
    true,
  );
}

function searchTermRule(clause: string): FormatRule {
  const message = "search_term must contain a letter, digit or sign besides accents and white space.";
  return formatRule("search_term", "text_blank", clause, (text) => toTerm(text) !== "", message);
}

/** Returns the search term folded, without repeated or surrounding white space. */
export function toTerm(text: string): string {
  return squeezeText(foldText(text));
}
