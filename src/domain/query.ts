/** From unknown input to the queries of §4.5, §4.6 and §4.8, with their defaults (§8). */
import type { AccountQuery } from "./accounts/search.js";
import type { AlertListQuery } from "./alerts/list.js";
import { form } from "./input/forms.js";
import { type InputSchema, parseInput } from "./input/grammar.js";
import { wholeNumber } from "./input/numbers.js";
import { type Rule, rulesAt } from "./input/rule.js";
import type { Shape } from "./input/shape.js";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageQuery } from "./page.js";
import { accountSearchShape, alertListShape, vaspListShape, vaspSearchShape } from "./query.shape.js";
import type { PageRequest, VaspListRequest } from "./requests.js";
import { type Result, succeeded } from "./result.js";
import { foldText, squeezeText } from "./text.js";
import type { VaspListQuery } from "./vasps/list.js";
import type { Vasp } from "./vasps/vasp.js";

function searchTerm(clause: string): Rule<{ readonly search_term: string }> {
  const message = "search_term must hold something to look for besides accents and white space.";
  return form("search_term", "text_blank", clause, (text) => toTerm(text) !== "", message);
}

/** What a person typed, as it is compared: white space around it, or doubled, is no part of a name. */
function toTerm(text: string): string {
  return squeezeText(foldText(text));
}

function pageRules(clause: string): readonly Rule<PageRequest>[] {
  return [wholeNumber("page", clause, 1), wholeNumber("size", clause, 1, MAX_PAGE_SIZE)];
}

function grammarOf<T extends object>(clause: string, shape: Shape<T>, rules: readonly Rule<T>[]): InputSchema<T> {
  return { shape, nullIsAbsent: false, clauses: [["", clause]], rules: [rulesAt("", rules)] };
}

const accountSearch = grammarOf("4.5", accountSearchShape, [searchTerm("4.5"), wholeNumber("limit", "4.5", 1)]);
const vaspSearch = grammarOf("4.6", vaspSearchShape, [searchTerm("4.6")]);
const vaspList = grammarOf("4.8", vaspListShape, pageRules("4.8"));
const alertList = grammarOf("8", alertListShape, pageRules("8"));

/** §4.5: `{ search_term, account_category?, account_type?, limit? }`. */
export function parseAccountSearch(input: unknown): Result<AccountQuery> {
  const parsed = parseInput(accountSearch, input);
  if (!parsed.ok) return parsed;
  const { search_term, account_category, ...rest } = parsed.value;
  const category = account_category === "recipient" ? "non-customer" : account_category;
  return succeeded({
    term: toTerm(search_term),
    ...(category !== undefined && { account_category: category }),
    ...rest,
  });
}

/** §4.6: `{ search_term }`; the value is the folded term. */
export function parseVaspSearch(input: unknown): Result<string> {
  const parsed = parseInput(vaspSearch, input);
  return parsed.ok ? succeeded(toTerm(parsed.value.search_term)) : parsed;
}

/** §4.8: `{ page?, size?, sort? }`. */
export function parseVaspList(input: unknown): Result<VaspListQuery> {
  const parsed = parseInput(vaspList, input);
  if (!parsed.ok) return parsed;
  const { sort, ...page } = parsed.value;
  return succeeded({ ...withPageDefaults(page), ...(sort !== undefined && { sort: readSort(sort) }) });
}

function readSort(sort: NonNullable<VaspListRequest["sort"]>): NonNullable<VaspListQuery["sort"]> {
  const descending = sort.startsWith("-");
  // The type allows field names only, with or without the sign.
  return { field: (descending ? sort.slice(1) : sort) as keyof Vasp, descending };
}

/** `{ page?, size?, delivered? }`. */
export function parseAlertList(input: unknown): Result<AlertListQuery> {
  const parsed = parseInput(alertList, input);
  if (!parsed.ok) return parsed;
  const { delivered, ...page } = parsed.value;
  return succeeded({ ...withPageDefaults(page), ...(delivered !== undefined && { delivered }) });
}

function withPageDefaults({ page = DEFAULT_PAGE, size = DEFAULT_PAGE_SIZE }: PageRequest): PageQuery {
  return { page, size };
}
