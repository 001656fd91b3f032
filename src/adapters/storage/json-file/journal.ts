/**
 * The journal: what was acknowledged since the file was written. It stands beside it as `<name>.journal.<generation>`,
 * one line of JSON per change, in UTF-8, every line ends in LF. The first line binds it:
 *
 *     {"sum":"<32 hex digits>","journal":{"format":1,"generation":8,"id":"<32 hex digits>","continues":"…","after":0}}
 *
 * `continues` is the id of what it goes on from: of the file (its checksum, or its salt if it is sealed), or of the
 * journal before it, and then `after` says how many changes that one ended with. The other lines are
 *
 *     {"sum":"<32 hex digits>","seq":12,"group":5,"after":11,"put":{"accounts":[{…}],"vasps":[…],"alerts":[…],"addresses":[…]}}
 *
 * `put` has whole records, so that reading a line twice does what reading it once does. Lines count up from 1 (`seq`).
 * Those of one `group` were written and synced at once, when `after` lines were durable and acknowledged: so a line with
 * an `after` of 12 proves that line 12 was acknowledged. Groups count up too; one that failed leaves its number unused.
 * `sum` is the first half of the SHA-256 of the journal's id (of a first line: nothing) and of all that follows the sum
 * and its comma, so that a line that was changed, or is one of another journal, shows.
 *
 * Sealed (encryption/cipher.ts), the first line's `journal` has `"sealed":{"key":…,"check":…}` as well, and other lines
 * have `"sealed":"<base64>"` in place of `put`, bound to the journal and the line's numbers.
 *
 * A new journal is written beside, synced and renamed into its place, so that its first line is never in part only.
 */
import { createHash } from "node:crypto";
import type { Cipher, Keyring } from "../encryption.js";
import type { JournalRef } from "./format.js";
import { fromBase64, newSalt, newSeal, type Seal, toBase64 } from "./sealed.js";

export interface JournalHeader extends JournalRef {
  readonly continues: string;
  readonly after: number;
  readonly sealed: Seal | undefined;
}

/** What a line says of itself besides its payload. */
interface Place {
  readonly seq: number;
  readonly group: number;
  readonly after: number;
}

interface Entry extends Place {
  /** JSON text of what it puts. */
  readonly payload: string;
}

/** An entry as it stands in the journal. No two lines that say different things have one sum. */
export interface ReadEntry extends Entry {
  readonly sum: string;
}

/** Writes and reads the lines of one journal. */
export interface LineCodec {
  encode(entry: Entry): string;
  /** Of a line without its LF. "damaged": its bytes are not what was written; "foreign": they are, but by another. */
  decode(line: Buffer): ReadEntry | "damaged" | "foreign";
}

const FORMAT = 1;
const PURPOSE = "journal";
const SUM = /^\{"sum":"([0-9a-f]{32})",/;
const BEFORE_SUM = '{"sum":"'.length;
const SUM_UNITS = 32;
const BEFORE_REST = BEFORE_SUM + SUM_UNITS + '",'.length;
const NUMBER = "(0|[1-9][0-9]{0,14})";
const HEADER = new RegExp(
  `^"journal":\\{"format":1,"generation":${NUMBER},"id":"([0-9a-f]{32})","continues":"([0-9a-f]{32}|[0-9a-f]{64})","after":${NUMBER}` +
    `(?:,"sealed":\\{"key":"([0-9a-f]{16})","check":"([0-9A-Za-z+/=]+)"\\})?\\}\\}$`,
);
const ENTRY = new RegExp(`^"seq":${NUMBER},"group":${NUMBER},"after":${NUMBER},"(put|sealed)":`);

/** The path of the journal of that generation beside the file. */
export function journalPath(path: string, generation: number): string {
  return `${path}.journal.${generation}`;
}

/** The first line of a new journal with its LF, and what writes its other lines. */
export function newJournal(
  facts: Omit<JournalHeader, "id" | "sealed">,
  keys: Keyring | undefined,
): { readonly line: string; readonly header: JournalHeader; readonly codec: LineCodec } {
  const plain = { ...facts, id: newSalt(), sealed: undefined };
  const sealed = keys && newSeal(keys, plain.id, PURPOSE, factsOf(plain));
  const header = { ...plain, sealed: sealed?.seal };
  const seal = header.sealed === undefined ? "" : `,"sealed":${JSON.stringify(header.sealed)}`;
  const rest = `"journal":{${factsOf(header)}${seal}}}`;
  return { line: `{"sum":"${sumOf("", rest)}",${rest}\n`, header, codec: lineCodec(header.id, sealed?.cipher) };
}

/** What a first line without its LF says; undefined: it was damaged, or is no first line. */
export function parseJournalHeader(line: Buffer): JournalHeader | undefined {
  const rest = checkedRest("", line);
  const [, generation, id, continues, after, key, check] = HEADER.exec(rest ?? "") ?? [];
  if (id === undefined || continues === undefined) return undefined;
  const sealed = key === undefined || check === undefined ? undefined : { key, check };
  return { generation: Number(generation), id, continues, after: Number(after), sealed };
}

/** How the cipher of a journal is found: see `openSeal`. */
export function sealFacts(header: JournalHeader): {
  readonly salt: string;
  readonly purpose: string;
  readonly facts: string;
} {
  return { salt: header.id, purpose: PURPOSE, facts: factsOf(header) };
}

function factsOf({ generation, id, continues, after }: Omit<JournalHeader, "sealed">): string {
  return `"format":${FORMAT},"generation":${generation},"id":"${id}","continues":"${continues}","after":${after}`;
}

/** The lines of the journal of that id; sealed where there is a cipher. */
export function lineCodec(id: string, cipher: Cipher | undefined): LineCodec {
  return {
    encode: (entry) => {
      const numbers = numbersOf(entry);
      const content =
        cipher === undefined
          ? `"put":${entry.payload}`
          : `"sealed":"${toBase64(cipher.encrypt(Buffer.from(entry.payload), numbers))}"`;
      const rest = `${numbers},${content}}`;
      return `{"sum":"${sumOf(id, rest)}",${rest}\n`;
    },
    decode: (line) => {
      const rest = checkedRest(id, line);
      if (rest === undefined) return "damaged";
      const [head, seq, group, after, kind] = ENTRY.exec(rest) ?? [];
      if (head === undefined || (kind === "sealed") !== (cipher !== undefined)) return "foreign";
      const place = { seq: Number(seq), group: Number(group), after: Number(after) };
      const content = rest.slice(head.length, -1);
      const payload = cipher === undefined ? content : opened(cipher, content, place);
      const sum = line.toString("latin1", BEFORE_SUM, BEFORE_SUM + SUM_UNITS);
      return payload === undefined ? "foreign" : { ...place, payload, sum };
    },
  };
}

function numbersOf({ seq, group, after }: Place): string {
  return `"seq":${seq},"group":${group},"after":${after}`;
}

function opened(cipher: Cipher, content: string, place: Place): string | undefined {
  const sealed = fromBase64(content.slice(1, -1));
  return sealed && cipher.decrypt(sealed, numbersOf(place))?.toString();
}

/** What follows the sum, where the sum is right. */
function checkedRest(id: string, line: Buffer): string | undefined {
  const [, sum] = SUM.exec(line.toString("latin1", 0, BEFORE_REST)) ?? [];
  const rest = line.subarray(BEFORE_REST);
  return sum !== undefined && sum === sumOf(id, rest) ? rest.toString() : undefined;
}

function sumOf(id: string, rest: string | Buffer): string {
  return createHash("sha256").update(id).update(rest).digest("hex").slice(0, SUM_UNITS);
}
