/** The directory of VASPs (§4.6–4.8), and how it gets filled. */
import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import type { Page } from "../domain/page.js";
import { parseVaspList, parseVaspSearch } from "../domain/query.js";
import { type Result, succeeded } from "../domain/result.js";
import { parseVasp } from "../domain/vasps/parse.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { VaspRepository } from "../ports/storage.js";

interface Deps {
  readonly vasps: VaspRepository;
  readonly countries: readonly string[];
}

/** One page of the VASP listing (§4.8). */
export type VaspPage = Page<Vasp>;

/** How far a load has come: records read so far, and how many of them were rejected. */
export interface LoadProgress {
  readonly read: number;
  readonly rejected: number;
}

/** How a load reports while it runs. */
export interface LoadOptions {
  /** Called after every 1,000 records and once at the end. What it throws stops the load, of which nothing is stored. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** What a load did. A rejected record stops nothing; the others are stored. */
export interface LoadReport {
  /** Records whose vasp_id is new. */
  readonly loaded: number;
  /** Records whose vasp_id was there, and which replaced what was stored. */
  readonly replaced: number;
  /** Records that break a rule of §2.7, by their position from 0, each with every issue. */
  readonly rejected: readonly { readonly index: number; readonly issues: readonly Issue[] }[];
}

const PROGRESS_EVERY = 1_000;

/** For so long a load may keep the process to itself, in milliseconds. */
const BUSY_MS = 10;

type Records = Iterable<unknown> | AsyncIterable<unknown>;

/** Fills the directory; replaces by vasp_id. All valid records are stored when it resolves, none when it rejects. */
export function loadVasps({
  vasps,
  countries,
}: Deps): (records: Records, options?: LoadOptions) => Promise<LoadReport> {
  return async (records, options) => {
    const onProgress = options?.onProgress;
    checkArguments(records, onProgress);
    const rejected: LoadReport["rejected"][number][] = [];
    let read = 0;
    let busySince = Date.now();

    async function* valid(): AsyncGenerator<Vasp> {
      for await (const { record } of reading(records, () => read)) {
        const parsed = parseVasp(record, { countries });
        if (parsed.ok) yield parsed.value;
        else rejected.push({ index: read, issues: parsed.issues });
        read += 1;
        if (read % PROGRESS_EVERY === 0) onProgress?.({ read, rejected: rejected.length });
        if (Date.now() - busySince < BUSY_MS) continue;
        await giveWay();
        busySince = Date.now();
      }
      onProgress?.({ read, rejected: rejected.length });
    }

    const counts = await vasps.load(valid());
    return { ...counts, rejected };
  };
}

/** Callers without types: one record, or text that was never parsed, instead of a list is the likely slip. */
function checkArguments(records: Records, onProgress: LoadOptions["onProgress"]): void {
  const isSource =
    typeof records === "object" && records !== null && (Symbol.asyncIterator in records || Symbol.iterator in records);
  if (!isSource) {
    const message = "vasps.load takes records: an array, another iterable or an async iterable.";
    throw new ComplianceError("invalid_input", message);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new ComplianceError("invalid_input", "onProgress must be a function.");
  }
}

/**
 * The records, with a fault of their source told apart from one of the storage. Each is wrapped, because a generator
 * awaits what it yields: a record with a `then` would be called as a promise, and could stop the load for ever.
 */
async function* reading(records: Records, count: () => number): AsyncGenerator<{ readonly record: unknown }> {
  try {
    if (Symbol.asyncIterator in records) for await (const record of records) yield { record };
    else for (const record of records) yield { record };
  } catch (cause) {
    const message = `The source of the VASP records failed after ${count()} records; none was stored. Mend it and load again.`;
    throw new ComplianceError("load_interrupted", message, { cause });
  }
}

/** Lets timers and I/O of the process have their turn: a long load must not freeze the wallet that it runs in. */
function giveWay(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** §4.6. */
export function searchVasps({ vasps }: Pick<Deps, "vasps">): (query: unknown) => Promise<Result<readonly Vasp[]>> {
  return async (query) => {
    const parsed = parseVaspSearch(query);
    return parsed.ok ? succeeded(await vasps.search(parsed.value)) : parsed;
  };
}

/** §4.8. */
export function listVasps({ vasps }: Pick<Deps, "vasps">): (query?: unknown) => Promise<Result<VaspPage>> {
  return async (query = {}) => {
    const parsed = parseVaspList(query);
    return parsed.ok ? succeeded(await vasps.list(parsed.value)) : parsed;
  };
}
