/** Options and inputs to decide transfers, for tests of storages and processes. */
import type { ComplianceOptions, OwnershipOptions, TransferToDecide } from "../../src/index.js";
import { us } from "../../src/jurisdictions.js";
import { solanaMessages } from "../../src/ownership/solana.js";
import { CLEAN, POLICY } from "./decision-samples.js";
import { individual, vasp } from "./storage-records.js";

/** The account of every withdrawal. Its storage needs {@link OWN_VASP} and {@link CUSTOMER}. */
export const CUSTOMER = individual("customer");
export const OWN_VASP = vasp("own");

/** Options without a storage: the pack of the US, whose open question about self-hosted wallets counsel has answered. */
export const DECIDING: Omit<ComplianceOptions, "storage"> = {
  thresholds: { DE: "1000", US: "3000" },
  jurisdictions: [us],
  riskProviders: { P: { screen: async () => [CLEAN] } },
  policy: {
    ...POLICY,
    ownVasp: OWN_VASP.vasp_id,
    decisionMaxAgeMs: 3_600_000,
    retentionMs: 1,
    answers: [
      {
        jurisdiction: "US",
        kind: "withdrawal_to_self_hosted",
        duties: [],
        by: "counsel",
        note: "No duty",
        from: "2020-01-01",
      },
    ],
  },
};

/** A withdrawal to a wallet of the customer. */
export function withdrawal(transfer_id: string, amount = "10") {
  return {
    transfer_id,
    amount,
    currency: "USD",
    chain: "ethereum",
    originator_account_reference_id: CUSTOMER.reference_id,
    originator_vasp_id: OWN_VASP.vasp_id,
    originator_country: "US",
    originator_address: "0x1000000000000000000000000000000000000001",
    beneficiary_account_reference_id: CUSTOMER.reference_id,
    beneficiary_vasp_id: OWN_VASP.vasp_id,
    beneficiary_address: "0x2000000000000000000000000000000000000002",
    beneficiary_address_is_self_hosted: true,
  } satisfies TransferToDecide;
}

/** The option `ownership` of the processes. */
export const PROVING: OwnershipOptions = {
  domain: "exchange.example",
  methods: [solanaMessages],
  maxAgeMs: 86_400_000,
};
