/** Ethereum and compatible chains. A wallet signs a text (EIP-191, `personal_sign`) or typed data (EIP-712). */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { AddressIssue, DecodedAddress } from "../domain/chains/chain.js";
import { avalanche } from "../domain/chains/further/avalanche.js";
import { xdc } from "../domain/chains/networks/evm.js";
import {
  frozenMethod,
  inconclusive,
  type OwnershipMethod,
  proved,
  refused,
  type SignatureVerdict,
  type SignedText,
  type SignInRequest,
  signatureMalformed,
  signatureWrong,
} from "../domain/ownership/method.js";
import { signInText } from "../domain/ownership/sign-in-text.js";
import { typedDataDigest } from "./eip712.js";
import { digestOfText, recoverableSignature, signerOf } from "./recoverable-signature.js";
import { bytesOfHex } from "./signature-bytes.js";

type EvmChain =
  | "ethereum"
  | "polygon"
  | "xdc"
  | "bsc"
  | "base"
  | "arbitrum"
  | "optimism"
  | "ethereum-classic"
  | "avalanche";

const ACCOUNT_OF = "Ethereum";

/** Messages and typed data of Ethereum wallets. On Avalanche, addresses of the C-chain. */
export const evmMessages: OwnershipMethod<EvmChain> = /* @__PURE__ */ frozenMethod({
  chains: {
    ethereum: "eip155:1",
    polygon: "eip155:137",
    xdc: "eip155:50",
    bsc: "eip155:56",
    base: "eip155:8453",
    arbitrum: "eip155:42161",
    optimism: "eip155:10",
    "ethereum-classic": "eip155:61",
    avalanche: "eip155:43114",
  },
  accountOf: ACCOUNT_OF,
  formats: ["eip-191", "eip-712"],
  hasTypedData: true,
  publicKeyBytes: 33,
  parse: parseEvm,
  verify: verifyEvm,
  compose: (request, method) => ({
    text: method === "typed_data" ? signInTypedData(request) : signInText(request, ACCOUNT_OF),
  }),
});

/** The same key has the same address on every chain. XDC also writes `xdc` in place of 0x. */
function parseEvm(text: string): DecodedAddress | AddressIssue {
  return /^[XP]-/.test(text) ? avalanche.parse(text) : xdc.parse(text);
}

function verifyEvm({ text, signature, format, address }: SignedText): SignatureVerdict {
  if (!address.startsWith("0x")) return otherLedger;
  const typed = format === "eip-191" ? undefined : typedDataDigest(text);
  const digests = new Map<string, Uint8Array>();
  if (typeof typed === "object") digests.set("eip-712", typed);
  if (format !== "eip-712") digests.set("eip-191", digestOfText("\x19Ethereum Signed Message:\n", text));
  if (digests.size === 0) return typedDataMalformed;
  const verdict = verdictOf(digests, signature, address);
  return verdict.status !== "proved" && typed === "malformed" ? typedDataMalformed : verdict;
}

/** @param digests - what may have been signed, by formats */
function verdictOf(digests: ReadonlyMap<string, Uint8Array>, text: string, address: string): SignatureVerdict {
  const bytes = bytesOfHex(text);
  if (bytes === undefined) return malformed;
  // Also a wrapped one of EIP-6492, and the empty one of a Safe that stored the text on the chain.
  if (bytes.length !== 64 && bytes.length !== 65) return signedByContract;
  const signature = recoverableSignature(bytes);
  if (signature === undefined) return malformed;
  let hasSigner = false;
  for (const [format, digest] of digests) {
    const signer = signerOf(signature, digest);
    if (signer === undefined) continue;
    hasSigner = true;
    if (`0x${bytesToHex(signer)}` === address.toLowerCase()) return proved(format);
  }
  return hasSigner ? signedByOtherKey : signatureWrong;
}

const malformed: SignatureVerdict = /* @__PURE__ */ signatureMalformed(
  "hex: 65 bytes of which the last is 0, 1, 27 or 28, or 64 bytes (EIP-2098)",
);

const typedDataMalformed: SignatureVerdict = /* @__PURE__ */ refused(
  "text_malformed",
  "The typed data must be the JSON text that the wallet received: all members of its types, no others, and a domain with chainId (EIP-712).",
);

const HOW_TO_PROVE =
  "Use a transfer of a predefined amount from the address. If it is not a contract, sign the text again, unchanged, with its wallet.";

const signedByOtherKey: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "contract_wallet",
  "Another key than that of the address signed this text. Only the chain shows whether the address is a contract that accepts it.",
  HOW_TO_PROVE,
);

const signedByContract: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "contract_wallet",
  "The signature has the length of a contract's signature (EIP-1271, EIP-6492). Only the chain shows whether it is valid.",
  HOW_TO_PROVE,
);

const otherLedger: SignatureVerdict = /* @__PURE__ */ inconclusive(
  "scheme_unknown",
  "Messages are verified for addresses of the C-chain only, not of the X-chain or the P-chain.",
);

/** Writes typed data with the fields of EIP-4361. Its domain is the website on the chain. */
function signInTypedData({ chain_id, ...request }: SignInRequest): string {
  const message = {
    domain: request.domain,
    account: request.address,
    statement: request.statement,
    uri: request.uri,
    nonce: request.nonce,
    issuedAt: request.issued,
    expirationTime: request.expires,
    requestId: request.request_id,
  };
  return JSON.stringify({
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
      ],
      SignIn: Object.keys(message).map((name) => ({ name, type: "string" })),
    },
    primaryType: "SignIn",
    domain: { name: request.domain, version: "1", chainId: Number(chain_id.slice("eip155:".length)) },
    message,
  });
}
