import type { Chain, Compliance, DecideOptions, PartyDraft, TransferToDecide } from "vaspkit";
import { unwrap } from "vaspkit";

/** Coins that have arrived at an address which you gave to a customer. */
export interface Deposit {
  readonly id: string; // for example the hash of the transaction and the number of its output
  readonly chain: Chain;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly asset: string;
  /** From the message of the other VASP, or "customer": the customer says that it is their own wallet. */
  readonly sender: { readonly vasp_id: string; readonly party: PartyDraft } | "customer";
}

/** Credits a deposit if that is permitted; otherwise the coins stay blocked. Open `compliance` as for withdrawals. */
export async function receive(compliance: Compliance, deposit: Deposit, credit: Credit, more?: DecideOptions) {
  const { id, chain, from, to, sender, amount, asset } = deposit;
  const customer = await compliance.addresses.accountOf(chain, to); // linked when you gave the address to the customer
  if (customer === undefined) throw new Error("No customer has this deposit address.");
  const common = { transfer_id: id, chain, amount, asset, originator_address: from, beneficiary_address: to };
  const incoming = { ...common, beneficiary_account_reference_id: customer, beneficiary_vasp_id: "V-1" };
  const ownWallet = { originator_account_reference_id: customer, originator_address_is_self_hosted: true } as const;
  const draft: TransferToDecide =
    sender === "customer"
      ? { ...incoming, ...ownWallet, originator_vasp_id: "V-1" }
      : { ...incoming, originator_account: sender.party, originator_vasp_id: sender.vasp_id };
  const decided = await compliance.transfers.decide(draft, more);
  if (!decided.ok || decided.value.decision !== "execute") return decided; // nothing may be credited
  await credit(customer, deposit);
  unwrap(await compliance.transfers.confirm(id, { outcome: "executed", transaction_hash: id })); // once for each hash
  return decided;
}

/** Your ledger. For a repeated `id` it credits nothing. */
type Credit = (customer: string, deposit: Deposit) => Promise<void>;
