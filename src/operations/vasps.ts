/** Operations on the directory of VASPs (§4.6–4.8). */
import type { Page } from "../domain/page.js";
import { parseVaspList, parseVaspSearch } from "../domain/query.js";
import type { VaspListRequest, VaspSearchRequest } from "../domain/requests.js";
import { type Result, succeeded } from "../domain/result.js";
import { isString } from "../domain/text.js";
import type { Vasp, VaspDraft } from "../domain/vasps/vasp.js";
import {
  type LoadMode,
  type LoadOptions,
  type LoadOptionsOf,
  type LoadReport,
  type LoadReportOf,
  loadVasps,
  type SyncOptions,
  type SyncReport,
  type VaspDeps,
} from "./load-vasps.js";
import type { UncheckedArgs } from "./types.js";

/** One page of VASPs (§4.8). */
export type VaspPage = Page<Vasp>;

/** Operations on the directory of VASPs. */
export interface VaspOperations {
  /**
   * Loads records in the mode that the options name. `"sync"` makes the directory equal to a register, in one step: it adds and
   * replaces records, and removes those that the register does not contain. Of several valid records with one `vasp_id`,
   * the last counts. An invalid record with a valid `vasp_id` keeps the stored one.
   *
   * @param records - for `"sync"` the whole register
   * @param options - the mode, and how many records `"sync"` may remove
   * @returns For `"sync"`: how many records were added, replaced, unchanged and removed, and the invalid ones.
   * @throws ComplianceError `load_refused` if it would remove more than 20 % of the stored records, or than `maxRemoved`.
   *   Nothing is stored then. `load_interrupted`, `aborted`, `storage_…`.
   * @example
   * const { added, removed } = await compliance.vasps.load(register, { mode: "sync" });
   */
  load<Mode extends LoadMode>(
    records: Iterable<VaspDraft> | AsyncIterable<VaspDraft>,
    options: LoadOptionsOf<Mode>,
  ): Promise<LoadReportOf<Mode>>;
  /**
   * Loads records into the directory, replacing by `vasp_id` (§2.7). All valid records are stored when it resolves, and
   * none when it rejects. Only with `storage_outcome_unknown` all or none may be stored: load the same records again.
   *
   * @param records - an array, another iterable, or an async iterable such as a stream
   * @param options - progress callback and signal; after an abort nothing is stored
   * @returns How many records are new, how many replaced one, and the invalid ones with their issues.
   * @throws ComplianceError `load_interrupted` when the source fails, `aborted`, `storage_…`.
   */
  load(records: Iterable<VaspDraft> | AsyncIterable<VaspDraft>, options?: LoadOptions): Promise<LoadReport>;
  /** Loads records, or a source, of type `unknown` or `any` in the mode that the options name. */
  load<T, Mode extends LoadMode>(
    ...args: unknown extends T ? [records: T | Iterable<T> | AsyncIterable<T>, options: LoadOptionsOf<Mode>] : []
  ): Promise<LoadReportOf<Mode>>;
  /** Loads records, or a source, of type `unknown` or `any`, such as parsed JSON (§2.7). */
  load<T>(
    ...args: unknown extends T ? [records: T | Iterable<T> | AsyncIterable<T>, options?: LoadOptions] : []
  ): Promise<LoadReport>;
  /** Makes the directory equal to a register of type `unknown` or `any`. */
  load<T>(
    ...args: unknown extends T ? [records: T | Iterable<T> | AsyncIterable<T>, options: SyncOptions] : []
  ): Promise<SyncReport>;
  /**
   * Removes a VASP.
   *
   * @param vasp_id - its identifier
   * @returns Whether it was stored.
   */
  remove(vasp_id: string): Promise<boolean>;
  /**
   * Searches legal and trade names (§4.6).
   *
   * @param query - the text to find
   * @returns The matches, best first; empty when nothing matches. Or every issue of the query.
   */
  search(query: VaspSearchRequest): Promise<Result<readonly Vasp[]>>;
  /** Searches with a query of type `unknown` or `any`, such as parsed URL parameters (§4.6). */
  search<T>(...args: UncheckedArgs<T>): Promise<Result<readonly Vasp[]>>;
  /**
   * Finds a VASP (§4.7).
   *
   * @param vasp_id - its identifier
   * @returns The VASP, or undefined when none has this id.
   */
  retrieve(vasp_id: string): Promise<Vasp | undefined>;
  /**
   * Lists VASPs page by page (§4.8).
   *
   * @param query - page, size and order
   * @returns The page, empty when it is past the end; or every issue of the query.
   */
  list(query?: VaspListRequest): Promise<Result<VaspPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters (§4.8). */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<VaspPage>>;
}

/** Creates the operations on VASPs. */
export function vaspOperations({ vasps, countries }: VaspDeps): VaspOperations {
  /** The cast: the report depends on the mode, as in the overloads. */
  const load = ((records: unknown, options?: LoadOptions | SyncOptions) =>
    loadVasps({ vasps, countries }, records, options)) as VaspOperations["load"];
  return {
    load,
    remove: async (vasp_id) => isString(vasp_id) && vasps.remove(vasp_id),
    search: async (query: unknown) => {
      const parsed = parseVaspSearch(query);
      return parsed.ok ? succeeded(await vasps.search(parsed.value.term, parsed.value.limit)) : parsed;
    },
    retrieve: async (vasp_id) => (isString(vasp_id) ? vasps.find(vasp_id) : undefined),
    list: async (query: unknown = {}) => {
      const parsed = parseVaspList(query);
      return parsed.ok ? succeeded(await vasps.list(parsed.value)) : parsed;
    },
  };
}
