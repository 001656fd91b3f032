import type { Compliance } from "vaspkit";

/** Erases a customer. Repeat it after a failure: it continues. `linkKeys` are those that you used for the customer. */
export async function eraseCustomer(
  { accounts, addresses, rules, compact }: Compliance,
  reference_id: string,
  linkKeys: readonly string[],
): Promise<void> {
  for (const { chain, address } of await addresses.ofAccount(reference_id)) {
    const links = (await addresses.history(chain, address))?.links ?? [];
    // An address of another customer stays, without the links of this one.
    const isShared = links.some(({ account_ref_id }) => account_ref_id !== reference_id);
    if (!isShared) await addresses.remove(chain, address);
  }
  await accounts.remove(reference_id);
  for (const linkKey of linkKeys) await rules.removeLinked(linkKey);
  await compact();
}
