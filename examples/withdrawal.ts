import type { Actor, Compliance, ComplianceOptions, DecideOptions, TransferToDecide } from "vaspkit";
import { createCompliance, unwrap } from "vaspkit";
import { eu } from "vaspkit/jurisdictions";

export const policy = {
  ownVasp: "V-1",
  ownAddresses: [{ chain: "bitcoin", address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2" }], // your hot wallets
  screenWith: ["OFAC"], // keys of riskProviders
  rejectRisk: 90, // from this risk_ratio on
  suspendRisk: 50,
  suspendOnBreach: false, // true: a person looks at every amount that reaches a threshold
  otherAccounts: "suspend", // the address is linked to another customer
  claimedVasp: "suspend", // only the customer says which VASP has the address
  decisionMaxAgeMs: 15 * 60_000, // how long `execute` permits
  retentionMs: 5 * 366 * 86_400_000,
} as const;

/** `parts`: your storage, thresholds, rates, prices, risk providers and `ownership`. */
export const openCompliance = (parts: ComplianceOptions) => createCompliance({ ...parts, jurisdictions: [eu], policy });

/** Your wallet. For a repeated `transfer_id` it sends nothing, and returns what it sent before. */
export type Send = (draft: TransferToDecide) => Promise<{ transaction_hash: string; executed_at: string }>;

/** Sends a withdrawal if it is permitted. Repeat the call with evidence, after a review, or later. */
export async function withdraw({ transfers }: Compliance, draft: TransferToDecide, send: Send, more?: DecideOptions) {
  const decided = await transfers.decide(draft, more);
  if (!decided.ok || decided.value.decision !== "execute") return decided; // nothing may be sent
  const sent = await send(draft); // before decided.value.valid_until
  unwrap(await transfers.confirm(draft.transfer_id, { outcome: "executed", ...sent }));
  return decided;
}

/** An officer permits a suspended withdrawal, with its present content only. Then repeat `withdraw`. */
export const permit = ({ transfers }: Compliance, transfer_id: string, note: string, actor: Actor) =>
  transfers.review(transfer_id, { decision: "execute", note }, { actor });

/** Erases a customer. Transfers whose retention runs stay, and are no longer listed for the customer. */
export const erase = ({ accounts }: Compliance, id: string) => accounts.erase(id, { keep: "transfers" });
