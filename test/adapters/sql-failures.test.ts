import { describe, expect, it } from "vitest";
import { failureOf, faultOf } from "../../src/adapters/storage/sql/failures.js";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { CANARY } from "../support/canaries.js";

/** An error like those of drivers: its message and properties may quote a row. */
function reported(code: string | undefined, message = `Key (id)=(${CANARY}) already exists.`): Error {
  return Object.assign(new Error(message), { code, detail: CANARY, where: CANARY, parameters: [CANARY] });
}

const passing = "40001 40P01 55P03 SQLITE_BUSY SQLITE_BUSY_SNAPSHOT SQLITE_LOCKED_SHAREDCACHE".split(" ");
/** Of a connection that was never made: the statement was not sent. */
const notSent = "53300 57P03 ECONNREFUSED ENOTFOUND EAI_AGAIN".split(" ");
const cut = [
  ...notSent,
  ..."08000 08003 08006 57P01 57P02 57P05 25P03 25P04 40003 ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH".split(" "),
];
const notSentWords = [
  "Client has encountered a connection error and is not queryable",
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
];
const cutWords = ["Connection terminated unexpectedly", ...notSentWords];
const failures: readonly [string, string | undefined, string?][] = [
  ["storage_not_migrated", "42P01"],
  ["storage_not_migrated", "42703"],
  ["storage_not_migrated", "SQLITE_ERROR", "no such table: vaspkit_accounts"],
  ["storage_read_only", "25006"],
  ["storage_read_only", "SQLITE_READONLY_DBMOVED"],
  ["storage_corrupt", "XX001"],
  ["storage_corrupt", "SQLITE_CORRUPT_VTAB"],
  ["storage_corrupt", "SQLITE_NOTADB"],
  ["storage_unavailable", "28P01"],
  ["storage_unavailable", "42501"],
  ["storage_unavailable", "53100"],
  ["storage_unavailable", "SQLITE_FULL"],
  ["storage_unavailable", "57014"],
  ["storage_unavailable", "57P04"],
  ["storage_unavailable", undefined, "Query read timeout"],
  ["storage_unavailable", "08P01"],
  ["storage_unavailable", "23514"],
  ["storage_unavailable", "SQLITE_ERROR", `near "${CANARY}": syntax error`],
  ["storage_unavailable", undefined],
];

/** An error of mysql2: its number counts. */
function numbered(errno: number): Error {
  return Object.assign(reported("ER_SOMETHING"), { errno, sqlMessage: CANARY, sql: CANARY });
}

describe("a failure of mysql2", () => {
  it.each([
    [1020, 1205, 1213, 8002, 8022, 9007, 1040, 1047, 1203],
    [1053, 1180, 1927, 2006, 2013, 4031],
  ])("is transient for %i and others", (...numbers) => {
    for (const number of numbers) {
      expect(faultOf(numbered(number))).toMatchObject({ code: "storage_unavailable", isTransient: true });
    }
  });

  it.each([
    [1046, "Check its name"],
    [1698, "Check its name"],
    [1142, "Grant select"],
    [1153, "Raise max_allowed_packet"],
    [1366, "undo changes of the tables"],
    [1709, "row format dynamic"],
  ])("tells what to do about %i", (number, advice) => {
    expect(failureOf(numbered(number)).message).toContain(advice);
  });

  it("is transient if the pool has no free connection, and the statement was not sent", () => {
    for (const words of ["Queue limit reached.", "No connections available."]) {
      const fault = faultOf(new Error(words));
      expect(fault).toMatchObject({ isTransient: true, isRejection: true });
      expect(fault.message).toContain("Remove queueLimit and waitForConnections");
    }
  });

  it("had no effect if the server rejected it, which is unknown for an ended statement or a broken connection", () => {
    for (const number of [1020, 1047, 1062, 1205, 1213, 1406]) {
      expect([number, faultOf(numbered(number)).isRejection]).toEqual([number, true]);
    }
    for (const number of [1053, 1105, 1180, 1317, 1927, 1969, 2006, 2013, 3024, 4031]) {
      expect([number, faultOf(numbered(number)).isRejection]).toEqual([number, false]);
    }
    expect(faultOf(reported("PROTOCOL_CONNECTION_LOST"))).toMatchObject({ isTransient: true, isRejection: false });
    const closed = new Error("Can't add new command when connection is in closed state");
    expect(faultOf(closed)).toMatchObject({ isTransient: true, isRejection: true });
    expect(faultOf(new Error("Pool is closed."))).toMatchObject({ isTransient: false, isRejection: true });
  });

  it.each([
    [1146, "storage_not_migrated"],
    [1054, "storage_not_migrated"],
    [1290, "storage_read_only"],
    [1034, "storage_corrupt"],
    [1045, "storage_unavailable"],
    [1114, "storage_unavailable"],
    [1317, "storage_unavailable"],
  ])("has the number %i in its message, and the code %s", (number, code) => {
    const { message, ...failure } = failureOf(numbered(number));
    expect(failure.code).toBe(code);
    expect(message).toContain(String(number));
    expect(message).not.toContain(CANARY);
  });
});

describe("a failure of a driver", () => {
  it.each(failures)("is %s for %s %s, without a retry", (code, given, message) => {
    const thrown = reported(given, message);
    expect(faultOf(thrown)).toMatchObject({ code, isTransient: false });
    expect(failureOf(thrown)).toMatchObject({ name: "ComplianceError", code });
  });

  it.each([...passing, ...cut])("is transient for %s", (code) => {
    expect(faultOf(reported(code))).toMatchObject({ code: "storage_unavailable", isTransient: true });
  });

  it("is transient if PgBouncer lost the server, which is a fatal 08P01, with an unknown effect", () => {
    const lost = faultOf(Object.assign(reported("08P01"), { severity: "FATAL" }));
    expect(lost).toMatchObject({ code: "storage_unavailable", isTransient: true, isRejection: false });
    expect(lost.message).toMatch(/unreachable.*08P01/);
    expect(faultOf(Object.assign(reported("08P01"), { severity: "ERROR" })).isTransient).toBe(false);
  });

  it("had no effect if the database rejected it or was not reached, which is unknown for a broken connection", () => {
    for (const code of passing) expect(faultOf(reported(code)).isRejection).toBe(true);
    for (const code of cut) expect([code, faultOf(reported(code)).isRejection]).toEqual([code, notSent.includes(code)]);
    for (const words of cutWords) {
      expect(faultOf(reported(undefined, words)).isRejection).toBe(notSentWords.includes(words));
    }
    const late = faultOf(reported(undefined, "Query read timeout"));
    expect(late).toMatchObject({ isRejection: false, message: expect.stringContaining("query_timeout") });
  });

  it("had no effect after an error of a statement, which is unknown after other failures", () => {
    const rejected = ["23514", "42501", "53100", "57014", "28P01", "3D000", "XX000", "SQLITE_FULL", "SQLITE_CORRUPT"];
    for (const code of rejected) expect([code, faultOf(reported(code)).isRejection]).toEqual([code, true]);
    // Of a pooler, of a file system, while a commit was synced, of a socket.
    const unknown = ["08P01", "58030", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR", "57P04", "EPIPE", "EMFILE", undefined];
    for (const code of unknown) expect([code, faultOf(reported(code)).isRejection]).toEqual([code, false]);
    for (const words of ["driver has already been destroyed", "The database connection is not open"]) {
      expect(faultOf(new Error(words)).isRejection).toBe(true);
    }
    expect(faultOf(Object.assign(reported("53100"), { severity: "PANIC" })).isRejection).toBe(false);
  });

  it.each(cutWords)("is transient for the message: %s", (words) => {
    expect(faultOf(reported(undefined, words))).toMatchObject({ code: "storage_unavailable", isTransient: true });
  });

  it("shows its code and nothing else", () => {
    for (const code of [...passing, ...cut, ...failures.map(([, given]) => given)]) {
      const { message, cause, stack } = failureOf(reported(code));
      if (code !== undefined) expect(message).toContain(code);
      expect(cause).toMatchObject(code === undefined ? { message: "The driver reported no code." } : { code });
      expect(Object.keys(Object(cause))).toEqual(code === undefined ? [] : ["code"]);
      expect(`${message}${stack}${Object(cause).stack}`).not.toContain(CANARY);
    }
  });

  it("shows no invalid code, whatever was thrown", () => {
    const hostile = {
      get code(): string {
        throw new Error(CANARY);
      },
    };
    for (const thrown of [reported(`${CANARY} `), reported("x".repeat(50)), hostile, undefined, null, CANARY, 7]) {
      const failure = failureOf(thrown);
      expect(failure.code).toBe("storage_unavailable");
      expect(`${failure.message}${Object(failure.cause).message}`).not.toContain(CANARY);
    }
  });

  it("is unchanged if it is a ComplianceError", () => {
    const own = new ComplianceError("storage_corrupt", "…");
    expect(failureOf(own)).toBe(own);
  });
});
