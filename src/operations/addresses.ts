/** Operations on blockchain addresses: screened, stored, linked to accounts (§4.1, §4.2). */

import type {
  AccountAddress,
  AddressAssignRequest,
  AddressCreateFields,
  AddressCreateRequest,
  AddressHistory,
  AddressUpdate,
  RescreenRequest,
  WalletAddress,
} from "../domain/addresses/address.js";
import { tagIn, tagIssues } from "../domain/addresses/address.rules.js";
import { parseAddressAssign, parseAddressCreate } from "../domain/addresses/parse.js";
import { toAddressHistory, toWalletAddress } from "../domain/addresses/record.js";
import type { Chain, RegisteredChains } from "../domain/chains/chain.js";
import { parseAddressIn } from "../domain/chains/parse.js";
import { specifiedChains } from "../domain/chains/registry.js";
import { isKey } from "../domain/input/text-rules.js";
import type { Issue } from "../domain/issue.js";
import { bare } from "../domain/own.js";
import type { CursorPage } from "../domain/page.js";
import type { AddressAllRequest, AddressListRequest } from "../domain/requests.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Auditor } from "../ports/audit.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import type { AccountRepository, AddressRepository, VaspRepository } from "../ports/storage.js";
import { type Abort, actorOf, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import { allAddresses, listAddresses } from "./address-list.js";
import { requestUpdate } from "./address-update.js";
import { addressRemovalEvent } from "./audit-events.js";
import { failWithHits } from "./incomplete.js";
import { type RescreenOptions, type RescreenReport, rescreenAddresses } from "./rescreen.js";
import { type NamedRiskProvider, providersMissing, type RiskProviders, unknownProvider } from "./risk-providers.js";
import type { ActorOptions, ChangeOptions, OperationOptions, UncheckedArgs } from "./types.js";
import { type UnknownOutcomes, unknownOutcomes } from "./unknown-outcome.js";

/** Options of `addresses.create`. */
export interface AddressCreateOptions extends ChangeOptions {
  /**
   * Set `false` to skip the balance lookup, for example while the balance source is down.
   *
   * @default true
   */
  readonly balance?: boolean | undefined;
}

/** Result of `addresses.assign`. */
export interface AddressAssignment {
  /** The account that the address now belongs to. */
  readonly reference_id: string;
}

/** Operations on blockchain addresses. */
export interface AddressOperations<C extends string = Chain> {
  /**
   * Stores an address, screens it on request, and links it to an account on request (§4.1). An address that is stored
   * already is updated. Of several accounts that link one address and tag at the same time, one succeeds.
   *
   * @param input - the address and what to do; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - signal, balance lookup and who acts; after an abort nothing is stored
   * @returns The record with this screening and balance, or every issue of the input.
   * @throws ComplianceError when a screening or balance is not available: `provider_…`, `chain_unsupported`,
   *   `address_unknown`, `list_stale`, `not_configured`, `aborted`. Then nothing was stored, except `hits` of the error:
   *   the address with what the screening found before it or the balance failed, not linked. Or `storage_…`: nothing was
   *   stored, except with `storage_outcome_unknown`. The same request then uses the same screening for five minutes.
   */
  create(input: AddressCreateRequest<C>, options?: AddressCreateOptions): Promise<Result<WalletAddress<C>>>;
  /** Stores an address from a request of type `unknown` or `any`, such as a request body (§4.1). */
  create<T>(...args: UncheckedArgs<T, [options?: AddressCreateOptions]>): Promise<Result<WalletAddress<C>>>;
  /**
   * Links a stored address to a stored account (§4.2).
   *
   * @deprecated By the specification: pass `account_ref_id` to `create` instead.
   * @param input - the address and the account
   * @param options - who links; `addresses.history` has it beside the link
   * @returns The account's reference id, or every issue of the input.
   */
  assign(input: AddressAssignRequest<C>, options?: ActorOptions): Promise<Result<AddressAssignment>>;
  /**
   * Links with a request of type `unknown` or `any` (§4.2).
   *
   * @deprecated By the specification: pass `account_ref_id` to `create` instead.
   */
  assign<T>(...args: UncheckedArgs<T, [options?: ActorOptions]>): Promise<Result<AddressAssignment>>;
  /**
   * Finds an address, by any spelling.
   *
   * @param chain - its chain
   * @param address - the address as text
   * @returns The record with its newest screening and balance. Undefined when none is stored, and for an invalid address.
   */
  retrieve(chain: C, address: string): Promise<WalletAddress<C> | undefined>;
  /**
   * Finds the addresses of an account.
   *
   * @param reference_id - the account
   * @returns The records with their newest screenings and balances, and the account's tags, oldest first. Empty when there
   *   is none.
   */
  ofAccount(reference_id: string): Promise<readonly AccountAddress<C>[]>;
  /**
   * Finds the account that is linked to an address, by any spelling.
   *
   * @param chain - its chain
   * @param address - the address as text, with or without a tag
   * @param tag - the destination tag or memo of a transfer to it; by default the one in the address, else none
   * @returns The reference id of the account. Undefined when none is linked under that tag, and for an address or a tag
   *   that no link can have, such as another tag than the one in the address.
   * @example
   * await compliance.addresses.accountOf("ripple", depositAddress, "1001"); // "A-1"
   */
  accountOf(chain: C, address: string, tag?: string): Promise<string | undefined>;
  /**
   * Finds everything that was recorded about an address, by any spelling.
   *
   * @param chain - its chain
   * @param address - the address as text
   * @returns Every screening and link, newest first, and the exact balance. Undefined when none is stored.
   */
  history(chain: C, address: string): Promise<AddressHistory<C> | undefined>;
  /**
   * Lists stored addresses in a fixed order. An address that stays stored is listed exactly once, whatever changes between
   * two pages.
   *
   * @param query - chain, size and the cursor of the page before; by default the first 50 addresses
   * @returns One page, or the issues of the query: `cursor_invalid` for a cursor of another list.
   * @example
   * let cursor: string | null = null;
   * do {
   *   const page: CursorPage<WalletAddress> = unwrap(await compliance.addresses.list({ chain: "tezos", cursor }));
   *   cursor = page.next_cursor;
   * } while (cursor !== null);
   */
  list(query?: AddressListRequest<C>): Promise<Result<CursorPage<WalletAddress<C>>>>;
  /** Lists with a query of type `unknown` or `any`. */
  list<T>(...args: UncheckedArgs<T>): Promise<Result<CursorPage<WalletAddress<C>>>>;
  /**
   * Returns all addresses in the order of `list`, page by page. Each address that is stored from the first page to the last
   * is yielded exactly once.
   *
   * @param query - the condition of `list`
   * @param options - after an abort the iteration throws `aborted`
   * @returns The addresses. Each iteration begins again.
   * @throws ComplianceError while iterating: `storage_…`, `aborted`, `invalid_input` for a wrong query, with its issues, or
   *   wrong options.
   * @example
   * for await (const { address } of compliance.addresses.all({ chain: "tezos" })) file.write(`${address}\n`);
   */
  all(query?: AddressAllRequest<C>, options?: OperationOptions): AsyncIterable<WalletAddress<C>>;
  /** Returns all addresses that match a query of type `unknown` or `any`. */
  all<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): AsyncIterable<WalletAddress<C>>;
  /**
   * Removes an address by any spelling, with all its screenings and all its links, also those of other accounts. To erase
   * one customer, call `accounts.remove`: it removes the links of this account only.
   *
   * @param chain - its chain
   * @param address - the address as text
   * @param options - who acts
   * @returns Whether it was stored.
   */
  remove(chain: C, address: string, options?: ActorOptions): Promise<boolean>;
  /**
   * Screens all stored addresses again, for example with a new sanctions list, and reports what changed. It keeps one page
   * of addresses in memory. A new screening is stored at once, and the earlier ones are kept. An address that is removed
   * meanwhile is not created again.
   *
   * With `olderThan`, an address is skipped if its newest screening is recent and of the same providers. Their names are
   * those in the entries of the first response for its chain. So the first addresses of each chain are always screened.
   * A change compares with the newest earlier screening that has the same names.
   *
   * @param input - provider, and chain; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - the time before which a screening is old, callbacks, concurrency and signal
   * @returns Counts, and the first changes and failures; a failure of the provider does not stop the rest. Or every issue
   *   of the input, such as `unknown_provider`; then nothing was screened.
   * @throws ComplianceError `not_configured`, `invalid_input` for wrong options, `aborted`, `storage_…`. `list_stale` and
   *   `provider_unauthorized` of the provider, after which every further call would fail. Screenings so far stay stored,
   *   and `onChange` received their changes. Call it again with the same `olderThan` to go on.
   * @example
   * const olderThan = new Date(); // keep it, to go on after an interruption
   * const onChange = (change: RescreenChange) => openCase(change);
   * const report = unwrap(await compliance.addresses.rescreen({ provider_name: "OFAC" }, { olderThan, onChange }));
   */
  rescreen(input: RescreenRequest<C>, options?: RescreenOptions<C>): Promise<Result<RescreenReport<C>>>;
  /** Screens again with a request of type `unknown` or `any`, such as a request body. */
  rescreen<T>(...args: UncheckedArgs<T, [options?: RescreenOptions<C>]>): Promise<Result<RescreenReport<C>>>;
}

interface Deps {
  readonly accounts: AccountRepository;
  readonly vasps: VaspRepository;
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly balances: BalanceSource | undefined;
  readonly clock: Clock;
  /** The registered chains; undefined: those of §4.1. */
  readonly chains: RegisteredChains | undefined;
  readonly auditor: Auditor | undefined;
}

interface Parts extends Deps {
  /** Updates by their request. */
  readonly attempts: UnknownOutcomes<AddressUpdate>;
}

/** Creates the operations on addresses. */
export function addressOperations(deps: Deps): AddressOperations {
  const { addresses, chains, auditor } = deps;
  const registered = chains ?? specifiedChains;
  const canonicalOf = (chain: Chain, address: string) => canonicalIn(registered, chain, address);
  const parts: Parts = { ...deps, attempts: unknownOutcomes() };

  return {
    create: (input: unknown, options?: AddressCreateOptions) => createAddress(parts, input, options),
    assign: (input: unknown, options?: ActorOptions) => assignAddress(deps, input, options),
    retrieve: async (chain, address) => {
      const canonical = canonicalOf(chain, address);
      const stored = canonical === undefined ? undefined : await addresses.find(chain, canonical);
      return stored && toWalletAddress(stored, chains);
    },
    ofAccount: async (reference_id) => {
      const linked = isKey(reference_id) ? await addresses.ofAccount(reference_id) : [];
      return linked.map((stored) => ({ ...toWalletAddress(stored, chains), tags: stored.tags }));
    },
    accountOf: async (chain, address, tag) => {
      // First: only texts have a canonical form.
      const canonical = canonicalOf(chain, address);
      if (canonical === undefined) return undefined;
      if (tag === undefined) return addresses.accountOf(chain, canonical, tagIn(registered, chain, address));
      return mayHaveLink(registered, chain, address, tag) ? addresses.accountOf(chain, canonical, tag) : undefined;
    },
    history: async (chain, address) => {
      const canonical = canonicalOf(chain, address);
      const stored = canonical === undefined ? undefined : await addresses.history(chain, canonical);
      return stored && toAddressHistory(stored);
    },
    list: (query: unknown = {}) => listAddresses(deps, query),
    all: (query?: unknown, options?: OperationOptions) => allAddresses(deps, query, options),
    remove: async (chain, address, options) => {
      const actor = actorOf("addresses.remove", options);
      const canonical = canonicalOf(chain, address);
      if (canonical === undefined) return false;
      const place = { chain, address: canonical };
      const event = addressRemovalEvent({ event: "addresses.remove", actor }, place);
      return addresses.remove(chain, canonical, await auditor?.recording(event));
    },
    rescreen: (input: unknown, options?: RescreenOptions) => rescreenAddresses(deps, input, options),
  };
}

/** Returns whether a link of the address can have the tag: its form, no secret, and no other tag in the address. */
function mayHaveLink(chains: RegisteredChains, chain: Chain, address: string, tag: unknown): boolean {
  // Callers without types may pass a number.
  return isKey(tag) && tagIssues(chains, chain, address, tag).length === 0;
}

/** Returns undefined for an invalid address, which no record has. */
function canonicalIn(chains: RegisteredChains, chain: Chain, address: string): string | undefined {
  const parsed = parseAddressIn(chains, chain, address);
  return parsed.ok ? parsed.value.canonical : undefined;
}

type Saved = Awaited<ReturnType<AddressRepository["save"]>>;

/** Everything is requested before anything is stored. Without a response there is no record, except of hits (§4.1). */
async function createAddress(
  deps: Parts,
  input: unknown,
  options: AddressCreateOptions | undefined,
): Promise<Result<WalletAddress>> {
  const kinds = { signal: "signal", balance: "boolean", actor: "checked" } as const;
  const { abort, given, actor } = readOptions("addresses.create", options, kinds, "Nothing was stored.");
  throwIfAborted(abort);
  const parsed = parseAddressCreate(input, deps.chains);
  if (!parsed.ok) return parsed;
  const provider = await unlessAborted(() => findProvider(parsed.value, deps), abort);
  if (!provider.ok) return provider;
  const balances = given.balance === false ? undefined : deps.balances;
  const key = JSON.stringify([parsed.value, balances !== undefined, actor]);
  const { attempts } = deps;
  const earlier = provider.value && attempts.take(key);
  const saved = earlier && (await attempts.store(key, earlier, () => saveAgain(deps, earlier, abort), true));
  if (earlier && saved) return created(saved, earlier, deps.chains);
  const sources = { provider: provider.value, balances, clock: deps.clock, actor };
  const requested = await requestUpdate(parsed.value, sources, abort);
  if (requested.update === undefined) return failWithHits(deps, parsed.value, requested, abort);
  const { update } = requested;
  throwIfAborted(abort);
  return created(await attempts.store(key, update, () => deps.addresses.save(update)), update, deps.chains);
}

function created(saved: Saved, update: AddressUpdate, chains: Deps["chains"]): Result<WalletAddress> {
  // The account was removed since it was found.
  if (saved === "unknown_account") return failed([unknownAccount("/account_ref_id", "4.1")]);
  if (saved === "linked_elsewhere") return failed([linkedElsewhere("/account_ref_id", "4.1")]);
  return succeeded(toWalletAddress(saved, chains, update));
}

/** How long a screening is used again. A later call needs a new one. */
const MAX_AGE_MS = 300_000;

/**
 * Saves an update whose outcome was unknown, so that a repeated call is not billed again. Returns
 * undefined if the screening is old, or older than the stored one.
 */
async function saveAgain({ addresses, clock }: Deps, update: AddressUpdate, abort: Abort): Promise<Saved | undefined> {
  const { screening, balance: _balance, ...rest } = update;
  const { chain, address, created } = rest;
  if (Math.abs(clock().getTime() - Date.parse(created)) > MAX_AGE_MS) return undefined;
  const stored = await unlessAborted(() => addresses.find(chain, address), abort);
  const newest = stored?.screening;
  if (newest !== undefined && JSON.stringify(newest) === JSON.stringify(screening)) {
    // Screening and balance are stored. Another call may have changed the rest since, or removed the address.
    const saved = await addresses.update(rest);
    return saved === "unknown" ? addresses.save(update) : saved;
  }
  // The times have one form, so their texts order by time.
  if (newest?.some((entry) => entry.created > created)) return undefined;
  return addresses.save(update);
}

/** Finds the provider that screens, if any. Issues name what the configuration and the directory do not have. */
async function findProvider(
  request: AddressCreateFields,
  { accounts, vasps, addresses, riskProviders }: Deps,
): Promise<Result<NamedRiskProvider | undefined>> {
  const { scan_for_risk = false, provider_name, account_ref_id, vasp_id } = bare(request);
  if (scan_for_risk && riskProviders === undefined) {
    throw providersMissing("addresses.create with scan_for_risk");
  }
  const provider = scan_for_risk ? riskProviders?.get(provider_name) : undefined;
  const hasAccount = account_ref_id === undefined || (await accounts.find(account_ref_id)) !== undefined;
  // The storage decides. This avoids a screening that would not be stored.
  const isElsewhere = hasAccount && (await isLinkedElsewhere(addresses, request));
  const hasVasp = vasp_id === undefined || (await vasps.find(vasp_id)) !== undefined;
  const issues = [
    ...(scan_for_risk && provider === undefined ? [unknownProvider()] : []),
    ...(hasVasp ? [] : [unknownVasp()]),
    ...(hasAccount ? [] : [unknownAccount("/account_ref_id", "4.1")]),
    ...(isElsewhere ? [linkedElsewhere("/account_ref_id", "4.1")] : []),
  ];
  return issues.length === 0 ? succeeded(provider) : failed(issues);
}

async function isLinkedElsewhere(addresses: AddressRepository, request: AddressCreateFields): Promise<boolean> {
  const { chain, address, account_ref_id, tag, relink = false } = bare(request);
  if (account_ref_id === undefined || relink) return false;
  const linked = await addresses.accountOf(chain, address, tag);
  return linked !== undefined && linked !== account_ref_id;
}

async function assignAddress(
  { accounts, addresses, clock, chains }: Deps,
  input: unknown,
  options: ActorOptions | undefined,
): Promise<Result<AddressAssignment>> {
  const actor = actorOf("addresses.assign", options);
  const parsed = parseAddressAssign(input, chains);
  if (!parsed.ok) return parsed;
  const { chain, address, reference_id, tag, relink } = bare(parsed.value);
  const hasAccount = (await accounts.find(reference_id)) !== undefined;
  // Linked only when both exist; otherwise looked up, so that both issues are reported at once.
  const linked = hasAccount
    ? await addresses.update({
        chain,
        address,
        account_ref_id: reference_id,
        ...(tag !== undefined && { tag }),
        ...(relink !== undefined && { relink }),
        ...(actor !== undefined && { actor }),
        created: toIsoOffset(clock()),
      })
    : ((await addresses.find(chain, address)) ?? "unknown");
  const issues = [
    ...(linked === "unknown" ? [unknownAddress()] : []),
    ...(hasAccount && linked !== "unknown_account" ? [] : [unknownAccount("/reference_id", "4.2")]),
    ...(linked === "linked_elsewhere" ? [linkedElsewhere("/reference_id", "4.2")] : []),
  ];
  return issues.length === 0 ? succeeded({ reference_id }) : failed(issues);
}

function linkedElsewhere(path: string, clause: string): Issue {
  const message =
    "Another account is linked to the address under this tag; find out whose it is, then pass relink: true to replace it.";
  return { code: "address_linked_elsewhere", path, clause, message };
}

function unknownAccount(path: string, clause: string): Issue {
  const message = "No stored account has this reference id; create the account first.";
  return { code: "unknown_account", path, clause, message };
}

function unknownVasp(): Issue {
  const message = "No VASP of the directory has this vasp_id; load it first with vasps.load.";
  return { code: "unknown_vasp", path: "/vasp_id", clause: "4.1", message };
}

function unknownAddress(): Issue {
  const message = "The address is not stored; create it first with addresses.create, which can also link it.";
  return { code: "unknown_address", path: "/address", clause: "4.2", message };
}
