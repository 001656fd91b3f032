/** Amounts of a chain's native asset: as nodes and explorers write them, as exact minor units, as decimal text. */
import type { Chain } from "../../domain/chains/chain.js";
import { chains } from "../../domain/chains/registry.js";
import { Exact } from "../../domain/decimal.js";
import type { DecimalText } from "../../domain/identifiers/codes.js";
import type { Balance } from "../../ports/balance-source.js";
import type { JsonNode } from "../transport/json.js";

/** The balance of so many minor units (satoshi, wei, drops), not yet priced. */
export function toBalance(chain: Chain, minorUnits: bigint): Balance {
  return { balance: toDecimalText(minorUnits, chains[chain].decimals), balance_usd: null };
}

/** minorUnits × 10^-decimals, exact, without superfluous zeros: `"1.5"`, `"0"`. */
export function toDecimalText(minorUnits: bigint, decimals: number): DecimalText {
  return new Exact(String(minorUnits)).times(`1e-${decimals}`).toFixed();
}

/** A JSON number of minor units. Throws `provider_unreadable` for anything else, and below zero. */
export function readWholeNumber(node: JsonNode): bigint {
  const units = node.integer();
  return units < 0n ? node.refuse("has an amount below zero") : units;
}

/** A text of digits, as u64, u128 and drops are written. Some services put a sentence there, which is no amount. */
export function readWholeText(node: JsonNode): bigint {
  const text = node.text();
  return /^(?:0|[1-9]\d{0,77})$/.test(text) ? BigInt(text) : node.refuse("has no whole number in digits");
}

/** A hex quantity of at most 256 bits (Ethereum JSON-RPC). A bare `0x` is no zero. */
export function readHexQuantity(node: JsonNode): bigint {
  const text = node.text();
  return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : node.refuse("has no hex quantity");
}
