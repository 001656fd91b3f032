/** Interface of the audit trail, as operations and storages see it. `vaspkit/audit` has the trail itself. */
import type { Actor } from "../domain/actor.js";
import type { AuditCase, CaseContents, CaseHead } from "../domain/audit/case.js";
import type { ChainProver } from "../domain/audit/prover.js";
import type { AuditContent, AuditDigests, AuditHead, AuditSubject } from "../domain/audit/record.js";
import type { CursorPage } from "../domain/page.js";
import type { AuditRow } from "./collections.js";

/** Rows that a commit adds to the trail. */
export interface OpenRecord {
  /** The line of the record, and an entry for each subject. */
  readonly rows: readonly AuditRow[];
  /**
   * Called once, after the commit. "stored": the rows are durable. "absent": they are not stored, and will not be.
   * "unknown": they may be stored, or may be later.
   */
  end(outcome: "stored" | "absent" | "unknown"): void;
}

/** What appends one record to the trail. A storage calls it for each commit that may store the record. */
export interface AuditRecording {
  /** Returns the record as the next one of its chain. */
  begin(): OpenRecord;
  /** Whether a commit stored the record. */
  isStored(): boolean;
}

/** Conditions of a list of records. */
export interface AuditListQuery {
  /** The column `subject` of the entries to follow. @default all records */
  readonly subject?: string | undefined;
  /** ISO 8601, UTC, milliseconds; inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601, UTC, milliseconds; exclusive. */
  readonly to?: string | undefined;
  /** Only records of this chain. Not with `subject`. */
  readonly chain?: string | undefined;
  readonly size: number;
  readonly cursor?: string | undefined;
  /** Oldest first. @default newest first */
  readonly ascending?: boolean | undefined;
}

/** A stored line, and what finds it under the subject of the list. */
export interface AuditLine {
  readonly line: string;
  /** The salt of the entry; absent in a list without a subject. */
  readonly salt?: string;
}

/** How to read all rows. */
export interface AuditRowsQuery {
  readonly size: number;
  readonly cursor?: string | undefined;
}

/** What an import stored: how many records it added. Or the place, in the import, of one that is stored with another line. */
export type AuditImported =
  | { readonly outcome: "stored"; readonly added: number }
  | { readonly outcome: "different"; readonly index: number };

/** Keeps the records of the audit trail. They are never changed; entries are removed when their subject is erased. */
export interface AuditRepository {
  /** Appends a record in a commit of its own. */
  append(recording: AuditRecording): Promise<void>;
  /** Returns a page; undefined for a text that is no cursor of such a list. */
  list(query: AuditListQuery): Promise<CursorPage<AuditLine> | undefined>;
  /**
   * Returns a page of all rows, oldest first. Rows of one time are in the order of places, lines before entries. Undefined
   * for a text that is no cursor of this list.
   */
  rows(query: AuditRowsQuery): Promise<CursorPage<AuditRow> | undefined>;
  /**
   * Stores records of another storage in one commit. Each has its line first, and then its entries. If the line of a record
   * is stored already, the record stays as it is: an entry that is missing may have been erased. If another line is stored
   * at the place of a record, nothing is stored.
   */
  import(records: readonly (readonly AuditRow[])[]): Promise<AuditImported>;
}

/** An event of the trail. */
export interface AuditEvent {
  /** Name of the operation. */
  readonly event: string;
  readonly actor: Actor;
  /** What it is about. Digests are under the key of the first one. */
  readonly subjects: readonly AuditSubject[];
  /** Returns what the record contains, without a personal value. */
  readonly content: (digests: AuditDigests) => AuditContent;
  /** A text for auditors with the key of the first subject. */
  readonly note?: string | undefined;
}

/** What a trail is opened with. */
export interface AuditContext {
  readonly repository: AuditRepository;
  readonly clock: () => Date;
  /** Digest of the options that decide. */
  readonly configuration: string;
}

/** The open trail of one `createCompliance`. */
export interface Auditor {
  /** Returns what appends the record of an event. */
  recording(event: AuditEvent): Promise<AuditRecording>;
  /** Appends the record in a commit of its own, unless it is stored. Without one, it does nothing. */
  append(recording: AuditRecording | undefined): Promise<void>;
  /** Returns the column `subject` of the entries of a subject. */
  lookupOf(subject: AuditSubject): string;
  /** Returns the note of a record that is about the subject first, if its entry has this salt; else undefined. */
  noteOf(subject: AuditSubject, salt: string, encrypted: string): Promise<string | undefined>;
  /** Returns what proves the records at these places of a chain. */
  prover(chain: string, places: ReadonlySet<number>): ChainProver;
  /** Returns the export of a case, and its first line. */
  exportedCase(contents: CaseContents, exported_at: string): AuditCase & { readonly head: CaseHead };
  /** Returns the heads of the chains that this process writes. */
  heads(): readonly AuditHead[];
  /** Publishes the last heads. */
  close(): void;
}

/** The option `audit` of `createCompliance`: an `auditTrail` of `vaspkit/audit`. */
export interface AuditTrail {
  /** Opens the trail over a storage. */
  open(context: AuditContext): Auditor;
}
