/** `vaspkit/ownership`: methods that prove control of an address by a signature, one file a family of chains. */
export type {
  InconclusiveCode,
  OwnershipMethod,
  OwnershipMethodName,
  RefusalCode,
  SignatureVerdict,
  SignedText,
  SignInRequest,
  TextToSign,
} from "./domain/ownership/method.js";
export { verifySignature } from "./domain/ownership/verify.js";
export { algorandMessages } from "./ownership/algorand.js";
export { aptosMessages } from "./ownership/aptos.js";
export { bitcoinMessages } from "./ownership/bitcoin.js";
export { bitcoinCashMessages } from "./ownership/bitcoin-cash.js";
export { cardanoMessages } from "./ownership/cardano.js";
export { cosmosMessages } from "./ownership/cosmos.js";
export { evmMessages } from "./ownership/evm.js";
export { litecoinMessages } from "./ownership/litecoin.js";
export { nearMessages } from "./ownership/near.js";
export { polkadotMessages } from "./ownership/polkadot.js";
export { rippleMessages } from "./ownership/ripple.js";
export { solanaMessages } from "./ownership/solana.js";
export { stellarMessages } from "./ownership/stellar.js";
export { suiMessages } from "./ownership/sui.js";
export { tezosMessages } from "./ownership/tezos.js";
export { tronMessages } from "./ownership/tron.js";
