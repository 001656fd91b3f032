/**
 * Finds out what a text is when it is not an address of its chain: an address of another network, or a secret key. The
 * result is certain: a checksum or an unmistakable form proves it.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { bare, own } from "../own.js";
import {
  isAddressIssue,
  MAX_LENGTH,
  otherNetworkIssue,
  privateKeyInDer,
  secretKeyIssue,
  unknownNetworkIssue,
} from "./address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress, RegisteredChains } from "./chain.js";
import { base58Alphabet, base58Check, base58CheckXrp } from "./encodings/base58check.js";
import { BECH32_LIKE, bech32Alphabet, decodeBech32, mwebIssue, witnessIssue } from "./encodings/bech32.js";
import { parseCashAddr } from "./encodings/cashaddr.js";
import { decodeSs58 } from "./encodings/ss58.js";
import { strkey, strkeyTypes } from "./encodings/strkey.js";
import {
  base58CheckPayloads,
  bech32Networks,
  cashAddrNetworks,
  type KnownPayload,
  ss58Networks,
  xrpPayloads,
} from "./known-prefixes.js";
import { parseWith } from "./module.js";
import { looksLikePhrase } from "./recovery-phrase.js";

/**
 * Returns a more specific issue for a text that is not an address of the chain; undefined when nothing is certain.
 *
 * @param issue - the issue that the chain itself found
 * @param registered - the chains to name
 */
export function detectOtherNetwork(
  module: ChainModule,
  text: string,
  issue: AddressIssue,
  registered: RegisteredChains,
): AddressIssue | undefined {
  // The chain itself names what it recognizes.
  const isNamed = issue.code === "address_other_network" || issue.code === "address_secret_key";
  if (isNamed) return undefined;
  const secret = secretByForm(text, registered);
  if (secret !== undefined) return secret;
  // A checksum that is wrong on one chain is wrong on all that have it. Only a segwit address may look like base58.
  const isSettled = issue.code === "address_checksum" && !BECH32_LIKE.test(text);
  const wrong = isSettled ? own(module, "checksum") : undefined;
  return inRegistry(text, wrong, registered) ?? (text.length > MAX_LENGTH ? undefined : inKnownForms(module, text));
}

function inKnownForms(module: ChainModule, text: string): AddressIssue | undefined {
  return (
    inBase58Check(text) ??
    inBase58CheckXrp(text) ??
    inMiniKey(text) ??
    inBech32(text, module) ??
    inCashAddr(text) ??
    inStrkey(text) ??
    inSs58(text)
  );
}

/**
 * Returns what a registered chain says of the text: that it is its address, or a secret key.
 *
 * @param wrong - the checksum that is known to be wrong
 */
function inRegistry(text: string, wrong: string | undefined, registered: RegisteredChains): AddressIssue | undefined {
  const names: string[] = [];
  for (const module of registered.values()) {
    const parsed = parsedBy(module, text);
    if (parsed === undefined) continue;
    const checksum = own(module, "checksum");
    if (!isAddressIssue(parsed)) {
      if (checksum !== undefined && checksum !== wrong) names.push(module.name);
    } else if (parsed.code === "address_secret_key") return parsed;
  }
  const last = names.pop();
  if (last === undefined) return undefined;
  return otherNetworkIssue(names.length === 0 ? last : `${names.join(", ")} and ${last}`);
}

/** @throws ComplianceError `configuration_invalid` for a faulty module of a caller: its secrets would pass. */
function secretInRegistry(text: string, registered: RegisteredChains): AddressIssue | undefined {
  for (const module of registered.values()) {
    const parsed = parseWith(module, text);
    if (isAddressIssue(parsed) && parsed.code === "address_secret_key") return parsed;
  }
  return undefined;
}

/** Returns undefined for a faulty module of a caller, which names nothing: the text is one of another chain. */
function parsedBy(module: ChainModule, text: string): DecodedAddress | AddressIssue | undefined {
  try {
    return parseWith(module, text);
  } catch {
    return undefined;
  }
}

function inBase58Check(text: string): AddressIssue | undefined {
  const payload = base58Alphabet.pattern.test(text) ? base58Check.decode(text) : undefined;
  if (payload === undefined) return undefined;
  // BIP-32: the 33 bytes of a private key begin with a zero byte, those of a public key with 2 or 3.
  if (payload.length === 78 && payload[45] === 0) return secretKeyIssue("an extended private key (BIP-32)");
  return issueOfPayload(payload, base58CheckPayloads) ?? (payload.length === 21 ? unknownNetworkIssue : undefined);
}

function inBase58CheckXrp(text: string): AddressIssue | undefined {
  const payload = base58Alphabet.pattern.test(text) ? base58CheckXrp.decode(text) : undefined;
  return payload && issueOfPayload(payload, xrpPayloads);
}

function issueOfPayload(payload: Uint8Array, known: readonly KnownPayload[]): AddressIssue | undefined {
  const hex = bytesToHex(payload);
  const found = known.find(({ prefix, lengths }) => hex.startsWith(prefix) && lengths.includes(payload.length));
  if (found === undefined) return undefined;
  const { network, secret } = bare(found);
  return network === undefined ? secretKeyIssue(secret) : otherNetworkIssue(network);
}

function inBech32(text: string, module: ChainModule): AddressIssue | undefined {
  if (!BECH32_LIKE.test(text)) return undefined;
  const decoded = decodeBech32(text, { alphabet: bech32Alphabet, minLength: 14, maxLength: MAX_LENGTH });
  if (isAddressIssue(decoded)) return undefined;
  const network = bech32Networks.get(decoded.prefix);
  // A chain of bech32 has examined the prefix itself.
  if (network === undefined) return own(module, "checksum")?.startsWith("bech32") ? undefined : unknownNetworkIssue;
  const issue = decoded.prefix === "tmweb" ? mwebIssue(decoded) : witnessIssue(decoded);
  return network === null || issue ? undefined : otherNetworkIssue(network);
}

function inCashAddr(text: string): AddressIssue | undefined {
  const found = cashAddrNetworks.find(([prefix]) => !isAddressIssue(parseCashAddr(text, prefix)));
  return found && otherNetworkIssue(found[1]);
}

const SECRET_OR_SIGNATURE = "a secret key or a signature of 64 bytes";
/** The issue of 64 bytes, which may also be a signature. */
export const secretOrSignatureIssue: AddressIssue = /* @__PURE__ */ secretKeyIssue(SECRET_OR_SIGNATURE);

/** 64 bytes in base58 or hex are a secret key or a signature, and an address on no chain. */
const BYTES_64 = /^(?:[1-9A-HJ-NP-Za-km-z]{86,88}|(?:0x)?[0-9A-Fa-f]{128})$/;
/** What wallets and editors add to a key: a scheme or a kind before a colon. */
const SCHEME = /^[a-z][a-z0-9+-]{1,20}:/i;
/** White space and invisible characters. */
const BLANKS = /[\s\u200b-\u200f\u2060\ufeff]/g;

/**
 * Forms of secrets that no address has:
 *
 * - the keypair files of Solana's tools
 * - NEAR (`near-api-js`), whose keys of secp256k1 have 32 bytes, or 96 with the public key
 * - the bytes of Bitcoin's wallet import format
 */
const secretForms: readonly (readonly [form: RegExp, secret: string])[] = [
  [/^\[\d{1,3}(?:,\d{1,3}){63}\]$/, "a secret key of 64 bytes"],
  [/ed25519:[1-9A-HJ-NP-Za-km-z]{86,88}(?![1-9A-HJ-NP-Za-km-z])/i, SECRET_OR_SIGNATURE],
  [
    /secp256k1:[1-9A-HJ-NP-Za-km-z]{40,44}(?:[1-9A-HJ-NP-Za-km-z]{87,88})?(?![1-9A-HJ-NP-Za-km-z])/i,
    "a secret key of NEAR",
  ],
  privateKeyInDer,
  [
    /(?<![0-9a-z])(?:0x)?80[0-9a-f]{64}(?:01|[0-9a-f]{8}|01[0-9a-f]{8})(?![0-9a-z])/i,
    "a private key of bitcoin in hex",
  ],
];

/** Returns whether a text is a recovery phrase by its form, or by the option `isRecoveryPhrase`. */
export function isPhrase(text: string, registered: RegisteredChains | undefined): boolean {
  const isRecoveryPhrase = registered && own(registered, "isRecoveryPhrase");
  return looksLikePhrase(text) || isRecoveryPhrase?.(text) === true;
}

function secretByForm(text: string, registered: RegisteredChains | undefined): AddressIssue | undefined {
  if (isPhrase(text, registered)) return secretKeyIssue("a recovery phrase");
  if (text.length > MAX_SECRET) return undefined;
  const key = text.replace(BLANKS, "");
  const found = secretForms.find(([form]) => form.test(key));
  if (found === undefined) return undefined;
  return found[1] === SECRET_OR_SIGNATURE ? secretOrSignatureIssue : secretKeyIssue(found[1]);
}

/** As of every text of an input. */
const MAX_SECRET = 1_000;

/**
 * Returns the issue of a text that is a secret of any chain; undefined when nothing proves it. 64 hex digits
 * can be a secret key, but also an address. The limit of every text, 1,000 characters, bounds the time.
 *
 * @param registered - chains whose own secrets count too
 */
export function secretIssueOf(text: string, registered?: RegisteredChains): AddressIssue | undefined {
  const found = secretByForm(text, registered) ?? (registered && secretInRegistry(text.trim(), registered));
  if (found !== undefined || text.length > MAX_SECRET) return found;
  const keys = new Set([text.replace(BLANKS, "").replace(SCHEME, ""), ...text.split(AROUND_KEYS)]);
  for (const key of keys) {
    const issue = secretKeyIn(key);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

/** What people write around a key. */
const AROUND_KEYS = /[\s"'`“”„’,;:=()<>{}[\]]+/;

function secretKeyIn(key: string): AddressIssue | undefined {
  if (key.length > MAX_LENGTH) return undefined;
  if (BYTES_64.test(key)) return secretOrSignatureIssue;
  const issues = [inBase58Check(key), inBase58CheckXrp(key), inMiniKey(key), inStrkey(key)];
  return issues.find((issue) => issue?.code === "address_secret_key");
}

/** Casascius coins, "Mini private key format": the hash of the key and a "?" starts with a zero byte. */
const MINI_KEY = /^S(?:[1-9A-HJ-NP-Za-km-z]{21}|[1-9A-HJ-NP-Za-km-z]{25}|[1-9A-HJ-NP-Za-km-z]{29})$/;

function inMiniKey(text: string): AddressIssue | undefined {
  if (!MINI_KEY.test(text) || sha256(utf8ToBytes(`${text}?`))[0] !== 0) return undefined;
  return secretKeyIssue("a mini private key of bitcoin");
}

function inStrkey(text: string): AddressIssue | undefined {
  if (!/^S[A-Z2-7]{55}$/.test(text) || strkey.decode(text)?.[0] !== strkeyTypes.seed) return undefined;
  return secretKeyIssue("a secret seed of Stellar");
}

function inSs58(text: string): AddressIssue | undefined {
  const network = decodeSs58(text);
  const name = typeof network === "number" ? ss58Networks.get(network) : undefined;
  return name === undefined ? undefined : otherNetworkIssue(name);
}
