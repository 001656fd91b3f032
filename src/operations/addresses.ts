/** Blockchain addresses: loaded, screened, linked to accounts (§4.1, §4.2). */
import type {
  AddressCreateFields,
  AddressHistory,
  AddressUpdate,
  StoredAddress,
  WalletAddress,
} from "../domain/addresses/address.js";
import { parseAddressAssign, parseAddressCreate } from "../domain/addresses/parse.js";
import { newestReadings, toAddressHistory, toWalletAddress } from "../domain/addresses/record.js";
import type { Chain } from "../domain/chains/chain.js";
import { parseAddress } from "../domain/chains/parse.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { inDocumentOrder } from "../domain/input/pointer.js";
import type { Issue } from "../domain/issue.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import type { RiskProvider } from "../ports/risk-provider.js";
import type { AccountRepository, AddressRepository } from "../ports/storage.js";
import { type AddressCreateOptions, readCreateOptions } from "./create-options.js";
import { throwIfAborted, together } from "./together.js";

interface Deps {
  readonly accounts: AccountRepository;
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly balances: BalanceSource | undefined;
  readonly clock: Clock;
}

/** By the code that a request names. */
export type RiskProviders = ReadonlyMap<AddressCreateFields["provider_name"], RiskProvider>;

/** §4.1. Everything is asked before anything is stored, and stored at once: no answer, no record. */
export function createAddress(
  deps: Deps,
): (input: unknown, options?: AddressCreateOptions) => Promise<Result<WalletAddress>> {
  return async (input, options) => {
    const { signal, balance } = readCreateOptions(options);
    throwIfAborted(signal);
    const parsed = parseAddressCreate(input);
    if (!parsed.ok) return parsed;
    const provider = await findProvider(parsed.value, deps);
    if (!provider.ok) return provider;
    const update = await askedUpdate(
      parsed.value,
      { provider: provider.value, balances: balance ? deps.balances : undefined, clock: deps.clock },
      signal,
    );
    throwIfAborted(signal);
    return succeeded(toWalletAddress(await deps.addresses.save(update), update));
  };
}

/** Who screens, undefined when nobody is asked to; or what of the request the configuration and directory do not know. */
async function findProvider(
  request: AddressCreateFields,
  { accounts, riskProviders }: Deps,
): Promise<Result<RiskProvider | undefined>> {
  const { scan_for_risk = false, provider_name, account_ref_id } = request;
  if (scan_for_risk && riskProviders === undefined) throw noProviders();
  const provider = scan_for_risk ? riskProviders?.get(provider_name) : undefined;
  const isAccountKnown = account_ref_id === undefined || (await accounts.find(account_ref_id)) !== undefined;
  const issues = [
    ...(scan_for_risk && provider === undefined ? [unknownProvider()] : []),
    ...(isAccountKnown ? [] : [unknownAccount("/account_ref_id", "4.1")]),
  ];
  return issues.length === 0 ? succeeded(provider) : failed(inDocumentOrder(request, issues));
}

/** Who is asked, where there is anybody. */
interface Asked extends Pick<Deps, "balances" | "clock"> {
  readonly provider: RiskProvider | undefined;
}

/** A chain that the source of balances does not know is one without a source: its balance is not known, and no error. */
function unlessUnsupported(error: unknown): undefined {
  if (error instanceof ComplianceError && error.code === "chain_unsupported") return undefined;
  throw error;
}

/** Asks provider and source at the same time, and says what is to be stored. */
async function askedUpdate(
  { chain, address, is_self_hosted, account_ref_id }: AddressCreateFields,
  { provider, balances, clock }: Asked,
  signal: AbortSignal | undefined,
): Promise<AddressUpdate> {
  const isAnybodyAsked = provider !== undefined || balances !== undefined;
  const [entries, balance] = isAnybodyAsked
    ? await together(
        async (ended) => provider?.screen({ chain, address, signal: ended }),
        async (ended) => balances?.balance({ chain, address, signal: ended }).catch(unlessUnsupported),
        signal,
      )
    : [];
  // Now, for this is when it was known.
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

/** §4.2, superseded by `account_ref_id` of §4.1. */
export function assignAddress({
  accounts,
  addresses,
}: Pick<Deps, "accounts" | "addresses">): (input: unknown) => Promise<Result<{ readonly reference_id: string }>> {
  return async (input) => {
    const parsed = parseAddressAssign(input);
    if (!parsed.ok) return parsed;
    const { chain, address, reference_id } = parsed.value;
    const isAccountKnown = (await accounts.find(reference_id)) !== undefined;
    // Only linked when both are there; else looked for, so that both issues come at once.
    const isAddressKnown = isAccountKnown
      ? (await addresses.link(chain, address, reference_id)) === "linked"
      : (await addresses.find(chain, address)) !== undefined;
    if (isAccountKnown && isAddressKnown) return succeeded({ reference_id });
    const issues = [
      ...(isAddressKnown ? [] : [unknownAddress()]),
      ...(isAccountKnown ? [] : [unknownAccount("/reference_id", "4.2")]),
    ];
    return failed(inDocumentOrder(parsed.value, issues));
  };
}

/** By any spelling of the address. undefined also for what is no address of the chain (§7). */
export function retrieveAddress({
  addresses,
}: Pick<Deps, "addresses">): (chain: Chain, address: string) => Promise<WalletAddress | undefined> {
  return async (chain, address) => {
    const stored = await findStored(addresses, chain, address);
    return stored && toWalletAddress(stored, newestReadings(stored));
  };
}

/** The oldest first. */
export function addressesOfAccount({
  addresses,
}: Pick<Deps, "addresses">): (reference_id: string) => Promise<readonly WalletAddress[]> {
  return async (reference_id) => {
    const linked = await addresses.ofAccount(reference_id);
    return linked.map((stored) => toWalletAddress(stored, newestReadings(stored)));
  };
}

/** By any spelling of the address, as {@link retrieveAddress}. */
export function addressHistory({
  addresses,
}: Pick<Deps, "addresses">): (chain: Chain, address: string) => Promise<AddressHistory | undefined> {
  return async (chain, address) => {
    const stored = await findStored(addresses, chain, address);
    return stored && toAddressHistory(stored);
  };
}

async function findStored(
  addresses: AddressRepository,
  chain: Chain,
  address: string,
): Promise<StoredAddress | undefined> {
  const parsed = parseAddress(chain, address);
  return parsed.ok ? addresses.find(chain, parsed.value.canonical) : undefined;
}

function noProviders(): ComplianceError {
  const message = "addresses.create with scan_for_risk needs the option riskProviders of createCompliance.";
  return new ComplianceError("not_configured", message);
}

function unknownProvider(): Issue {
  const message =
    "No risk provider has this provider_name; give one that the option riskProviders of createCompliance has.";
  return { code: "unknown_provider", path: "/provider_name", clause: "4.1", message };
}

function unknownAccount(path: string, clause: string): Issue {
  const message = "No stored account has this reference id; create the account first.";
  return { code: "unknown_account", path, clause, message };
}

function unknownAddress(): Issue {
  const message = "The address is not loaded; create it first with addresses.create, which can link it as well.";
  return { code: "unknown_address", path: "/address", clause: "4.2", message };
}
