/** Operations on the directory of VASPs (§4.6–4.8). */

import type { Exchange } from "../domain/exchanges/exchange.js";
import { NO_STANDING, type VaspStanding, withExchange } from "../domain/exchanges/standing.js";
import { isKey } from "../domain/input/text-rules.js";
import { own } from "../domain/own.js";
import { type CursorPage, MAX_PAGE_SIZE, type Page } from "../domain/page.js";
import { parseVaspAll, parseVaspList, parseVaspSearch } from "../domain/query.js";
import type { VaspAllRequest, VaspListRequest, VaspSearchRequest } from "../domain/requests.js";
import { type Result, succeeded } from "../domain/result.js";
import { timeAfter, toIsoOffset } from "../domain/timestamp.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import type { Vasp, VaspDraft } from "../domain/vasps/vasp.js";
import type { Clock } from "../ports/clock.js";
import type { ExchangeRepository } from "../ports/exchanges.js";
import type { VaspRepository } from "../ports/storage.js";
import { actorOf } from "./abort.js";
import { allRecords } from "./all-records.js";
import { plainEvent } from "./audit-events.js";
import {
  type LoadOptions,
  type LoadReport,
  loadVasps,
  type SyncOptions,
  type SyncReport,
  syncVasps,
  type VaspDeps,
} from "./load-vasps.js";
import { exchangePolicyOr } from "./transfer-issues.js";
import type { ActorOptions, OperationOptions, UncheckedArgs } from "./types.js";

/** One page of VASPs (§4.8). */
export type VaspPage = Page<Vasp>;

/** Operations on the directory of VASPs. */
export interface VaspOperations {
  /**
   * Loads records into the directory, replacing by `vasp_id` (§2.7). All valid records are stored when it resolves, and
   * none when it rejects. Only with `storage_outcome_unknown` all or none may be stored: load the same records again.
   *
   * @param records - an array, another iterable, or an async iterable such as a stream
   * @param options - progress callback and signal; after an abort nothing is stored
   * @returns How many records are new, how many replaced one, and the invalid ones with their issues.
   * @throws ComplianceError `load_interrupted` when the source fails, `aborted`, `invalid_input`, `storage_…`.
   */
  load(records: Iterable<VaspDraft> | AsyncIterable<VaspDraft>, options?: LoadOptions): Promise<LoadReport>;
  /** Loads records, or a source, of type `unknown` or `any`, such as parsed JSON (§2.7). */
  load<T>(...args: UncheckedRecords<T, LoadOptions>): Promise<LoadReport>;
  /**
   * Makes the directory equal to a register, in one step (§2.7): adds and replaces records, and removes those that the
   * register does not contain. Of several valid records with one `vasp_id`, the last counts. An invalid record with a valid
   * `vasp_id` keeps the stored one. As with `load`, all or nothing is stored.
   *
   * @param records - the whole register: an array, another iterable, or an async iterable such as a stream
   * @param options - how many records may be removed, progress callback and signal
   * @returns How many records were added, replaced, unchanged and removed, and the invalid ones with their issues.
   * @throws ComplianceError `sync_refused` if it would remove more than 20 % of the stored records, or than `maxRemoved`.
   *   Nothing is stored then. `load_interrupted` when the source fails, `aborted`, `invalid_input`, `storage_…`.
   * @example
   * const { added, removed } = await compliance.vasps.sync(register, { maxRemoved: 10 });
   */
  sync(records: Iterable<VaspDraft> | AsyncIterable<VaspDraft>, options?: SyncOptions): Promise<SyncReport>;
  /** Makes the directory equal to a register of type `unknown` or `any`, such as parsed JSON (§2.7). */
  sync<T>(...args: UncheckedRecords<T, SyncOptions>): Promise<SyncReport>;
  /**
   * Removes a VASP.
   *
   * @param vasp_id - its identifier
   * @param options - who acts
   * @returns Whether it was stored.
   */
  remove(vasp_id: string, options?: ActorOptions): Promise<boolean>;
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
   * Counts what became of the exchanges with a VASP in the last `policy.exchange.windowMs`. Articles 17(2) and 21(2) of
   * Regulation (EU) 2023/1113 require steps against a VASP that fails repeatedly.
   *
   * @param vasp_id - its identifier
   * @returns The counts; zeros without an exchange.
   * @throws ComplianceError `not_configured` without `policy.exchange`, `storage_…`.
   */
  standing(vasp_id: string): Promise<VaspStanding>;
  /**
   * Lists VASPs page by page (§4.8).
   *
   * @param query - page, size and order
   * @returns The page, empty when it is past the end; or every issue of the query.
   */
  list(query?: VaspListRequest): Promise<Result<VaspPage>>;
  /** Lists with a query of type `unknown` or `any`, such as parsed URL parameters (§4.8). */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<VaspPage>>;
  /**
   * Returns all VASPs in a fixed order, for exports. Reads them page by page. Each VASP that is stored from the first page
   * to the last is yielded exactly once.
   *
   * @param query - has no condition: pass `{}` or undefined before the options
   * @param options - after an abort the iteration throws `aborted`
   * @returns The VASPs. Each iteration begins again.
   * @throws ComplianceError while iterating: `storage_…`, `aborted`, `invalid_input` for a wrong query, with its issues, or
   *   wrong options.
   * @example
   * for await (const vasp of compliance.vasps.all()) file.write(`${JSON.stringify(vasp)}\n`);
   */
  all(query?: VaspAllRequest, options?: OperationOptions): AsyncIterable<Vasp>;
  /** Returns all VASPs, with a query of type `unknown` or `any`. */
  all<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): AsyncIterable<Vasp>;
}

/** Arguments for records, or a source, of type `unknown` or `any`. */
type UncheckedRecords<T, Options> = unknown extends T
  ? [records: T | Iterable<T> | AsyncIterable<T>, options?: Options]
  : [];

interface Deps extends VaspDeps {
  readonly exchanges: ExchangeRepository;
  readonly policy: CheckedPolicy | undefined;
  readonly clock: Clock;
}

/** Creates the operations on VASPs. */
export function vaspOperations(deps: Deps): VaspOperations {
  const { vasps, countries, auditor, exchanges, policy, clock } = deps;
  const all = {
    operation: "vasps.all",
    parse: parseVaspAll,
    page: (query: VaspListRequest & { readonly cursor?: string | undefined }) => pageAfter(vasps, own(query, "cursor")),
  };
  return {
    load: async (records: unknown, options?: LoadOptions) => loadVasps({ vasps, countries, auditor }, records, options),
    sync: async (records: unknown, options?: SyncOptions) => syncVasps({ vasps, countries, auditor }, records, options),
    remove: async (vasp_id, options) => {
      const actor = actorOf("vasps.remove", options);
      if (!isKey(vasp_id)) return false;
      const event = { event: "vasps.remove", actor };
      return vasps.remove(vasp_id, await auditor?.recording(plainEvent(event, { vasp_id })));
    },
    search: async (query: unknown) => {
      const parsed = parseVaspSearch(query);
      return parsed.ok ? succeeded(await vasps.search(parsed.value.term, parsed.value.limit)) : parsed;
    },
    retrieve: async (vasp_id) => (isKey(vasp_id) ? vasps.find(vasp_id) : undefined),
    standing: async (vasp_id) => {
      const { windowMs } = exchangePolicyOr(policy, "vasps.standing");
      const from = timeAfter(toIsoOffset(clock()), -windowMs);
      return isKey(vasp_id) ? standingOf(exchanges, vasp_id, from) : NO_STANDING;
    },
    list: async (query: unknown = {}) => {
      const parsed = parseVaspList(query);
      return parsed.ok ? succeeded(await vasps.list(parsed.value)) : parsed;
    },
    all: (query?: unknown, options?: OperationOptions) => allRecords(all, query, options),
  };
}

/** Returns the page after a VASP. Its cursor is the `vasp_id` of its last one. */
async function pageAfter(vasps: VaspRepository, vasp_id: string | undefined): Promise<CursorPage<Vasp>> {
  const items = await vasps.after(vasp_id, MAX_PAGE_SIZE);
  const last = items.length < MAX_PAGE_SIZE ? undefined : items.at(-1);
  return { items, next_cursor: last?.vasp_id ?? null };
}

async function standingOf(exchanges: ExchangeRepository, vasp_id: string, from: string): Promise<VaspStanding> {
  let standing = NO_STANDING;
  for (let cursor: string | undefined; ; ) {
    // The cast: the cursor is that of the page before.
    const page = (await exchanges.list({ vasp_id, from, size: MAX_PAGE_SIZE, cursor })) as CursorPage<Exchange>;
    for (const exchange of page.items) standing = withExchange(standing, exchange);
    if (page.next_cursor === null) return standing;
    cursor = page.next_cursor;
  }
}
