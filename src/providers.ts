/** `vaspkit/providers`: what asks outside services over `fetch`. Nothing of Node. */

export { type AlgodOptions, algod } from "./adapters/balances/algod.js";
export { type BlockbookOptions, blockbook } from "./adapters/balances/blockbook.js";
export { balancesByChain } from "./adapters/balances/by-chain.js";
export { type EsploraOptions, esplora } from "./adapters/balances/esplora.js";
export { type EthereumRpcOptions, ethereumRpc } from "./adapters/balances/ethereum-rpc.js";
export { type HorizonOptions, horizon } from "./adapters/balances/horizon.js";
export { type BalancesInUsdOptions, balancesInUsd, type PriceSource } from "./adapters/balances/in-usd.js";
export { type NearRpcOptions, nearRpc } from "./adapters/balances/near-rpc.js";
export { type RippledOptions, rippled } from "./adapters/balances/rippled.js";
export { type SolanaRpcOptions, solanaRpc } from "./adapters/balances/solana-rpc.js";
export { type SubstrateSidecarOptions, substrateSidecar } from "./adapters/balances/substrate-sidecar.js";
export { type TzktOptions, tzkt } from "./adapters/balances/tzkt.js";
export { type CoinbaseRatesOptions, coinbaseRates } from "./adapters/rates/coinbase.js";
export { type EcbRatesOptions, ecbRates } from "./adapters/rates/ecb.js";
export { type ChainalysisSanctionsOptions, chainalysisSanctions } from "./adapters/risk/chainalysis-sanctions.js";
export { type ChainalysisScreeningOptions, chainalysisScreening } from "./adapters/risk/chainalysis-screening.js";
export { type CoinfirmOptions, coinfirm } from "./adapters/risk/coinfirm.js";
export { type EllipticOptions, elliptic } from "./adapters/risk/elliptic.js";
export { type GoPlusOptions, goPlus } from "./adapters/risk/go-plus.js";
export type { ByteReader, ByteStream } from "./adapters/risk/ofac/byte-stream.js";
export type { OfacEntry, OfacUnplaced, UnplacedReason } from "./adapters/risk/ofac/entry.js";
export { type OfacListEntry, type OfacListOptions, ofacList } from "./adapters/risk/ofac/list.js";
export {
  type OfacProgress,
  type OfacPublication,
  type ParseOfacListOptions,
  parseOfacList,
} from "./adapters/risk/ofac/parse.js";
export type { ChainWords } from "./adapters/risk/provider-options.js";
export { type ScreenWithArguments, type ScreenWithOptions, screenWith } from "./adapters/risk/screen-with.js";
export { type TrmOptions, trm } from "./adapters/risk/trm.js";
export type { Fetch } from "./adapters/transport/ask.js";
export type { ServiceOptions } from "./adapters/transport/service.js";
