/** Checks of travel-rule transfers against the directories (§2.9). */
import type { Account, Party } from "../domain/accounts/account.js";
import type { Chain, RegisteredChains } from "../domain/chains/chain.js";
import { parseAddressIn } from "../domain/chains/parse.js";
import { specifiedChains } from "../domain/chains/registry.js";
import type { Issue } from "../domain/issue.js";
import { bare, own } from "../domain/own.js";
import { failed, type Result, succeeded, unwrap } from "../domain/result.js";
import { toDay } from "../domain/timestamp.js";
import { parseTransferOn } from "../domain/transfers/parse.js";
import {
  initiatorOf,
  kindOf,
  type Transfer,
  type TransferDraft,
  type TransferInput,
} from "../domain/transfers/transfer.js";
import type { Clock } from "../ports/clock.js";
import type { AccountRepository, AddressRepository, VaspRepository } from "../ports/storage.js";
import { readOptions, throwIfAborted } from "./abort.js";
import { missingFieldIssues, type RequirementDeps, requirementsReader } from "./transfer-requirements.js";
import type { OperationOptions, UncheckedArgs } from "./types.js";

/** Operations on transfers. */
export interface TransferOperations<C extends string = Chain> {
  /**
   * Validates a transfer and resolves its reference ids and VASP ids in the directories (§2.9). Stores nothing.
   *
   * @param input - the transfer; a value of type `unknown` or `any`, such as a request body, compiles too
   * @param options - a signal that ends waiting for prices and exchange rates
   * @returns The transfer with both parties and VASPs in full, its kind and its initiator; or every issue. `unknown_account`
   *   and `unknown_vasp` are reported once the transfer itself is valid. So is `self_hosted_contradicts`, if an address is
   *   stored with another `is_self_hosted` than the transfer says. Then `field_required_by_jurisdiction`, for each field
   *   that a party lacks by the packs of `jurisdictions`. Read `requirements` too: it may be `undecided`.
   * @throws ComplianceError `rate_stale`, `rate_invalid`, `provider_…` where a threshold needs a rate. `price_…`,
   *   `provider_…` or `not_configured` where one needs the price of an `asset`. `storage_…`, `aborted`.
   */
  check(input: TransferDraft<C>, options?: OperationOptions): Promise<Result<Transfer<C>>>;
  /** Checks a transfer of type `unknown` or `any`, such as a request body (§2.9). */
  check<T>(...args: UncheckedArgs<T, [options?: OperationOptions]>): Promise<Result<Transfer<C>>>;
}

interface Deps extends RequirementDeps {
  readonly accounts: AccountRepository;
  readonly vasps: VaspRepository;
  readonly addresses: AddressRepository;
  readonly clock: Clock;
  readonly countries: readonly string[];
  /** The registered chains; undefined: those of §4.1. */
  readonly chains: RegisteredChains | undefined;
}

/** Creates the operations on transfers. */
export function transferOperations(deps: Deps): TransferOperations {
  const { accounts, vasps, addresses, clock, countries, chains } = deps;
  const requirementsOf = requirementsReader(deps);

  async function findParty(direct: Party | undefined, reference_id: string | undefined): Promise<Party | undefined> {
    if (reference_id === undefined) return direct;
    const account = await accounts.find(reference_id);
    return account && toParty(account);
  }

  /** Returns whether the address has another label. Without a chain no record can be found. */
  async function contradicts(chain: Chain | undefined, text: string, isSelfHosted: boolean): Promise<boolean> {
    if (chain === undefined) return false;
    // The address of a valid transfer.
    const { canonical } = unwrap(parseAddressIn(chains ?? specifiedChains, chain, text));
    const stored = await addresses.find(chain, canonical);
    const label = stored && own(stored, "is_self_hosted");
    return label !== undefined && label !== isSelfHosted;
  }

  /** Returns the transfer with its references resolved, or an issue for each that is unknown or contradicts. */
  async function resolve(transfer: TransferInput): Promise<Result<Transfer>> {
    const { chain } = transfer;
    const [originator_account, beneficiary_account, originator_vasp, beneficiary_vasp, ...contradicted] =
      await Promise.all([
        findParty(transfer.originator_account, transfer.originator_account_reference_id),
        findParty(transfer.beneficiary_account, transfer.beneficiary_account_reference_id),
        vasps.find(transfer.originator_vasp_id),
        vasps.find(transfer.beneficiary_vasp_id),
        contradicts(chain, transfer.originator_address, transfer.originator_address_is_self_hosted),
        contradicts(chain, transfer.beneficiary_address, transfer.beneficiary_address_is_self_hosted),
      ]);
    const issues = [
      ...(originator_account ? [] : [unknownAccount("originator")]),
      ...(beneficiary_account ? [] : [unknownAccount("beneficiary")]),
      ...sides.filter((_, index) => contradicted[index]).map(selfHostedContradicts),
      ...(originator_vasp ? [] : [unknownVasp("originator")]),
      ...(beneficiary_vasp ? [] : [unknownVasp("beneficiary")]),
    ];
    // The issues are empty only if everything was found, which the compiler does not see.
    if (issues.length > 0 || !(originator_account && beneficiary_account && originator_vasp && beneficiary_vasp)) {
      return failed(issues);
    }
    const found = { originator_account, beneficiary_account, originator_vasp, beneficiary_vasp };
    const derived = { kind: kindOf(transfer), initiator_vasp_id: initiatorOf(transfer) };
    return succeeded({ ...transfer, ...found, ...derived, addresses_checked: chain !== undefined });
  }

  async function check(input: unknown, options?: OperationOptions): Promise<Result<Transfer>> {
    const { abort } = readOptions("transfers.check", options, { signal: "signal" }, "The transfer was not checked.");
    throwIfAborted(abort);
    const at = clock();
    const parsed = parseTransferOn(input, { countries, today: toDay(at), chains });
    if (!parsed.ok) return parsed;
    const resolved = await resolve(bare(parsed.value));
    if (!resolved.ok) return resolved;
    const transfer = resolved.value;
    const required = await requirementsOf(transfer, at, abort);
    if (required === undefined) return resolved;
    const missing = missingFieldIssues(transfer, required.requirements);
    // The transfer is an own copy. A further one would take as long as the requirements.
    return missing.length > 0 ? failed(missing) : succeeded(Object.assign(transfer, required));
  }

  return { check };
}

/** Removes what only a stored account has. */
function toParty({ reference_id: _, created: _created, last_modified: _modified, ...party }: Account): Party {
  return party;
}

const sides = ["originator", "beneficiary"] as const;
type Side = (typeof sides)[number];

function unknownAccount(side: Side): Issue {
  const path = `/${side}_account_reference_id`;
  const message = `No stored account has the ${side}'s reference id; create the account first, or describe the party directly.`;
  return { code: "unknown_account", path, clause: "2.9", message };
}

function unknownVasp(side: Side): Issue {
  const path = `/${side}_vasp_id`;
  const message = `No VASP of the directory has the ${side}'s vasp_id; load it first with vasps.load.`;
  return { code: "unknown_vasp", path, clause: "2.9", message };
}

function selfHostedContradicts(side: Side): Issue {
  const path = `/${side}_address_is_self_hosted`;
  const message =
    `The address of the ${side} is labelled with another is_self_hosted; correct the transfer, or the label with ` +
    "addresses.create.";
  return { code: "self_hosted_contradicts", path, clause: "2.9", message };
}
