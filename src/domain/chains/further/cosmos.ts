/**
 * Chains of the Cosmos SDK. Bech32 with the prefix of the chain, and 20 bytes of an account, or 32 of a contract or module
 * (ADR-028). The same key has another prefix on each chain.
 */
import { checkedOptions, configurationInvalid } from "../../options.js";
import {
  checksumIssue,
  formatIssue,
  isAddressIssue,
  lengthIssue,
  otherNetworkIssue,
  type TextLimits,
  unknownNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { bech32Alphabet, bech32Bytes, decodeBech32 } from "../encodings/bech32.js";
import { bech32Networks } from "../known-prefixes.js";
import { furtherChain } from "./secret-keys.js";

/** Options of {@link cosmosChain}. */
export interface CosmosChainOptions<Name extends string> {
  /** Name of the chain: lower-case letters, digits and hyphens. */
  readonly name: Name;
  /** Prefix of its addresses before the `1`: lower-case letters and digits. */
  readonly prefix: string;
  /** Ticker of its native asset. */
  readonly symbol: string;
  /** Decimal places of its native asset. @default 6 */
  readonly decimals?: number | undefined;
  /** SLIP-44 coin type. @default 118, the type of Cosmos, which most chains share */
  readonly coinType?: number | undefined;
}

/** The longest text that BIP-173 allows, also of other prefixes, which are named. */
const limits: TextLimits = { alphabet: bech32Alphabet, minLength: 8, maxLength: 90 };

/** The SDK's default is 256 bytes. Some chains allow 512. */
const MAX_MEMO = 512;

/** Prefixes of other chains (chain registry of the Cosmos project). */
const networks: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["cosmos", "cosmos"],
  ["osmo", "osmosis"],
  ["noble", "Noble"],
  ["celestia", "Celestia"],
  ["dydx", "dYdX"],
  ["inj", "Injective"],
  ["axelar", "Axelar"],
  ["neutron", "Neutron"],
  ["stride", "Stride"],
  ["juno", "Juno"],
  ["akash", "Akash"],
  ["kujira", "Kujira"],
  ["sei", "Sei"],
  ["kava", "Kava"],
  ["terra", "Terra"],
  ["cro", "Cronos POS"],
  ["thor", "THORChain"],
  ["secret", "Secret Network"],
  ["dym", "Dymension"],
  ["agoric", "Agoric"],
  ["persistence", "Persistence"],
  ["pb", "Provenance"],
  ["core", "Coreum"],
  ["mantra", "MANTRA"],
  ["bbn", "Babylon"],
  ["fetch", "Fetch.ai"],
]);

/** Prefixes of others: Avalanche, Cardano, MultiversX, BNB Beacon Chain, LNURL, Sui and Zcash. */
const foreign =
  /^(?:avax|fuji|addr|stake|script|xprv|erd|bnb|tbnb|lnurl|suiprivkey|zs|zxviews|ztestsapling|u|utest|uview|uivk|tex|textest)$/;

/** Names of other modules. A chain with another's name would receive its addresses. */
const taken =
  /^(?:bitcoin|ethereum|litecoin|bitcoin-cash|doge|solana|xdc|ripple|stellar|algorand|polygon|polkadot|tezos|near|tron|bsc|base|arbitrum|optimism|avalanche|ton|cardano|hedera|sui|aptos|filecoin|monero|zcash|dash|ethereum-classic|starknet|kaspa|internet-computer|stacks|eos|flow|multiversx)$/;

/** Behind the prefix of any chain: keys, and addresses of validators (Cosmos SDK, "Bech32"). */
const NO_ACCOUNT = /(?:valoper|valcons|pub)$/;

const noAccountIssue: AddressIssue = /* @__PURE__ */ formatIssue(
  "The text is a public key or an address of a validator, not the wallet address of an account; get the address of the account.",
);

/**
 * Creates the module of a chain that was made with the Cosmos SDK. A memo that an exchange requires is not a part of the
 * address.
 *
 * @returns A module for the option `chains` and for `parseAddress`.
 * @throws ComplianceError `configuration_invalid` for a missing or invalid option
 * @example
 * const noble = cosmosChain({ name: "noble", prefix: "noble", symbol: "USDC" });
 */
export function cosmosChain<const Name extends string>(options: CosmosChainOptions<Name>): ChainModule<Name> {
  const { name, prefix, symbol, decimals = 6, coinType = 118 } = checkedOptions("cosmosChain", options, kinds);
  if (!isText(name, /^[a-z][a-z0-9-]{0,39}$/)) {
    throw configurationInvalid("The option name of cosmosChain must be lower-case letters, digits and hyphens.");
  }
  if (!isText(prefix, /^[a-z0-9]{1,20}$/)) {
    throw configurationInvalid("The option prefix of cosmosChain must be at most 20 lower-case letters and digits.");
  }
  const owner = prefix === "osmo" ? "osmosis" : prefix;
  const isTaken = ["cosmos", "osmosis"].some((each) => (owner === each) !== (name === each)) || taken.test(name);
  if (isTaken || bech32Networks.has(prefix) || foreign.test(prefix) || NO_ACCOUNT.test(prefix)) {
    throw configurationInvalid(
      "The options name and prefix of cosmosChain must be those of one chain, and not of another chain, a key or a validator.",
    );
  }
  if (!isText(symbol, /^[A-Za-z0-9]{1,20}$/)) {
    throw configurationInvalid("The option symbol of cosmosChain must be a ticker, for example ATOM.");
  }
  if (!(Number.isInteger(decimals) && decimals <= 38 && Number.isInteger(coinType) && coinType < 2 ** 31)) {
    throw configurationInvalid(
      "The option decimals of cosmosChain must be 0 to 38, and coinType a coin type of SLIP-44, below 2,147,483,648.",
    );
  }
  return moduleOf(name, prefix, symbol, decimals, coinType);
}

/** A caller without types may omit the option. */
function isText(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}

const kinds = {
  name: "text",
  prefix: "text",
  symbol: "text",
  decimals: "count",
  coinType: "count",
} as const;

function moduleOf<Name extends string>(
  name: Name,
  prefix: string,
  symbol: string,
  decimals: number,
  coinType: number,
): ChainModule<Name> {
  const parse = (text: string): DecodedAddress | AddressIssue => parseCosmos(text, prefix);
  const tag = { kind: "text", name: "memo", maxBytes: MAX_MEMO } as const;
  return furtherChain({ name, symbol, decimals, coinType, formats: ["bech32"], checksum: "bech32", tag, parse });
}

function parseCosmos(text: string, prefix: string): DecodedAddress | AddressIssue {
  const length = lengthIssue(`${prefix.length + 39} or ${prefix.length + 59} characters`);
  const decoded = decodeBech32(text, limits, "bech32");
  if (isAddressIssue(decoded)) return decoded.code === length.code ? length : decoded;
  if (decoded.variant !== "bech32") return checksumIssue;
  if (decoded.prefix !== prefix) return otherPrefixIssue(decoded.prefix);
  const bytes = bech32Bytes(decoded);
  if (isAddressIssue(bytes)) return bytes;
  return bytes.length === 20 || bytes.length === 32 ? { canonical: decoded.lower, format: "bech32" } : length;
}

function otherPrefixIssue(prefix: string): AddressIssue {
  if (NO_ACCOUNT.test(prefix)) return noAccountIssue;
  const network = networks.get(prefix);
  return network === undefined ? unknownNetworkIssue : otherNetworkIssue(network);
}

/** Cosmos Hub. A memo that an exchange requires is not a part of the address. */
export const cosmos: ChainModule<"cosmos"> = /* @__PURE__ */ moduleOf("cosmos", "cosmos", "ATOM", 6, 118);

/** Osmosis. Wallets derive its keys with the coin type 118. A memo is not a part of the address. */
export const osmosis: ChainModule<"osmosis"> = /* @__PURE__ */ moduleOf("osmosis", "osmo", "OSMO", 6, 10000118);
