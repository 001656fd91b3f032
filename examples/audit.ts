import { createCompliance, fixedRates, memoryStorage, unwrap } from "vaspkit";
import { type AuditHead, auditTrail, replay, verifyAudit } from "vaspkit/audit";

const published: AuditHead[] = [];
const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { DE: "1000" },
  rates: fixedRates({ base: "EUR", date: "2026-11-20", source: "an invented table", rates: { USD: "1.16" } }),
  clock: () => new Date("2026-11-23T12:00:00Z"), // the day of these rates; omit it in production
  audit: auditTrail({
    key: crypto.getRandomValues(new Uint8Array(32)), // in production one key, from your key management service
    onHead: (head) => published.push(head), // in production: to a place that the operators of the storage cannot change
    headEvery: 1,
  }),
});

const officer = { id: "u-17", role: "compliance officer", kind: "person" } as const;
const transaction = { transaction_id: "T-1", amount: "1160", currency: "USD", country: "DE" };
const evaluated = await compliance.rules.evaluate(
  { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] },
  { actor: officer },
);
const [result] = unwrap(evaluated).results;
const review = { outcome: "dismissed", by: "Jane Doe", note: "Own transfer, same owner" } as const;
unwrap(await compliance.alerts.review(String(result?.alert_id), review, { actor: officer }));

// Years later: was anything changed, and is each answer right?
const verified = await verifyAudit(compliance.audit.lines(), { heads: published });
console.log(verified.ok ? `${verified.records} records, nothing was changed` : verified.fault);

// What happened to one transaction? Only who has the key finds it, and reads the note.
const subject = { kind: "transfer", id: "T-1" } as const;
for await (const { record, note } of compliance.audit.all({ subject })) {
  console.log(record.event, "by a", record.actor.role, note ?? "", "replay agrees:", replay(record).agrees);
}

// A line that somebody changed.
const changed = async function* () {
  for await (const line of compliance.audit.lines()) yield line.replace('"status":"breach"', '"status":"pass"');
};
const found = await verifyAudit(changed());
console.log(found.ok ? "not found" : `line ${found.fault.line}: ${found.fault.reason}`);
