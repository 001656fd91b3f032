import { createCompliance, memoryStorage } from "vaspkit";

const { accounts, addresses } = createCompliance({ storage: memoryStorage() });
const individual = { individual_name: { name_type: "LEGL", name_last: "Example" } };
for (const reference_id of ["A-1", "A-2"]) {
  await accounts.create({ reference_id, account_type: "individual", customer_id: `C of ${reference_id}`, individual });
}

const shared = { chain: "ripple", address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59" };
await addresses.create({ ...shared, account_ref_id: "A-1", tag: "1" });
await addresses.create({ ...shared, account_ref_id: "A-2", tag: "2" });

// This X-address contains the tag 1.
console.log(await addresses.accountOf("ripple", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu"));
for (const { address, tags } of await addresses.ofAccount("A-2")) console.log(address, tags);

const taken = await addresses.create({ ...shared, account_ref_id: "A-2", tag: "1" });
console.log(taken.ok ? "linked" : taken.issues[0].code);
