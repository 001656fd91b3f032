/** The repository of the audit trail. */
import { ComplianceError } from "../../../domain/compliance-error.js";
import { bare, own } from "../../../domain/own.js";
import type {
  AuditImported,
  AuditLine,
  AuditListQuery,
  AuditRepository,
  AuditRowsQuery,
} from "../../../ports/audit.js";
import { type AuditRow, audit, auditMoment } from "../../../ports/collections.js";
import type { RangeRead, Row } from "../../../ports/storage-engine.js";
import { copyOf } from "../copy.js";
import type { Plan } from "./perform.js";
import { cursorPage, given, type Session } from "./session.js";

/** Returns the repository. */
export function auditRepository(session: Session): AuditRepository {
  return {
    append: (recording) => session.whileOpen(() => session.run(APPEND, recording)),
    list: (query) => session.whileOpen(() => list(session, bare(copyOf(query)))),
    rows: (query) => session.whileOpen(() => rows(session, bare(copyOf(query)))),
    import: (records) => session.whileOpen(() => session.run(importing(copyOf(records)))),
  };
}

/** Changes nothing but the trail. */
const APPEND: Plan<void> = { reads: [], run: () => ({ result: undefined, changes: [] }) };

/** A list of a subject reads its entries and, at the same moment, the lines that they name. */
function list(session: Session, query: AuditListQuery) {
  const { subject = "", chain, from, to, size, cursor, ascending = false } = query;
  const [index, value] = chain === undefined ? ["subject", subject] : ["chain", chain];
  const where = given([
    [index, "=", value],
    ["moment", ">=", from],
    ["moment", "<", to],
  ]);
  const isOfSubject = index === "subject" && subject !== "";
  const listing = {
    name: `audit ${index} ${value} ${ascending ? "up" : "down"}`,
    range: { collection: audit.name, index, where, descending: !ascending },
    timeOf: (row: Row) => auditMoment(audit.recordOf(row)),
    itemsOf: (rows: readonly Row[], others: readonly Row[]) => {
      const lines = new Map(audit.recordsOf(others).map((row) => [idOf(row), row]));
      return audit.recordsOf(rows).map((row) => lineOf(row, lines));
    },
    ...(isOfSubject && {
      more: (page: RangeRead) => ({ ...page, follow: { column: "line", collection: audit.name } }),
    }),
  };
  return cursorPage(session, listing, { size, cursor });
}

function rows(session: Session, { size, cursor }: AuditRowsQuery) {
  const groupOf = (index: "subject" | "chain"): RangeRead => {
    return { collection: audit.name, index, where: [[index, "=", ""]] };
  };
  const listing = {
    name: "audit rows",
    range: groupOf("subject"),
    others: [groupOf("chain")],
    timeOf: (row: Row) => auditMoment(audit.recordOf(row)),
    itemsOf: (found: readonly Row[]) => audit.recordsOf(found),
  };
  return cursorPage(session, listing, { size, cursor });
}

function importing(records: readonly (readonly AuditRow[])[]): Plan<AuditImported> {
  return {
    reads: records.map(([line]) => ({ collection: audit.name, key: line === undefined ? "" : audit.keyOf(line) })),
    run: (found) => {
      const stored = found.map((row) => audit.recordOf(row));
      const isSame = (index: number): boolean => stored[index]?.line === records[index]?.[0]?.line;
      const different = stored.findIndex((row, index) => row !== undefined && !isSame(index));
      if (different !== -1) return { result: { outcome: "different", index: different } };
      const added = records.filter((_, index) => stored[index] === undefined);
      return {
        result: { outcome: "stored", added: added.length },
        changes: added.flat().map((row) => audit.put(row, undefined)),
      };
    },
  };
}

function idOf({ chain, seq }: AuditRow): string {
  return `${chain} ${seq}`;
}

function lineOf(row: AuditRow, lines: ReadonlyMap<string, AuditRow>): AuditLine {
  const line = own(row, "line") ?? own(lines.get(idOf(row)) ?? row, "line");
  if (line === undefined) throw incomplete();
  const salt = own(row, "salt");
  return salt === undefined ? { line } : { line, salt };
}

function incomplete(): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    "A record of the audit trail was deleted, and an entry that names it was not. Something other than vaspkit changed " +
      "the storage. Restore it from a backup.",
  );
}
