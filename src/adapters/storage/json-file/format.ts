/**
 * The file: one JSON document in a fixed layout, one record per line, under a checksum. UTF-8, every line ends in LF.
 *
 *     {"vaspkit":{"format":3,"sha256":"<hex SHA-256 of every byte after this line>"},
 *     "journal":{"generation":7,"id":"<32 hex digits>"},
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
 * `journal` names the last journal (journal.ts) whose changes the file holds, 0 and "" if there never was one: it and
 * all before it may be removed, and the next one has the next number.
 *
 * Encrypted, the first line is another one, and everything after it is sealed in pieces, one line of base64 each
 * (sealed.ts). Formats 1 and 2, which are read but no longer written, had no `journal`; format 1 had no addresses.
 */
import type { Account } from "../../../domain/accounts/account.js";
import type { StoredAddress } from "../../../domain/addresses/address.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import type { Vasp } from "../../../domain/vasps/vasp.js";
import type { AlertRow } from "../tables.js";

/** A journal by its number and its random id. */
export interface JournalRef {
  readonly generation: number;
  readonly id: string;
}

/** Everything that a file holds. */
export interface Snapshot {
  readonly accounts: Iterable<Account>;
  readonly vasps: Iterable<Vasp>;
  readonly alerts: Iterable<AlertRow>;
  readonly addresses: Iterable<StoredAddress>;
  /** The last journal whose changes are in it. */
  readonly folded: JournalRef;
}

export const FORMAT = 3;
const FORMAT_WITHOUT_JOURNAL = 2;
const FORMAT_WITHOUT_ADDRESSES = 1;

export const NO_JOURNAL: JournalRef = { generation: 0, id: "" };

const OPENINGS = ['"data":{"accounts":[', '],"vasps":[', '],"alerts":[', '],"addresses":['] as const;
const END = "]}}";
const HEADER = /^\{"vaspkit":\{"format":([123]),"sha256":"([0-9a-f]{64})"\},\n$/;
const ANY_HEADER = /^\{"vaspkit":\{"format":([0-9]{1,9}),/;
const JOURNAL = /^"journal":\{"generation":(0|[1-9][0-9]{0,14}),"id":"((?:[0-9a-f]{32})?)"\},$/;

/** Bytes that are handed to the system at once, about. */
const CHUNK_UNITS = 256 * 1024;

/** The first line. It has the same length whatever the checksum, so that it can be written last. */
export function headerLine(sha256: string): string {
  return `{"vaspkit":{"format":${FORMAT},"sha256":"${sha256}"},\n`;
}

export const HEADER_BYTES = headerLine("0".repeat(64)).length;

/** What a first line with its LF says; undefined: it is not one of a plain file of a format that this version reads. */
export function parseHeader(line: string): { readonly format: number; readonly sha256: string } | undefined {
  const [, format, sha256] = HEADER.exec(line) ?? [];
  return sha256 === undefined ? undefined : { format: Number(format), sha256 };
}

/** What is wrong with a file that begins otherwise than any that this version reads. */
export function strange(name: string, beginning: string): ComplianceError {
  const format = Number(ANY_HEADER.exec(beginning)?.[1]);
  if (!(format > FORMAT)) {
    return corrupt(name, "does not begin as a vaspkit file does, so it is another file or a damaged one");
  }
  return new ComplianceError(
    "storage_corrupt",
    `The file "${name}" has a newer format than this version of vaspkit reads. It was left untouched: upgrade vaspkit.`,
  );
}

/** The failure of a file that cannot be read as what it should be. */
export function corrupt(name: string, what: string): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    `The file "${name}" ${what}. It was left untouched: restore it from a backup, or move it away to begin with an empty one.`,
  );
}

/** What follows the header line, in pieces of some hundred kilobytes, so that no text has to hold the whole file. */
export function* bodyOf({ accounts, vasps, alerts, addresses, folded }: Snapshot): Generator<string> {
  let chunk = `"journal":{"generation":${folded.generation},"id":"${folded.id}"},\n`;
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

/** Takes the lines after the header line, without their LF, and gives what they hold. Both throw on any other layout. */
export interface BodyParser {
  take(line: Buffer): void;
  end(): Snapshot;
}

/** Reads what {@link bodyOf} wrote. The checksum stands for the records' types: a vaspkit of this format wrote them. */
export function bodyParser(format: number): BodyParser {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const accounts: Account[] = [];
  const vasps: Vasp[] = [];
  const alerts: AlertRow[] = [];
  const addresses: StoredAddress[] = [];
  const lists: readonly unknown[][] =
    format === FORMAT_WITHOUT_ADDRESSES ? [accounts, vasps, alerts] : [accounts, vasps, alerts, addresses];
  let folded = format <= FORMAT_WITHOUT_JOURNAL ? NO_JOURNAL : undefined;
  /** How many lists have begun; one more than there are: all have ended. */
  let begun = 0;
  const closing = (): string => (begun === lists.length ? END : (OPENINGS[begun] ?? ""));
  return {
    take: (bytes) => {
      const line = utf8.decode(bytes);
      if (folded === undefined) folded = journalOf(line);
      else if (begun > lists.length) throw new Error("something stands after the end");
      else if (line === closing()) begun += 1;
      else if (begun === 0) throw new Error("another line was expected");
      else lists[begun - 1]?.push(JSON.parse(line.endsWith(",") ? line.slice(0, -1) : line));
    },
    end: () => {
      if (folded === undefined || begun <= lists.length) throw new Error("the file ends too early");
      return { accounts, vasps, alerts, addresses, folded };
    },
  };
}

function journalOf(line: string): JournalRef {
  const [, generation, id] = JOURNAL.exec(line) ?? [];
  if (id === undefined) throw new Error("another line was expected");
  return { generation: Number(generation), id };
}
