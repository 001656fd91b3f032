import { createCompliance, memoryStorage, toDraft } from "vaspkit";

const { accounts } = createCompliance({ storage: memoryStorage(), clock: () => new Date("2024-06-28T16:00:00Z") });
const entity = { entity_name: { name_type: "LEGL", name_legal: "The Invented Shop Limited" } };
for (const id of ["A-1", "A-2", "A-3"]) {
  await accounts.put({ reference_id: id, account_type: "entity", customer_id: `C-${id}`, entity });
}

// Read, change, and replace exactly the version that you have read.
const read = await accounts.retrieve("A-1");
// Without a version, put would store in any case.
if (read === undefined) throw new Error("The account was removed.");
const changed = { ...toDraft(read), email: "shop@example.com" };
const put = await accounts.put(changed, { ifLastModified: read.last_modified });
console.log("put", put.ok && put.value.account.last_modified);
const late = await accounts.put(changed, { ifLastModified: read.last_modified });
console.log("late", !late.ok && late.issues.map(({ code }) => code));

// Page by page. A cursor stays valid while accounts change.
const first = await accounts.list({ size: 2 });
console.log("removed", await accounts.remove("A-1"));
const second = await accounts.list({ size: 2, cursor: first.ok ? first.value.next_cursor : null });
for (const page of [first, second]) console.log("page", page.ok && page.value.items.map((each) => each.reference_id));

for await (const account of accounts.all()) console.log("export", account.reference_id);
