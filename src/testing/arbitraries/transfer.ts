/** Transfers as a caller may describe them (§2.9): three kinds, each side directly or by reference. */
import * as fc from "fast-check";
import type { Chain } from "../../domain/chains/chain.js";
import type { TransferKind } from "../../domain/transfers/transfer.js";
import { type GivenParty, type Members, party } from "./account.js";
import { chainNames, validAddress } from "./address.js";
import { text } from "./text.js";

/** As given by the caller. Which members exclude each other is what the arbitrary knows. */
export interface GivenTransfer {
  readonly originator_account?: GivenParty;
  readonly beneficiary_account?: GivenParty;
  readonly originator_account_reference_id?: string;
  readonly beneficiary_account_reference_id?: string;
  readonly originator_address: string;
  readonly beneficiary_address: string;
  readonly originator_address_is_self_hosted?: boolean;
  readonly beneficiary_address_is_self_hosted?: boolean;
  readonly chain?: Chain;
  readonly originator_vasp_id: string;
  readonly beneficiary_vasp_id: string;
}

export const transferKinds: readonly TransferKind[] = [
  "vasp_to_vasp",
  "withdrawal_to_self_hosted",
  "deposit_from_self_hosted",
];

interface Wanted {
  readonly which?: Members;
  readonly kinds?: readonly TransferKind[];
}

export function transfer({ which = "any", kinds = transferKinds }: Wanted = {}): fc.Arbitrary<GivenTransfer> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      originator: originator(which),
      beneficiary: beneficiary(which),
      addresses: addresses(which),
      vasps: fc.record({ originator_vasp_id: text(), beneficiary_vasp_id: text() }),
      tellsFalse: which === "all" ? fc.constant(true) : fc.boolean(),
    })
    .map(({ kind, originator, beneficiary, addresses, vasps, tellsFalse }) => ({
      ...originator,
      ...beneficiary,
      ...addresses,
      ...flagsOf(kind, tellsFalse),
      ...(kind === "vasp_to_vasp" ? vasps : { ...vasps, beneficiary_vasp_id: vasps.originator_vasp_id }),
    }));
}

type Originator = Pick<GivenTransfer, "originator_account" | "originator_account_reference_id">;
type Beneficiary = Pick<GivenTransfer, "beneficiary_account" | "beneficiary_account_reference_id">;

function originator(which: Members): fc.Arbitrary<Originator> {
  return fc.oneof(
    fc.record({ originator_account_reference_id: text() }),
    fc.record({ originator_account: party(which) }),
  );
}

function beneficiary(which: Members): fc.Arbitrary<Beneficiary> {
  return fc.oneof(
    fc.record({ beneficiary_account_reference_id: text() }),
    fc.record({ beneficiary_account: party(which) }),
  );
}

type Addresses = Pick<GivenTransfer, "originator_address" | "beneficiary_address" | "chain">;

/** Two addresses of a chain, or any two texts where none is given. */
function addresses(which: Members): fc.Arbitrary<Addresses> {
  const ofChain = fc.constantFrom(...chainNames).chain((chain) =>
    fc.record({
      chain: fc.constant(chain),
      originator_address: validAddress(chain),
      beneficiary_address: validAddress(chain),
    }),
  );
  if (which === "all") return ofChain;
  return fc.oneof(ofChain, fc.record({ originator_address: text(), beneficiary_address: text() }));
}

/** False is the default of both flags, so it may be told or left out. */
function flagsOf(kind: TransferKind, tellsFalse: boolean): Partial<GivenTransfer> {
  const originatorIs = kind === "deposit_from_self_hosted";
  const beneficiaryIs = kind === "withdrawal_to_self_hosted";
  return {
    ...((originatorIs || tellsFalse) && { originator_address_is_self_hosted: originatorIs }),
    ...((beneficiaryIs || tellsFalse) && { beneficiary_address_is_self_hosted: beneficiaryIs }),
  };
}
