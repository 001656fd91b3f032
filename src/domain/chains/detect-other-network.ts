/**
 * What a text is that is no address of its chain: an address of another network, or a secret key. Said only where a
 * checksum proves it, or a form that nothing else has: solana and near have none, so they are never named.
 */
import { base58, base58xrp } from "@scure/base";
import { isAddressIssue, LONGEST, networkFault, type Writing } from "./address-issues.js";
import type { AddressIssue, Chain } from "./chain.js";
import { base58Alphabet, checkedPayload } from "./encodings/base58check.js";
import { bech32Alphabet, decodeBech32 } from "./encodings/bech32.js";
import { fromCashAddr } from "./encodings/cashaddr.js";
import { BECH32_LIKE, mwebFault, witnessFault } from "./encodings/segwit.js";
import { networkOfSs58 } from "./encodings/ss58.js";
import { decodeStrkey, strkeyTypes } from "./encodings/strkey.js";
import { base58CheckPayloads, type Payload, xrpPayloads } from "./known-prefixes.js";
import { algorand } from "./networks/algorand.js";
import { ripple } from "./networks/ripple.js";
import { stellar } from "./networks/stellar.js";
import { xdc } from "./networks/xdc.js";

/** What is known of a text that is not an address of its chain; undefined: nothing. */
export function detectOtherNetwork(chain: Chain, text: string, { code }: AddressIssue): AddressIssue | undefined {
  if (text.length > LONGEST) return undefined;
  for (const { find, verifiedBy } of families) {
    // A checksum that is wrong on one chain is wrong on all that have the same.
    if (code === "address_checksum" && verifiedBy.includes(chain)) continue;
    const fault = find(text);
    if (fault) return fault;
  }
  return undefined;
}

interface Family {
  readonly find: (text: string) => AddressIssue | undefined;
  /** The chains that verify the same checksum in the same way. */
  readonly verifiedBy: readonly Chain[];
}

/** Each looks at one kind of text, and first at what costs next to nothing. */
const families: readonly Family[] = [
  { find: inHex, verifiedBy: ["ethereum", "polygon", "xdc"] },
  { find: inBase58Check, verifiedBy: ["bitcoin", "litecoin", "bitcoin-cash", "doge", "tezos"] },
  { find: inBase58OfXrp, verifiedBy: ["ripple"] },
  { find: inBech32, verifiedBy: [] },
  { find: inCashAddr, verifiedBy: [] },
  { find: inBase32, verifiedBy: [] },
  { find: inSs58, verifiedBy: ["polkadot"] },
];

function otherNetwork(network: string): AddressIssue {
  const message = `The text is a valid address of ${network}, but not of the chain that is named; find out which of the two is wrong, for nothing is converted or guessed here.`;
  return { code: "address_other_network", message };
}

function secretKey(what: string): AddressIssue {
  const message = `The text is ${what} and no address: treat it as exposed, move what it guards to a new key, and store it nowhere.`;
  return { code: "address_secret_key", message };
}

function inHex(text: string): AddressIssue | undefined {
  if (isAddressIssue(xdc.parse(text))) return undefined;
  return otherNetwork(text.startsWith("0x") ? "ethereum, polygon and xdc" : "xdc");
}

function inBase58Check(text: string): AddressIssue | undefined {
  if (text.length < 25 || !base58Alphabet.characters.test(text)) return undefined;
  const payload = checkedPayload(base58.decode(text));
  if (payload === undefined) return undefined;
  // BIP-32: where a private key is, its 33 bytes begin with a zero byte; a public one begins with 2 or 3.
  if (payload.length === 78 && payload[45] === 0) return secretKey("an extended private key (BIP-32)");
  return said(findPayload(payload, base58CheckPayloads)) ?? (payload.length === 21 ? networkFault : undefined);
}

function inBase58OfXrp(text: string): AddressIssue | undefined {
  if (text.length < 25 || !/^[rXTs]/.test(text) || !base58Alphabet.characters.test(text)) return undefined;
  if (!isAddressIssue(ripple.parse(text))) return otherNetwork("ripple");
  const payload = checkedPayload(base58xrp.decode(text));
  return payload && said(findPayload(payload, xrpPayloads));
}

function findPayload(payload: Uint8Array, payloads: readonly Payload[]): Payload | undefined {
  return payloads.find(
    ({ prefix, length }) => payload.length === length && prefix.every((byte, index) => byte === payload[index]),
  );
}

function said(payload: Payload | undefined): AddressIssue | undefined {
  if (payload === undefined) return undefined;
  return payload.network === undefined ? secretKey(payload.secret) : otherNetwork(payload.network);
}

/** Prefixes of bech32. */
const bech32Networks = [
  { hrp: "bc", network: "bitcoin", faultOf: witnessFault },
  { hrp: "tb", network: "a test network of bitcoin", faultOf: witnessFault },
  { hrp: "bcrt", network: "a test network of bitcoin", faultOf: witnessFault },
  { hrp: "ltc", network: "litecoin", faultOf: witnessFault },
  { hrp: "tltc", network: "a test network of litecoin", faultOf: witnessFault },
  { hrp: "rltc", network: "a test network of litecoin", faultOf: witnessFault },
  { hrp: "ltcmweb", network: "litecoin", faultOf: mwebFault },
  { hrp: "tmweb", network: "a test network of litecoin", faultOf: mwebFault },
] as const;

/** Also those that are longer than BIP-173 allows. */
const anyBech32: Writing = { alphabet: bech32Alphabet, least: 14, most: LONGEST };

function inBech32(text: string): AddressIssue | undefined {
  if (!BECH32_LIKE.test(text)) return undefined;
  const decoded = decodeBech32(text, anyBech32);
  if ("code" in decoded) return undefined;
  const known = bech32Networks.find(({ hrp }) => hrp === decoded.hrp);
  if (known === undefined) return networkFault;
  return known.faultOf(decoded) === undefined ? otherNetwork(known.network) : undefined;
}

/** Prefix of CashAddr → network. */
const cashAddrNetworks = [
  ["bitcoincash", "bitcoin-cash"],
  ["bchtest", "a test network of bitcoin-cash"],
  ["bchreg", "a test network of bitcoin-cash"],
  ["ecash", "eCash"],
] as const;

function inCashAddr(text: string): AddressIssue | undefined {
  if (!/^(?:[a-z]+:)?[02-9ac-hj-np-z]{42,112}$/i.test(text)) return undefined;
  const found = cashAddrNetworks.find(([prefix]) => !isAddressIssue(fromCashAddr(text, prefix)));
  return found && otherNetwork(found[1]);
}

function inBase32(text: string): AddressIssue | undefined {
  if (!isAddressIssue(stellar.parse(text))) return otherNetwork("stellar");
  if (!isAddressIssue(algorand.parse(text))) return otherNetwork("algorand");
  if (!/^S[A-Z2-7]{55}$/.test(text)) return undefined;
  return decodeStrkey(text)?.[0] === strkeyTypes.seed ? secretKey("a secret seed of Stellar") : undefined;
}

/** Prefixes of SS58. No others: two bytes of checksum are too few to say of any text that it is an address of some network. */
const ss58Networks: ReadonlyMap<number | string, string> = /* @__PURE__ */ new Map([
  [0, "polkadot"],
  [2, "Kusama"],
  [42, "the generic format of Substrate"],
]);

/** What these begin with, so that no other text is hashed. */
const SS58_LIKE = /^(?:1.{34,47}|[C-HJ5].{45,47})$/;

function inSs58(text: string): AddressIssue | undefined {
  if (!SS58_LIKE.test(text) || !base58Alphabet.characters.test(text)) return undefined;
  const network = ss58Networks.get(networkOfSs58(text));
  return network === undefined ? undefined : otherNetwork(network);
}
