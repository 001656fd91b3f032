/** JSON texts with one member put otherwise. */

/** In place of a value: no member at all. */
export const absent: unique symbol = Symbol("absent");

/** The text with `value` at a place (RFC 6901), or without that member; "" is the whole. */
export function withMember(text: string, pointer: string, value: unknown): string {
  if (pointer === "") return value === absent ? "" : JSON.stringify(value);
  const document: unknown = JSON.parse(text);
  const names = pointer.slice(1).split("/");
  const last = names.pop() ?? "";
  const parent = Object(names.reduce<unknown>((node, name) => Reflect.get(Object(node), name), document));
  if (value === absent) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return JSON.stringify(document);
}
