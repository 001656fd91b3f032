/** What the messages of TRISA share: their two forms, and the type of a message in protojson. */
import { type JsonObject, type Message, memberOf } from "./message.js";

/** `"protojson"`: snake_case, plurals and full names of codes, for payloads. `"compact"`: camelCase and short codes. */
export type TrisaForm = "protojson" | "compact";

/** Returns whether a form is one of both. Otherwise adds an issue, because code without types may pass anything. */
export function isTrisaForm(form: TrisaForm, message: Message): boolean {
  if (form === "protojson" || form === "compact") return true;
  message.add("", "not_allowed", "The form must be protojson or compact.", { allowed: ["protojson", "compact"] });
  return false;
}

/** Returns a received message without its `@type`, after adding an issue for another type. */
export function withoutType(copy: JsonObject, name: string, message: Message): JsonObject {
  const { "@type": _, ...rest } = copy;
  const type = typeOf(name);
  if (Object.hasOwn(copy, "@type") && memberOf(copy, "@type") !== type) {
    message.add("/@type", "not_allowed", `The message must be of the type ${name}.`, { allowed: [type] });
  }
  return rest;
}

/** Returns a message to send: with `@type` in protojson. */
export function withType(body: JsonObject, name: string, form: TrisaForm): JsonObject {
  return form === "protojson" ? { "@type": typeOf(name), ...body } : body;
}

function typeOf(name: string): string {
  return `type.googleapis.com/${name}`;
}
