import { parseTransfer, type TransferDraft } from "vaspkit";

const deposit = {
  chain: "ethereum",
  originator_account_reference_id: "A-1", // the customer's own wallet
  originator_vasp_id: "V-1", // rule 6: recorded as sent to itself
  originator_address: "0x52908400098527886E0F7030069857D2E4169EE7",
  originator_address_is_self_hosted: true,
  beneficiary_account_reference_id: "A-1",
  beneficiary_vasp_id: "V-1",
  beneficiary_address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
} satisfies TransferDraft;

// @ts-expect-error Rule 4: only one side can be self-hosted.
const between = { ...deposit, beneficiary_address_is_self_hosted: true } satisfies TransferDraft;

for (const draft of [deposit, between]) {
  const parsed = parseTransfer(draft);
  console.log(parsed.ok ? parsed.value.beneficiary_address_is_self_hosted : parsed.issues.map(({ code }) => code));
}
