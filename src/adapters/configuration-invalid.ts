/** What every adapter throws for an option that cannot be right. */
import { ComplianceError } from "../domain/compliance-error.js";

/** @param message names the option, says what would be right, and repeats nothing of what was given */
export function configurationInvalid(message: string): ComplianceError {
  return new ComplianceError("configuration_invalid", message);
}
