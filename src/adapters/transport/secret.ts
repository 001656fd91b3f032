/** Keys and tokens that a caller configures. */
import { ComplianceError } from "../../domain/compliance-error.js";

/**
 * `secret`, the value of the option `name`, once it is known to be what a header can carry: visible ASCII.
 *
 * @throws ComplianceError `configuration_invalid`, naming the option and nothing of its value.
 */
export function checkedSecret(name: string, secret: string): string {
  if (typeof secret === "string" && /^[\x21-\x7e]+$/.test(secret)) return secret;
  const message = isUnset(secret)
    ? `${name} is missing; look whether the setting or environment variable that it comes from is there.`
    : `${name} must be a text of visible ASCII characters; a line break or a space may have come along.`;
  throw new ComplianceError("configuration_invalid", message);
}

/** For callers without types: null, or undefined as out of an environment. */
function isUnset(secret: unknown): boolean {
  return secret === undefined || secret === null || secret === "";
}
