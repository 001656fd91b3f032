import { type Compliance, type ErasureReport, unwrap } from "vaspkit";

/** Erases a customer. `linkKeys` are those that you passed to `rules.evaluate` yourself. Repeat it after a failure. */
export async function eraseCustomer(
  { accounts, addresses, rules, compact }: Compliance,
  reference_id: string,
  linkKeys: readonly string[],
): Promise<ErasureReport> {
  const stored = await addresses.ofAccount(reference_id);
  // Throws while a transfer is open: confirm it first. Transfers whose retention runs stay.
  const report = unwrap(await accounts.erase(reference_id, { keep: "transfers" }));
  for (const { chain, address } of stored) {
    // An address that another customer has, or had, stays.
    const links = (await addresses.history(chain, address))?.links ?? [];
    if (links.length === 0) await addresses.remove(chain, address);
  }
  for (const linkKey of linkKeys) await rules.removeLinked(linkKey);
  await compact();
  return report;
}
