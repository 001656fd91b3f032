/** Reads of own properties only: other code of the process may have added properties to `Object.prototype`. */

/** Returns an own property; undefined for one that is absent or inherited. */
export function own<T extends object, K extends PropertyKey & (T extends unknown ? keyof T : never)>(
  value: T,
  name: K,
): (T extends unknown ? (K extends keyof T ? T[K] : never) : never) | undefined;
export function own(value: Readonly<Record<PropertyKey, unknown>>, name: PropertyKey): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a shallow copy without a prototype, whose absent properties are undefined. */
export function bare<T extends object>(value: T): T {
  return Object.assign(Object.create(null), value);
}

/** Options of `addEventListener` for one event. */
export const ONCE: AddEventListenerOptions = /* @__PURE__ */ Object.freeze(bare({ once: true }));
