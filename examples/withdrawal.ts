import { type Chain, type Compliance, ComplianceError, type Issue, type Transfer } from "vaspkit";

/** A withdrawal to the customer's own wallet. `amount` is its value in money, not in crypto-assets. */
export interface Withdrawal {
  readonly id: string;
  readonly customer: string; // the reference_id of the account
  readonly chain: Chain;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly currency: string;
  readonly country: string; // the country whose threshold applies
}

export type Outcome =
  | { readonly decision: "send"; readonly isLarge: boolean; readonly transfer: Transfer }
  | { readonly decision: "block"; readonly reasons: readonly string[] } // a compliance officer must decide
  | { readonly decision: "reject"; readonly issues: readonly Issue[] } // the request must be corrected
  | { readonly decision: "hold"; readonly reasons: readonly string[] }; // nothing was decided: try again later

const ownVasp = "V-1";
const highestRisk = 49; // your limit, from 0 to 100

/** Decides on a withdrawal. Send it only if `decision` is "send", and only after `record` has stored the outcome. */
export async function decide(compliance: Compliance, withdrawal: Withdrawal): Promise<Outcome> {
  const { id, customer, chain, from, to, amount, currency, country } = withdrawal;
  try {
    // 1. Screen the address. This also verifies its checksum. It is neither labelled nor linked to the customer yet.
    const wallet = { chain, address: to };
    const screened = await compliance.addresses.create({ ...wallet, scan_for_risk: true, provider_name: "OFAC" });
    if (!screened.ok) return { decision: "reject", issues: screened.issues };

    // 2. Decide on the risk. A missing entry is not a low risk.
    const risks = screened.value.risk_data ?? [];
    const high = risks.filter(({ risk_ratio }) => risk_ratio > highestRisk);
    if (risks.length === 0) return { decision: "hold", reasons: ["The address was not screened."] };
    if (high.length > 0) return { decision: "block", reasons: high.flatMap((entry) => entry.risk_descriptors) };
    const known = await compliance.addresses.history(chain, to);
    const owner = known?.account_ref_id ?? customer;
    if (owner !== customer) return { decision: "block", reasons: ["The address is linked to another account."] };

    // 3. Check the transfer. A withdrawal to a self-hosted wallet is recorded as sent to itself.
    const checked = await compliance.transfers.check({
      chain,
      originator_account_reference_id: customer,
      originator_vasp_id: ownVasp,
      originator_address: from,
      beneficiary_account_reference_id: customer,
      beneficiary_vasp_id: ownVasp,
      beneficiary_address: to,
      beneficiary_address_is_self_hosted: true,
    });
    if (!checked.ok) return { decision: "reject", issues: checked.issues };

    // 4. Evaluate the threshold. A breach is stored as an alert before this resolves.
    const transaction = { transaction_id: id, amount, currency, country };
    const evaluated = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
    if (!evaluated.ok) return { decision: "reject", issues: evaluated.issues };
    const isLarge = evaluated.value.results.some(({ status }) => status === "breach");

    // 5. Every check passed: link the address to the customer.
    const link = { chain, address: to, account_ref_id: customer };
    const linked = await compliance.addresses.create(link, { balance: false });
    if (!linked.ok) return { decision: "reject", issues: linked.issues };
    return { decision: "send", isLarge, transfer: checked.value };
  } catch (error) {
    // No rate, outdated list, no database … Nothing was decided, so nothing may be sent.
    if (!(error instanceof ComplianceError)) throw error;
    return { decision: "hold", reasons: [error.code, error.message] };
  }
}
