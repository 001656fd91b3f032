/**
 * The file: one JSON document in a fixed layout, one record per line, under a checksum. UTF-8, every line ends in LF.
 *
 *     {"vaspkit":{"format":2,"sha256":"<hex SHA-256 of every byte after this line>"},
 *     "data":{"accounts":[
 *     {"reference_id":…},
 *     {"reference_id":…}
 *     ],"vasps":[
 *     ],"alerts":[
 *     {"alert":{"alert_id":…},"delivered":true}
 *     ],"addresses":[
 *     {"chain":…,"address":…}
 *     ]}}
 *
 * Format 1, which is read but no longer written, had no addresses.
 */
import { createHash } from "node:crypto";
import type { Account } from "../../../domain/accounts/account.js";
import type { StoredAddress } from "../../../domain/addresses/address.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import type { AlertRow } from "../tables.js";

/** Everything that a file holds. */
export interface Snapshot {
  readonly accounts: Iterable<Account>;
  readonly vasps: Iterable<Vasp>;
  readonly alerts: Iterable<AlertRow>;
  readonly addresses: Iterable<StoredAddress>;
}

const FORMAT = 2;
const FORMAT_WITHOUT_ADDRESSES = 1;

const OPENINGS = ['"data":{"accounts":[', '],"vasps":[', '],"alerts":[', '],"addresses":['] as const;
const END = "]}}";
const HEADER = /^\{"vaspkit":\{"format":([12]),"sha256":"([0-9a-f]{64})"\},\n$/;
const ANY_HEADER = /^\{"vaspkit":\{"format":([0-9]{1,9}),/;
const LINE_FEED = 10;

/** Bytes that are handed to the system at once, about. */
const CHUNK_UNITS = 256 * 1024;

/** The first line. It has the same length whatever the checksum, so that it can be written last. */
export function headerLine(sha256: string): string {
  return `{"vaspkit":{"format":${FORMAT},"sha256":"${sha256}"},\n`;
}

export const HEADER_BYTES = headerLine("0".repeat(64)).length;

/** What follows the header line, in pieces of some hundred kilobytes, so that no text has to hold the whole file. */
export function* bodyOf({ accounts, vasps, alerts, addresses }: Snapshot): Generator<string> {
  let chunk = "";
  for (const [index, records] of [accounts, vasps, alerts, addresses].entries()) {
    chunk += OPENINGS[index];
    let separator = "\n";
    for (const record of records) {
      chunk += separator + JSON.stringify(record);
      separator = ",\n";
      if (chunk.length >= CHUNK_UNITS) {
        yield chunk;
        chunk = "";
      }
    }
    chunk += "\n";
  }
  yield `${chunk}${END}\n`;
}

/** Reads what {@link headerLine} and {@link bodyOf} wrote. Anything else is `storage_corrupt`: no guess, no repair. */
export function parseFile(bytes: Buffer, name: string): Snapshot {
  if (bytes.length === 0) throw corrupt(name, "is empty");
  const header = bytes.toString("latin1", 0, HEADER_BYTES);
  const [, version, sha256] = HEADER.exec(header) ?? [];
  if (sha256 === undefined) {
    const format = Number(ANY_HEADER.exec(header)?.[1]);
    if (format > FORMAT) throw newer(name);
    throw corrupt(name, "does not begin as a vaspkit file does, so it is another file or a damaged one");
  }
  const body = bytes.subarray(HEADER_BYTES);
  if (createHash("sha256").update(body).digest("hex") !== sha256) {
    throw corrupt(name, "does not match its checksum, so it was cut, damaged or edited");
  }
  try {
    return parseBody(body, Number(version));
  } catch {
    // No cause: the parser's message quotes what it read, which may be personal.
    throw corrupt(name, "matches its checksum but not the layout, so another program wrote it");
  }
}

/** The failure of a file that cannot be read as what it should be. */
export function corrupt(name: string, what: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `The file "${name}" ${what}. It was left untouched: restore it from a backup, or move it away to begin with an empty one.`,
  );
}

function newer(name: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `The file "${name}" has a newer format than this version of vaspkit reads. It was left untouched: upgrade vaspkit.`,
  );
}

function parseBody(body: Buffer, format: number): Snapshot {
  const lines = linesOf(body);
  expectLine(lines.next().value, OPENINGS[0]);
  // The checksum stands for the records' types: these bytes are what a vaspkit of this format wrote.
  const accounts = [...recordsUntil(OPENINGS[1], lines)] as Account[];
  const vasps = [...recordsUntil(OPENINGS[2], lines)] as Vasp[];
  const hasAddresses = format !== FORMAT_WITHOUT_ADDRESSES;
  const alerts = [...recordsUntil(hasAddresses ? OPENINGS[3] : END, lines)] as AlertRow[];
  const addresses = (hasAddresses ? [...recordsUntil(END, lines)] : []) as StoredAddress[];
  expectLine(lines.next().value, undefined);
  return { accounts, vasps, alerts, addresses };
}

function* linesOf(body: Buffer): Generator<string, undefined> {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let start = 0;
  for (let end = body.indexOf(LINE_FEED); end !== -1; end = body.indexOf(LINE_FEED, start)) {
    yield utf8.decode(body.subarray(start, end));
    start = end + 1;
  }
}

function* recordsUntil(closing: string, lines: Generator<string, undefined>): Generator<unknown> {
  for (let line = lines.next().value; line !== closing; line = lines.next().value) {
    if (line === undefined) throw new Error("the file ends too early");
    yield JSON.parse(line.endsWith(",") ? line.slice(0, -1) : line);
  }
}

function expectLine(line: string | undefined, expected: string | undefined): void {
  if (line !== expected) throw new Error("another line was expected");
}
