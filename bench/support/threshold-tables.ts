/** What those who compare with us look up, read from texts beforehand. */

// The codes of the corpora stand in these tables: the casts where they are used say so, at no cost in time.
export type Table<T> = Readonly<Record<string, T>>;

export function mapped<T>(texts: Readonly<Record<string, string>>, read: (text: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, read(text)]));
}

/** A literal without an exponent as a whole number of its last decimal place. */
export function scaled(text: string): { readonly units: bigint; readonly places: number } {
  const point = text.indexOf(".");
  if (point < 0) return { units: BigInt(text), places: 0 };
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 };
}

/** Of ten. */
export const powers: readonly bigint[] = Array.from({ length: 100 }, (_, exponent) => 10n ** BigInt(exponent));
