/**
 * What a database or its driver reports, as a ComplianceError. Drivers quote values in their messages ("Key (…) already
 * exists"), so that nothing of a report is passed on but its code.
 */
import { ComplianceError, type ComplianceErrorCode } from "../../../domain/compliance-error.js";

/** What a report means. */
export interface Fault {
  readonly code: ComplianceErrorCode;
  /** Trying again may help. */
  readonly isPassing: boolean;
  /** The statement took no effect, nor will it. Of others this is not known: a connection may break before or after. */
  readonly isRefusal: boolean;
  readonly message: string;
  readonly cause: Error;
}

interface Kind {
  readonly code: ComplianceErrorCode;
  readonly isPassing?: true;
  readonly isRefusal?: true;
  /** SQLSTATEs (PostgreSQL, Appendix A), result codes of SQLite, codes of Node's sockets. */
  readonly codes?: RegExp;
  /** Of reports that have no code of their own, or one that says too little. */
  readonly words?: RegExp;
  /** What is the matter, and what to do. */
  readonly says: string;
}

/** What `pg` says, without a code, of a statement that the server goes on with. */
const NOT_AWAITED = /^query read timeout$/i;

const kinds: readonly Kind[] = [
  {
    code: "storage_not_migrated",
    codes: /^(?:42P01|42703|3F000)$/,
    words: /^no such (?:table|column|module)\b/,
    says: "The database lacks a table of vaspkit, or a part of one: call migrate(kysely) with the same search_path first.",
  },
  {
    code: "storage_unavailable",
    isPassing: true,
    isRefusal: true,
    codes: /^(?:40001|40P01|55P03|SQLITE_BUSY.*|SQLITE_LOCKED.*)$/,
    says: "Other transactions stood in the way for seconds: try again, and look for one that stays open.",
  },
  {
    code: "storage_unavailable",
    isPassing: true,
    // 25P03, 25P04, 57P05: timeouts after which the server cuts the connection, be it with a statement on its way.
    codes:
      /^(?:08(?!P01)...|57P0[1235]|25P0[34]|40003|53300|E[A-Z_]*(?:CONN|PIPE|TIMEDOUT|UNREACH|AGAIN|NOTFOUND)[A-Z]*)$/,
    words: /connection (?:terminated|ended|error)|not queryable|timeout exceeded when trying to connect/i,
    says:
      "The database cannot be reached, or cut the connection: see that it runs and takes connections. " +
      "What was under way may have been stored; asking again says.",
  },
  {
    code: "storage_read_only",
    codes: /^(?:25006|SQLITE_READONLY.*)$/,
    says: "The database only reads (a standby, or a file without write permission): connect to one that may be written.",
  },
  {
    code: "storage_unavailable",
    codes: /^(?:28...|3D000|42501|SQLITE_AUTH|SQLITE_PERM|SQLITE_CANTOPEN.*)$/,
    says: "The database refuses this user, or is not there: check its name, and the name, the password and the rights of the user.",
  },
  {
    code: "storage_unavailable",
    codes: /^(?:53...|SQLITE_FULL|SQLITE_NOMEM)$/,
    says: "The database has no room left, on its disk or in its memory: make some, and try again.",
  },
  {
    code: "storage_corrupt",
    codes: /^(?:XX00[12]|SQLITE_CORRUPT.*|SQLITE_NOTADB)$/,
    says: "The database reports that its own files are damaged: restore them from a backup.",
  },
  {
    code: "storage_unavailable",
    codes: /^57014$/,
    says: "The database cancelled a statement: it took longer than statement_timeout allows, or somebody stopped it.",
  },
  {
    code: "storage_unavailable",
    words: NOT_AWAITED,
    says:
      "The driver gave up waiting for a statement: it took longer than its query_timeout allows. " +
      "It may be carried out all the same; asking again says. A statement_timeout of the database ends it for good.",
  },
];

const OTHER: Omit<Kind, "codes"> = {
  code: "storage_unavailable",
  says: "The database or its driver refused a statement; see that the Kysely instance has not been destroyed.",
};

/** What was thrown, understood. */
export function faultOf(thrown: unknown): Fault {
  const reported = codeOf(thrown);
  const {
    code,
    isPassing = false,
    isRefusal = false,
    says,
  } = kinds.find((kind) => isOf(kind, thrown, reported)) ?? OTHER;
  const said = reported === undefined ? "" : ` It reported ${reported}.`;
  return { code, isPassing, isRefusal, message: `${says}${said}`, cause: causeOf(reported) };
}

/** The failure that a caller sees; one of ours stays what it is. */
export function failureOf(thrown: unknown): ComplianceError {
  if (thrown instanceof ComplianceError) return thrown;
  const { code, message, cause } = faultOf(thrown);
  return new ComplianceError(code, message, { cause });
}

/** What a standby says, or a database to a user that may only read. */
const ONLY_READS = /^(?:25006|42501|SQLITE_READONLY.*)$/;

/** What the step answers; undefined: the database, or this user of it, may read and not write. */
export async function whereWritable<R>(step: () => Promise<R>): Promise<R | undefined> {
  try {
    return await step();
  } catch (thrown) {
    if (!ONLY_READS.test(codeOf(thrown) ?? "")) throw thrown;
    return undefined;
  }
}

/** Whether the driver gave up waiting for the statement, which the server may still carry out. */
export function isNotAwaited(thrown: unknown): boolean {
  return hasWords(NOT_AWAITED, thrown, codeOf(thrown));
}

/** What the database holds is not what this storage writes. */
export function corrupt(what: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `${what}; something else than vaspkit changed it. Restore it from a backup.`,
  );
}

/** A code is short and has no value in it. */
export function codeOf(thrown: unknown): string | undefined {
  const code = memberOf(thrown, "code");
  return typeof code === "string" && /^[A-Z0-9_]{2,40}$/.test(code) ? code : undefined;
}

function isOf({ codes, words }: Kind, thrown: unknown, reported: string | undefined): boolean {
  if (reported !== undefined && codes?.test(reported)) return true;
  return words !== undefined && hasWords(words, thrown, reported);
}

/** A code that says enough is believed; only without one the words count. */
function hasWords(words: RegExp, thrown: unknown, reported: string | undefined): boolean {
  if (reported !== undefined && reported !== "SQLITE_ERROR") return false;
  const message = memberOf(thrown, "message");
  return typeof message === "string" && words.test(message);
}

function causeOf(reported: string | undefined): Error {
  const cause = new Error(reported === undefined ? "The driver gave no code." : `The driver reported ${reported}.`);
  return Object.assign(cause, reported !== undefined && { code: reported });
}

/** What is thrown may be anything, also something that throws as it is read. */
function memberOf(thrown: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(thrown), name);
  } catch {
    return undefined;
  }
}
