/** Sample addresses, and risk providers and balance sources that keep their queries. */
import type {
  AddressQuery,
  Balance,
  BalanceSource,
  Chain,
  Compliance,
  ComplianceOptions,
  RiskEntry,
  RiskProvider,
} from "../../src/index.js";
import { filledCompliance, individual } from "./samples.js";

/** Each chain of §4.1 with its ticker, an address, and the canonical form of the address. */
export const wallets: Readonly<
  Record<Chain, { readonly symbol: string; readonly given: string; readonly canonical: string }>
> = {
  bitcoin: {
    symbol: "BTC",
    given: "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    canonical: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  },
  ethereum: {
    symbol: "ETH",
    given: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
    canonical: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  },
  litecoin: {
    symbol: "LTC",
    given: "3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj",
    canonical: "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7",
  },
  "bitcoin-cash": {
    symbol: "BCH",
    given: "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
    canonical: "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
  },
  doge: same("DOGE", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"),
  solana: same("SOL", "11111111111111111111111111111111"),
  xdc: {
    symbol: "XDC",
    given: "xdc5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
    canonical: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  },
  ripple: {
    symbol: "XRP",
    given: "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu",
    canonical: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
  },
  stellar: {
    symbol: "XLM",
    given: "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ",
    canonical: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
  },
  algorand: same("ALGO", "VCMJKWOY5P5P7SKMZFFOCEROPJCZOTIJMNIYNUCKH7LRO45JMJP6UYBIJA"),
  polygon: {
    symbol: "POL",
    given: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
    canonical: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  },
  polkadot: same("DOT", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
  tezos: same("XTZ", "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"),
  near: same("NEAR", "relay.aurora"),
};

function same(symbol: string, address: string): { symbol: string; given: string; canonical: string } {
  return { symbol, given: address, canonical: address };
}

const { given, canonical } = wallets.ethereum;

/** A request of §4.1 with only the required properties. */
export const loading = { chain: "ethereum", address: given } as const;

/** The same address with a scan by the provider RDCFI. */
export const screening = { ...loading, scan_for_risk: true, provider_name: "RDCFI" } as const;

/** Its identity in every record. */
export const identity = { address: canonical, chain: "ethereum", symbol: "ETH" } as const;

/** The account stored by {@link addressCompliance}. */
export const account_ref_id = individual.reference_id;

/** A complete risk entry of a provider (§2.8). */
export const entry = {
  provider_name: "RDCFI",
  risk_ratio: 87,
  risk_descriptors: ["score:0.87", "mixer"],
  vasp_name_legal: "",
  vasp_name_business: "Aurora, Aurora Pro",
  vasp_website: null,
  vasp_category: "exchange, custodian",
} as const satisfies RiskEntry;

/** A part with one response for every query, and the queries it received. */
export interface Asked<T> {
  readonly part: T;
  readonly queries: AddressQuery[];
}

export function screener(answer: () => unknown = () => [entry]): Asked<RiskProvider> {
  const queries: AddressQuery[] = [];
  const screen = async (query: AddressQuery): Promise<readonly RiskEntry[]> => {
    queries.push(query);
    // What a provider without types may answer is the point of several tests.
    return (await answer()) as readonly RiskEntry[];
  };
  return { part: { screen }, queries };
}

export function balanceSource(
  answer: () => unknown = () => ({ balance: "1.5", balance_usd: "5250.00" }),
): Asked<BalanceSource> {
  const queries: AddressQuery[] = [];
  const balance = async (query: AddressQuery): Promise<Balance> => {
    queries.push(query);
    // As above.
    return (await answer()) as Balance;
  };
  return { part: { balance }, queries };
}

/** Creates a compliance with one account and the risk provider RDCFI. */
export function addressCompliance(options: Partial<ComplianceOptions> = {}): Promise<Compliance> {
  return filledCompliance({ riskProviders: { RDCFI: screener().part }, ...options });
}

/** Creates a clock that advances by one second with each call. */
export function tickingClock(): () => Date {
  let seconds = -1;
  return () => {
    seconds += 1;
    return new Date(Date.parse("2024-06-28T14:01:00.000Z") + seconds * 1000);
  };
}
