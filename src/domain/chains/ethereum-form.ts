/** Addresses that the key of an Ethereum address controls, on whatever chain. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { decodeBase32Lower } from "./encodings/base32-lower.js";

const ETHEREUM_FORM = /^0x[0-9a-f]{40}$/i;
const FILECOIN = "f410f";

/**
 * Returns `0x…` in lower case for an address of Ethereum's form, and for one of Filecoin that is Ethereum's (FIP-48).
 * Other addresses have no such form: undefined.
 */
export function ethereumFormOf(chain: string, canonical: string): string | undefined {
  if (ETHEREUM_FORM.test(canonical)) return canonical.toLowerCase();
  if (chain !== "filecoin" || !canonical.startsWith(FILECOIN)) return undefined;
  // 20 bytes, and a checksum, which the module has verified.
  const bytes = decodeBase32Lower(canonical.slice(FILECOIN.length));
  return bytes?.length === 24 ? `0x${bytesToHex(bytes.subarray(0, 20))}` : undefined;
}
