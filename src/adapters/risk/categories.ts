/** What the categories of providers say, in whatever words they have for them. */

/**
 * Whether an owner of this category is a VASP. Only then its name may stand as one in an entry: an owner may as well be
 * a mixer or a thief. A protocol that nobody runs (a decentralized exchange) is none either.
 */
export function isVaspCategory(category: string): boolean {
  const words = category.toLowerCase();
  return (/\bexchange\b/.test(words) && !/\bdecentrali[sz]ed\b/.test(words)) || vaspCategories.has(words);
}

const vaspCategories: ReadonlySet<string> = new Set(["hosted wallet", "custodian", "merchant services", "atm"]);

/** Those that speak of sanctions first, otherwise as they came. */
export function sanctionsFirst(descriptors: readonly string[]): readonly string[] {
  const isOfSanctions = (text: string): boolean => /sanction/i.test(text);
  return [...descriptors.filter(isOfSanctions), ...descriptors.filter((text) => !isOfSanctions(text))];
}

/** `Samplex (exchange)`; the category alone for an owner without a name. */
export function ownerText(name: string | undefined, category: string): string {
  return name === undefined ? category : `${name} (${category})`;
}
