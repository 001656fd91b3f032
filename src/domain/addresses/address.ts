/** Wallet addresses: the record of §2.8, what a storage keeps, and the requests of §4.1 and §4.2. */
import type { Actor } from "../actor.js";
import type { Chain } from "../chains/chain.js";
import type { DecimalText } from "../identifiers/codes.js";
import { compareText } from "../text.js";

/**
 * One provider's risk assessment of an address (§2.8), without the time at which it was recorded. All properties are
 * required.
 *
 * @example
 * const entry: RiskEntry = {
 *   provider_name: "RDBIG",
 *   risk_ratio: 71,
 *   risk_descriptors: ["bigrisk:score:71", "mixer"],
 *   vasp_name_legal: "",
 *   vasp_name_business: "",
 *   vasp_website: null,
 *   vasp_category: "",
 * };
 */
export interface RiskEntry {
  /** Code of the provider: `"OFAC"`, `"RDCFI"`. */
  readonly provider_name: string;
  /** Integer 0–100. 0 means that the provider found nothing. Ratios of different providers are not comparable. */
  readonly risk_ratio: number;
  /** Risk labels, the provider's own score first. */
  readonly risk_descriptors: readonly string[];
  /** Empty unless the provider reports a legal name. */
  readonly vasp_name_legal: string;
  /** Names, joined with `", "`. */
  readonly vasp_name_business: string;
  readonly vasp_website: string | null;
  /** Categories, joined with `", "`. */
  readonly vasp_category: string;
  /** The VASP of your directory that has the address, if the provider is certain. It confirms the VASP of a transfer. */
  readonly vasp_id?: string;
}

/** A risk entry of a record (§2.8). */
export interface RecordedRiskEntry extends RiskEntry {
  /** When the entry was stored, ISO 8601 with offset. */
  readonly created: string;
}

/** The wallet address record (§2.8), field for field. */
export interface WalletAddress<C extends string = Chain> {
  /** In canonical form. */
  readonly address: string;
  readonly chain: C;
  readonly symbol: string;
  /** The label; false without one, for which `addresses.history` has null. */
  readonly is_self_hosted: boolean;
  /** The doubles nearest to the exact decimals of `addresses.history`; null without a reading. */
  readonly financial_data: { readonly balance: number | null; readonly balance_usd: number | null };
  /** Entries of the newest screening; null without one. */
  readonly risk_data: readonly RecordedRiskEntry[] | null;
  /** When the record was first created, ISO 8601 with offset. */
  readonly created: string;
}

/** The record of an address of an account. */
export interface AccountAddress<C extends string = Chain> extends WalletAddress<C> {
  /** The tags of the account's links. Null is a link without a tag: the address is the account's own. */
  readonly tags: readonly (string | null)[];
}

/** The response of a balance source: an exact balance. */
export interface BalanceResponse {
  /** In whole units of the chain's native asset. */
  readonly balance: DecimalText;
  /** In US dollars; null without a price. */
  readonly balance_usd: DecimalText | null;
}

/** A recorded balance. */
export interface BalanceReading extends BalanceResponse {
  /** When the balance was read, ISO 8601 with offset. */
  readonly created: string;
}

/** One screening. Each entry has its time in `created`. */
export type Screening = readonly RecordedRiskEntry[];

/** The record that a storage keeps of an address. Identity: `chain` and `address`. */
export interface StoredAddress {
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  /** The label that `addresses.create` was given; absent without one. Responses show false then (§4.1). */
  readonly is_self_hosted?: boolean;
  /** The VASP that has the address, as `addresses.create` was given it; absent without one. */
  readonly vasp_id?: string;
  /** Who gave the label or the VASP; absent if the call named no actor. */
  readonly labelled_by?: Actor;
  /** The account that is linked without a tag. */
  readonly account_ref_id?: string;
  /** When that account was linked, ISO 8601 with offset. Absent without an account, and if the time is unknown. */
  readonly linked?: string;
  /** The newest reading. */
  readonly balance?: BalanceReading;
  /** The newest screening. */
  readonly screening?: Screening;
  readonly created: string;
}

/**
 * A link of an address to an account. An address has at most one account at a time for each tag, and one without a tag. A
 * tag distinguishes the customers of a shared address: the destination tag of the XRP Ledger, the memo or the id of a
 * muxed account of Stellar.
 */
export interface AddressLink {
  readonly account_ref_id: string;
  /** Null for the link without a tag. */
  readonly tag: string | null;
  /** ISO 8601 with offset; null if the time is unknown. */
  readonly linked: string | null;
  /** When another account was linked in its place, ISO 8601 with offset; null for a current link. */
  readonly unlinked: string | null;
  /** Who linked it; absent if the call named no actor. */
  readonly actor?: Actor;
}

/** The record of an address with all its screenings and links. */
export interface StoredAddressHistory extends StoredAddress {
  /** Oldest first. */
  readonly screenings: readonly Screening[];
  /** Current and past links, sorted by `sortLinks`. */
  readonly links: readonly AddressLink[];
  /** Executed transfers that used the address, sorted by `sortUses`. */
  readonly uses: readonly AddressUse[];
}

/** That an executed transfer used an address. */
export interface AddressUse {
  readonly transfer_id: string;
  readonly side: "originator" | "beneficiary";
  /** The account of that side; null if the transfer described the party itself. */
  readonly account_ref_id: string | null;
  /** When it was executed: ISO 8601 with offset, milliseconds, UTC. */
  readonly at: string;
}

/**
 * Sorts uses of an address: oldest first, ties by transfer, then by side, in code units.
 *
 * @param uses - the uses, left in their order
 * @returns a new array
 * @example
 * sortUses(rows);
 */
export function sortUses(uses: Iterable<AddressUse>): AddressUse[] {
  return [...uses].sort(
    (a, b) => compareText(a.at, b.at) || compareText(a.transfer_id, b.transfer_id) || compareText(a.side, b.side),
  );
}

/** The record of an address that is linked to an account. */
export interface LinkedAddress extends StoredAddress {
  /** The tags of the account's links, in code units. Null comes first: a link without a tag. */
  readonly tags: readonly (string | null)[];
}

/** An address list for a storage. */
export interface AddressListQuery {
  /** Only addresses of this chain; absent for all. */
  readonly chain?: Chain | undefined;
  /** The most addresses of the page. */
  readonly size: number;
  /** The cursor of the page before; absent for the first page. */
  readonly cursor?: string | undefined;
}

/** A change to a stored address (§4.1). An absent property leaves the stored value as it is. */
export interface AddressUpdate {
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  readonly is_self_hosted?: boolean;
  readonly vasp_id?: string;
  /** Who labels or links. */
  readonly actor?: Actor;
  /** The account to link. */
  readonly account_ref_id?: string;
  /** The tag of the link; absent for the link without a tag. Only with `account_ref_id`. */
  readonly tag?: string;
  /** Whether the link may replace one to another account. */
  readonly relink?: boolean;
  readonly balance?: BalanceReading;
  readonly screening?: Screening;
  /** Time of this update; becomes `created` of a new record. */
  readonly created: string;
}

/** Everything recorded about an address: exact decimals, and the time of each screening. */
export interface AddressHistory<C extends string = Chain> {
  readonly chain: C;
  /** In canonical form. */
  readonly address: string;
  /** The label that `addresses.create` was given; null without one. */
  readonly is_self_hosted: boolean | null;
  /** The VASP that `addresses.create` was given; null without one. */
  readonly vasp_id: string | null;
  /** Who gave the label or the VASP; null if the call named no actor. */
  readonly labelled_by: Actor | null;
  /** Executed transfers that used the address, newest first. A use says nothing about whose address it is. */
  readonly uses: readonly AddressUse[];
  /** The account that is linked without a tag. */
  readonly account_ref_id?: string;
  /** All screenings, newest first. */
  readonly screenings: readonly Screening[];
  /** Current and past links, newest first. */
  readonly links: readonly AddressLink[];
  /** The newest reading; null without one. */
  readonly balance: BalanceReading | null;
}

/** All properties of a request to `addresses.create` (§4.1). {@link AddressCreateRequest} adds their dependencies. */
export interface AddressCreateFields<C extends string = Chain> {
  readonly chain: C;
  /** In any format of the chain. The record stores the canonical form. */
  readonly address: string;
  /** Code of the provider that screens: a key of the option `riskProviders`. Required with `scan_for_risk: true`. */
  readonly provider_name?: string;
  /**
   * Labels the address for all customers. `transfers.check` refuses transfers that contradict a label.
   *
   * @default the stored label; a new address has none, which contradicts no transfer, and responses show false
   */
  readonly is_self_hosted?: boolean;
  /**
   * Labels the address for all customers with the VASP of the directory that has it. `transfers.decide` then confirms that VASP,
   * and suspends transfers that name another one. Not with `is_self_hosted: true`.
   *
   * @default the stored label; a new address has none
   */
  readonly vasp_id?: string;
  /**
   * Whether to screen the address now.
   *
   * @default false
   */
  readonly scan_for_risk?: boolean;
  /**
   * The stored account to link.
   *
   * @default the stored value
   */
  readonly account_ref_id?: string;
  /**
   * The tag of the link: a destination tag or a memo. With tags, many accounts can share one address. Only with
   * `account_ref_id`.
   *
   * @default the tag in `address`, else none
   */
  readonly tag?: string | undefined;
  /**
   * Whether `account_ref_id` may replace another account.
   *
   * @default false
   */
  readonly relink?: boolean | undefined;
}

/**
 * Request of `addresses.create` (§4.1). A scan without `provider_name` does not compile.
 *
 * @example
 * const request = { chain: "tezos", address, scan_for_risk: true, provider_name: "OFAC" } satisfies AddressCreateRequest;
 */
export type AddressCreateRequest<C extends string = Chain> = Omit<
  AddressCreateFields<C>,
  "scan_for_risk" | "provider_name"
> &
  (
    | { readonly scan_for_risk: true; readonly provider_name: string }
    | { readonly scan_for_risk?: false; readonly provider_name?: string }
  );

/** Request of `addresses.assign` (§4.2). */
export interface AddressAssignRequest<C extends string = Chain> {
  readonly chain: C;
  /** In any format of the chain. */
  readonly address: string;
  /** The stored account to link. */
  readonly reference_id: string;
  /**
   * The tag of the link: a destination tag or a memo.
   *
   * @default the tag in `address`, else none
   */
  readonly tag?: string | undefined;
  /**
   * Whether the account may replace another one.
   *
   * @default false
   */
  readonly relink?: boolean | undefined;
}

/** Request of `addresses.rescreen`. */
export interface RescreenRequest<C extends string = Chain> {
  /** Code of the provider that screens: a key of the option `riskProviders`. */
  readonly provider_name: string;
  /**
   * Only addresses of this chain.
   *
   * @default all chains
   */
  readonly chain?: C | undefined;
}

/** The response of a risk provider. A property, because paths of issues need a name. */
export interface RiskResponse {
  readonly entries: readonly RiskEntry[];
}
