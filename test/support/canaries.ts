/** Canaries: marked values in the place of personal data, to be found again wherever they leak to. */
import { inspect } from "node:util";
import fc from "fast-check";
import { vi } from "vitest";
import { type DocumentNode, isRecord } from "../../src/testing/single-fault/document.js";

/** Nothing else in this project or in Node writes this. */
export const CANARY = "Xq7Kanarienvogel";

/** Whether the mark is in the text, in whatever case or folding it may have been written. */
export function isLeaked(text: string): boolean {
  return text.toLowerCase().includes(CANARY.toLowerCase());
}

const thrower = (): never => {
  throw new Error(`${CANARY} was here`);
};

/** Ways to put a mark in the place of a text: as what it was, as what it must not be, or hidden in another type. */
const plantings: readonly ((text: string) => unknown)[] = [
  (text) => CANARY + text.slice(0, 900),
  (text) => text.slice(0, 900) + CANARY,
  () => CANARY.repeat(100),
  () => `${CANARY}\0`,
  () => `${CANARY}\n${CANARY}`,
  () => `${CANARY}\ud800`,
  () => `${CANARY}@${CANARY}@`,
  () => `1970-01-01${CANARY}`,
  () => `-${CANARY}`,
  () => ({ name: CANARY }),
  () => ({ [`${CANARY} Doe`]: CANARY }),
  () => [CANARY, [CANARY]],
  () => new Error(CANARY),
  () => new String(CANARY),
  () => Symbol(CANARY),
  () => new Map([[CANARY, CANARY]]),
  () => Object.assign(() => CANARY, { name_last: CANARY }),
  () => new Proxy({}, { ownKeys: thrower, get: thrower }),
  () => ({ toString: () => CANARY, toJSON: () => CANARY, [Symbol.toPrimitive]: () => CANARY }),
];

export function planting(): fc.Arbitrary<(text: string) => unknown> {
  return fc.constantFrom(...plantings);
}

/** Names of properties that could be a person's: none of them may be told. */
export const personalNames: readonly string[] = [
  `${CANARY} Doe`,
  `${CANARY}@example.com`,
  `Zoë${CANARY}`,
  `${CANARY}\0`,
  `"${CANARY}"]`,
  `(${CANARY})`,
  `${CANARY}`.repeat(10),
];

/** An object whose member throws the mark when it is read. */
export function throwing(value: unknown, name: string): object {
  const copy = isRecord(value) ? { ...value } : {};
  return Object.defineProperty(copy, name, { enumerable: true, configurable: true, get: thrower });
}

/** A place that holds a person's data, rather than a part of the structure. */
export function isText({ value }: DocumentNode): boolean {
  return typeof value === "string" && value !== "";
}

/** An error with everything that it would print, but without `cause`: that is what the caller's own parts threw. */
export function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const { cause: _, ...members } = error;
  return [error.name, error.message, error.stack, JSON.stringify(members), inspect(members, { depth: 20 })].join("\n");
}

/** Everything that is written to the console, to stdout and to stderr while `act` runs. */
export async function written(act: () => Promise<void>): Promise<string> {
  const texts: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((chunk) => {
      texts.push(String(chunk));
      return true;
    }),
  );
  const methods = ["log", "info", "warn", "error", "debug", "trace", "dir"] as const;
  const consoles = methods.map((method) =>
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      texts.push(inspect(values, { depth: 20 }));
    }),
  );
  try {
    await act();
  } finally {
    for (const spy of [...spies, ...consoles]) spy.mockRestore();
  }
  return texts.join("\n");
}
