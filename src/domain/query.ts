/** Parses the requests of search and listings (§4.5, §4.6, §4.8) into queries with their defaults (§8). */
import type { AccountQuery } from "./accounts/search.js";
import type { AlertListQuery } from "./alerts/alert.js";
import { parseInput } from "./input/parse-input.js";
import type { Reader } from "./input/read-state.js";
import { hasOnlyProperties } from "./options.js";
import { bare } from "./own.js";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, type PageQuery } from "./page.js";
import { accountSearchReader, alertListReader, vaspListReader, vaspSearchReader } from "./query.reader.js";
import { toTerm } from "./query.rules.js";
import type { PageRequest, VaspListRequest } from "./requests.js";
import { type Result, succeeded } from "./result.js";
import type { VaspListQuery } from "./vasps/list.js";
import type { Vasp } from "./vasps/vasp.js";

/** Parses a query. A map, a date or a promise is `wrong_type`; without this it would count as `{}` and list everything. */
function parseQuery<T extends object>(reader: Reader<T>, input: unknown): Result<T> {
  const parsed = parseInput(reader, isOpaque(input) ? null : input);
  return parsed.ok ? succeeded(bare(parsed.value)) : parsed;
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
  const parsed = parseQuery(accountSearchReader, input);
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
  const parsed = parseQuery(vaspSearchReader, input);
  return parsed.ok ? succeeded(toTerm(parsed.value.search_term)) : parsed;
}

/** Parses a VASP list request (§4.8). */
export function parseVaspList(input: unknown): Result<VaspListQuery> {
  const parsed = parseQuery(vaspListReader, input);
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
  const parsed = parseQuery(alertListReader, input);
  if (!parsed.ok) return parsed;
  const { delivered, ...page } = parsed.value;
  return succeeded({ ...withPageDefaults(page), ...(delivered !== undefined && { delivered }) });
}

function withPageDefaults(given: PageRequest): PageQuery {
  const { page = DEFAULT_PAGE, size = DEFAULT_PAGE_SIZE } = bare(given);
  return { page, size };
}
