/**
 * Signatures of texts with a header byte and a recovered key: Bitcoin Core's `signmessage`, and BIP-137 for segwit.
 *
 * Wallets disagree about segwit addresses. Trezor and Sparrow write the headers of BIP-137. Electrum writes that of a
 * P2PKH address with a compressed key (spesmilo/electrum#3861, trezor/trezor-firmware#2100). Both are accepted, as by
 * these wallets: the header is not signed, and the key is that of the address. A header of another kind is refused.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { equalBytes } from "../domain/chains/encodings/equal-bytes.js";
import {
  inconclusive,
  proved,
  type SignatureVerdict,
  type SignedText,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import type { Destination } from "./bitcoin-destination.js";
import { hash160, recoveredKey } from "./secp256k1.js";
import { bytesOfHexOrBase64 } from "./signature-bytes.js";

/** Name of the format. */
export const LEGACY = "bip-137";

export interface LegacyOptions {
  /** What is signed before the text, with its line end and without its length: "Bitcoin Signed Message:\n". */
  readonly magic: string;
  /** Whether the chain has segwit addresses, which have the headers 35 to 42. */
  readonly hasSegwit: boolean;
  /** Returns what an address pays to; undefined for an address that has no key hash or script. */
  readonly destinationOf: (address: string) => Destination | undefined;
}

/** What a header says about the address. */
type HeaderKind = "uncompressed" | "compressed" | "p2sh" | "segwit";

const FIRST_HEADER = 27;
/** Four headers each, from 27 on. */
const headerKinds: readonly HeaderKind[] = ["uncompressed", "compressed", "p2sh", "segwit"];
const kindsWithoutSegwit: readonly HeaderKind[] = ["uncompressed", "compressed"];

/** Returns the readings of a signature of 65 bytes. As base58, one of BIP-322 in 6,000 would have 65 too. */
export function legacyBytes(signature: string): readonly Uint8Array[] {
  return bytesOfHexOrBase64(signature, [65]);
}

/** Verifies a signature of 65 bytes: header, r and s. */
export function verdictOfLegacy(signed: SignedText, options: LegacyOptions): SignatureVerdict {
  const { magic, hasSegwit, destinationOf } = options;
  const kinds = hasSegwit ? headerKinds : kindsWithoutSegwit;
  const lastHeader = FIRST_HEADER + 4 * kinds.length - 1;
  const readings = legacyBytes(signed.signature).filter(
    ([header = 0]) => header >= FIRST_HEADER && header <= lastHeader,
  );
  if (readings.length === 0) {
    return signatureMalformed(`65 bytes in base64 or hex, the first ${FIRST_HEADER} to ${lastHeader}`);
  }
  const destination = destinationOf(signed.address);
  const hasKey = destination !== undefined && hasOneKey(destination, hasSegwit);
  if (!hasKey) return hasSegwit ? noHeader : scriptAddress;
  const digest = legacyDigest(magic, signed.text);
  return readings.some((bytes) => isSigned(bytes, digest, destination)) ? proved(LEGACY) : signatureWrong;
}

const noHeader: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "BIP-137 has no header for this kind of address.",
  "Sign the text with BIP-322, or use a transfer of a predefined amount from the address.",
);

const scriptAddress: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "script_unknown",
  "The address is a script, whose keys a signed text does not show.",
);

/** Returns whether the key of a signature may be all that the address needs. */
function hasOneKey(destination: Destination, hasSegwit: boolean): boolean {
  switch (destination.kind) {
    case "p2pkh":
      return true;
    case "p2sh":
      return hasSegwit;
    case "witness":
      return destination.version === 0 && destination.program.length === 20;
  }
}

/** Double SHA-256 of the magic text and the text, each after its length. */
function legacyDigest(magic: string, text: string): Uint8Array {
  return sha256(sha256(concatBytes(...[magic, text].map((each) => withLength(utf8ToBytes(each))))));
}

/** @throws RangeError for more bytes than the longest text has */
function withLength(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length > 0xffff) throw new RangeError("The text is too long.");
  const prefix = length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8];
  return concatBytes(Uint8Array.from(prefix), bytes);
}

/** Accepts high s, as Bitcoin Core's `verifymessage` does: no rule of the chain is about texts. */
function isSigned(bytes: Uint8Array, digest: Uint8Array, destination: Destination): boolean {
  const code = (bytes[0] ?? 0) - FIRST_HEADER;
  const key = recoveredKey(bytes.subarray(1), code & 3, digest);
  const kind = headerKinds[code >> 2];
  return key !== undefined && kind !== undefined && isKeyOf(destination, key, kind);
}

function isKeyOf(destination: Destination, key: Uint8Array, kind: HeaderKind): boolean {
  if (kind === "uncompressed") return destination.kind === "p2pkh" && equalBytes(hash160(key), destination.hash);
  const hash = hash160(compressed(key));
  switch (destination.kind) {
    case "p2pkh":
      return kind === "compressed" && equalBytes(hash, destination.hash);
    case "p2sh":
      return kind !== "segwit" && equalBytes(hash160(concatBytes(Uint8Array.of(0, 20), hash)), destination.hash);
    case "witness":
      return kind !== "p2sh" && equalBytes(hash, destination.program);
  }
}

/** @param key - 65 bytes with the prefix 4 */
function compressed(key: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(2 + ((key[64] ?? 0) & 1)), key.subarray(1, 33));
}
