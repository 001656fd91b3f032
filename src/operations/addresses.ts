/** Operations on blockchain addresses: screened, stored, linked to accounts (§4.1, §4.2). */
import type {
  AddressAssignRequest,
  AddressCreateFields,
  AddressCreateRequest,
  AddressHistory,
  AddressUpdate,
  StoredAddress,
  WalletAddress,
} from "../domain/addresses/address.js";
import { parseAddressAssign, parseAddressCreate } from "../domain/addresses/parse.js";
import { toAddressHistory, toWalletAddress } from "../domain/addresses/record.js";
import type { Chain } from "../domain/chains/chain.js";
import { parseAddress } from "../domain/chains/parse.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { bare } from "../domain/own.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { AccountRepository, AddressRepository } from "../ports/storage.js";
import { type Abort, allOrAbort, readOptions, throwIfAborted, unlessAborted } from "./abort.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";
import { type UnknownOutcomes, unknownOutcomes } from "./unknown-outcome.js";

/** Options of `addresses.create`. */
export interface AddressCreateOptions extends OperationOptions {
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
export interface AddressOperations {
  /**
   * Stores an address, screens it on request, and links it to an account on request (§4.1). An address that is stored
   * already is updated.
   *
   * @param input - the address and what to do; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - signal and balance lookup; after an abort nothing is stored
   * @returns The record with this screening and balance, or every issue of the input.
   * @throws ComplianceError when a screening or balance is not available: `provider_…`, `chain_unsupported`,
   *   `address_unknown`, `list_stale`, `not_configured`, `aborted`. Then nothing was stored. Or `storage_…`: nothing was
   *   stored, except with `storage_outcome_unknown`. The same request then uses the same screening for five minutes.
   */
  create(input: AddressCreateRequest, options?: AddressCreateOptions): Promise<Result<WalletAddress>>;
  /** Stores an address from a request of type `unknown` or `any`, such as a request body (§4.1). */
  create<T>(...args: UncheckedArgs<T, [options?: AddressCreateOptions]>): Promise<Result<WalletAddress>>;
  /**
   * Links a stored address to a stored account (§4.2).
   *
   * @deprecated By the specification: pass `account_ref_id` to `create` instead.
   * @param input - the address and the account
   * @returns The account's reference id, or every issue of the input.
   */
  assign(input: AddressAssignRequest): Promise<Result<AddressAssignment>>;
  /**
   * Links with a request of type `unknown` or `any` (§4.2).
   *
   * @deprecated By the specification: pass `account_ref_id` to `create` instead.
   */
  assign<T>(...args: UncheckedArgs<T>): Promise<Result<AddressAssignment>>;
  /**
   * Finds an address, by any spelling.
   *
   * @param chain - its chain
   * @param address - the address as text
   * @returns The record with its newest screening and balance. Undefined when none is stored, and for an invalid address.
   */
  retrieve(chain: Chain, address: string): Promise<WalletAddress | undefined>;
  /**
   * Finds the addresses of an account.
   *
   * @param reference_id - the account
   * @returns The records with their newest screenings and balances, oldest first; empty when there is none.
   */
  ofAccount(reference_id: string): Promise<readonly WalletAddress[]>;
  /**
   * Finds everything that was recorded about an address, by any spelling.
   *
   * @param chain - its chain
   * @param address - the address as text
   * @returns Every screening, newest first, and the exact balance. Undefined when none is stored.
   */
  history(chain: Chain, address: string): Promise<AddressHistory | undefined>;
}

interface Deps {
  readonly accounts: AccountRepository;
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly balances: BalanceSource | undefined;
  readonly clock: Clock;
}

interface Parts extends Deps {
  /** Updates by their request. */
  readonly attempts: UnknownOutcomes<AddressUpdate>;
}

/** Risk providers by the `provider_name` of a request. */
export type RiskProviders = ReadonlyMap<AddressCreateFields["provider_name"], RiskProvider>;

/** Creates the operations on addresses. */
export function addressOperations(deps: Deps): AddressOperations {
  const { addresses } = deps;
  const parts: Parts = { ...deps, attempts: unknownOutcomes() };

  return {
    create: (input: unknown, options?: AddressCreateOptions) => createAddress(parts, input, options),
    assign: (input: unknown) => assignAddress(deps, input),
    retrieve: async (chain, address) => {
      const canonical = canonicalOf(chain, address);
      const stored = canonical === undefined ? undefined : await addresses.find(chain, canonical);
      return stored && toWalletAddress(stored);
    },
    ofAccount: async (reference_id) => {
      const linked = await addresses.ofAccount(reference_id);
      return linked.map((stored) => toWalletAddress(stored));
    },
    history: async (chain, address) => {
      const canonical = canonicalOf(chain, address);
      const stored = canonical === undefined ? undefined : await addresses.history(chain, canonical);
      return stored && toAddressHistory(stored);
    },
  };
}

/** Returns undefined for an invalid address, which no record has. */
function canonicalOf(chain: Chain, address: string): string | undefined {
  const parsed = parseAddress(chain, address);
  return parsed.ok ? parsed.value.canonical : undefined;
}

/** Everything is requested before anything is stored: without a response there is no record (§4.1). */
async function createAddress(
  deps: Parts,
  input: unknown,
  options: AddressCreateOptions | undefined,
): Promise<Result<WalletAddress>> {
  const kinds = { signal: "signal", balance: "boolean" } as const;
  const { abort, given } = readOptions("addresses.create", options, kinds, "Nothing was stored.");
  throwIfAborted(abort);
  const parsed = parseAddressCreate(input);
  if (!parsed.ok) return parsed;
  const provider = await unlessAborted(() => findProvider(parsed.value, deps), abort);
  if (!provider.ok) return provider;
  const balances = given.balance === false ? undefined : deps.balances;
  const key = JSON.stringify([parsed.value, balances !== undefined]);
  const { attempts } = deps;
  const earlier = provider.value && attempts.take(key);
  const saved = earlier && (await attempts.store(key, earlier, () => saveAgain(deps, earlier, abort), true));
  if (earlier && saved) return succeeded(toWalletAddress(saved, earlier));
  const update = await requestUpdate(parsed.value, { provider: provider.value, balances, clock: deps.clock }, abort);
  throwIfAborted(abort);
  return succeeded(toWalletAddress(await attempts.store(key, update, () => deps.addresses.save(update)), update));
}

/** How long a screening is used again. A later call needs a new one. */
const MAX_AGE_MS = 300_000;

/**
 * Saves an update whose outcome was unknown, so that a repeated call is not billed again. Returns
 * undefined if the screening is old, or older than the stored one.
 */
async function saveAgain(
  { addresses, clock }: Deps,
  update: AddressUpdate,
  abort: Abort,
): Promise<StoredAddress | undefined> {
  const { screening, balance: _balance, ...rest } = update;
  const { chain, address, created } = rest;
  if (Math.abs(clock().getTime() - Date.parse(created)) > MAX_AGE_MS) return undefined;
  const stored = await unlessAborted(() => addresses.find(chain, address), abort);
  const newest = stored?.screening;
  if (newest !== undefined && JSON.stringify(newest) === JSON.stringify(screening)) {
    // Screening and balance are stored. Another call may have changed the rest since.
    return addresses.save(rest);
  }
  // The times have one form, so their texts order by time.
  if (newest?.some((entry) => entry.created > created)) return undefined;
  return addresses.save(update);
}

/** Finds the provider that screens, if any. Issues name what the configuration and the directory do not have. */
async function findProvider(
  request: AddressCreateFields,
  { accounts, riskProviders }: Deps,
): Promise<Result<RiskProvider | undefined>> {
  const { scan_for_risk = false, provider_name, account_ref_id } = bare(request);
  if (scan_for_risk && riskProviders === undefined) {
    const message = "addresses.create with scan_for_risk needs the option riskProviders of createCompliance. Add it.";
    throw new ComplianceError("not_configured", message);
  }
  const provider = scan_for_risk ? riskProviders?.get(provider_name) : undefined;
  const hasAccount = account_ref_id === undefined || (await accounts.find(account_ref_id)) !== undefined;
  const issues = [
    ...(scan_for_risk && provider === undefined ? [unknownProvider()] : []),
    ...(hasAccount ? [] : [unknownAccount("/account_ref_id", "4.1")]),
  ];
  return issues.length === 0 ? succeeded(provider) : failed(issues);
}

interface Sources extends Pick<Deps, "balances" | "clock"> {
  readonly provider: RiskProvider | undefined;
}

/** Requests screening and balance at the same time. */
async function requestUpdate(
  request: AddressCreateFields,
  { provider, balances, clock }: Sources,
  abort: Abort,
): Promise<AddressUpdate> {
  const { chain, address, is_self_hosted, account_ref_id } = bare(request);
  const needsRequest = provider !== undefined || balances !== undefined;
  const [entries, balance] = needsRequest
    ? await allOrAbort(
        [
          async (signal) => provider?.screen({ chain, address, signal }),
          async (signal) => balances?.balance({ chain, address, signal }).catch(ignoreUnsupported),
        ],
        abort,
      )
    : [];
  // The time of the responses, not of the request.
  const created = toIsoOffset(clock());
  return {
    chain,
    address,
    ...(is_self_hosted !== undefined && { is_self_hosted }),
    ...(account_ref_id !== undefined && { account_ref_id }),
    ...(balance && { balance: { ...balance, created } }),
    ...(entries && { screening: entries.map((entry) => ({ ...entry, created })) }),
    created,
  };
}

/** The balance on a chain that the source does not support is unknown, as without a source. */
function ignoreUnsupported(error: unknown): undefined {
  if (error instanceof ComplianceError && error.code === "chain_unsupported") return undefined;
  throw error;
}

async function assignAddress({ accounts, addresses }: Deps, input: unknown): Promise<Result<AddressAssignment>> {
  const parsed = parseAddressAssign(input);
  if (!parsed.ok) return parsed;
  const { chain, address, reference_id } = parsed.value;
  const hasAccount = (await accounts.find(reference_id)) !== undefined;
  // Linked only when both exist; otherwise looked up, so that both issues are reported at once.
  const hasAddress = hasAccount
    ? (await addresses.link(chain, address, reference_id)) === "linked"
    : (await addresses.find(chain, address)) !== undefined;
  if (hasAccount && hasAddress) return succeeded({ reference_id });
  const issues = [
    ...(hasAddress ? [] : [unknownAddress()]),
    ...(hasAccount ? [] : [unknownAccount("/reference_id", "4.2")]),
  ];
  return failed(issues);
}

function unknownProvider(): Issue {
  const message =
    "No risk provider has this provider_name; use a name of the option riskProviders of createCompliance.";
  return { code: "unknown_provider", path: "/provider_name", clause: "4.1", message };
}

function unknownAccount(path: string, clause: string): Issue {
  const message = "No stored account has this reference id; create the account first.";
  return { code: "unknown_account", path, clause, message };
}

function unknownAddress(): Issue {
  const message = "The address is not stored; create it first with addresses.create, which can also link it.";
  return { code: "unknown_address", path: "/address", clause: "4.2", message };
}
