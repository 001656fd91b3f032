import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { auditTrail, exportAudit, importAudit } from "vaspkit/audit";

const key = crypto.getRandomValues(new Uint8Array(32)); // in production the key of the trail
const [before, after] = [memoryStorage(), memoryStorage()];
const { accounts } = createCompliance({ storage: before, audit: auditTrail({ key }) });
const entity = { entity_name: { name_type: "LEGL", name_legal: "Acme AG" } } as const;
const account = { account_category: "customer", account_type: "entity", customer_id: "C-1", entity } as const;
unwrap(await accounts.create({ ...account, reference_id: "A-1" }));

// JSON Lines: keep the file as secret as the storage.
const folder = await mkdtemp(join(tmpdir(), "trail-"));
const file = join(folder, "trail.jsonl");
const withBreaks = async function* () {
  for await (const line of exportAudit(before)) yield `${line}\n`;
};
await writeFile(file, withBreaks());

// All lines are verified before the first one is stored, so the file is opened twice.
const imported = await importAudit(after, () => createInterface({ input: createReadStream(file) }));
await rm(folder, { recursive: true });
console.log(imported.ok ? `added ${imported.added} of ${imported.records} records` : imported.fault);

// With the key, the new storage finds the customer.
const moved = createCompliance({ storage: after, audit: auditTrail({ key }) });
for await (const { record } of moved.audit.all({ subject: { kind: "account", id: "A-1" } })) console.log(record.event);
