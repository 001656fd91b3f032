import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { auditTrail } from "vaspkit/audit";

const { accounts, audit } = createCompliance({
  storage: memoryStorage(),
  audit: auditTrail({ key: crypto.getRandomValues(new Uint8Array(32)) }),
  clock: () => new Date("2026-11-23T12:00:00Z"), // omit it in production
});
const individual = { individual_name: { name_type: "LEGL", name_last: "Example" } } as const;
unwrap(await accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual }));

const counsel = { id: "u-3", role: "counsel", kind: "person" } as const;
const subject = { kind: "account", id: "A-1" } as const;
const hold = { reason: "Court order 12/2026", until: "2027-06-30" };
const { hold_id } = unwrap(await audit.hold(subject, hold, { actor: counsel }));

const refused = await accounts.erase("A-1");
if (!refused.ok) for (const { code, params } of refused.issues) console.log(code, params?.["until"]);

await audit.release(hold_id, { actor: counsel });
console.log("erased:", unwrap(await accounts.erase("A-1")).account);
