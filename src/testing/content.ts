/** What a value says, however it is built, and what a careless caller does to it. */

/**
 * The content as text, the same for the same content: members in the order of their names. For comparing, never for
 * telling.
 */
export function contentOf(value: unknown): string {
  try {
    return JSON.stringify(value, plain) ?? typeof value;
  } catch {
    // A ring, or a getter that throws.
    return "unreadable";
  }
}

/** What JSON has no word for is told apart all the same. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === "bigint" || typeof value === "undefined") return `${typeof value} ${value}`;
  if (typeof value === "number" && !Number.isFinite(value)) return `number ${value}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes over every property of what a caller holds, however deep. What is frozen stays, and so does what cannot be read. */
export function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    // Not read as a member: a getter may throw.
    spoil(Reflect.getOwnPropertyDescriptor(value, key)?.value);
    Reflect.set(value, key, "spoilt");
  }
}
