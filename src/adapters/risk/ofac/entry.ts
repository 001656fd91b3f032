/** What is known of a listed digital currency address, and of one that lies on no chain of ours. */
import type { Chain } from "../../../domain/chains/chain.js";

/** A digital currency address of the list (SDN: Specially Designated Nationals and Blocked Persons). Plain data, fit for JSON. */
export interface OfacEntry {
  /** The treasury's own code of the asset: `"XBT"` is bitcoin's. It is not the chain: `"USDT"` is on several. */
  readonly code: string;
  /** As published, which may be in the form of another chain: it is not meant to be parsed for each of `chains`. */
  readonly address: string;
  /** The chains on which its key owns an address: where it is screened. */
  readonly chains: readonly Chain[];
  /** Of an entity. "" for an individual or a ship: names of people are personal data, and no VASP's. */
  readonly name: string;
  /** Of an entity, in the order of the file, in whatever script. */
  readonly aliases: readonly string[];
  /** Codes of the sanctions programs: `["CYBER2"]`. */
  readonly programs: readonly string[];
}

/**
 * Why an address is on no chain of ours:
 * - `unknown_chain`: the asset's own chain is none of the fourteen (XMR, ZEC, DASH, TRX);
 * - `unknown_format`: the asset is known, but its address is of no format of the fourteen (USDT on Tron; a typing error);
 * - `unknown_code`: neither the asset nor the format is known. A newer version of vaspkit may know it.
 */
export type UnplacedReason = "unknown_chain" | "unknown_format" | "unknown_code";

/** A listed address that {@link OfacEntry} cannot be made of: who has to deal with that asset must look it up elsewhere. */
export interface OfacUnplaced {
  readonly code: string;
  /** As published; "" where the list names the asset and no address. */
  readonly address: string;
  readonly reason: UnplacedReason;
}
