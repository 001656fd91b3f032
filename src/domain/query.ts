/** Parses the requests of search and listings (§4.5, §4.6, §4.8) into queries with their defaults (§8). */
import type { AccountQuery } from "./accounts/search.js";
import type { AlertListQuery } from "./alerts/alert.js";
import { parseInput } from "./input/parse-input.js";
import { formatRule, integerRule, rulesAt } from "./input/rules.js";
import type { InputSchema, Rule, Shape } from "./input/types.js";
import { hasOnlyProperties } from "./options.js";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageQuery } from "./page.js";
import { accountSearchShape, alertListShape, vaspListShape, vaspSearchShape } from "./query.shape.js";
import type { PageRequest, VaspListRequest } from "./requests.js";
import { type Result, succeeded } from "./result.js";
import { foldText, squeezeText } from "./text.js";
import type { VaspListQuery } from "./vasps/list.js";
import type { Vasp } from "./vasps/vasp.js";

function searchTerm(clause: string): Rule<{ readonly search_term: string }> {
  const message = "search_term must contain a letter, digit or sign besides accents and white space.";
  return formatRule("search_term", "text_blank", clause, (text) => toTerm(text) !== "", message);
}

/** Returns the search term folded, without repeated or surrounding white space. */
function toTerm(text: string): string {
  return squeezeText(foldText(text));
}

function pageRules(clause: string): readonly Rule<PageRequest>[] {
  return [integerRule("page", clause, 1), integerRule("size", clause, 1, MAX_PAGE_SIZE)];
}

function schemaOf<T extends object>(
  record: string,
  clause: string,
  shape: Shape<T>,
  rules: readonly Rule<T>[],
): InputSchema<T> {
  return { record, shape, nullIsAbsent: false, clauses: [["", clause]], rules: [rulesAt("", rules)] };
}

const accountSearch = schemaOf("account search", "4.5", accountSearchShape, [
  searchTerm("4.5"),
  integerRule("limit", "4.5", 1),
]);
const vaspSearch = schemaOf("VASP search", "4.6", vaspSearchShape, [searchTerm("4.6")]);
const vaspList = schemaOf("VASP list request", "4.8", vaspListShape, pageRules("4.8"));
const alertList = schemaOf("alert list request", "8", alertListShape, pageRules("8"));

/** Parses a query. A map, a date or a promise is `wrong_type`; without this it would count as `{}` and list everything. */
function parseQuery<T>(schema: InputSchema<T>, input: unknown): Result<T> {
  return parseInput(schema, isOpaque(input) ? null : input);
}

function isOpaque(input: unknown): boolean {
  try {
    return typeof input === "object" && !hasOnlyProperties(input);
  } catch {
    // A proxy that throws: `parseInput` reports it as unreadable.
    return false;
  }
}

/** Parses an account search (§4.5). */
export function parseAccountSearch(input: unknown): Result<AccountQuery> {
  const parsed = parseQuery(accountSearch, input);
  if (!parsed.ok) return parsed;
  const { search_term, account_category, ...rest } = parsed.value;
  const category = account_category === "recipient" ? "non-customer" : account_category;
  return succeeded({
    term: toTerm(search_term),
    ...(category !== undefined && { account_category: category }),
    ...rest,
  });
}

/** Parses a VASP search (§4.6). The value is the folded term. */
export function parseVaspSearch(input: unknown): Result<string> {
  const parsed = parseQuery(vaspSearch, input);
  return parsed.ok ? succeeded(toTerm(parsed.value.search_term)) : parsed;
}

/** Parses a VASP list request (§4.8). */
export function parseVaspList(input: unknown): Result<VaspListQuery> {
  const parsed = parseQuery(vaspList, input);
  if (!parsed.ok) return parsed;
  const { sort, ...page } = parsed.value;
  return succeeded({ ...withPageDefaults(page), ...(sort !== undefined && { sort: readSort(sort) }) });
}

function readSort(sort: NonNullable<VaspListRequest["sort"]>): NonNullable<VaspListQuery["sort"]> {
  const descending = sort.startsWith("-");
  // The shape allows only names of properties, with or without the sign.
  return { field: (descending ? sort.slice(1) : sort) as keyof Vasp, descending };
}

/** Parses an alert list request. */
export function parseAlertList(input: unknown): Result<AlertListQuery> {
  const parsed = parseQuery(alertList, input);
  if (!parsed.ok) return parsed;
  const { delivered, ...page } = parsed.value;
  return succeeded({ ...withPageDefaults(page), ...(delivered !== undefined && { delivered }) });
}

function withPageDefaults({ page = DEFAULT_PAGE, size = DEFAULT_PAGE_SIZE }: PageRequest): PageQuery {
  return { page, size };
}
