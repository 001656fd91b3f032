/** The chains of a listed address. Its format decides, because the code of an asset is not a chain. */
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { isAddressIssue } from "../../../domain/chains/address-issues.js";
import type { Chain } from "../../../domain/chains/chain.js";
import { chains } from "../../../domain/chains/registry.js";
import { own } from "../../../domain/own.js";

/**
 * Why an address is on none of the supported chains:
 * - `unknown_chain`: the asset's own chain is not supported (XMR, ZEC, DASH, TRX);
 * - `unknown_format`: the asset is known, but the address has no supported format (USDT on Tron; a typing error);
 * - `unknown_code`: neither the asset nor the format is known. A newer version of vaspkit may know it.
 */
export type UnplacedReason = "unknown_chain" | "unknown_format" | "unknown_code";

/** The owner of a key or script. */
export interface Owner {
  /** Equal for two addresses exactly when they have the same owner. */
  readonly key: string;
  /** Every chain on which the address, or its spelling there, belongs to this owner. */
  readonly chains: readonly Chain[];
}

/** The place of a listed address. */
export interface Placement {
  readonly owner: Owner;
  /** The chains that the list means. On the owner's other chains the owner has the same key. */
  readonly listedOn: readonly Chain[];
}

/** What the treasury's code says about an address. */
type Asset =
  /** The asset of a supported chain, which is tried first. */
  | { readonly kind: "native"; readonly chain: Chain }
  /** A token, or the coin of a chain with Ethereum's addresses: the address may be on any chain. */
  | { readonly kind: "anywhere" }
  /** Its own chain is not supported. `lookalike`: the supported chain that also accepts its addresses. */
  | { readonly kind: "foreign"; readonly lookalike?: Chain }
  /** An unsupported fork of Bitcoin. Its version bytes of keys and scripts → Bitcoin's. */
  | { readonly kind: "fork"; readonly versions: Readonly<Record<number, number>> };

/** By the treasury's codes: tickers, except Bitcoin's. A code that is not here is placed by the format of its address. */
const assets: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ["XBT", { kind: "native", chain: "bitcoin" }],
  ["ARB", { kind: "anywhere" }],
  ["BSC", { kind: "anywhere" }],
  ["ETC", { kind: "anywhere" }],
  ["USDC", { kind: "anywhere" }],
  ["USDT", { kind: "anywhere" }],
  ["DASH", { kind: "foreign" }],
  ["TRX", { kind: "foreign" }],
  ["XMR", { kind: "foreign" }],
  ["XVG", { kind: "foreign", lookalike: "doge" }], // both begin with version 0x1e
  ["ZEC", { kind: "foreign" }],
  ["BSV", { kind: "fork", versions: { 0: 0x00, 5: 0x05 } }],
  ["BTG", { kind: "fork", versions: { 38: 0x00, 23: 0x05 } }], // chainparams of Bitcoin Gold
  ...Object.values(chains).map(({ symbol, name }): [string, Asset] => [symbol, { kind: "native", chain: name }]),
]);

const evmChains: readonly Chain[] = ["ethereum", "polygon", "xdc"];

/** The key of an Ethereum address controls the NEAR account of the same text `0x…` (NEP-518). */
const evmOwned: readonly Chain[] = [...evmChains, "near"];

/** Bitcoin Cash has Bitcoin's coins of before August 2017, at the same hashes of keys and scripts. */
const forkOwned: readonly Chain[] = ["bitcoin", "bitcoin-cash"];

/** Litecoin accepts the text of Bitcoin's scripts, `3…`, as the same script. */
const scriptOwned: readonly Chain[] = [...forkOwned, "litecoin"];

/**
 * The chains whose format identifies them, in the order of trying: `1…` and `3…` are Bitcoin's, although Bitcoin Cash and
 * Litecoin accept them too. Not NEAR, whose accounts can be any word.
 */
const identifiable: readonly Chain[] = [
  ...Object.values(chains)
    .filter((module) => Object.hasOwn(module, "checksum") && !evmChains.includes(module.name))
    .map(({ name }) => name),
  "solana",
];

/** White space and invisible characters (a zero-width space) are typing errors of the list: no address has any. */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]+/gu;

/** Returns the place of an address, or why it has none. */
export function placementOf(code: string, published: string): Placement | UnplacedReason {
  const address = published.replace(invisible, "");
  const asset = assets.get(code);
  const onFork = asset?.kind === "fork" ? asBitcoinAddress(asset.versions, address) : undefined;
  if (onFork !== undefined) return { owner: ownerOf("bitcoin", onFork), listedOn: [] };
  // Lower case has no checksum: an address that the treasury mistypes in case is the same 20 bytes.
  const digits = /^(?:0x|xdc)([0-9a-f]{40})$/i.exec(address)?.[1]?.toLowerCase();
  const hex = digits && canonicalOn("ethereum", `0x${digits}`);
  if (hex) return { owner: ownerOf("ethereum", hex), listedOn: evmChains };
  for (const chain of asset?.kind === "native" ? [asset.chain, ...identifiable] : identifiable) {
    const canonical = canonicalOn(chain, address);
    if (canonical === undefined) continue;
    // On the lookalike chain, the text of the list belongs to the same key.
    const isLookalike = asset?.kind === "foreign" && own(asset, "lookalike") === chain;
    return { owner: ownerOf(chain, canonical), listedOn: isLookalike ? [] : [chain] };
  }
  if (asset === undefined) return "unknown_code";
  return asset.kind === "foreign" || asset.kind === "fork" ? "unknown_chain" : "unknown_format";
}

/** Returns the owner of an address in canonical form. */
export function ownerOf(chain: Chain, canonical: string): Owner {
  if (evmChains.includes(chain)) return { key: `evm:${canonical}`, chains: evmOwned };
  const hex = chain === "near" ? canonicalOn("ethereum", canonical) : undefined;
  if (hex !== undefined) return { key: `evm:${hex}`, chains: evmOwned };
  // Bitcoin Cash accepts Bitcoin's addresses of before segwit; its own form is their common form.
  const bitcoin = chain === "litecoin" ? asBitcoinAddress(litecoinScripts, canonical) : canonical;
  const cash = scriptOwned.includes(chain) ? canonicalOn("bitcoin-cash", bitcoin ?? "") : undefined;
  if (cash?.length !== cashAddrLength) return { key: `${chain}:${canonical}`, chains: [chain] };
  return { key: `fork:${cash}`, chains: cash.startsWith("bitcoincash:p") ? scriptOwned : forkOwned };
}

/** Canonical `M…` → the version of `3…`. */
const litecoinScripts = { 50: 0x05 };

/** With a hash of 20 bytes. Bitcoin Cash has longer hashes too, which Bitcoin has not. */
const cashAddrLength = "bitcoincash:".length + 42;

function canonicalOn(chain: Chain, text: string): string | undefined {
  const reading = chains[chain].parse(text);
  return isAddressIssue(reading) ? undefined : reading.canonical;
}

const base58check = createBase58check(sha256);

/** Returns the address of a fork as Bitcoin writes it. */
function asBitcoinAddress(versions: Readonly<Record<number, number>>, address: string): string | undefined {
  // Longer ones have no hash of 20 bytes, and decoding takes quadratic time.
  if (address.length > 35) return undefined;
  try {
    const [version = -1, ...hash] = base58check.decode(address);
    const bitcoinVersion = own(versions, version);
    if (bitcoinVersion === undefined || hash.length !== 20) return undefined;
    return base58check.encode(Uint8Array.of(bitcoinVersion, ...hash));
  } catch {
    // Not Base58Check.
    return undefined;
  }
}
