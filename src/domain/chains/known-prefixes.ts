/** What is known to be written in Base58Check, by prefix and length: addresses of networks, and keys that are secret. */

/** Either is there: the network that it is an address of, or the secret that it is. */
export type Payload = {
  readonly prefix: readonly number[];
  /** Bytes, the prefix included and the checksum not. */
  readonly length: number;
} & ({ readonly network: string; readonly secret?: never } | { readonly network?: never; readonly secret: string });

const wif = "a private key (WIF)";
const bip38 = "an encrypted private key (BIP-38)";
const ofTezos = "a secret key of Tezos";

/**
 * Versions of addresses and of private keys: chainparams of Bitcoin Core, Bitcoin Cash Node, Litecoin Core, Dogecoin
 * Core, Dash Core and zcashd; TRON docs, "Account". Tezos: Octez, base58.ml.
 */
export const base58CheckPayloads: readonly Payload[] = [
  { prefix: [0x00], length: 21, network: "bitcoin and bitcoin-cash" },
  { prefix: [0x05], length: 21, network: "bitcoin, bitcoin-cash and litecoin" },
  { prefix: [0x30], length: 21, network: "litecoin" },
  { prefix: [0x32], length: 21, network: "litecoin" },
  { prefix: [0x1e], length: 21, network: "doge" },
  { prefix: [0x16], length: 21, network: "doge" },
  { prefix: [0x6f], length: 21, network: "a test network of bitcoin, bitcoin-cash or litecoin" },
  { prefix: [0xc4], length: 21, network: "a test network of bitcoin, bitcoin-cash, litecoin or doge" },
  { prefix: [0x3a], length: 21, network: "a test network of litecoin" },
  { prefix: [0x71], length: 21, network: "a test network of doge" },
  { prefix: [0x41], length: 21, network: "TRON" },
  { prefix: [0x4c], length: 21, network: "Dash" },
  { prefix: [0x10], length: 21, network: "Dash" },
  { prefix: [0x1c, 0xb8], length: 22, network: "Zcash" },
  { prefix: [0x1c, 0xbd], length: 22, network: "Zcash" },
  { prefix: [0x06, 0xa1, 0x9f], length: 23, network: "tezos" },
  { prefix: [0x06, 0xa1, 0xa1], length: 23, network: "tezos" },
  { prefix: [0x06, 0xa1, 0xa4], length: 23, network: "tezos" },
  { prefix: [0x06, 0xa1, 0xa6], length: 23, network: "tezos" },
  { prefix: [0x02, 0x5a, 0x79], length: 23, network: "tezos" },
  { prefix: [0x80], length: 33, secret: wif },
  { prefix: [0x80], length: 34, secret: wif },
  { prefix: [0xb0], length: 33, secret: wif },
  { prefix: [0xb0], length: 34, secret: wif },
  { prefix: [0x9e], length: 33, secret: wif },
  { prefix: [0x9e], length: 34, secret: wif },
  { prefix: [0xcc], length: 33, secret: wif },
  { prefix: [0xcc], length: 34, secret: wif },
  { prefix: [0xef], length: 33, secret: wif },
  { prefix: [0xef], length: 34, secret: wif },
  { prefix: [0xf1], length: 33, secret: wif },
  { prefix: [0xf1], length: 34, secret: wif },
  { prefix: [0x01, 0x42], length: 39, secret: bip38 },
  { prefix: [0x01, 0x43], length: 39, secret: bip38 },
  { prefix: [13, 15, 58, 7], length: 36, secret: ofTezos },
  { prefix: [43, 246, 78, 7], length: 68, secret: ofTezos },
  { prefix: [17, 162, 224, 201], length: 36, secret: ofTezos },
  { prefix: [16, 81, 238, 189], length: 36, secret: ofTezos },
  { prefix: [3, 150, 192, 40], length: 36, secret: ofTezos },
  { prefix: [7, 90, 60, 179, 41], length: 61, secret: ofTezos },
  { prefix: [9, 237, 241, 174, 150], length: 61, secret: ofTezos },
  { prefix: [9, 48, 57, 115, 171], length: 61, secret: ofTezos },
  { prefix: [2, 5, 30, 53, 25], length: 61, secret: ofTezos },
];

/** In the alphabet of the XRP Ledger: X-addresses of its test network (XLS-5), and seeds (XRPL docs, "base58 Encodings"). */
export const xrpPayloads: readonly Payload[] = [
  { prefix: [0x04, 0x93], length: 31, network: "a test network of ripple" },
  { prefix: [0x21], length: 17, secret: "a secret seed of the XRP Ledger" },
  { prefix: [0x01, 0xe1, 0x4b], length: 19, secret: "a secret seed of the XRP Ledger" },
];
