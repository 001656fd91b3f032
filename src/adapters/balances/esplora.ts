/** Esplora, the explorer API of Blockstream and mempool.space: bitcoin, and litecoin where an instance serves it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkSubject } from "../checked-query.js";
import { readJson } from "../transport/json.js";
import { type AskService, type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeNumber } from "./amounts.js";
import { hasLandmarks, isBlockHash } from "./landmarks.js";
import { maxBytes, sourceOf } from "./source.js";

const chainsServed = ["bitcoin", "litecoin"] as const;

/** What {@link esplora} is told. */
export interface EsploraOptions extends ServiceOptions {
  /** The base URL of the instance's API: `https://blockstream.example/api`. */
  readonly url: string;
  /** The chain that the instance serves. It is checked against the instance's own blocks. */
  readonly chain: (typeof chainsServed)[number];
}

/**
 * Balances from an Esplora instance (`GET /address/{address}`): what was received in blocks less what was spent in
 * blocks; transactions that wait in the mempool do not count. An address that was never used has 0, by the protocol.
 *
 * Before the first balance the instance is asked for blocks that only the main network of the chain has (`GET
 * /block-height/{height}`): `3…` is an address of both chains, and forks of bitcoin know its addresses as well. That is
 * asked until it was right once.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for an instance of another chain or network, `chain_unsupported` (another chain, or an
 *   MWEB address: confidential by design), `invalid_input` for a mistyped address, what the transport throws
 *   (`provider_…`), or `provider_unreadable`: an answer about another address, without whole sums, or with more spent
 *   than received.
 * @example
 * const source = esplora({ url: "https://esplora.example/api", chain: "bitcoin" });
 */
export function esplora(given: EsploraOptions): BalanceSource {
  const options = checkedOptions("esplora", given, { ...serviceOptions, chain: "checked" });
  const chain = checkedChoice("chain", options.chain, chainsServed);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;

  const hashAt = async (ask: AskService, height: number): Promise<string> => {
    // No JSON: the bare hash.
    const hash = (await ask({ path: `/block-height/${height}` })).text.trim();
    if (isBlockHash(hash)) return hash;
    const message = `${host} sent something else than the hash of a block; look at what it answers.`;
    throw new ComplianceError("provider_unreadable", message);
  };

  return sourceOf({
    name: "Esplora",
    chain,
    service,
    network: `the main network of ${chain}`,
    servesNetwork: (ask) => hasLandmarks(chain, (height) => hashAt(ask, height)),
    minorUnits: async (address, ask) => {
      const { text } = await ask({ path: `/address/${encodeURIComponent(address)}` });
      const answer = readJson(text, host);
      checkSubject(answer.at("address"), { chain, canonical: address });
      const confirmed = answer.at("chain_stats");
      const received = readWholeNumber(confirmed.at("funded_txo_sum"));
      const spent = readWholeNumber(confirmed.at("spent_txo_sum"));
      return received < spent ? confirmed.refuse("has more spent than received") : received - spent;
    },
  });
}
