/** What `addresses.create` stores, requested from the risk provider and the balance source (§4.1). */
import type { Actor } from "../domain/actor.js";
import type { AddressCreateFields, AddressUpdate, RiskEntry } from "../domain/addresses/address.js";
import { isHit } from "../domain/addresses/hits.js";
import { ComplianceError } from "../domain/compliance-error.js";
import { bare } from "../domain/own.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { Balance, BalanceSource } from "../ports/balance-source.js";
import type { Clock } from "../ports/clock.js";
import { type Abort, allOrAbort } from "./abort.js";
import { type FailedRequest, foundDespite } from "./incomplete.js";
import type { NamedRiskProvider } from "./risk-providers.js";

/** What an update of an address is requested from. */
interface Sources {
  readonly balances: BalanceSource | undefined;
  readonly clock: Clock;
  readonly provider: NamedRiskProvider | undefined;
  readonly actor: Actor | undefined;
}

type Requested = { readonly update: AddressUpdate } | (FailedRequest & { readonly update: undefined });

/**
 * Requests screening and balance at the same time. A failed screening aborts the lookup of the balance. A failed balance
 * waits for the screening: its hits must not be lost.
 */
export async function requestUpdate(request: AddressCreateFields, sources: Sources, abort: Abort): Promise<Requested> {
  const { chain, address } = request;
  const { provider, balances } = sources;
  if (provider === undefined && balances === undefined) return { update: updateOf(request, sources, NONE) };
  try {
    const [entries, looked] = await allOrAbort(
      [
        async (signal) => provider?.screen({ chain, address, signal }),
        async (signal) => balances && lookedUp(balances.balance({ chain, address, signal })),
      ],
      abort,
    );
    if (looked === undefined || looked.ok) {
      return { update: updateOf(request, sources, { entries, balance: looked?.balance }) };
    }
    const found = entries?.some(isHit) ? { entries, failure: undefined } : undefined;
    return { update: undefined, failure: looked.failure, found };
  } catch (failure) {
    return { update: undefined, failure, found: provider && foundDespite(failure, provider) };
  }
}

/** The balance on a chain that the source does not support is unknown, as without a source. */
type LookedUp =
  | { readonly ok: true; readonly balance: Balance | undefined }
  | { readonly ok: false; readonly failure: unknown };

async function lookedUp(balance: Promise<Balance>): Promise<LookedUp> {
  try {
    return { ok: true, balance: await balance };
  } catch (failure) {
    const isUnsupported = failure instanceof ComplianceError && failure.code === "chain_unsupported";
    return isUnsupported ? { ok: true, balance: undefined } : { ok: false, failure };
  }
}

/** Both are named, so that nothing is inherited. */
interface Responses {
  readonly entries: readonly RiskEntry[] | undefined;
  readonly balance: Balance | undefined;
}

const NONE: Responses = { entries: undefined, balance: undefined };

function updateOf(
  request: AddressCreateFields,
  { clock, actor }: Sources,
  { entries, balance }: Responses,
): AddressUpdate {
  const { chain, address, is_self_hosted, vasp_id, account_ref_id, tag, relink } = bare(request);
  // The time of the responses, not of the request.
  const created = toIsoOffset(clock());
  return {
    chain,
    address,
    ...(is_self_hosted !== undefined && { is_self_hosted }),
    ...(vasp_id !== undefined && { vasp_id }),
    ...(account_ref_id !== undefined && { account_ref_id }),
    ...(tag !== undefined && { tag }),
    ...(relink !== undefined && { relink }),
    ...(actor !== undefined && { actor }),
    ...(balance && { balance: { ...balance, created } }),
    ...(entries && { screening: entries.map((entry) => ({ ...entry, created })) }),
    created,
  };
}
