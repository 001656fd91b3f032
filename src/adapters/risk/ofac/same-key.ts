/** Forms of one chain that the same key controls, so that a listed one is a hit for all of them. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { base58Check } from "../../../domain/chains/encodings/base58check.js";
import { transparentReceiver } from "../../../domain/chains/further/zcash.js";
import { own } from "../../../domain/own.js";

/** Of addresses of a key hash. */
const keyVersions: Readonly<Record<string, number>> = { bitcoin: 0x00, litecoin: 0x30 };

/**
 * Returns what all forms with the same key have in common. For a witness program of a key hash (BIP-141) it is the P2PKH
 * address of the hash. For a Shelley address of Cardano (CIP-19) it is the payment part. Other addresses are their only form.
 */
export function commonForm(chain: string, canonical: string): string {
  if (chain === "cardano") return paymentPart(canonical) ?? canonical;
  const version = own(keyVersions, chain);
  return (version === undefined ? undefined : keyHashAddress(version, canonical)) ?? canonical;
}

/** Returns the other addresses at which a payment to this one may arrive: the transparent receiver of a unified address. */
export function receiversOf(chain: string, canonical: string): readonly string[] {
  const receiver = chain === "zcash" ? transparentReceiver(canonical) : undefined;
  return receiver === undefined ? [] : [receiver];
}

function keyHashAddress(version: number, canonical: string): string | undefined {
  const [witnessVersion, ...program] = bech32.decodeUnsafe(canonical)?.words ?? [];
  const hash = bech32.fromWordsUnsafe(program);
  return witnessVersion === 0 && hash?.length === 20 ? base58Check.encode(Uint8Array.of(version, ...hash)) : undefined;
}

/** The longest addresses, of two parts. */
const CARDANO_LENGTH = 108;

/** The first byte has the type in its high four bits: even ones below 8 have the hash of a key, odd ones that of a script. */
function paymentPart(canonical: string): string | undefined {
  const decoded = bech32.decodeUnsafe(canonical, CARDANO_LENGTH);
  const [header = 0xff, ...rest] = (decoded && bech32.fromWordsUnsafe(decoded.words)) ?? [];
  const type = header >> 4;
  if (type >= 8) return undefined;
  return `${type % 2 === 0 ? "key" : "script"} ${bytesToHex(Uint8Array.from(rest.slice(0, 28)))}`;
}
