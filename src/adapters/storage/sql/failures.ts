/**
 * Failures of a database or its driver, as ComplianceErrors. Drivers quote values in their messages ("Key (…)
 * already exists"), so only the code of a failure is passed on.
 */
import { ComplianceError, type ComplianceErrorCode } from "../../../domain/compliance-error.js";
import { EngineFault } from "../../../ports/storage-engine.js";

/** A classified failure. */
interface Fault {
  readonly code: ComplianceErrorCode;
  /** Whether a retry may help. */
  readonly isTransient: boolean;
  /** Whether the statement had no effect and will have none. For others it is unknown, because a connection may break late. */
  readonly isRejection: boolean;
  readonly message: string;
  readonly cause: Error;
}

interface Kind {
  /** @default "storage_unavailable" */
  readonly code?: ComplianceErrorCode;
  readonly isTransient?: true;
  /** SQLSTATEs (PostgreSQL, Appendix A), result codes of SQLite, numbers of MySQL, error codes of Node's sockets. */
  readonly codes?: RegExp;
  /** Matches the messages of failures without a specific code. */
  readonly words?: RegExp;
  readonly message: string;
}

/**
 * Codes with which a database rejects a statement, or a system the connection for it. After others, such as those of a
 * broken connection, it may have been executed, or may be later. A code of Node begins with E, a SQLSTATE does not. Numbers
 * of MySQL for a commit that failed, a statement that was ended, and a broken connection are no rejection.
 */
const REJECTED =
  /^(?:(?!E|08|25P0|40003|57P|58)[0-9A-Z]{5}|0800[14]|57P03|SQLITE_(?!IOERR).+|(?!1053|1105|1180|1317|1927|1969|2006|2013|3024|4031)\d{4}|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of drivers about a statement that was not sent. They have no code. */
const NOT_SENT =
  /connection timeout|timeout exceeded when trying|not queryable|not open|been destroyed|calling end|closed state|pool is closed|queue limit reached|no connections available/i;

/** The messages of `pg` and of deadline.ts, which have no code. The server may still execute the statement. */
const DRIVER_TIMEOUT = /^query read timeout$/i;
const DEADLINE = /^statement deadline exceeded$/i;

const kinds: readonly Kind[] = [
  {
    code: "storage_not_migrated",
    codes: /^(?:42P01|42703|3F000|1054|1146)$/,
    words: /^no such (?:table|column|module)\b/,
    message:
      "The database lacks a table of vaspkit, or a column of one. Call migrate(kysely) first, with the same search_path.",
  },
  {
    isTransient: true,
    // 1020, 1205, 1213: of MySQL; a Galera node refuses a commit with 1213. 8002, 8022, 9007: of TiDB.
    codes: /^(?:40001|40P01|55P03|1020|1205|1213|8002|8022|9007|SQLITE_BUSY.*|SQLITE_LOCKED.*)$/,
    message:
      "Other transactions blocked this one for several seconds. Retry, and look for a transaction that stays open.",
  },
  {
    isTransient: true,
    // 25P03, 25P04, 57P05: time-outs after which the server closes the connection, even with a statement under way.
    // 1047: a Galera node without a majority; 1180: its commit failed.
    codes:
      /^(?:08(?!P01)...|57P0[1235]|25P0[34]|40003|53300|1040|1047|1053|1180|1203|1927|2006|2013|4031|PROTOCOL_CONNECTION_LOST|E[A-Z_]*(?:CONN|PIPE|TIMEDOUT|UNREACH|AGAIN|NOTFOUND)[A-Z]*)$/,
    words: /connection (?:terminated|ended|error)|not queryable|timeout exceeded when trying to connect|closed state/i,
    message: "The database is unreachable or closed the connection. Check that it runs and accepts connections.",
  },
  {
    isTransient: true,
    words: /queue limit reached|no connections available/i,
    message:
      "The pool had no free connection. Remove queueLimit and waitForConnections from its options, or raise connectionLimit.",
  },
  {
    code: "storage_read_only",
    codes: /^(?:25006|1290|1792|1836|SQLITE_READONLY.*)$/,
    message: "The database is read-only (a standby, or a file without write permission). Connect to a writable one.",
  },
  {
    codes: /^(?:28...|3D000|42501|1044|1045|1046|1049|1698|SQLITE_AUTH|SQLITE_PERM|SQLITE_CANTOPEN.*)$/,
    message:
      "The database does not exist or rejects this user. Check its name, and the user's name, password and privileges.",
  },
  {
    codes: /^(?:1142|1143)$/,
    message:
      "The database user lacks a privilege on a table of vaspkit. Grant select, insert, update and delete, or only read.",
  },
  {
    codes: /^1153$/,
    message: "A statement is larger than the server accepts. Raise max_allowed_packet to 16 MB or more.",
  },
  {
    codes: /^(?:1031|1071|1286|1366|1709)$/,
    message:
      "The tables need the engine InnoDB with the row format dynamic, and the types that migrate(kysely) gives them. Allow these, and undo changes of the tables.",
  },
  {
    codes: /^(?:53...|1021|1037|1038|1041|1114|SQLITE_FULL|SQLITE_NOMEM)$/,
    message: "The database is out of disk space or memory. Free some, then retry.",
  },
  {
    code: "storage_corrupt",
    codes: /^(?:XX00[12]|1034|1194|1712|SQLITE_CORRUPT.*|SQLITE_NOTADB)$/,
    message: "The database reports that its files are damaged. Restore them from a backup.",
  },
  {
    codes: /^(?:57014|1317|1969|3024)$/,
    message: "The database cancelled a statement, because it took too long or was stopped by an administrator.",
  },
  {
    words: DRIVER_TIMEOUT,
    message:
      "A statement exceeded the driver's query_timeout. Set statement_timeout in the database, which cancels such statements.",
  },
  {
    words: DEADLINE,
    message:
      "The database did not respond to a statement within 30 seconds. Look for locks, and for a network that drops connections.",
  },
];

const OTHER: Kind = {
  message: "The database or its driver rejected a statement. Check that the Kysely instance was not destroyed.",
};

/** Classifies a thrown value. */
export function faultOf(thrown: unknown): Fault {
  const reported = codeOf(thrown);
  const known = isCutByPooler(thrown, reported) ? CONNECTION_FAILURE : reported;
  const kind = kinds.find((each) => isOf(each, thrown, known)) ?? OTHER;
  const { code = "storage_unavailable", isTransient = false, message } = kind;
  const isRejected = code !== "storage_unavailable" || isOf({ codes: REJECTED, words: NOT_SENT }, thrown, reported);
  // A server that fails while it commits reports a panic with the code of the failure.
  const isRejection = isRejected && propertyOf(thrown, "severity") !== "PANIC";
  const suffix = reported === undefined ? "" : ` Reported code: ${reported}.`;
  return { code, isTransient, isRejection, message: `${message}${suffix}`, cause: causeOf(reported) };
}

const CONNECTION_FAILURE = "08006";

/**
 * Whether PgBouncer lost its connection to the server. It reports this as a fatal protocol violation. A server's own one,
 * such as a wrong number of parameters, is not fatal.
 */
function isCutByPooler(thrown: unknown, reported: string | undefined): boolean {
  return reported === "08P01" && propertyOf(thrown, "severity") === "FATAL";
}

/** Returns the ComplianceError for a thrown value. A ComplianceError is returned unchanged. */
export function failureOf(thrown: unknown): ComplianceError {
  if (thrown instanceof ComplianceError) return thrown;
  const { code, message, cause } = faultOf(thrown);
  return new ComplianceError(code, message, { cause });
}

/**
 * Returns the fault of a thrown value. A ComplianceError and a fault are returned unchanged.
 *
 * @param isSent - whether a change was sent, which may have been executed or may be later
 * @param result - what the call would have returned
 */
export function engineFault(thrown: unknown, isSent: boolean, result?: unknown): ComplianceError | EngineFault {
  if (thrown instanceof ComplianceError || thrown instanceof EngineFault) return thrown;
  const { isTransient, isRejection } = faultOf(thrown);
  return new EngineFault(failureOf(thrown), { isTransient, isUnknown: isSent && !isRejection, result });
}

/** Runs a step of opening or of a migration, whose faults may pass. */
export async function asFault<R>(step: () => Promise<R>): Promise<R> {
  try {
    return await step();
  } catch (thrown) {
    throw engineFault(thrown, false);
  }
}

/** Codes of a standby, and of a database for a user with read-only privileges. */
const READ_ONLY = /^(?:25006|42501|1142|1290|1792|1836|SQLITE_READONLY.*)$/;

/** Runs the step. Returns undefined if the database, or this user of it, is read-only. */
export async function ifWritable<R>(step: () => Promise<R>): Promise<R | undefined> {
  try {
    return await step();
  } catch (thrown) {
    if (!READ_ONLY.test(codeOf(thrown) ?? "")) throw thrown;
    return undefined;
  }
}

/** Whether a row could not be stored because its key is taken. */
export function isTaken(thrown: unknown): boolean {
  return /^(?:23505|1062|SQLITE_CONSTRAINT_(?:PRIMARYKEY|UNIQUE))$/.test(codeOf(thrown) ?? "");
}

/** Whether the driver stopped waiting for a statement that the server may still execute. */
export function isQueryTimeout(thrown: unknown): boolean {
  return [DRIVER_TIMEOUT, DEADLINE].some((words) => hasWords(words, thrown, codeOf(thrown)));
}

/** Returns the error for content that this storage does not write. */
export function corrupt(what: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `${what}. Something other than vaspkit changed it. Restore it from a backup.`,
  );
}

/** Returns the code of a thrown value: of MySQL its number. A code is short and contains no stored value. */
export function codeOf(thrown: unknown): string | undefined {
  const number = propertyOf(thrown, "errno");
  if (Number.isSafeInteger(number) && Number(number) >= 1_000 && Number(number) < 10_000) return String(number);
  const code = propertyOf(thrown, "code");
  return typeof code === "string" && /^[A-Z0-9_]{2,40}$/.test(code) ? code : undefined;
}

function isOf({ codes, words }: Pick<Kind, "codes" | "words">, thrown: unknown, reported: string | undefined): boolean {
  if (reported !== undefined && codes?.test(reported)) return true;
  return words !== undefined && hasWords(words, thrown, reported);
}

/** Matches the message only if there is no specific code. */
function hasWords(words: RegExp, thrown: unknown, reported: string | undefined): boolean {
  if (reported !== undefined && reported !== "SQLITE_ERROR") return false;
  const message = propertyOf(thrown, "message");
  return typeof message === "string" && words.test(message);
}

function causeOf(reported: string | undefined): Error {
  const cause = new Error(reported === undefined ? "The driver reported no code." : `The driver reported ${reported}.`);
  return Object.assign(cause, reported !== undefined && { code: reported });
}

/** Reads a property of a thrown value, which may be anything, even an object whose getters throw. */
function propertyOf(thrown: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(thrown), name);
  } catch {
    return undefined;
  }
}
