/**
 * Zcash. Transparent addresses in Base58Check, Sapling in bech32 (protocol specification, §5.6), TEX and unified addresses
 * in bech32m (ZIP-320, ZIP-316).
 */
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";
import {
  checksumIssue,
  checkText,
  formatIssue,
  isAddressIssue,
  otherNetworkIssue,
  secretKeyIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { base58Alphabet, base58Check } from "../encodings/base58check.js";
import { type Bech32, bech32Alphabet, bech32Bytes, decodeBech32 } from "../encodings/bech32.js";
import { unjumble } from "../encodings/f4jumble.js";
import { furtherChain } from "./secret-keys.js";

/** Base58 begins with t1, t2, t3 or tm, zc or zt, or SK. Without this exception, one in ten would look like bech32. */
const BECH32 = /^(?!t[123m]|zc|zt[^e]|SK)[a-z]+1[02-9ac-hj-np-z]+$/i;

/** ZIP-316 sets no limit. Published addresses with unknown items have up to 509 characters. */
const MAX_LENGTH = 520;
const bech32Limits: TextLimits = { alphabet: bech32Alphabet, minLength: 14, maxLength: MAX_LENGTH };
/** Transparent addresses have 35 characters, Sprout 95. */
const base58Limits: TextLimits = { alphabet: base58Alphabet, minLength: 34, maxLength: 95 };

const TEST_NETWORK = /* @__PURE__ */ otherNetworkIssue("a test network of zcash");
const sprout = /* @__PURE__ */ formatIssue("Addresses of Sprout cannot be paid any more; get a newer address.");
const sproutKey = /* @__PURE__ */ secretKeyIssue("a secret key of Zcash");

/** Two bytes of version, then the length with them. */
const versions: ReadonlyMap<string, string | AddressIssue> = /* @__PURE__ */ new Map<string, string | AddressIssue>([
  ["1cb8 22", "p2pkh"],
  ["1cbd 22", "p2sh"],
  ["1d25 22", TEST_NETWORK],
  ["1cba 22", TEST_NETWORK],
  ["169a 66", sprout],
  ["16b6 66", TEST_NETWORK],
  ["ab36 34", sproutKey],
  ["ac08 34", sproutKey],
]);

function parseZcash(text: string): DecodedAddress | AddressIssue {
  return text.length > base58Limits.maxLength || BECH32.test(text) ? parseBech32(text) : parseBase58(text);
}

function parseBase58(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, base58Limits);
  if (issue) return issue;
  const payload = base58Check.decode(text);
  if (payload === undefined) return checksumIssue;
  const found = versions.get(`${bytesToHex(payload.subarray(0, 2))} ${payload.length}`) ?? unknownNetworkIssue;
  return typeof found === "string" ? { canonical: text, format: found } : found;
}

interface Bech32Format {
  readonly format: string;
  readonly variant: Bech32["variant"];
  readonly issueOf: (bytes: Uint8Array) => AddressIssue | undefined;
  /** @default the text in lower case */
  readonly canonicalOf?: (bytes: Uint8Array) => string;
}

const P2PKH = [0x1c, 0xb8];
const P2SH = [0x1c, 0xbd];

const bech32Formats: ReadonlyMap<string, Bech32Format> = /* @__PURE__ */ new Map<string, Bech32Format>([
  ["zs", { format: "sapling", variant: "bech32", issueOf: (bytes) => sizeIssue(bytes, 43) }],
  // The P2PKH address of the same key, which must be paid from transparent addresses (ZIP-320).
  [
    "tex",
    { format: "tex", variant: "bech32m", issueOf: (bytes) => sizeIssue(bytes, 20), canonicalOf: transparent(P2PKH) },
  ],
  ["u", { format: "unified", variant: "bech32m", issueOf: unifiedIssue }],
]);

const testPrefixes: readonly string[] = [
  "ztestsapling",
  "zregtestsapling",
  "utest",
  "uregtest",
  "textest",
  "texregtest",
];

function parseBech32(text: string): DecodedAddress | AddressIssue {
  const decoded = decodeBech32(text, bech32Limits, /^z/i.test(text) ? "bech32" : "bech32m");
  if (isAddressIssue(decoded)) return decoded;
  const { prefix, variant, lower } = decoded;
  if (testPrefixes.includes(prefix)) return TEST_NETWORK;
  if (prefix === "ur" || prefix === "zu") {
    return formatIssue("Unified addresses of revision 1 are only proposed (ZIP-316); get one that begins with u1.");
  }
  const known = bech32Formats.get(prefix);
  if (known === undefined) return unknownNetworkIssue;
  if (variant !== known.variant) return checksumIssue;
  const bytes = bech32Bytes(decoded);
  if (isAddressIssue(bytes)) return bytes;
  return known.issueOf(bytes) ?? { canonical: known.canonicalOf?.(bytes) ?? lower, format: known.format };
}

/** Returns a function that writes a hash as a transparent address of this version. */
function transparent(version: readonly number[]): (hash: Uint8Array) => string {
  return (hash) => base58Check.encode(concatBytes(Uint8Array.from(version), hash));
}

function sizeIssue(bytes: Uint8Array, size: number): AddressIssue | undefined {
  return bytes.length === size ? undefined : formatIssue(`The wallet address must contain ${size} bytes.`);
}

const JUMBLED_MIN = 48;
/** The prefix u, and zeros. */
const PADDING = 16;
const PADDED_PREFIX = `75${"00".repeat(PADDING - 1)}`;
/** Bytes by typecode: P2PKH, P2SH, Sapling, Orchard. */
const itemLengths: readonly number[] = [20, 20, 43, 43];
/** ZIP-316 reserves these typecodes: an address with one is not understood. */
const isMustUnderstand = (type: number): boolean => type >= 0xe0 && type <= 0xfc;

const unifiedFault: AddressIssue = /* @__PURE__ */ formatIssue(
  "The wallet address is a unified address whose items are malformed or not shielded (ZIP-316).",
);

function unifiedIssue(bytes: Uint8Array): AddressIssue | undefined {
  if (bytes.length < JUMBLED_MIN) return unifiedFault;
  const plain = unjumble(bytes);
  if (bytesToHex(plain.subarray(-PADDING)) !== PADDED_PREFIX) return unifiedFault;
  const types = itemsOf(plain.subarray(0, -PADDING)).map(({ type }) => type);
  const hasShielded = types.includes(2) || types.includes(3);
  const hasBothTransparent = types.includes(0) && types.includes(1);
  return hasShielded && !hasBothTransparent ? undefined : unifiedFault;
}

/** ZIP-316: the largest typecode and length. */
const MAX_COMPACT_SIZE = 0x2000000;

interface Item {
  readonly type: number;
  readonly value: Uint8Array;
}

/** Returns the items; none when they are malformed. */
function itemsOf(items: Uint8Array): readonly Item[] {
  const found: Item[] = [];
  let rest = items;
  while (rest.length > 0) {
    const type = compactSize(rest);
    const length = compactSize(rest.subarray(type.size));
    const end = type.size + length.size + length.number;
    const isShortest = type.isShortest && length.isShortest;
    const isKnownLength = length.number === (itemLengths[type.number] ?? length.number);
    const isNext = type.number > (found.at(-1)?.type ?? -1);
    if (!(isShortest && isNext && isKnownLength && end <= rest.length) || isMustUnderstand(type.number)) return [];
    found.push({ type: type.number, value: rest.subarray(end - length.number, end) });
    rest = rest.subarray(end);
  }
  return found;
}

/** Returns the transparent address in a unified address; undefined if it has none, or for another address. */
export function transparentReceiver(canonical: string): string | undefined {
  const decoded = decodeBech32(canonical, bech32Limits, "bech32m");
  const bytes = isAddressIssue(decoded) || decoded.prefix !== "u" ? decoded : bech32Bytes(decoded);
  if (!(bytes instanceof Uint8Array)) return undefined;
  const items = itemsOf(unjumble(bytes).subarray(0, -PADDING));
  const [receiver] = items.filter(({ type }) => type === 0 || type === 1);
  return receiver && transparent(receiver.type === 0 ? P2PKH : P2SH)(receiver.value);
}

/** Reads a number of 1 byte, or of 2 or 4 bytes after fd or fe. A number that is cut off ends behind the bytes. */
function compactSize(bytes: Uint8Array): {
  readonly number: number;
  readonly size: number;
  readonly isShortest: boolean;
} {
  const [first = 0] = bytes;
  if (first < 0xfd) return { number: first, size: 1, isShortest: true };
  const width = first === 0xfd ? 2 : 4;
  const number = bytes.subarray(1, 1 + width).reduceRight((sum, byte) => sum * 256 + byte, 0);
  const isShortest = number >= (width === 2 ? 0xfd : 2 ** 16) && number <= MAX_COMPACT_SIZE && first !== 0xff;
  return { number, size: 1 + width, isShortest };
}

/**
 * Zcash. A TEX address has the canonical form `t1…` of its key. A unified address holds several receivers, and is its own
 * canonical form: the same wallet's transparent address is another key. That a Sapling or Orchard key is a point of its curve is not verified.
 */
export const zcash: ChainModule<"zcash"> = /* @__PURE__ */ furtherChain({
  name: "zcash",
  symbol: "ZEC",
  decimals: 8,
  coinType: 133,
  formats: ["p2pkh", "p2sh", "tex", "sapling", "unified"],
  checksum: "bech32m",
  parse: parseZcash,
});
