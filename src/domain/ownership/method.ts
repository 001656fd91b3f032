/** Types of methods that prove control of an address by a signature, and their verdicts. */
import type { ChainModule, DecodedAddress } from "../chains/chain.js";
import { bare } from "../own.js";

/** Bytes of a random value, 128 bits: the least of a nonce, and its default. */
export const RANDOM_BYTES = 16;

/** How a customer proves control of an address. */
export type OwnershipMethodName = "message" | "typed_data" | "transfer";

/** Why a signature is no proof. */
export type RefusalCode =
  | "address_invalid"
  | "format_unknown"
  | "public_key_malformed"
  | "public_key_missing"
  | "secret_key"
  | "signature_malformed"
  | "signature_wrong"
  | "text_malformed";

/** Why a signature alone decides nothing. */
export type InconclusiveCode =
  /** The address may be a contract, which decides itself what a valid signature is (EIP-1271, EIP-6492). */
  | "contract_wallet"
  /** The ledger may permit another key, or several keys, to sign for the address. */
  | "keys_on_ledger"
  /** The signature also proves funds at other addresses (BIP-322 `pof`). */
  | "proof_of_funds"
  /** The scheme of the signature or of the address is not supported. */
  | "scheme_unknown"
  /** Transfers: a risk provider did not answer about the sender. */
  | "sender_not_screened"
  /** The script of the address is not one that can be decided. */
  | "script_unknown"
  /** The script of the address has a time lock. */
  | "time_lock";

/** The answer to a signature. */
export type SignatureVerdict =
  | {
      /** The key of the address signed the text. */
      readonly status: "proved";
      /** The format of the signature: one of the method's `formats`. */
      readonly format: string;
    }
  | {
      readonly status: "refused";
      readonly reason: RefusalCode;
      /** What is wrong. It repeats no value. */
      readonly message: string;
    }
  | {
      readonly status: "inconclusive";
      readonly reason: InconclusiveCode;
      readonly message: string;
      /** How to get a proof. */
      readonly what_to_do: string;
    };

/** A text and its signature, as a wallet returns it. */
export interface SignedText {
  /** The address, in any main-network format of the chain. */
  readonly address: string;
  /** The signed text, exactly. For typed data (EIP-712) the JSON text that the wallet received. */
  readonly text: string;
  /** The signature in the encoding of the chain's wallets: hex, base64 or base58. */
  readonly signature: string;
  /** The public key, where the address has only its hash. In hex, base64, or the text form of the chain. */
  readonly public_key?: string | undefined;
  /** Restricts the format of the signature to one of the method's `formats`. @default all of them */
  readonly format?: string | undefined;
  /** NEAR: the nonce of NEP-413, 64 hex digits. */
  readonly nonce?: string | undefined;
  /** NEAR: the recipient of NEP-413. */
  readonly recipient?: string | undefined;
  /** NEAR: the callback URL of NEP-413, where the wallet signed one. */
  readonly callback_url?: string | undefined;
}

/** What a text to sign is composed from. */
export interface SignInRequest {
  /** Host of the website, with a port where it has one. */
  readonly domain: string;
  readonly uri: string;
  /** Name of the chain at this library. */
  readonly chain: string;
  /** CAIP-2 id of the chain. */
  readonly chain_id: string;
  readonly address: string;
  readonly statement: string;
  /** Hex digits. */
  readonly nonce: string;
  readonly issued: string;
  readonly expires: string;
  /** Salted digest of the account, in hex. */
  readonly request_id: string;
}

/** What a wallet receives. */
export interface TextToSign {
  /** The text that is signed, exactly. */
  readonly text: string;
  /** NEAR and Aptos: the message, if the wallet puts it into the text itself. */
  readonly message?: string;
  /** NEAR: the recipient of NEP-413. */
  readonly recipient?: string;
}

/**
 * A method that verifies signatures of wallets of one family of chains: data and functions. Those of this library are in
 * `vaspkit/ownership`.
 */
export interface OwnershipMethod<Name extends string = string> {
  /** CAIP-2 ids by the names of the chains. */
  readonly chains: Readonly<Record<Name, string>>;
  /** The chain's name in the text to sign (CAIP-122): "Ethereum". */
  readonly accountOf: string;
  /** Names of the formats that `verify` reads. */
  readonly formats: readonly string[];
  /** Whether `compose` also writes typed data. */
  readonly hasTypedData?: boolean;
  /** Bytes of a nonce. @default 16 */
  readonly nonceBytes?: number;
  /** Bytes of the shortest public key. Where it has more than 32, a `public_key` of 32 is refused as a secret key. @default 32 */
  readonly publicKeyBytes?: number;
  /** Parses an address as the chain's module does. Never throws. */
  readonly parse: ChainModule["parse"];
  /** Verifies a signature. The address is in canonical form. It may throw for malformed input. */
  readonly verify: (signed: SignedText & { readonly decoded: DecodedAddress }) => SignatureVerdict;
  /** Writes the text to sign where its form is not that of CAIP-122. */
  readonly compose?: (request: SignInRequest, method: "message" | "typed_data") => TextToSign;
}

export function proved(format: string): SignatureVerdict {
  return { status: "proved", format };
}

export function refused(reason: RefusalCode, message: string): SignatureVerdict {
  return { status: "refused", reason, message };
}

/** @param what_to_do - by default, the way that every chain has */
export function inconclusive(
  reason: InconclusiveCode,
  message: string,
  what_to_do = "Use a transfer of a predefined amount from the address.",
): SignatureVerdict {
  return { status: "inconclusive", reason, message, what_to_do };
}

export const signatureWrong: SignatureVerdict = /* @__PURE__ */ refused(
  "signature_wrong",
  "The key of this address did not sign this text. Sign the text again, unchanged, with the wallet of the address.",
);

export function signatureMalformed(expected: string): SignatureVerdict {
  return refused("signature_malformed", `The signature must be ${expected}. Copy the whole signature from the wallet.`);
}

/** Freezes a method, whose absent properties are then undefined, whatever `Object.prototype` has. */
export function frozenMethod<Name extends string>(method: OwnershipMethod<Name>): OwnershipMethod<Name> {
  for (const part of [method.chains, method.formats]) Object.freeze(part);
  return Object.freeze(bare(method));
}
