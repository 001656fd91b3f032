/** Values that cannot change. */

/** Objects that {@link isDeepFrozen} has found frozen. They stay so. */
const known = /* @__PURE__ */ new WeakSet<object>();

/** Returns whether nothing in the value can change. A getter can return another value each time, frozen or not. */
export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null || known.has(value)) return true;
  // A class may have getters.
  const isPlain = [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain || !Object.isFrozen(value)) return false;
  const members = Object.values(Object.getOwnPropertyDescriptors(value));
  const isFrozen = members.every((member) => "value" in member && isDeepFrozen(member.value));
  if (isFrozen) known.add(value);
  return isFrozen;
}

/** Freezes plain data and everything in it, and returns it. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) deepFrozen(member);
    Object.freeze(value);
  }
  return value;
}
