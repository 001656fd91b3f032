/** The `transfer_id` of a received inquiry. */
import { textDigest } from "../domain/audit/canonical.js";

/** Returns the id of the transfer: the same for each repetition, and another one for the same identifier of another VASP. */
export function inquiryId(vasp_id: string, message_id: string): string {
  return `trp-${textDigest(JSON.stringify([vasp_id, message_id])).slice(0, 32)}`;
}
