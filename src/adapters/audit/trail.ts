/** The audit trail of one process: chains of records, their digests and their heads. */
import { caseFileOf, caseLines } from "../../domain/audit/case.js";
import { type AuditKeys, auditKeys, digestsOf, randomHex, type SubjectKey } from "../../domain/audit/keys.js";
import { type MerkleFrontier, merkleFrontier } from "../../domain/audit/merkle.js";
import { chainProver } from "../../domain/audit/prover.js";
import {
  type AuditHead,
  type AuditPlace,
  type AuditRecord,
  entryDigest,
  recordOfLine,
  sealed,
} from "../../domain/audit/record.js";
import { type ComplianceError, readSafely } from "../../domain/compliance-error.js";
import { checkedOptions, configurationInvalid } from "../../domain/options.js";
import { compareText } from "../../domain/text.js";
import { toIsoOffset } from "../../domain/timestamp.js";
import { VERSION } from "../../domain/version.js";
import type { AuditContext, AuditEvent, Auditor, AuditRecording, AuditTrail, OpenRecord } from "../../ports/audit.js";
import type { AuditRow } from "../../ports/collections.js";
import { decryptNote, encryptNote } from "./notes.js";
import { casePage } from "./page/page.js";

/** Options of {@link auditTrail}. */
export interface AuditTrailOptions {
  /**
   * The key of the trail: 32 random bytes, from a key management service or `crypto.randomBytes(32)`. Keep it apart from
   * the storage. With it, a program can test whether a record is about a customer, and read notes.
   */
  readonly key: Uint8Array;
  /**
   * Receives a head each time that a chain has `headEvery` further records, and all of them when the compliance is closed.
   * Publish heads where the operator of the storage cannot change them. What it throws is ignored.
   *
   * @default heads are only in `audit.heads()`
   */
  readonly onHead?: ((head: AuditHead) => void) | undefined;
  /**
   * After how many records of a chain a head is published, 1 or more.
   *
   * @default 100
   */
  readonly headEvery?: number | undefined;
}

const KEY_BYTES = 32;
const HEAD_EVERY = 100;

/**
 * Returns the option `audit` of `createCompliance`: each decision and each change appends a record, in the same commit, to
 * a hash chain. Records contain no personal value.
 *
 * @param options - see {@link AuditTrailOptions}
 * @returns the trail, for one `createCompliance`
 * @throws ComplianceError `configuration_invalid`
 * @example
 * const compliance = createCompliance({ storage, audit: auditTrail({ key, onHead: publish }) });
 */
export function auditTrail(options: AuditTrailOptions): AuditTrail {
  const kinds = { key: "checked", onHead: "function", headEvery: "checked" } as const;
  const { key, onHead, headEvery = HEAD_EVERY } = checkedOptions("auditTrail", options, kinds);
  // A copy, so that the caller may wipe the original.
  const copy = readSafely(() => copyOfKey(key), keyInvalid);
  if (!Number.isSafeInteger(headEvery) || headEvery < 1) {
    throw configurationInvalid("headEvery of auditTrail must be an integer, 1 or more.");
  }
  const keys = auditKeys(copy);
  return Object.freeze({ open: (context: AuditContext) => openTrail(context, { keys, onHead, headEvery }) });
}

function copyOfKey(key: unknown): Uint8Array {
  if (key instanceof Uint8Array && key.length === KEY_BYTES) return Uint8Array.from(key);
  throw keyInvalid();
}

function keyInvalid(): ComplianceError {
  return configurationInvalid(`key of auditTrail must be a Uint8Array of ${KEY_BYTES} bytes.`);
}

interface TrailParts extends Pick<AuditTrailOptions, "onHead"> {
  readonly keys: AuditKeys;
  readonly headEvery: number;
}

/** A chain that this process writes. A commit has it alone, so that no place is left out or taken twice. */
interface Chain {
  readonly id: string;
  readonly frontier: MerkleFrontier;
  /** The newest record. */
  hash: string | null;
  at: string;
}

/** How many of the newest records are read to find the heads of other chains, and how many heads a first record names. */
const KNOWN = 100;

function openTrail(context: AuditContext, { keys, onHead, headEvery }: TrailParts): Auditor {
  /** The newest record of each known chain. The first record of a new chain names them. */
  const known = new Map<string, AuditPlace>();
  const chains = new Set<Chain>();
  const idle: Chain[] = [];
  let ready: Promise<void> | undefined;

  const publish = (chain: Chain): void => {
    const head = headOf(chain);
    if (head === undefined) return;
    // The operation must not fail because its observer does, at once or later.
    new Promise((resolve) => resolve(onHead?.(head))).catch(() => undefined);
  };
  const begin = (sealing: Sealing): OpenRecord => {
    const chain = idle.pop() ?? newChain();
    chains.add(chain);
    const { rows, hash, at } = sealing(chain, known);
    return {
      rows,
      end: (outcome) => {
        if (outcome === "unknown") chains.delete(chain);
        else idle.push(chain);
        if (outcome !== "stored") return;
        chain.hash = hash;
        chain.at = at;
        // In the order of the newest records.
        known.delete(chain.id);
        known.set(chain.id, { chain: chain.id, seq: chain.frontier.size, hash });
        chain.frontier.add(hash);
        if (chain.frontier.size % headEvery === 0) publish(chain);
      },
    };
  };
  return {
    lookupOf: keys.lookupOf,
    noteOf: (subject, salt, encrypted) => decryptNote(keys.subjectKey(subject, salt), encrypted),
    recording: async (event) => {
      ready ??= readHeads(context, known);
      await ready.catch((thrown: unknown) => {
        ready = undefined;
        throw thrown;
      });
      return recordingOf(begin, await sealingOf(event, keys, context));
    },
    append: async (recording) => {
      if (recording?.isStored() === false) await context.repository.append(recording);
    },
    prover: chainProver,
    exportedCase: (contents, exported_at) => {
      const file = caseFileOf(contents, exported_at);
      return { head: file.head, lines: caseLines(file), html: casePage(file) };
    },
    heads: () => [...chains].map(headOf).filter((head) => head !== undefined),
    close: () => {
      for (const chain of chains) publish(chain);
    },
  };
}

function newChain(): Chain {
  return { id: randomHex(), frontier: merkleFrontier(), hash: null, at: "" };
}

function headOf({ id, frontier, hash, at }: Chain): AuditHead | undefined {
  if (hash === null) return undefined;
  return { chain: id, seq: frontier.size - 1, hash, root: frontier.root(), at };
}

/** Finds the heads among the newest records of the storage. */
async function readHeads({ repository }: AuditContext, known: Map<string, AuditPlace>): Promise<void> {
  const page = await repository.list({ size: KNOWN });
  // The oldest of them first, as they are in `known`.
  for (const { line } of [...(page?.items ?? [])].reverse()) {
    const found = recordOfLine(line);
    if (found === undefined) continue;
    const { chain, seq } = found.record;
    known.delete(chain);
    known.set(chain, { chain, seq, hash: found.hash });
  }
}

/** Makes a record the next one of a chain. */
type Sealing = (
  chain: Chain,
  known: ReadonlyMap<string, AuditPlace>,
) => { readonly rows: readonly AuditRow[]; readonly hash: string; readonly at: string };

function recordingOf(begin: (sealing: Sealing) => OpenRecord, sealing: Sealing): AuditRecording {
  let isStored = false;
  return {
    isStored: () => isStored,
    begin: () => {
      const { rows, end } = begin(sealing);
      return {
        rows,
        end: (outcome) => {
          isStored ||= outcome === "stored";
          end(outcome);
        },
      };
    },
  };
}

/** Prepares what does not depend on the chain. */
async function sealingOf(
  { event, actor, subjects, content, note }: AuditEvent,
  keys: AuditKeys,
  { clock, configuration }: AuditContext,
): Promise<Sealing> {
  const salts = subjects.map(randomHex);
  const subjectKeys = subjects.map((subject, index): SubjectKey => keys.subjectKey(subject, salts[index] ?? ""));
  const digests = digestsOf(subjects, subjectKeys);
  const [first] = subjectKeys;
  const encrypted = note === undefined || first === undefined ? {} : { note: await encryptNote(first, note) };
  const fixed = {
    v: 1,
    event,
    actor: { ...actor, id: digests.of(actor.id) },
    subjects: subjectKeys.map(({ digest }) => digest),
    content: content(digests),
    ...encrypted,
    library: VERSION,
    configuration,
  } as const;
  const lookups = subjects.map(keys.lookupOf);
  return (chain, known) => {
    const [now, seq] = [toIsoOffset(clock()), chain.frontier.size];
    const at = compareText(now, chain.at) < 0 ? chain.at : now;
    const place = { chain: chain.id, seq, at };
    const heads = seq === 0 ? { heads: [...known.values()].slice(-KNOWN) } : {};
    const entries = lookups.map((subject, index) => ({ ...place, subject, salt: salts[index] ?? "" }));
    const named = { entries: entries.map(entryDigest), ...heads };
    const record: AuditRecord = { ...fixed, ...place, prev: chain.hash, ...named };
    const { line, hash } = sealed(record);
    return { rows: [{ ...place, line }, ...entries], hash, at };
  };
}
