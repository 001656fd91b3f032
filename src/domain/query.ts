/** From unknown input to the queries of §4.5, §4.6 and §4.8, with their defaults (§8). */
import type { AccountQuery } from "./accounts/search.js";
import { type Grammar, parseBy } from "./input/grammar.js";
import { wholeNumber } from "./input/numbers.js";
import { form, type Rule, rulesAt } from "./input/rule.js";
import type { Shape } from "./input/shape.js";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageQuery } from "./page.js";
import {
  type AccountSearchShape,
  accountSearchShape,
  type PageShape,
  pageShape,
  type VaspListShape,
  type VaspSearchShape,
  vaspListShape,
  vaspSearchShape,
} from "./query.shape.js";
import { type Result, succeeded } from "./result.js";
import { foldText } from "./text.js";
import type { VaspListQuery } from "./vasps/list.js";
import type { Vasp } from "./vasps/vasp.js";

function searchTerm(rule: string): Rule<{ readonly search_term: string }> {
  const message = "search_term must hold something to look for besides accents and white space.";
  return form("search_term", "text_blank", rule, (text) => foldText(text).trim() !== "", message);
}

function pageRules(rule: string): readonly Rule<PageShape>[] {
  return [wholeNumber("page", rule, 1), wholeNumber("size", rule, 1, MAX_PAGE_SIZE)];
}

function grammarOf<T extends object>(clause: string, shape: Shape, rules: readonly Rule<T>[]): Grammar {
  return { shape, arrays: [], nullIsAbsent: false, clauses: [["", clause]], rules: [rulesAt("", rules)] };
}

const accountSearch = grammarOf<AccountSearchShape>("4.5", accountSearchShape, [
  searchTerm("4.5"),
  wholeNumber("limit", "4.5", 1),
]);
const vaspSearch = grammarOf<VaspSearchShape>("4.6", vaspSearchShape, [searchTerm("4.6")]);
const vaspList = grammarOf<VaspListShape>("4.8", vaspListShape, pageRules("4.8"));
const alertList = grammarOf<PageShape>("8", pageShape, pageRules("8"));

/** §4.5: `{ search_term, account_category?, account_type?, limit? }`. */
export function parseAccountSearch(input: unknown): Result<AccountQuery> {
  const parsed = parseBy(accountSearch, input);
  if (!parsed.ok) return parsed;
  // In this file each grammar is the description of the type that is named beside it.
  const { search_term, account_category, ...rest } = parsed.value as AccountSearchShape;
  const category = account_category === "recipient" ? "non-customer" : account_category;
  return succeeded({
    term: foldText(search_term),
    ...(category !== undefined && { account_category: category }),
    ...rest,
  });
}

/** §4.6: `{ search_term }`; the value is the folded term. */
export function parseVaspSearch(input: unknown): Result<string> {
  const parsed = parseBy(vaspSearch, input);
  return parsed.ok ? succeeded(foldText((parsed.value as VaspSearchShape).search_term)) : parsed;
}

/** §4.8: `{ page?, size?, sort? }`. */
export function parseVaspList(input: unknown): Result<VaspListQuery> {
  const parsed = parseBy(vaspList, input);
  if (!parsed.ok) return parsed;
  const { sort, ...page } = parsed.value as VaspListShape;
  return succeeded({ ...withPageDefaults(page), ...(sort !== undefined && { sort: readSort(sort) }) });
}

function readSort(sort: NonNullable<VaspListShape["sort"]>): NonNullable<VaspListQuery["sort"]> {
  const descending = sort.startsWith("-");
  // The shape allows field names only, with or without the sign.
  return { field: (descending ? sort.slice(1) : sort) as keyof Vasp, descending };
}

/** The page of a listing without an order of its own choice: `{ page?, size? }`. */
export function parsePage(input: unknown): Result<PageQuery> {
  const parsed = parseBy(alertList, input);
  return parsed.ok ? succeeded(withPageDefaults(parsed.value as PageShape)) : parsed;
}

function withPageDefaults({ page = DEFAULT_PAGE, size = DEFAULT_PAGE_SIZE }: PageShape): PageQuery {
  return { page, size };
}
