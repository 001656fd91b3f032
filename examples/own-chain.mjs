import { createCompliance, memoryStorage, unwrap } from "vaspkit";
import { defaultChains } from "vaspkit/chains";

// Kadena: "k:" and a public key. Its addresses have no checksum.
const kadena = {
  name: "kadena",
  symbol: "KDA",
  decimals: 12,
  coinType: 626, // SLIP-44
  formats: ["k-account"],
  parse(text) {
    if (/^k:[0-9a-f]{64}$/.test(text)) return { canonical: text, format: "k-account" };
    return { code: "address_format", message: "The wallet address must be k: and 64 lower-case hex digits." };
  },
};

const { addresses } = createCompliance({ storage: memoryStorage(), chains: [...defaultChains, kadena] });
const address = `k:${"0123456789abcdef".repeat(4)}`;
const stored = unwrap(await addresses.create({ chain: "kadena", address }));
console.log(stored.chain, stored.symbol);
const refused = await addresses.create({ chain: "kadena", address: address.toUpperCase() });
if (!refused.ok) for (const { path, code, message } of refused.issues) console.log(path, code, message);
