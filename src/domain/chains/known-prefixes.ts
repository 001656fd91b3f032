/** Prefixes of test networks, of networks outside the registry, and of secret keys. */

/** A kind of Base58Check text: an address of `network`, or a `secret`. */
export type KnownPayload = {
  /** In hex. */
  readonly prefix: string;
  /** In bytes, with the prefix and without the checksum. */
  readonly lengths: readonly number[];
} & ({ readonly network: string; readonly secret?: never } | { readonly network?: never; readonly secret: string });

const wif = { lengths: [33, 34], secret: "a private key (WIF)" };
const bip38 = { lengths: [39], secret: "an encrypted private key (BIP-38)" };
const tezosKey = { lengths: [36], secret: "a secret key of Tezos" };
const tezosEncryptedKey = { lengths: [61], secret: "a secret key of Tezos" };

/**
 * Base58Check. Sources: chainparams of Bitcoin Core, Bitcoin Cash Node, Litecoin Core, Dogecoin Core, Dash Core, zcashd.
 * TRON docs, "Account". Octez, base58.ml.
 */
export const base58CheckPayloads: readonly KnownPayload[] = [
  { prefix: "6f", lengths: [21], network: "a test network of bitcoin, bitcoin-cash or litecoin" },
  { prefix: "c4", lengths: [21], network: "a test network of bitcoin, bitcoin-cash, litecoin or doge" },
  { prefix: "3a", lengths: [21], network: "a test network of litecoin" },
  { prefix: "71", lengths: [21], network: "a test network of doge" },
  { prefix: "41", lengths: [21], network: "TRON" },
  { prefix: "a0", lengths: [21], network: "a test network of TRON" },
  { prefix: "4c", lengths: [21], network: "Dash" },
  { prefix: "10", lengths: [21], network: "Dash" },
  { prefix: "1cb8", lengths: [22], network: "Zcash" },
  { prefix: "1cbd", lengths: [22], network: "Zcash" },
  { prefix: "80", ...wif },
  { prefix: "b0", ...wif },
  { prefix: "9e", ...wif },
  { prefix: "cc", ...wif },
  { prefix: "ef", ...wif },
  { prefix: "f1", ...wif },
  { prefix: "0142", ...bip38 },
  { prefix: "0143", ...bip38 },
  { prefix: "0d0f3a07", ...tezosKey },
  { prefix: "2bf64e07", lengths: [68], secret: "a secret key of Tezos" },
  { prefix: "11a2e0c9", ...tezosKey },
  { prefix: "1051eebd", ...tezosKey },
  { prefix: "0396c028", ...tezosKey },
  { prefix: "075a3cb329", ...tezosEncryptedKey },
  { prefix: "09edf1ae96", ...tezosEncryptedKey },
  { prefix: "09303973ab", ...tezosEncryptedKey },
  { prefix: "02051e3519", ...tezosEncryptedKey },
];

/** In the alphabet of the XRP Ledger: XLS-5 (test network), and XRPL docs, "base58 Encodings" (seeds). */
export const xrpPayloads: readonly KnownPayload[] = [
  { prefix: "0493", lengths: [31], network: "a test network of ripple" },
  { prefix: "21", lengths: [17], secret: "a secret seed of the XRP Ledger" },
  { prefix: "01e14b", lengths: [19], secret: "a secret seed of the XRP Ledger" },
];

/** Bech32. The registry's own prefixes are `null`: their valid addresses are found by the chain itself. */
export const bech32Networks: ReadonlyMap<string, string | null> = /* @__PURE__ */ new Map([
  ["bc", null],
  ["ltc", null],
  ["ltcmweb", null],
  ["tb", "a test network of bitcoin"],
  ["bcrt", "a test network of bitcoin"],
  ["tltc", "a test network of litecoin"],
  ["rltc", "a test network of litecoin"],
  ["tmweb", "a test network of litecoin"],
]);

/** CashAddr. */
export const cashAddrNetworks = [
  ["bchtest", "a test network of bitcoin-cash"],
  ["bchreg", "a test network of bitcoin-cash"],
  ["ecash", "eCash"],
] as const;

/** SS58. No further ones: a checksum of two bytes is too weak to recognize every network. */
export const ss58Networks: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [2, "Kusama"],
  [42, "the generic format of Substrate"],
]);
