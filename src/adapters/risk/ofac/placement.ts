/** The chains of a listed address. Its format decides, because the code of an asset is not a chain. */
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { isAddressIssue } from "../../../domain/chains/address-issues.js";
import type { Chain, ChainModule, RegisteredChains } from "../../../domain/chains/chain.js";
import { ethereumFormOf } from "../../../domain/chains/ethereum-form.js";
import { parseWith } from "../../../domain/chains/module.js";
import { chains, isChain, specifiedChains } from "../../../domain/chains/registry.js";
import { own } from "../../../domain/own.js";
import { commonForm, receiversOf } from "./same-key.js";

/**
 * Why an address is on none of the supported chains:
 * - `unknown_chain`: the asset's own chain is not screened (XMR, ZEC, DASH, TRX without a module in the option `chains`);
 * - `unknown_format`: the asset is known, but the address has no format of a screened chain (USDT on TRON; a typing error);
 * - `unknown_code`: neither the asset nor the format is known. A newer version of vaspkit may know it.
 */
export type UnplacedReason = "unknown_chain" | "unknown_format" | "unknown_code";

/** The owner of a key or script. */
export interface Owner {
  /** Equal for two addresses with the same owner. */
  readonly key: string;
  /** Keys of other addresses at which payments to this one may arrive. */
  readonly receivers: readonly string[];
  /** The address, if the key has another form on its chain, too; otherwise "". */
  readonly form: string;
  /** Every chain on which the address, or its spelling there, belongs to this owner. */
  readonly chains: readonly string[];
}

/** The place of a listed address. */
export interface Placement {
  readonly owner: Owner;
  /** The chains that the list means. On the owner's other chains the owner has the same key. */
  readonly listedOn: readonly string[];
}

/** What the treasury's code says about an address. */
type Asset =
  /** The asset of a screened chain, which is tried first. */
  | { readonly kind: "native"; readonly module: ChainModule }
  /** A token, or the coin of a chain with Ethereum's addresses: the address may be on any chain. */
  | { readonly kind: "anywhere" }
  /** Its own chain is not supported. `lookalike`: the supported chain that also accepts its addresses. */
  | { readonly kind: "foreign"; readonly lookalike?: Chain }
  /** An unsupported fork of Bitcoin. Its version bytes of keys and scripts → Bitcoin's. */
  | { readonly kind: "fork"; readonly versions: Readonly<Record<number, number>> };

/** By the treasury's codes: tickers, except Bitcoin's. A code that is not here is placed by the format of its address. */
const assets: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ["XBT", { kind: "native", module: chains.bitcoin }],
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
  ...Object.values(chains).map((module): [string, Asset] => [module.symbol, { kind: "native", module }]),
]);

const evmChains: readonly string[] = ["ethereum", "polygon", "xdc"];

/** Bitcoin Cash has Bitcoin's coins of before August 2017, at the same hashes of keys and scripts. */
const forkOwned: readonly string[] = ["bitcoin", "bitcoin-cash"];

/** Litecoin accepts the text of Bitcoin's scripts, `3…`, as the same script. */
const scriptOwned: readonly string[] = [...forkOwned, "litecoin"];

/**
 * The chains whose format identifies them, in the order of trying: `1…` and `3…` are Bitcoin's, although Bitcoin Cash and
 * Litecoin accept them too. Not NEAR, whose accounts can be any word.
 */
const identifiable: readonly ChainModule[] = [
  ...Object.values(chains).filter((module) => Object.hasOwn(module, "checksum") && !evmChains.includes(module.name)),
  chains.solana,
];

/** White space and invisible characters (a zero-width space) are typing errors of the list: no address has any. */
const invisible = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]+/gu;

/** Places addresses. */
export interface Placer {
  /** Returns the place of a listed address, or why it has none. */
  placementOf(code: string, published: string): Placement | UnplacedReason;
  /** Returns the owner of an address in canonical form. */
  ownerOf(chain: string, canonical: string): Owner;
}

/**
 * Creates a placer for the chains of §4.1 and further ones.
 *
 * @param registered - the modules; those of §4.1 may be missing in it, and are used anyway
 */
export function placerOf(registered: RegisteredChains = specifiedChains): Placer {
  const further = [...registered.values()].filter(({ name }) => !isChain(name));
  return {
    placementOf: (code, published) => placementIn(code, published.replace(invisible, ""), further),
    ownerOf: (chain, canonical) => ownerIn(chain, canonical, further),
  };
}

function placementIn(code: string, address: string, further: readonly ChainModule[]): Placement | UnplacedReason {
  const asset = assetOf(code, further);
  const onFork = asset?.kind === "fork" ? asBitcoinAddress(asset.versions, address) : undefined;
  if (onFork !== undefined) return { owner: ownerIn("bitcoin", onFork, further), listedOn: [] };
  // Lower case has no checksum: an address that the treasury mistypes in case is the same 20 bytes.
  const digits = /^(?:0x|xdc)([0-9a-f]{40})$/i.exec(address)?.[1]?.toLowerCase();
  const hex = digits && canonicalOn(chains.ethereum, `0x${digits}`);
  if (hex) return { owner: ownerIn("ethereum", hex, further), listedOn: evmChainsOf(hex, further) };
  for (const module of candidatesOf(asset, further)) {
    const canonical = canonicalOn(module, address);
    if (canonical === undefined) continue;
    // On the lookalike chain, the text of the list belongs to the same key.
    const isLookalike = asset?.kind === "foreign" && own(asset, "lookalike") === module.name;
    return { owner: ownerIn(module.name, canonical, further), listedOn: isLookalike ? [] : [module.name] };
  }
  if (asset === undefined) return "unknown_code";
  return asset.kind === "foreign" || asset.kind === "fork" ? "unknown_chain" : "unknown_format";
}

function ownerIn(chain: string, canonical: string, further: readonly ChainModule[]): Owner {
  // The key of an Ethereum address controls the NEAR account of the same text `0x…` (NEP-518).
  const isHex = chain === "near" || evmChains.includes(chain) || !isChain(chain);
  const hex = isHex ? canonicalOn(chains.ethereum, ethereumTextOf(chain, canonical)) : undefined;
  if (hex !== undefined) {
    return { key: `evm:${hex}`, receivers: [], form: "", chains: [...evmChainsOf(hex, further), "near"] };
  }
  const common = commonForm(chain, canonical);
  const receivers = receiversOf(chain, canonical).map((receiver) => `${chain}:${receiver}`);
  const forms = { receivers, form: common === canonical && receivers.length === 0 ? "" : canonical };
  // Bitcoin Cash accepts Bitcoin's addresses of before segwit; its own form is their common form.
  const bitcoin = chain === "litecoin" ? asBitcoinAddress(litecoinScripts, common) : common;
  const cash = scriptOwned.includes(chain) ? canonicalOn(chains["bitcoin-cash"], bitcoin ?? "") : undefined;
  if (cash?.length !== cashAddrLength) return { key: `${chain}:${common}`, ...forms, chains: [chain] };
  return { key: `fork:${cash}`, ...forms, chains: cash.startsWith("bitcoincash:p") ? scriptOwned : forkOwned };
}

/** Returns the chains with Ethereum's addresses. Of the further ones those that read the address as the same key. */
function evmChainsOf(hex: string, further: readonly ChainModule[]): readonly string[] {
  const readers = further.filter((module) => ethereumTextOf(module.name, canonicalOn(module, hex) ?? "") === hex);
  return [...evmChains, ...readers.map(({ name }) => name)];
}

/** Returns the text `0x…` of an address of Filecoin that is Ethereum's (FIP-48); other canonical forms as they are. */
function ethereumTextOf(chain: string, canonical: string): string {
  const form = chain === "filecoin" ? ethereumFormOf(chain, canonical) : undefined;
  return form === undefined ? canonical : (canonicalOn(chains.ethereum, form) ?? "");
}

/** A further chain is native to its symbol, unless the symbol is that of a chain of §4.1: ETH on Base. */
function assetOf(code: string, further: readonly ChainModule[]): Asset | undefined {
  const known = assets.get(code);
  if (known?.kind === "native") return known;
  const module = further.find(({ symbol }) => symbol === code);
  return module === undefined ? known : { kind: "native", module };
}

/** Returns the chains to try, the asset's own one first. */
function candidatesOf(asset: Asset | undefined, further: readonly ChainModule[]): readonly ChainModule[] {
  const others = [...identifiable, ...further.filter((module) => own(module, "checksum") !== undefined)];
  return asset?.kind === "native" ? [asset.module, ...others] : others;
}

/** Canonical `M…` → the version of `3…`. */
const litecoinScripts = { 50: 0x05 };

/** With a hash of 20 bytes. Bitcoin Cash has longer hashes too, which Bitcoin has not. */
const cashAddrLength = "bitcoincash:".length + 42;

function canonicalOn(module: ChainModule, text: string): string | undefined {
  const reading = parseWith(module, text);
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
