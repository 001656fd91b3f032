/** Verification of signed texts with the libraries of each chain, as their documentation shows it. */
import { encodeSecp256k1Pubkey, makeSignDoc, pubkeyToAddress, serializeSignDoc } from "@cosmjs/amino";
import { Secp256k1, Secp256k1Signature } from "@cosmjs/crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { signatureVerify } from "@polkadot/util-crypto";
import { base58, base64 } from "@scure/base";
import { hash, Keypair } from "@stellar/stellar-base";
import algosdk from "algosdk";
import bitcoinMessage from "bitcoinjs-message";
import * as ripple from "ripple-keypairs";
import nacl from "tweetnacl";
import { type Hex, verifyMessage, verifyTypedData } from "viem";

/** What a wallet returned, in the encodings of its chain. */
export interface SignedItem {
  readonly address: string;
  readonly text: string;
  readonly signature: string;
  readonly public_key?: string | undefined;
}

export type Accepts = (item: SignedItem) => boolean | Promise<boolean>;

const utf8 = new TextEncoder();

// Casts of texts to Hex: addresses and signatures of Ethereum begin with 0x.

export const viemMessage: Accepts = ({ address, text, signature }) =>
  verifyMessage({ address: address as Hex, message: text, signature: signature as Hex });

export const viemTypedData: Accepts = ({ address, text, signature }) =>
  verifyTypedData({ ...JSON.parse(text), address, signature });

export const tweetnacl: Accepts = ({ address, text, signature }) =>
  nacl.sign.detached.verify(utf8.encode(text), base58.decode(signature), base58.decode(address));

export const bitcoinjs: Accepts = ({ address, text, signature }) => bitcoinMessage.verify(text, address, signature);

export const stellarBase: Accepts = ({ address, text, signature }) =>
  Keypair.fromPublicKey(address).verify(
    hash(Buffer.from(`Stellar Signed Message:\n${text}`)),
    Buffer.from(signature, "base64"),
  );

export const rippleKeypairs: Accepts = ({ address, text, signature, public_key = "" }) =>
  ripple.deriveAddress(public_key) === address &&
  ripple.verify(Buffer.from(text).toString("hex"), signature, public_key);

/** It wraps the text by itself. */
export const utilCrypto: Accepts = ({ address, text, signature }) =>
  signatureVerify(utf8.encode(text), signature, address).isValid;

export const cosmjs: Accepts = ({ address, text, signature, public_key = "" }) => {
  const key = base64.decode(public_key);
  const value = { signer: address, data: base64.encode(utf8.encode(text)) };
  const document = makeSignDoc([{ type: "sign/MsgSignData", value }], { gas: "0", amount: [] }, "", "", 0, 0);
  const digest = sha256(serializeSignDoc(document));
  return (
    pubkeyToAddress(encodeSecp256k1Pubkey(key), "cosmos") === address &&
    Secp256k1.verifySignature(Secp256k1Signature.fromFixedLength(base64.decode(signature)), digest, key)
  );
};

export const algorandSdk: Accepts = ({ address, text, signature }) =>
  algosdk.verifyBytes(utf8.encode(text), base64.decode(signature), address);
