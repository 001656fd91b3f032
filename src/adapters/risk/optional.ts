/** Members of an answer that a service may leave out or set to null. What is there must be of its type all the same. */
import type { JsonNode } from "../transport/json.js";

/** An array of objects. */
export function optionalObjects(node: JsonNode): readonly JsonNode[] {
  if (isNone(node)) return [];
  return node.items().map((item) => (item.isObject() ? item : item.refuse("has no object")));
}

export function optionalText(node: JsonNode): string | undefined {
  return isNone(node) ? undefined : node.text();
}

export function optionalBoolean(node: JsonNode): boolean | undefined {
  return isNone(node) ? undefined : node.boolean();
}

/** The node itself: when it is none, neither are its members. */
export function optionalObject(node: JsonNode): JsonNode {
  return isNone(node) || node.isObject() ? node : node.refuse("has no object");
}

function isNone(node: JsonNode): boolean {
  return node.isAbsent() || node.isNull();
}
