/** Verifies a signature with a method: checks what every chain needs, and never throws. */
import { isAddressIssue } from "../chains/address-issues.js";
import type { RegisteredChains } from "../chains/chain.js";
import { isPhrase, secretIssueOf, secretOrSignatureIssue } from "../chains/detect-other-network.js";
import { configurationInvalid } from "../options.js";
import { bare } from "../own.js";
import { isWellFormed } from "../text.js";
import {
  type OwnershipMethod,
  RANDOM_BYTES,
  refused,
  type SignatureVerdict,
  type SignedText,
  signatureMalformed,
} from "./method.js";

const MAX_TEXT = 10_000;
/** A whole transaction of BIP-322, and headers of Cardano, are the longest. */
const MAX_SIGNATURE = 10_000;
const MAX_OTHER = 1_000;

/** 32 or 33 bytes in hex or CBOR, also inside of other text, such as JSON. No signature is so short. */
const KEY_IN_HEX = /(?<![0-9A-Za-z])(?:0x)?(?:5820)?[0-9A-F]{64}(?:[0-9A-F]{2})?(?![0-9A-Za-z])/i;
/** 32 or 33 bytes in base64 or base58. */
const KEY_ALONE = /^[0-9A-Za-z+/_-]{43,44}=?$/;
/** 32 bytes in hex, also inside of other text, or in base64. */
const KEY_OF_32_BYTES = /(?<![0-9A-Za-z])(?:0x)?[0-9A-F]{64}(?![0-9A-Za-z])|^[0-9A-Za-z+/_-]{43}=?$/i;
/** A keypair file of Solana, or a signature: methods that read the array find secret keys themselves. */
const ARRAY_OF_64 = /^\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){63}\s*\]$/;
/** Of Sui and Aptos. */
const KEY_WITH_PREFIX = /^(?:suiprivkey1[0-9a-z]+|(?:ed25519|secp256k1)-priv-0x[0-9a-f]+)$/i;

/**
 * Verifies that the key of an address signed a text. Pure: it stores nothing, and reads nothing but its arguments. A proof
 * shows control of the key. It does not show when the text was signed, so use each text once.
 *
 * @param method - a method of `vaspkit/ownership`
 * @param signed - address, text and signature, and the public key where the address has only its hash
 * @returns `proved`, `refused` with a reason, or `inconclusive` with what to do instead. Never a value of the input.
 * @throws ComplianceError `configuration_invalid` for something else than a method
 * @example
 * const verdict = verifySignature(evmMessages, { address, text, signature });
 * if (verdict.status === "proved") grant();
 */
export function verifySignature(method: OwnershipMethod, signed: SignedText): SignatureVerdict {
  if (!isOwnershipMethod(method)) {
    throw configurationInvalid("verifySignature takes a method of vaspkit/ownership, for example evmMessages.");
  }
  const verdict = verdictOf(method, signed);
  if (isVerdict(verdict, method)) return verdict;
  throw configurationInvalid(
    "The method returned no verdict: proved with one of its formats, refused or inconclusive.",
  );
}

function verdictOf(method: OwnershipMethod, signed: SignedText): SignatureVerdict {
  let isArray = false;
  try {
    const given = bare(signed);
    isArray = typeof given.signature === "string" && ARRAY_OF_64.test(given.signature);
    const verdict = verified(method, given);
    const isUnread = isArray && verdict?.status === "refused" && verdict.reason === "signature_malformed";
    return isUnread ? secret("signature") : verdict;
  } catch {
    // What a decoder throws is dropped, because it may contain a part of the signature.
    return isArray ? secret("signature") : signatureMalformed("a signature of this chain's wallets");
  }
}

/** A method of the caller may return anything. */
function isVerdict(verdict: SignatureVerdict | undefined, { formats }: OwnershipMethod): verdict is SignatureVerdict {
  try {
    if (verdict?.status === "proved") return formats.includes(verdict.format);
    return verdict?.status === "refused" || verdict?.status === "inconclusive";
  } catch {
    // A proxy that throws.
    return false;
  }
}

/** Returns whether a value has what verification needs of a method. */
export function isOwnershipMethod(value: unknown): value is OwnershipMethod {
  try {
    const { chains, formats, nonceBytes = RANDOM_BYTES, parse, verify } = bare(Object(value));
    return (
      typeof chains === "object" &&
      Array.isArray(formats) &&
      formats.length > 0 &&
      Number.isInteger(nonceBytes) &&
      nonceBytes >= RANDOM_BYTES &&
      [parse, verify].every((each) => typeof each === "function")
    );
  } catch {
    // A proxy that throws.
    return false;
  }
}

function verified(method: OwnershipMethod, signed: SignedText): SignatureVerdict {
  const { address, text, signature, format, public_key, nonce, recipient, callback_url } = signed;
  const fault = textFault(text) ?? signatureFault(signature, method);
  if (fault) return fault;
  if (format !== undefined && !method.formats.includes(format)) {
    return refused("format_unknown", `The format must be one of ${method.formats.join(", ")}.`);
  }
  if (![public_key, nonce, recipient, callback_url].every((each) => each === undefined || isText(each, MAX_OTHER))) {
    return refused("public_key_malformed", "public_key, nonce, recipient and callback_url must be texts.");
  }
  if (typeof public_key === "string" && isSecretKey(public_key, method)) return secret("public_key");
  const decoded = typeof address === "string" ? method.parse(address) : undefined;
  if (decoded === undefined || isAddressIssue(decoded)) {
    return refused("address_invalid", `The address must be one of ${Object.keys(method.chains).join(", ")}.`);
  }
  return method.verify(bare({ ...signed, address: decoded.canonical, decoded }));
}

function textFault(text: unknown): SignatureVerdict | undefined {
  if (isText(text, MAX_TEXT)) return undefined;
  return refused("text_malformed", `The text must be a well-formed text of at most ${MAX_TEXT} characters.`);
}

function signatureFault(signature: unknown, method: OwnershipMethod): SignatureVerdict | undefined {
  if (!isText(signature, MAX_SIGNATURE) || signature === "") {
    return signatureMalformed(`a text of 1 to ${MAX_SIGNATURE} characters`);
  }
  if (ARRAY_OF_64.test(signature)) return undefined;
  // An address may have the same form.
  const isKey = KEY_ALONE.test(signature.trim()) && isAddressIssue(method.parse(signature.trim()));
  return KEY_IN_HEX.test(signature) || isKey || isSecret(signature, method) ? secret("signature") : undefined;
}

/** Of 64 bytes, which may be a signature, the method decides itself. The chain's parser finds the chain's own secret keys. */
function isSecret(text: string, { parse }: OwnershipMethod): boolean {
  if (KEY_WITH_PREFIX.test(text.trim())) return true;
  const issue = secretIssueOf(text);
  if (issue !== undefined) return issue !== secretOrSignatureIssue;
  const parsed = text.length > MAX_OTHER ? undefined : parse(text);
  return parsed !== undefined && isAddressIssue(parsed) && parsed.code === "address_secret_key";
}

/**
 * Where a public key has 32 bytes, 64 are a secret key, except those of NEAR with its prefix. Where it has more, 32 are one, and 64
 * are its two coordinates.
 */
function isSecretKey(text: string, method: OwnershipMethod): boolean {
  if (isSecret(text, method)) return true;
  const { publicKeyBytes = SECRET_BYTES } = method;
  if (publicKeyBytes > SECRET_BYTES) return KEY_OF_32_BYTES.test(text.trim());
  return !text.startsWith("secp256k1:") && secretIssueOf(text) !== undefined;
}

const SECRET_BYTES = 32;

/** Returns the refusal of a recovery phrase, also of one that only the option `isRecoveryPhrase` finds. */
export function phraseRefusal(
  { signature, public_key }: Pick<SignedText, "signature" | "public_key">,
  chains: RegisteredChains | undefined,
): SignatureVerdict | undefined {
  if (isPhrase(signature, chains)) return secret("signature");
  return public_key !== undefined && isPhrase(public_key, chains) ? secret("public_key") : undefined;
}

function secret(name: string): SignatureVerdict {
  return refused(
    "secret_key",
    `The ${name} may be a secret key or a recovery phrase. Treat it as exposed: move the assets to a new wallet.`,
  );
}

/** Half of a surrogate pair has no bytes in UTF-8: two texts would have the same. */
function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length <= maxLength && isWellFormed(value);
}
