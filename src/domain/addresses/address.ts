/** Wallet addresses: the record of §2.8, what is stored of it, and how an update changes what is stored. */
import type { Chain } from "../chains/chain.js";
import type { DecimalText } from "../identifiers/codes.js";

/** What one provider says of an address (§2.8), without the time at which it was recorded. */
export interface RiskEntry {
  /** The code of the provider that answered: `"OFAC"`, `"RDCFI"`. */
  readonly provider_name: string;
  /** Integer 0–100; 0 only when the provider answered that it found nothing. Ratios of different providers cannot be compared. */
  readonly risk_ratio: number;
  /** Risk labels, the provider's own score first. */
  readonly risk_descriptors: readonly string[];
  /** Empty unless the provider says that the name is the legal one. */
  readonly vasp_name_legal: string;
  /** Names, joined with `", "`. */
  readonly vasp_name_business: string;
  readonly vasp_website: string | null;
  /** Categories, joined with `", "`. */
  readonly vasp_category: string;
}

/** A risk entry of a record (§2.8): `created` is when it was stored, ISO 8601 with offset. */
export interface RecordedRiskEntry extends RiskEntry {
  readonly created: string;
}

/** The wallet address record (§2.8), field for field. */
export interface WalletAddress {
  /** In canonical form. */
  readonly address: string;
  readonly chain: Chain;
  readonly symbol: string;
  readonly is_self_hosted: boolean;
  /** The nearest doubles of the exact decimals, which `addresses.history` gives; null: not asked for. */
  readonly financial_data: { readonly balance: number | null; readonly balance_usd: number | null };
  /** The entries of the newest screening; null: none. */
  readonly risk_data: readonly RecordedRiskEntry[] | null;
  /** ISO 8601 with offset; of the first creation. */
  readonly created: string;
}

/** A balance as it was read: exact, in whole units of the chain's native asset and in US dollars. */
export interface BalanceReading {
  readonly balance: DecimalText;
  /** null: no price was asked for. */
  readonly balance_usd: DecimalText | null;
  /** When it was read, ISO 8601 with offset. */
  readonly created: string;
}

/** One screening: what was known of the address then. Its entries carry the time. */
export type Screening = readonly RecordedRiskEntry[];

/** What a storage keeps of an address. Identity: `chain` and `address`. */
export interface StoredAddress {
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  readonly is_self_hosted: boolean;
  /** The account that it is linked to. */
  readonly account_ref_id?: string;
  /** The newest one. */
  readonly balance?: BalanceReading;
  /** Every screening there was, the oldest first. */
  readonly screenings: readonly Screening[];
  readonly created: string;
}

/** What a creation brings (§4.1). What is absent leaves the stored record as it is. */
export interface AddressUpdate {
  readonly chain: Chain;
  /** In canonical form. */
  readonly address: string;
  readonly is_self_hosted?: boolean;
  readonly account_ref_id?: string;
  readonly balance?: BalanceReading;
  readonly screening?: Screening;
  /** The time of this update: `created` of a record that is new. */
  readonly created: string;
}
