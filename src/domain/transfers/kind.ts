/** Kinds of transfers (§2.9). */

/** Between two VASPs, or between a VASP and a self-hosted wallet (§2.9 rules 5 and 6). */
export type TransferKind = "vasp_to_vasp" | "withdrawal_to_self_hosted" | "deposit_from_self_hosted";

/** All kinds of transfers. */
export const TRANSFER_KINDS: readonly TransferKind[] = [
  "vasp_to_vasp",
  "withdrawal_to_self_hosted",
  "deposit_from_self_hosted",
];
