/** One source for each chain, together one source. */
import type { Chain } from "../../domain/chains/chain.js";
import { chains, isChain } from "../../domain/chains/registry.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import { membersOf } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { chainUnsupported } from "../checked-query.js";

/**
 * A source that asks, for each chain, the source given for it.
 *
 * @throws ComplianceError `configuration_invalid` at once, for a key that is no chain or a value that is no source.
 *   `balance` rejects with `chain_unsupported` for a chain without a source, and as the source of the chain does.
 * @example
 * const balances = balancesByChain({
 *   bitcoin: esplora({ url: "https://esplora.example/api", chain: "bitcoin" }),
 *   tezos: tzkt(),
 * });
 */
export function balancesByChain(sources: Readonly<Partial<Record<Chain, BalanceSource>>>): BalanceSource {
  const members = membersOf(sources);
  // Here and below: for callers without types.
  if (members === undefined) throw invalid("there must be an object of sources by chain.");
  const byChain = new Map<string, BalanceSource>();
  for (const [chain, source] of members) {
    if (!isChain(chain)) throw invalid(`a key is no chain; chains are ${Object.keys(chains).join(", ")}.`);
    if (!isSource(source)) throw invalid(`${chain} has no source: an object with a function balance.`);
    byChain.set(chain, source);
  }
  return Object.freeze<BalanceSource>({
    balance: async (query) => {
      const source = byChain.get(query.chain);
      if (source === undefined) throw chainUnsupported("balancesByChain", query.chain);
      return source.balance(query);
    },
  });
}

function isSource(value: unknown): value is BalanceSource {
  return typeof value === "object" && value !== null && "balance" in value && typeof value.balance === "function";
}

function invalid(what: string): ComplianceError {
  return new ComplianceError("configuration_invalid", `In balancesByChain, ${what}`);
}
