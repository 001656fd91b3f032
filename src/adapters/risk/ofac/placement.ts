/** On which chains a listed address lies. Its format decides, for the code of the asset is not the chain. */
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { isAddressIssue } from "../../../domain/chains/address-issues.js";
import type { Chain } from "../../../domain/chains/chain.js";
import { chains } from "../../../domain/chains/registry.js";
import { type Asset, assets } from "./assets.js";
import type { UnplacedReason } from "./entry.js";

/** Who holds a key, or knows a script. */
export interface Owner {
  /** The same for two addresses of one owner, and only then. */
  readonly key: string;
  /** Every chain on which the address, or its other spelling there, is this owner's. */
  readonly chains: readonly Chain[];
}

/** Where a listed address lies. */
export interface Placement {
  readonly owner: Owner;
  /** The chains of the owner that the list means. On the others the owner has the same key. */
  readonly listedOn: readonly Chain[];
}

const evmChains: readonly Chain[] = ["ethereum", "polygon", "xdc"];

/** NEAR's accounts of the form `0x…` are controlled by the key of that Ethereum address (NEP-518). */
const evmOwned: readonly Chain[] = [...evmChains, "near"];

/** Bitcoin Cash has Bitcoin's coins of before August 2017, at the same hashes of keys and scripts. */
const forkOwned: readonly Chain[] = ["bitcoin", "bitcoin-cash"];

/** Litecoin reads the very text of Bitcoin's scripts, `3…`, as the same script of its own. */
const scriptOwned: readonly Chain[] = [...forkOwned, "litecoin"];

/**
 * The chains whose addresses say by themselves which chain they are of, in the order in which they are tried: `1…` and
 * `3…` are Bitcoin's, though Bitcoin Cash and Litecoin read them as well. Not NEAR, whose accounts any word may be.
 */
const telling: readonly Chain[] = [
  "bitcoin",
  "litecoin",
  "bitcoin-cash",
  "doge",
  "ripple",
  "stellar",
  "algorand",
  "polkadot",
  "tezos",
  "solana",
];

/** White space and what shows nothing (a zero-width space) came along when the list was typed: no address has any. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]+/gu;

/** Where the address lies, or why that is not known. */
export function placementOf(code: string, published: string): Placement | UnplacedReason {
  const address = published.replace(unseen, "");
  const asset = assets.get(code);
  const onFork = asset?.kind === "fork" ? asBitcoins(asset.versions, address) : undefined;
  if (onFork !== undefined) return { owner: ownerOf("bitcoin", onFork), listedOn: [] };
  // Lower case carries no checksum: what the treasury mistypes in case is the same 20 bytes.
  const digits = /^(?:0x|xdc)([0-9a-f]{40})$/i.exec(address)?.[1]?.toLowerCase();
  const hex = digits && canonicalOn("ethereum", `0x${digits}`);
  if (hex) return { owner: ownerOf("ethereum", hex), listedOn: evmChains };
  for (const chain of candidatesFor(asset)) {
    const canonical = canonicalOn(chain, address);
    if (canonical === undefined) continue;
    // The very text of the list is no stranger's on the chain that would take it for its own: it has the same key there.
    const isLookalike = asset?.kind === "foreign" && asset.lookalike === chain;
    return { owner: ownerOf(chain, canonical), listedOn: isLookalike ? [] : [chain] };
  }
  return reasonFor(asset);
}

/** Who owns an address in canonical form. */
export function ownerOf(chain: Chain, canonical: string): Owner {
  if (evmChains.includes(chain)) return { key: `evm:${canonical}`, chains: evmOwned };
  const hex = chain === "near" ? canonicalOn("ethereum", canonical) : undefined;
  if (hex !== undefined) return { key: `evm:${hex}`, chains: evmOwned };
  // Bitcoin Cash reads what Bitcoin had before segwit, and gives it its own form.
  const bitcoins = chain === "litecoin" ? asBitcoins(litecoinScripts, canonical) : canonical;
  const cash = scriptOwned.includes(chain) ? canonicalOn("bitcoin-cash", bitcoins ?? "") : undefined;
  if (cash?.length !== cashAddrLength) return { key: `${chain}:${canonical}`, chains: [chain] };
  return { key: `fork:${cash}`, chains: cash.startsWith("bitcoincash:p") ? scriptOwned : forkOwned };
}

/** Canonical `M…` → the version of `3…`. */
const litecoinScripts = { 50: 0x05 };

/** Of a hash of 20 bytes. Bitcoin Cash has longer ones too, which Bitcoin has not. */
const cashAddrLength = "bitcoincash:".length + 42;

function candidatesFor(asset: Asset | undefined): readonly Chain[] {
  return asset?.kind === "native" ? [asset.chain, ...telling] : telling;
}

function reasonFor(asset: Asset | undefined): UnplacedReason {
  if (asset === undefined) return "unknown_code";
  return asset.kind === "foreign" || asset.kind === "fork" ? "unknown_chain" : "unknown_format";
}

function canonicalOn(chain: Chain, text: string): string | undefined {
  const reading = chains[chain].parse(text);
  return isAddressIssue(reading) ? undefined : reading.canonical;
}

const base58check = createBase58check(sha256);

/** The address of a fork as Bitcoin writes it. */
function asBitcoins(versions: Readonly<Record<number, number>>, address: string): string | undefined {
  // Longer ones hold no hash of 20 bytes, and to decode them takes the square of their length.
  if (address.length > 35) return undefined;
  try {
    const [version = -1, ...hash] = base58check.decode(address);
    const bitcoins = versions[version];
    if (bitcoins === undefined || hash.length !== 20) return undefined;
    return base58check.encode(Uint8Array.of(bitcoins, ...hash));
  } catch {
    // It is no Base58Check text.
    return undefined;
  }
}
