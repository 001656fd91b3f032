/** Parses the requests of search and listings (§4.5, §4.6, §4.8) into queries with their defaults (§8). */

import {
  accountListReader,
  accountSearchReader,
  addressListReader,
  alertListReader,
  auditListReader,
  vaspListReader,
  vaspSearchReader,
} from "../generated/query.reader.js";
import { alertReviewReader, holdReader, holdSubjectReader } from "../generated/review.reader.js";
import type { AccountListQuery } from "./accounts/list.js";
import type { AccountQuery } from "./accounts/search.js";
import type { AddressListQuery } from "./addresses/address.js";
import type { AlertListQuery, AlertReviewRequest } from "./alerts/alert.js";
import type { AuditHoldRequest, HoldSubjectFields } from "./audit/hold.js";
import type { RegisteredChains } from "./chains/chain.js";
import { parseInput } from "./input/parse-input.js";
import type { Reader } from "./input/read-state.js";
import type { ParseContext } from "./input/types.js";
import type { Issue } from "./issue.js";
import { hasOnlyProperties } from "./options.js";
import { bare, own } from "./own.js";
import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "./page.js";
import { toTerm } from "./query.rules.js";
import type { AuditListFields, VaspListRequest } from "./requests.js";
import { failed, issuesOf, type Result, succeeded } from "./result.js";
import { parseTimestamp } from "./timestamp.js";
import type { VaspListQuery } from "./vasps/list.js";
import type { Vasp } from "./vasps/vasp.js";

/** Parses a query. A map, a date or a promise is `wrong_type`; without this it would count as `{}` and list everything. */
function parseQuery<T extends object>(reader: Reader<T>, input: unknown, context?: ParseContext): Result<T> {
  const parsed = parseInput(reader, isOpaque(input) ? null : input, context);
  return parsed.ok ? succeeded(bare(parsed.value)) : parsed;
}

/** What is parsed: the request of one page, or the conditions of `all`, which reads every page. */
export type Extent = "page" | "all";

const defaultSizes: Readonly<Record<Extent, number>> = { page: DEFAULT_PAGE_SIZE, all: MAX_PAGE_SIZE };

/** Properties of a list request that select a page. */
const PAGE_NAMES: readonly string[] = ["cursor", "size"];

/** Those of `vasps.list`. The order is one of numbered pages: `vasps.all` goes by `vasp_id`. */
const NUMBERED_PAGE_NAMES: readonly string[] = ["page", "size", "sort"];

/** Refuses what selects a page. */
function withoutPage<T extends object>(
  conditions: T,
  { record, places }: Pick<Reader<T>, "record" | "places">,
  pageNames: readonly string[],
): Result<T> {
  const [, ...members] = places;
  const named = members.map(([path, , clause]) => ({ path, clause, name: path.slice(1) }));
  const allowed = named.map(({ name }) => name).filter((name) => !pageNames.includes(name));
  const issues = named
    .filter(({ name }) => pageNames.includes(name) && Object.hasOwn(conditions, name))
    .map(({ path, clause, name }): Issue => {
      const message = `all has no ${name}, which the ${record} has: it yields every record. Remove it, or call list.`;
      return { code: "unknown_property", path, clause, params: { allowed }, message };
    });
  return issues.length === 0 ? succeeded(conditions) : failed(issues);
}

/**
 * Parses a list request. `cursor: null` counts as absent, because the last page has `next_cursor: null`. A `Date` counts as
 * its text.
 */
function parseList<T extends object>(
  reader: Reader<T>,
  input: unknown,
  extent: Extent,
  context?: ParseContext,
): Result<T> {
  let converted = input;
  try {
    if (typeof input === "object" && input !== null && !isOpaque(input)) converted = convertedRequest(input);
  } catch {
    // A getter or a proxy that throws: `parseInput` reports it as unreadable.
  }
  const parsed = parseQuery(reader, converted, context);
  return parsed.ok && extent === "all" ? withoutPage(parsed.value, reader, PAGE_NAMES) : parsed;
}

function convertedRequest(input: object): object {
  const changes = {
    ...(ownValue(input, "cursor") === null && { cursor: undefined }),
    ...dateAsText(input, "from"),
    ...dateAsText(input, "to"),
  };
  return Object.keys(changes).length === 0 ? input : { ...input, ...changes };
}

function dateAsText(input: object, name: string): object | undefined {
  const value = ownValue(input, name);
  if (Object.prototype.toString.call(value) !== "[object Date]") return undefined;
  const milliseconds = Date.prototype.getTime.call(value);
  // An invalid date becomes a text that is no timestamp.
  return { [name]: Number.isNaN(milliseconds) ? "invalid" : new Date(milliseconds).toISOString() };
}

/** Returns the value of an own property, without a call of its getter: only `parseInput` calls that, and once. */
function ownValue(input: object, name: string): unknown {
  const property = Object.getOwnPropertyDescriptor(input, name);
  return property && own(property, "value");
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

/** Parses an account list request. */
export function parseAccountList(input: unknown, extent: Extent = "page"): Result<AccountListQuery> {
  const parsed = parseList(accountListReader, input, extent);
  if (!parsed.ok) return parsed;
  const { size = defaultSizes[extent], cursor, sort = "created" } = parsed.value;
  return succeeded({ size, ...(cursor !== undefined && { cursor }), sort });
}

/** Parses an address list request. */
export function parseAddressList(
  input: unknown,
  chains: RegisteredChains | undefined,
  extent: Extent = "page",
): Result<AddressListQuery> {
  const parsed = parseList(addressListReader, input, extent, chains && { chains });
  return parsed.ok ? succeeded({ ...parsed.value, size: parsed.value.size ?? defaultSizes[extent] }) : parsed;
}

/** Parses a VASP search (§4.6). The term is folded. */
export function parseVaspSearch(input: unknown): Result<{ readonly term: string; readonly limit: number | undefined }> {
  const parsed = parseQuery(vaspSearchReader, input);
  if (!parsed.ok) return parsed;
  const { search_term, limit } = parsed.value;
  return succeeded({ term: toTerm(search_term), limit });
}

/** Parses a VASP list request (§4.8). */
export function parseVaspList(input: unknown): Result<VaspListQuery> {
  const parsed = parseQuery(vaspListReader, input);
  if (!parsed.ok) return parsed;
  const { page = DEFAULT_PAGE, size = DEFAULT_PAGE_SIZE, sort } = parsed.value;
  return succeeded({ page, size, ...(sort !== undefined && { sort: readSort(sort) }) });
}

/** Parses the conditions of `vasps.all`, which has none. */
export function parseVaspAll(input: unknown): Result<VaspListRequest> {
  const parsed = parseQuery(vaspListReader, input);
  return parsed.ok ? withoutPage(parsed.value, vaspListReader, NUMBERED_PAGE_NAMES) : parsed;
}

function readSort(sort: NonNullable<VaspListRequest["sort"]>): NonNullable<VaspListQuery["sort"]> {
  const descending = sort.startsWith("-");
  // The shape allows only names of properties, with or without the sign.
  return { field: (descending ? sort.slice(1) : sort) as keyof Vasp, descending };
}

/** Parses an alert list request. */
export function parseAlertList(input: unknown, extent: Extent = "page"): Result<AlertListQuery> {
  return parseTimedList(alertListReader, input, extent);
}

/** Parses an audit list request. */
export function parseAuditList(
  input: unknown,
  extent: Extent = "page",
): Result<Omit<AuditListFields, "size"> & { readonly size: number }> {
  return parseTimedList(auditListReader, input, extent);
}

/** Conditions of a list with times, as text of a request. */
interface TimedConditions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly size?: number | undefined;
}

/** Returns the issue of a time that is later than now (§2.9). */
export function inFuture(path: string): Issue {
  const message = `${path.slice(path.lastIndexOf("/") + 1)} must not be later than now; check the time zone of your clock.`;
  return { code: "out_of_range", path, clause: "2.9", message };
}

/** Parses a list request with times. They get the form of stored times. */
export function parseTimedList<T extends TimedConditions>(
  reader: Reader<T>,
  input: unknown,
  extent: Extent,
): Result<Omit<T, "size"> & { readonly size: number }> {
  const parsed = parseList(reader, input, extent);
  if (!parsed.ok) return parsed;
  const { size = defaultSizes[extent], from, to, ...rest } = parsed.value;
  const [earliest, end] = [from, to].map((text) => text && parseTimestamp(text));
  const times = { ...(earliest !== undefined && { from: earliest }), ...(end !== undefined && { to: end }) };
  // The cast: the times are those of T.
  return succeeded({ size, ...rest, ...times } as unknown as Omit<T, "size"> & { readonly size: number });
}

/** Parses a hold and its subject. Its issues have paths in the request, those of the subject begin with "/subject". */
export function parseHold(
  subject: unknown,
  input: unknown,
  today: string,
): Result<AuditHoldRequest & HoldSubjectFields> {
  const [about, hold] = [parseInput(holdSubjectReader, { subject }), parseInput(holdReader, input, { today })];
  if (about.ok && hold.ok) return succeeded({ ...bare(hold.value), ...bare(about.value) });
  return failed(issuesOf([about, hold]));
}

/** Parses a review of an alert. */
export function parseAlertReview(input: unknown): Result<AlertReviewRequest> {
  return parseInput(alertReviewReader, input);
}
