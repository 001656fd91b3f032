/**
 * Reads of properties that are the object's own, or those of its class. Other code of the process may have added
 * properties to `Object.prototype`, which do not count.
 */

/** Returns a property; undefined for one that is absent or only in `Object.prototype`. */
export function own<T extends object, K extends PropertyKey & (T extends unknown ? keyof T : never)>(
  value: T,
  name: K,
): (T extends unknown ? (K extends keyof T ? T[K] : never) : never) | undefined;
export function own(value: Readonly<Record<PropertyKey, unknown>>, name: PropertyKey): unknown {
  if (Object.hasOwn(value, name)) return value[name];
  return prototypesOf(value).some((prototype) => Object.hasOwn(prototype, name)) ? value[name] : undefined;
}

/** Returns a shallow copy that inherits nothing, so that its absent properties are undefined. */
export function bare<T extends object>(value: T): T {
  const copy = Object.assign(Object.create(EMPTY), value);
  for (const prototype of prototypesOf(value)) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name !== "constructor" && !(name in copy)) copy[name] = Reflect.get(value, name);
    }
  }
  return copy;
}

/** In place of no prototype, with which an object would be slow to read. */
const EMPTY: object = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null));

const NONE: readonly object[] = [];

/** Returns what the object inherits from, without `Object.prototype`. */
function prototypesOf(value: object): readonly object[] {
  const prototype: object | null = Object.getPrototypeOf(value);
  // That of another realm has no prototype either.
  if (prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null) return NONE;
  return [prototype, ...prototypesOf(prototype)];
}

/** Options of `addEventListener` for one event. */
export const ONCE: AddEventListenerOptions = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ bare({ once: true }));

/**
 * Adds properties to a new object of the caller, or to a copy of it. V8 takes 30 times as long for properties after
 * a spread.
 */
export function withAdded<T extends object, U extends object>(target: T, added: U): T & U {
  // A setter of `Object.prototype` would be called.
  for (const name in added) if (name in Object.prototype) return { ...target, ...added };
  return Object.assign(target, added);
}
