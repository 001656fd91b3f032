/** What a polluted `Object.prototype` has, and the text of an answer. */
import type { Outcome } from "./pollution-battery.js";

/** Accessors that ignore what is assigned, and what they return. */
const ACCESSORS = { "accessor of a text": "polluted", "accessor of a list": [9] } as const;

/** What `Object.prototype` gets. */
export const pollutions: Readonly<Record<string, unknown>> = {
  text: "polluted",
  number: 1,
  true: true,
  object: { polluted: true },
  list: ["polluted"],
  function: () => "polluted",
  null: null,
  accessor: "accessor of a text",
  "accessor of a list": "accessor of a list",
};

/** Adds properties to `Object.prototype` while `act` runs; enumerable, like those that are assigned, unless they are hidden. */
export async function whilePolluted<T>(
  names: string | readonly string[],
  value: unknown,
  act: () => Promise<T>,
  hidden = false,
): Promise<T> {
  // The cast: any process can do this.
  const prototype = Object.prototype as unknown as Record<string, unknown>;
  const data = { value, writable: true, enumerable: !hidden };
  const accessor = { get: () => Reflect.get(ACCESSORS, String(value)), set: () => undefined };
  // A descriptor is an object, too: without a prototype, it has only what is written here.
  const bare = { __proto__: null, configurable: true, ...(Object.hasOwn(ACCESSORS, String(value)) ? accessor : data) };
  const all = [names].flat();
  for (const name of all) Object.defineProperty(prototype, name, bare);
  try {
    return await act();
  } finally {
    for (const name of all) delete prototype[name];
  }
}

/** Returns everything of a value as text, through own properties only. */
export function described(value: unknown, seen: readonly unknown[] = []): string {
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null)
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  if (seen.includes(value)) return "itself";
  const within = [...seen, value];
  const parts = Reflect.ownKeys(value)
    .filter((key) => key !== "stack")
    .map((key) => {
      const { value: own, enumerable } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      return `${String(key)}${enumerable ? "" : " (hidden)"}: ${described(own, within)}`;
    });
  const prototype: object | null = Object.getPrototypeOf(value);
  return `${prototype === null ? "null" : String(prototype.constructor?.name)} { ${parts.join(", ")} }`;
}

/** Returns the text of each outcome. */
export function answersOf(outcomes: ReadonlyMap<string, Outcome>): Map<string, string> {
  const answers = [...outcomes].map(([name, { threw, value }]): [string, string] => [
    name,
    `${threw ? "throws " : ""}${described(value)}`,
  ]);
  return new Map(answers);
}
