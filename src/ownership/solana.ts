/** Solana. A wallet signs the text itself (Wallet Standard, `solana:signMessage`). The address is the Ed25519 key. */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base58 } from "@scure/base";
import { solana } from "../domain/chains/networks/solana.js";
import { frozenMethod, type OwnershipMethod } from "../domain/ownership/method.js";
import { verdictOfEd25519 } from "./ed25519-address.js";

/** Messages of Solana wallets. */
export const solanaMessages: OwnershipMethod<"solana"> = /* @__PURE__ */ frozenMethod({
  chains: { solana: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" },
  accountOf: "Solana",
  formats: ["solana"],
  parse: (text) => solana.parse(text),
  verify: (signed) =>
    verdictOfEd25519({
      format: "solana",
      signed,
      message: utf8ToBytes(signed.text),
      key: base58.decode(signed.address),
    }),
});
