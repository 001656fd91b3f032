/** Compliances with a trail, and transfers whose cases they export. */
import { auditTrail } from "../../src/audit.js";
import { type ComplianceOptions, type Policy, type TransferToDecide, unwrap } from "../../src/index.js";
import { solanaMessages } from "../../src/ownership/solana.js";
import {
  type AddressedTransfer,
  CLEAN,
  type Deciding,
  decided,
  deciding,
  MEASURE,
  OFFICER,
  OUTGOING,
  PROGRAM,
  WITHDRAWAL,
} from "./decision-samples.js";
import { provedWallet } from "./ownership/open-challenge.js";

const KEY = new Uint8Array(32).fill(5);

/** As `deciding`, with a trail and proofs of wallets. */
export function audited(options: Partial<ComplianceOptions> = {}, policy: Partial<Policy> = {}): Promise<Deciding> {
  return deciding(
    {
      audit: auditTrail({ key: KEY }),
      ownership: { domain: "exchange.example", methods: [solanaMessages], maxAgeMs: 86_400_000 },
      thresholds: {
        DE: { amount: "1000", currency: "EUR", citation: "Regulation (EU) 2023/1113, Article 14(5)" },
        FR: "1000",
        US: "3000",
      },
      ...options,
    },
    policy,
  );
}

/** A withdrawal of 30,000 EUR in bitcoin's asset to a wallet that the customer proved. */
export const PROVED: AddressedTransfer = {
  ...WITHDRAWAL,
  ...{ chain: "solana", amount: "0.5", asset: "BTC", currency: undefined },
  originator_address: "11111111111111111111111111111112",
  beneficiary_address: provedWallet.address,
};

/** A customer proves a wallet; the transfer is executed and confirmed. */
export async function passed(compliance: Deciding): Promise<string> {
  const { addresses, ownership, transfers, wait } = compliance;
  const [chain, address, account_ref_id] = ["solana", provedWallet.address, "A-1"] as const;
  unwrap(await addresses.create({ chain, address, account_ref_id, is_self_hosted: true }, { actor: OFFICER }));
  const made = unwrap(await ownership.challenge({ chain, address, account_ref_id, method: "message" }));
  const { challenge_id, text = "" } = made;
  wait(95_000);
  unwrap(await ownership.verify({ challenge_id, account_ref_id, ...provedWallet.sign(text) }, { actor: PROGRAM }));
  wait(12_345);
  await decided(compliance, PROVED, { evidence: MEASURE, actor: PROGRAM });
  wait(30_000);
  const confirmation = { outcome: "executed", transaction_hash: "5".repeat(88), note: "Sent in block 4711" } as const;
  unwrap(await transfers.confirm(PROVED.transfer_id, confirmation, { actor: PROGRAM }));
  return PROVED.transfer_id;
}

/** A transfer above the thresholds, to an address with a risk: suspended twice, reviewed and executed. */
export async function reviewed(compliance: Deciding, transfer: TransferToDecide = { ...OUTGOING, amount: "1500" }) {
  const { alerts, screenWith, transfers, wait } = compliance;
  const { transfer_id } = transfer;
  screenWith(() => Promise.reject(new Error("down")));
  await decided(compliance, transfer, { evidence: MEASURE, actor: PROGRAM });
  wait(60_000);
  const found = { risk_ratio: 61, risk_descriptors: ["mixer", "exposure of 12 % to a service for games of chance"] };
  screenWith(async () => [{ ...CLEAN, ...found, vasp_name_legal: "Second", vasp_id: "V-2" }]);
  await decided(compliance, transfer, { evidence: MEASURE, actor: PROGRAM });
  wait(3_600_000);
  for await (const { alert_id } of alerts.all({ transaction_id: transfer_id })) {
    unwrap(
      await alerts.review(
        alert_id,
        { outcome: "dismissed", by: "Jane Doe", note: "Expected amount" },
        { actor: OFFICER },
      ),
    );
  }
  const review = { decision: "execute", note: "Source of funds was shown by the customer" } as const;
  unwrap(await transfers.review(transfer_id, review, { actor: OFFICER }));
  wait(120_000);
  const confirmation = { outcome: "executed", transaction_hash: `0x${"ab".repeat(32)}` } as const;
  unwrap(await transfers.confirm(transfer_id, confirmation, { actor: PROGRAM }));
  return transfer_id;
}
