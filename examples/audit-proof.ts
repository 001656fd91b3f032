import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import {
  type AuditHead,
  auditTrail,
  consistencyProof,
  inclusionProof,
  recordOfLine,
  verifyConsistency,
  verifyInclusion,
} from "vaspkit/audit";

const published: AuditHead[] = [];
const { audit, rules } = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "an invented table", rates: { USD: "1.16" } }),
  clock: () => new Date("2026-11-23T12:00:00Z"), // the day of these rates; omit it in production
  audit: auditTrail({
    key: crypto.getRandomValues(new Uint8Array(32)),
    onHead: (head) => published.push(head),
    headEvery: 2,
  }),
});
for (const amount of ["900", "1100", "1300", "1500"]) {
  const transaction = { transaction_id: `T-${amount}`, amount, currency: "EUR", country: "DE" };
  unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
}

// You have all hashes of the chain, in its order.
const hashes: string[] = [];
for await (const line of audit.lines()) hashes.push(recordOfLine(line)?.hash ?? "");
const [earlier, later] = published;
if (earlier === undefined || later === undefined) throw new Error("two heads were published");

// An auditor has the heads, the line of one record, and two short proofs.
const [hash = "", index] = [hashes[1], 1];
const proof = inclusionProof(hashes, index);
const size = later.seq + 1;
console.log("record 1 is in the chain:", verifyInclusion({ hash, index, size, proof, root: later.root }));
const [first, second] = [earlier.seq + 1, size];
const roots = { firstRoot: earlier.root, secondRoot: later.root };
console.log(
  "nothing before was changed:",
  verifyConsistency({ first, second, ...roots, proof: consistencyProof(hashes, first) }),
);
