/** `vaspkit/trp`: the exchange of messages about transfers by the Travel Rule Protocol. Imports nothing of Node. */
export { createTrp, type Trp } from "./trp/create.js";
export type { TrpDelivery, TrpDeliveryOptions, TrpFailure } from "./trp/deliver.js";
export type { DepositRequest, ReceivedInquiry, TrpAssetEntry, TrpOptions, TrpPeer } from "./trp/options.js";
