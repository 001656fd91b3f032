/** Checks of travel-rule transfers against the directories (§2.9). */
import type { Account, Party } from "../domain/accounts/account.js";
import type { Issue } from "../domain/issue.js";
import { bare } from "../domain/own.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import { toDay } from "../domain/timestamp.js";
import { parseTransferOn } from "../domain/transfers/parse.js";
import { initiatorOf, kindOf, type Transfer, type TransferDraft } from "../domain/transfers/transfer.js";
import type { Clock } from "../ports/clock.js";
import type { AccountRepository, VaspRepository } from "../ports/storage.js";
import type { UncheckedArgs } from "./types.js";

/** Operations on transfers. */
export interface TransferOperations {
  /**
   * Validates a transfer and resolves its reference ids and VASP ids in the directories (§2.9). Stores nothing.
   *
   * @param input - the transfer; a value of type `unknown` or `any`, such as a request body, compiles too
   * @returns The transfer with both parties and VASPs in full, its kind and its initiator; or every issue. `unknown_account`
   *   and `unknown_vasp` are reported once the transfer itself is valid.
   */
  check(input: TransferDraft): Promise<Result<Transfer>>;
  /** Checks a transfer of type `unknown` or `any`, such as a request body (§2.9). */
  check<T>(...args: UncheckedArgs<T>): Promise<Result<Transfer>>;
}

interface Deps {
  readonly accounts: AccountRepository;
  readonly vasps: VaspRepository;
  readonly clock: Clock;
  readonly countries: readonly string[];
}

/** Creates the operations on transfers. */
export function transferOperations({ accounts, vasps, clock, countries }: Deps): TransferOperations {
  async function findParty(direct: Party | undefined, reference_id: string | undefined): Promise<Party | undefined> {
    if (reference_id === undefined) return direct;
    const account = await accounts.find(reference_id);
    return account && toParty(account);
  }

  async function check(input: unknown): Promise<Result<Transfer>> {
    const parsed = parseTransferOn(input, { countries, today: toDay(clock()) });
    if (!parsed.ok) return parsed;
    const transfer = bare(parsed.value);
    const [originator_account, beneficiary_account, originator_vasp, beneficiary_vasp] = await Promise.all([
      findParty(transfer.originator_account, transfer.originator_account_reference_id),
      findParty(transfer.beneficiary_account, transfer.beneficiary_account_reference_id),
      vasps.find(transfer.originator_vasp_id),
      vasps.find(transfer.beneficiary_vasp_id),
    ]);
    if (originator_account && beneficiary_account && originator_vasp && beneficiary_vasp) {
      const found = { originator_account, beneficiary_account, originator_vasp, beneficiary_vasp };
      return succeeded({ ...transfer, ...found, kind: kindOf(transfer), initiator_vasp_id: initiatorOf(transfer) });
    }
    return failed([
      ...(originator_account ? [] : [unknownAccount("originator")]),
      ...(beneficiary_account ? [] : [unknownAccount("beneficiary")]),
      ...(originator_vasp ? [] : [unknownVasp("originator")]),
      ...(beneficiary_vasp ? [] : [unknownVasp("beneficiary")]),
    ]);
  }

  return { check };
}

/** Removes what only a stored account has. */
function toParty({ reference_id: _, created: _created, last_modified: _modified, ...party }: Account): Party {
  return party;
}

type Side = "originator" | "beneficiary";

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
