/** Polkadot. SS58 of network 0. The same key has another text on every network of Substrate. */
import { unknownNetworkIssue } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { decodeSs58 } from "../encodings/ss58.js";

export const polkadot: ChainModule<"polkadot"> = {
  name: "polkadot",
  symbol: "DOT",
  decimals: 10,
  coinType: 354,
  formats: ["ss58"],
  checksum: "ss58",
  parse: (text) => {
    const network = decodeSs58(text);
    if (typeof network !== "number") return network;
    return network === 0 ? { canonical: text, format: "ss58" } : unknownNetworkIssue;
  },
};
