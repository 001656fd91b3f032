import { ComplianceError } from "vaspkit";
import { balancesByChain, balancesInUsd, coinbaseRates, ethereumRpc, tzkt } from "vaspkit/providers";

const sources = balancesByChain({
  tezos: tzkt(),
  ethereum: ethereumRpc({ url: "https://node.example/rpc", chain: "ethereum" }), // your node
});
const balances = balancesInUsd(sources, (symbol) => coinbaseRates({ base: symbol }));

const holders = [
  { chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" },
  { chain: "ethereum", address: "0x098B716B8Aaf21512996dC57EB0615e2383E2f96" },
] as const;

for (const { chain, address } of holders) {
  try {
    console.log(chain, await balances.balance({ chain, address, signal: AbortSignal.timeout(30_000) }));
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    console.log(chain, error.code, "-", error.message); // no balance is known, which is not a balance of 0
  }
}
