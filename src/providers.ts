/** `vaspkit/providers`: risk providers, balance sources and rate sources over `fetch`, without Node APIs. */

export {
  type BlockbookOptions,
  blockbook,
  type EsploraOptions,
  esplora,
} from "./adapters/balances/bitcoin-explorers.js";
export {
  type BalancesInUsdOptions,
  balancesByChain,
  balancesInUsd,
  type FurtherChainsOptions,
  type UsdRates,
} from "./adapters/balances/combined.js";
export {
  type EthereumRpcOptions,
  ethereumRpc,
  type NearRpcOptions,
  nearRpc,
  type SolanaRpcOptions,
  solanaRpc,
  type TronRpcOptions,
  tronRpc,
} from "./adapters/balances/json-rpc.js";
export {
  type AlgodOptions,
  algod,
  type HorizonOptions,
  horizon,
  type SubstrateSidecarOptions,
  substrateSidecar,
  type TzktOptions,
  tzkt,
} from "./adapters/balances/rest.js";
export { type RippledOptions, rippled } from "./adapters/balances/rippled.js";
export { type CoinbasePricesOptions, coinbasePrices } from "./adapters/prices/coinbase.js";
export { type CoinbaseRatesOptions, coinbaseRates } from "./adapters/rates/coinbase.js";
export { type EcbRatesOptions, ecbRates } from "./adapters/rates/ecb.js";
export {
  type ChainalysisSanctionsOptions,
  type ChainalysisScreeningOptions,
  chainalysisSanctions,
  chainalysisScreening,
} from "./adapters/risk/chainalysis.js";
export { type CoinfirmOptions, coinfirm } from "./adapters/risk/coinfirm.js";
export { type EllipticOptions, elliptic } from "./adapters/risk/elliptic.js";
export { type GoPlusOptions, goPlus } from "./adapters/risk/go-plus.js";
export type { ByteReader, ByteStream } from "./adapters/risk/ofac/byte-stream.js";
export { type OfacListEntry, type OfacListOptions, ofacList } from "./adapters/risk/ofac/list.js";
export {
  type OfacEntry,
  type OfacProgress,
  type OfacPublication,
  type OfacUnplaced,
  type ParseOfacListOptions,
  parseOfacList,
} from "./adapters/risk/ofac/parse.js";
export type { UnplacedReason } from "./adapters/risk/ofac/placement.js";
export type { ChainWords } from "./adapters/risk/provider.js";
export { type ScreenWithArguments, type ScreenWithOptions, screenWith } from "./adapters/risk/screen-with.js";
export { type TrmOptions, trm } from "./adapters/risk/trm.js";
export type { Fetch } from "./adapters/transport/request.js";
export type { ServiceOptions } from "./adapters/transport/service.js";
