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

/**
 * Writes over every property of what a caller holds, however deep. What is frozen stays, and so does what cannot be read.
 *
 * @returns what puts everything back: it may be shared with the rest of somebody's test
 */
export function spoil(value: unknown): () => void {
  const undoings: (() => void)[] = [];
  spoilInto(undoings, value, new Set());
  return () => {
    for (const undo of undoings.reverse()) undo();
  };
}

function spoilInto(undoings: (() => void)[], value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Object.keys(value)) {
    const before = Reflect.getOwnPropertyDescriptor(value, key);
    // Not read as a member: a getter may throw.
    spoilInto(undoings, before?.value, seen);
    undoings.push(undoingOf(value, key, before));
    attempt(() => Reflect.set(value, key, "spoilt"));
  }
}

function undoingOf(holder: object, key: string, before: PropertyDescriptor | undefined): () => void {
  if (before === undefined || "value" in before) {
    return () => attempt(() => before && Reflect.defineProperty(holder, key, before));
  }
  // What a setter wrote elsewhere is there again when it is given what the getter said.
  const read = attempt(() => ({ value: Reflect.get(holder, key) as unknown }));
  return () => attempt(() => read && Reflect.set(holder, key, read.value));
}

/** What comes of it; undefined where a getter, a setter or a proxy throws. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
