/** Blockbook, Trezor's indexer: bitcoin and the chains that descend from it. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkSubject } from "../checked-query.js";
import { readJson } from "../transport/json.js";
import { type AskService, type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeText } from "./amounts.js";
import { hasLandmarks, isBlockHash } from "./landmarks.js";
import { maxBytes, sourceOf } from "./source.js";

const chainsServed = ["bitcoin", "litecoin", "bitcoin-cash", "doge"] as const;

/** What {@link blockbook} is told. */
export interface BlockbookOptions extends ServiceOptions {
  /** Your own instance or a provider's: the public ones of Trezor state that they are for its wallets only. */
  readonly url: string;
  /** The chain that the instance serves. It is checked against the instance's own blocks. */
  readonly chain: (typeof chainsServed)[number];
  /**
   * Whether to ask the instance first if its index is in step with its node (`GET /api`), and to throw
   * `provider_unavailable` when it is not. Default false: it is out of step for a moment at each new block.
   */
  readonly mustBeInSync?: boolean;
}

/**
 * Balances from a Blockbook instance (`GET /api/v2/address/{address}?details=basic`): the confirmed balance, without
 * what waits in the mempool. An address that was never used has `"0"` in the answer; an answer without a balance is
 * `provider_unreadable`, never 0.
 *
 * Before the first balance the instance is asked for blocks that only the main network of the chain has (`GET
 * /api/v2/block-index/{height}`), rather than for the name of its coin, which whoever runs it may have changed. That is
 * asked until it was right once.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for an instance of another chain or network, `chain_unsupported` (another chain, or an
 *   MWEB address: confidential by design), `invalid_input` for a mistyped address, what the transport throws
 *   (`provider_…`), or `provider_unreadable`: an answer about another address, or a balance that is no text of
 *   digits.
 * @example
 * const source = blockbook({ url: "https://blockbook.example", chain: "bitcoin-cash" });
 */
export function blockbook(given: BlockbookOptions): BalanceSource {
  const options = checkedOptions("blockbook", given, { ...serviceOptions, chain: "checked", mustBeInSync: "boolean" });
  const chain = checkedChoice("chain", options.chain, chainsServed);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;

  const checkSync = async (ask: AskService): Promise<void> => {
    const { text } = await ask({ path: "/api" });
    if (readJson(text, host).at("blockbook").at("inSync").boolean()) return;
    throw new ComplianceError("provider_unavailable", `${host} has an index that is behind its node; try again later.`);
  };

  const hashAt = async (ask: AskService, height: number): Promise<string> => {
    const { text } = await ask({ path: `/api/v2/block-index/${height}` });
    const hash = readJson(text, host).at("blockHash");
    // Empty where the index has no such block.
    return isBlockHash(hash.text()) ? hash.text() : hash.refuse("has no hash of a block");
  };

  return sourceOf({
    name: "Blockbook",
    chain,
    service,
    network: `the main network of ${chain}`,
    servesNetwork: (ask) => hasLandmarks(chain, (height) => hashAt(ask, height)),
    minorUnits: async (address, ask) => {
      if (options.mustBeInSync === true) await checkSync(ask);
      const { text } = await ask({ path: `/api/v2/address/${encodeURIComponent(address)}?details=basic` });
      const answer = readJson(text, host);
      checkSubject(answer.at("address"), { chain, canonical: address });
      return readWholeText(answer.at("balance"));
    },
  });
}
