/** Operations on the audit trail. */

import type { AuditCase } from "../domain/audit/case.js";
import {
  type AuditEntry,
  type AuditHead,
  type AuditSubject,
  entryDigest,
  recordOfLine,
} from "../domain/audit/record.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { conditionsMark, cursorInvalid } from "../domain/cursor.js";
import { bare, own } from "../domain/own.js";
import type { CursorPage } from "../domain/page.js";
import { parseAuditList } from "../domain/query.js";
import type { AuditAllRequest, AuditListRequest } from "../domain/requests.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import type { AuditListQuery, Auditor, AuditRepository } from "../ports/audit.js";
import { readOptions } from "./abort.js";
import { allRecords, eachRecord, markedPage } from "./all-records.js";
import { type CaseDeps, type CaseEntries, exportCase } from "./audit-case.js";
import { type HoldOperations, holdOperations } from "./holds.js";
import type { ChangeOptions, OperationOptions, UncheckedArgs } from "./types.js";

/** One page of records, newest first. */
type AuditPage = CursorPage<AuditEntry>;

/** Operations on the audit trail. Each throws `not_configured` without the option `audit`. */
export interface AuditOperations extends HoldOperations {
  /**
   * Lists records page by page, newest first. With a subject, those that are about it. After its erasure nothing finds them.
   *
   * @param query - size, cursor and conditions
   * @returns The page. `next_cursor` is null on the last one. Or every issue of the query.
   * @throws ComplianceError `not_configured`, `storage_…`.
   * @example
   * const page = unwrap(await compliance.audit.list({ subject: { kind: "transfer", id: "W-1" } }));
   */
  list(query?: AuditListRequest): Promise<Result<AuditPage>>;
  /** Lists with a query of type `unknown` or `any`. */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<AuditPage>>;
  /**
   * Returns all records that match, newest first, page by page.
   *
   * @param query - the conditions of `list`
   * @param options - after an abort the iteration throws `aborted`
   * @returns The records. Each iteration begins again.
   * @throws ComplianceError while iterating: `not_configured`, `storage_…`, `aborted`, `invalid_input`.
   * @example
   * for await (const { record } of compliance.audit.all({ from: "2026-01-01" })) count(record.event);
   */
  all(query?: AuditAllRequest, options?: OperationOptions): AsyncIterable<AuditEntry>;
  /** Returns all records that match a query of type `unknown` or `any`. */
  all<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): AsyncIterable<AuditEntry>;
  /**
   * Returns the lines of the whole trail, oldest first. `verifyAudit` reads them, and so do files of JSON Lines.
   *
   * @param options - after an abort the iteration throws `aborted`
   * @returns The lines, without line breaks. Each iteration begins again.
   * @throws ComplianceError while iterating: `not_configured`, `storage_…`, `aborted`.
   * @example
   * const verified = await verifyAudit(compliance.audit.lines(), { heads: published });
   */
  lines(options?: OperationOptions): AsyncIterable<string>;
  /**
   * Returns the heads of the chains that this process writes: what `onHead` receives.
   *
   * @throws ComplianceError `not_configured`.
   */
  heads(): Promise<readonly AuditHead[]>;
  /**
   * Returns everything that is stored about one transfer, and records who exported it. After the erasure of an account it has
   * digests in place of the account's values.
   *
   * @param transfer_id - the identifier that you gave it
   * @param options - signal, and who exports; an export contains personal data
   * @returns The lines and a page; or the issue `unknown_transfer`.
   * @throws ComplianceError `not_configured`, `storage_…`, `aborted`.
   * @example
   * const { lines, html } = unwrap(await compliance.audit.exportCase("W-1", { actor: officer }));
   */
  exportCase(transfer_id: string, options?: ChangeOptions): Promise<Result<AuditCase>>;
}

interface Deps extends CaseDeps {
  readonly auditor: Auditor | undefined;
}

/** Creates the operations on the audit trail. */
export function auditOperations(deps: Deps): AuditOperations {
  const { auditor, storage, clock } = deps;
  const { audit } = storage;
  const all = {
    operation: "audit.all",
    parse: (query: unknown) => {
      auditorOr(auditor, "audit.all");
      return parseAuditList(query, "all");
    },
    page: (query: ParsedQuery) => page(audit, auditorOr(auditor, "audit.all"), query),
  };
  return {
    list: async (query: unknown = {}) => {
      const trail = auditorOr(auditor, "audit.list");
      const parsed = parseAuditList(query);
      if (!parsed.ok) return parsed;
      const found = await page(audit, trail, parsed.value);
      return found === undefined ? failed([cursorInvalid("8")]) : succeeded(found);
    },
    all: (query?: unknown, options?: OperationOptions) => allRecords(all, query, options),
    lines: (options) => ({ [Symbol.asyncIterator]: () => linesOf(deps, options) }),
    heads: async () => auditorOr(auditor, "audit.heads").heads(),
    ...holdOperations({ auditorOf: (operation) => auditorOr(auditor, operation), holds: storage.holds, clock }),
    exportCase: async (transfer_id, options) => {
      const trail = auditorOr(auditor, "audit.exportCase");
      const entries: CaseEntries = (subject, cursor) => page(audit, trail, { subject, size: PAGE, cursor });
      return exportCase({ ...deps, auditor: trail, entries }, transfer_id, options);
    },
  };
}

/** @throws ComplianceError `not_configured` */
function auditorOr(auditor: Auditor | undefined, operation: string): Auditor {
  if (auditor !== undefined) return auditor;
  throw new ComplianceError("not_configured", `${operation} needs the option audit of createCompliance. Add it.`);
}

interface ParsedQuery extends Pick<AuditListQuery, "size" | "from" | "to" | "cursor"> {
  readonly subject?: AuditSubject | undefined;
}

async function page(audit: AuditRepository, auditor: Auditor, query: ParsedQuery): Promise<AuditPage | undefined> {
  const { subject, size, from, to, cursor } = bare(query);
  const lookup = subject && auditor.lookupOf(subject);
  const conditions: AuditListQuery = {
    size,
    ...(lookup !== undefined && { subject: lookup }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(cursor !== undefined && { cursor }),
  };
  const mark = conditionsMark([own(conditions, "subject"), from, to]);
  const found = await markedPage(conditions, mark, (given) => audit.list(given));
  if (found === undefined) return undefined;
  const items = found.items.map(async (item): Promise<AuditEntry> => {
    const entry = entryOf(item.line);
    if (subject === undefined || lookup === undefined) return entry;
    const [salt = "", encrypted] = [own(item, "salt"), own(entry.record, "note")];
    const { chain, seq, at, entries } = entry.record;
    if (!entries.includes(entryDigest({ chain, seq, at, subject: lookup, salt }))) throw otherSubject();
    if (encrypted === undefined) return entry;
    const note = await auditor.noteOf(subject, salt, encrypted);
    return note === undefined ? entry : { ...entry, note };
  });
  return { ...found, items: await Promise.all(items) };
}

function entryOf(line: string): AuditEntry {
  const found = recordOfLine(line);
  if (found !== undefined) return { ...found, line };
  throw new ComplianceError(
    "storage_corrupt",
    "A record of the audit trail was changed: its hash is another one. Verify the trail with verifyAudit of vaspkit/audit.",
  );
}

/** Returns the failure of an entry that its record does not have. */
function otherSubject(): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    "An entry of the audit trail was changed: it finds a record of another subject. Restore the trail from a backup.",
  );
}

async function* linesOf(
  { auditor, storage }: Deps,
  options: OperationOptions | undefined,
): AsyncGenerator<string, void> {
  const { abort } = readOptions("audit.lines", options, { signal: "signal" }, "The lines are incomplete.");
  auditorOr(auditor, "audit.lines");
  const open = () => ({
    abort,
    page: (cursor: string | undefined) =>
      storage.audit.list({ size: PAGE, ascending: true, ...(cursor !== undefined && { cursor }) }),
  });
  for await (const { line } of eachRecord(open)) yield line;
}

/** Lines that are read at once. */
const PAGE = 1_000;
