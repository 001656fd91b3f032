/** Calls with hostile values in the place of arguments, and what is wrong with the outcome of each. */
import { ComplianceError } from "../../src/index.js";
import { CANARY, isLeaked, ownWords } from "./canaries.js";

const thrower = (): never => {
  throw new Error(CANARY);
};

const traps = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, thrower]));

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** Made once, because no call may change its arguments, and making them takes most of the time of a call. */
const longArray = Array.from({ length: 10_001 }, () => CANARY);
const sparseArray = Object.assign([], { length: 100_000 });

/** By name, because most of them cannot be printed. */
const hostileValues: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  "a text": () => `${CANARY} Doe`,
  NaN: () => Number.NaN,
  "a bigint": () => 10n ** 100n,
  "a symbol": () => Symbol(CANARY),
  "a proxy that throws": () => new Proxy({}, traps),
  "a proxy of an array that throws": () => new Proxy([], traps),
  "a proxy of a function that throws": () => new Proxy(thrower, traps),
  "a revoked proxy": () => revoked({}),
  "a function that throws": () => thrower,
  "a function that throws a proxy": () => () => {
    throw new Proxy({}, traps);
  },
  "an object of functions that throw": () =>
    new Proxy({}, { get: (_, name) => (name === "then" ? undefined : thrower), has: () => true }),
  "an object without a prototype": () => Object.assign(Object.create(null), { "a b": CANARY }),
  "a long array": () => longArray,
  "a sparse array": () => sparseArray,
  "an array of a revoked proxy": () => [revoked({})],
  "a map": () => new Map([[CANARY, CANARY]]),
  "a promise": () => Promise.resolve(CANARY),
  "an invalid date": () => new Date(Number.NaN),
};

/** A function as callers without types see it. */
export type Callable = (...args: readonly unknown[]) => unknown;

/** A call, described. */
export type HostileCall = readonly [what: string, call: () => unknown];

/** Lists calls with each hostile value alone and thrice, and in each argument and property of valid arguments. */
export function* hostileCalls(call: Callable, valid: readonly unknown[]): Generator<HostileCall> {
  for (const [name, make] of Object.entries(hostileValues)) {
    yield [name, () => call(make())];
    yield [`${name}, thrice`, () => call(make(), make(), make())];
    for (const [place, value] of valid.entries()) {
      const replaced = (argument: unknown) => call(...valid.map((each, index) => (index === place ? argument : each)));
      yield [`${name} as argument ${place}`, () => replaced(make())];
      // Clocks, streams and other objects are replaced as a whole.
      const isPlain = Object.prototype.toString.call(value) === "[object Object]";
      for (const key of isPlain ? Object.keys(Object(value)) : []) {
        yield [`${name} as ${key} of argument ${place}`, () => replaced({ ...Object(value), [key]: make() })];
      }
    }
  }
}

/** Returns what is wrong with an outcome: nothing for a value, a ComplianceError or issues, unless it has a mark. */
export async function faultOf(outcome: () => unknown): Promise<string | undefined> {
  try {
    const result: unknown = await outcome();
    const issues: unknown =
      Object(result) === result && "issues" in Object(result) ? Reflect.get(Object(result), "issues") : [];
    return isLeaked(JSON.stringify(issues)) ? "an issue repeats a value" : undefined;
  } catch (error) {
    if (!(error instanceof ComplianceError)) return `threw ${firstLine(error)}`;
    return isLeaked(ownWords(error)) ? `the error ${error.code} repeats a value` : undefined;
  }
}

function firstLine(error: unknown): string {
  try {
    return error instanceof Error ? `${error.stack?.split("\n").slice(0, 4).join(" ")}` : typeof error;
  } catch {
    return "a proxy";
  }
}
