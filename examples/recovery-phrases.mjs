import { parseTransfer } from "vaspkit";
import { isRecoveryPhrase } from "vaspkit/recovery-phrases";

for (const memo of ["please pay this invoice for our last order thank you very much", "ábaco ".repeat(12)]) {
  const parsed = parseTransfer({ beneficiary_tag: memo }, { isRecoveryPhrase }); // or an option of createCompliance
  if (!parsed.ok) console.log(parsed.issues.some(({ code }) => code === "address_secret_key"));
}
