/** Polkadot. SS58 of network 0; the same key has another text on every other network of Substrate. */

import { checksumFault, formatFault, networkFault, writingFault } from "../address-issues.js";
import type { ChainModule } from "../chain.js";
import { networkOfSs58, ss58Writing } from "../encodings/ss58.js";

const NETWORK = 0;

export const polkadot: ChainModule = {
  name: "polkadot",
  symbol: "DOT",
  decimals: 10,
  coinType: 354,
  formats: ["ss58"],
  parse: (text) => {
    const fault = writingFault(text, ss58Writing);
    if (fault) return fault;
    const network = networkOfSs58(text);
    if (network === "checksum") return checksumFault;
    if (network === "form") {
      return formatFault("The address must hold an account of 32 bytes behind the shortest prefix of its network.");
    }
    return network === NETWORK ? { canonical: text, format: "ss58" } : networkFault;
  },
};
