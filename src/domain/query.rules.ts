/** Rules of search and list requests besides their types (§4.5, §4.6, §4.8). */
import { formatRule, integerRule } from "./input/rules.js";
import type { FormatRule } from "./input/types.js";
import { MAX_PAGE_SIZE } from "./page.js";
import { foldText, squeezeText } from "./text.js";

export const accountSearchRules = [searchTermRule("4.5"), integerRule("limit", "4.5", 1)] as const;
export const vaspSearchRules = [searchTermRule("4.6")] as const;
export const vaspListRules = [integerRule("page", "4.8", 1), integerRule("size", "4.8", 1, MAX_PAGE_SIZE)] as const;
export const alertListRules = [integerRule("page", "8", 1), integerRule("size", "8", 1, MAX_PAGE_SIZE)] as const;

function searchTermRule(clause: string): FormatRule {
  const message = "search_term must contain a letter, digit or sign besides accents and white space.";
  return formatRule("search_term", "text_blank", clause, (text) => toTerm(text) !== "", message);
}

/** Returns the search term folded, without repeated or surrounding white space. */
export function toTerm(text: string): string {
  return squeezeText(foldText(text));
}
