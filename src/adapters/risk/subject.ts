/** The address of a question, as services want it. */
import type { ParsedAddress } from "../../domain/chains/chain.js";

/** As services look it up: hex without the upper-case letters that are only its checksum, anything else in canonical form. */
export function lookUpForm({ canonical }: ParsedAddress): string {
  return canonical.startsWith("0x") ? canonical.toLowerCase() : canonical;
}
