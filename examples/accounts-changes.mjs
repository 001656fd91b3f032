import { createCompliance, memoryStorage, toDraft } from "vaspkit";

const compliance = createCompliance({ storage: memoryStorage(), clock: () => new Date("2024-06-28T16:00:00Z") });
const { accounts } = compliance;
const shop = (reference_id, name_legal) => ({
  reference_id,
  account_type: "entity",
  customer_id: `C-${reference_id}`,
  entity: { entity_name: { name_type: "LEGL", name_legal } },
});
for (const id of ["A-1", "A-2", "A-3"]) await accounts.put(shop(id, "The Invented Shop Limited"));

// Read, change, and replace exactly the version that you have read.
const read = await accounts.retrieve("A-1");
// Without a version, put would store in any case.
if (read === undefined) throw new Error("The account was removed.");
const changed = { ...toDraft(read), email: "shop@example.com" };
const put = await accounts.put(changed, { ifLastModified: read.last_modified });
console.log("put", put.ok && put.value.created, put.ok && put.value.account.last_modified);
const late = await accounts.put(changed, { ifLastModified: read.last_modified });
console.log("late", !late.ok && late.issues.map(({ code }) => code));

// Page by page. A cursor stays valid while accounts change.
const first = await accounts.list({ size: 2 });
console.log("removed", await accounts.remove("A-1"));
const second = await accounts.list({ size: 2, cursor: first.ok ? first.value.next_cursor : null });
for (const page of [first, second]) console.log("page", page.ok && page.value.items.map((each) => each.reference_id));

for await (const account of accounts.all()) console.log("export", account.reference_id);
await compliance.close();
