/** The wallets of all formats. */
import { algorandWallets } from "./algorand-wallet.js";
import { aptosWallets } from "./aptos-wallets.js";
import { bitcoinCashWallets, bitcoinWallets, litecoinWallets } from "./bitcoin-wallets.js";
import { cardanoWallets } from "./cardano-wallets.js";
import { cosmosWallets } from "./cosmos-wallets.js";
import { evmWallets } from "./evm-wallets.js";
import { nearWallets } from "./near-wallet.js";
import { polkadotWallets } from "./polkadot-wallets.js";
import { rippleWallets } from "./ripple-wallets.js";
import { solanaWallet } from "./solana-wallet.js";
import { stellarWallets } from "./stellar-wallet.js";
import { suiWallets } from "./sui-wallets.js";
import { tezosWallets } from "./tezos-wallets.js";
import { tronWallets } from "./tron-wallet.js";
import type { WalletCase } from "./wallet-case.js";

export const walletCases: readonly WalletCase[] = [
  ...[solanaWallet, ...bitcoinWallets, ...litecoinWallets, ...bitcoinCashWallets, ...evmWallets, ...tronWallets],
  ...[stellarWallets, nearWallets, algorandWallets, aptosWallets, suiWallets, tezosWallets].flat(),
  ...[cardanoWallets, cosmosWallets, polkadotWallets, rippleWallets].flat(),
];
