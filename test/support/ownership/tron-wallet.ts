import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { utils } from "tronweb";
import { tronMessages } from "../../../src/ownership/tron.js";
import { signDigest } from "./evm-wallets.js";
import type { WalletCase } from "./wallet-case.js";

const tronWallet: WalletCase = {
  name: "tron, tip-191",
  method: tronMessages,
  format: "tip-191",
  encoding: "0x",
  wallet: (seed) => ({
    address: String(utils.address.fromPrivateKey(bytesToHex(seed))),
    sign: (text) => ({ signature: signDigest(hexToBytes(utils.message.hashMessage(text).slice(2)), seed) }),
  }),
};

export const tronWallets: readonly WalletCase[] = [tronWallet];
