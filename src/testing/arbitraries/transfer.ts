/** Transfers as a caller may describe them (§2.9): three kinds, each side directly or by reference. */
import * as fc from "fast-check";
import type { PartyDraft } from "../../domain/accounts/account.js";
import type {
  BeneficiaryParty,
  OriginatorParty,
  TransferDraft,
  TransferKind,
} from "../../domain/transfers/transfer.js";
import { type Members, party } from "./account.js";
import { chainNames, validAddress } from "./address.js";
import { text } from "./text.js";

export const transferKinds: readonly TransferKind[] = [
  "vasp_to_vasp",
  "withdrawal_to_self_hosted",
  "deposit_from_self_hosted",
];

interface Wanted {
  readonly which?: Members;
  readonly kinds?: readonly TransferKind[];
}

export function transfer({ which = "any", kinds = transferKinds }: Wanted = {}): fc.Arbitrary<TransferDraft> {
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      originator: originator(which),
      beneficiary: beneficiary(which),
      addresses: addresses(which),
      vasps: fc.record({ originator_vasp_id: text(), beneficiary_vasp_id: text() }),
      tellsFalse: which === "all" ? fc.constant(true) : fc.boolean(),
    })
    .map(({ kind, originator, beneficiary, addresses, vasps, tellsFalse }) => {
      const route = kind === "vasp_to_vasp" ? vasps : { ...vasps, beneficiary_vasp_id: vasps.originator_vasp_id };
      // The spreads lose to the compiler that at most one side is self-hosted.
      return { ...originator, ...beneficiary, ...addresses, ...flagsOf(kind, tellsFalse), ...route } as TransferDraft;
    });
}

// By reference first: that is what transfers shrink to.
function originator(which: Members): fc.Arbitrary<OriginatorParty<PartyDraft>> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ originator_account_reference_id: text() }),
    fc.record({ originator_account: party(which) }),
  );
}

function beneficiary(which: Members): fc.Arbitrary<BeneficiaryParty<PartyDraft>> {
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ beneficiary_account_reference_id: text() }),
    fc.record({ beneficiary_account: party(which) }),
  );
}

type Addresses = Pick<TransferDraft, "originator_address" | "beneficiary_address" | "chain">;

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
  const anyTexts = fc.record({ originator_address: text(), beneficiary_address: text() });
  return fc.oneof({ withCrossShrink: true }, anyTexts, ofChain);
}

/** False is the default of both flags, so it may be told or left out. */
function flagsOf(kind: TransferKind, tellsFalse: boolean): object {
  const originatorIs = kind === "deposit_from_self_hosted";
  const beneficiaryIs = kind === "withdrawal_to_self_hosted";
  return {
    ...((originatorIs || tellsFalse) && { originator_address_is_self_hosted: originatorIs }),
    ...((beneficiaryIs || tellsFalse) && { beneficiary_address_is_self_hosted: beneficiaryIs }),
  };
}
