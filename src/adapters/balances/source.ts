/** What all balance sources over one service have in common: a checked question, one conversation, an exact amount. */
import type { Chain } from "../../domain/chains/chain.js";
import { ComplianceError } from "../../domain/compliance-error.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkedQuery } from "../checked-query.js";
import type { AskService, Service } from "../transport/service.js";
import { toBalance } from "./amounts.js";

/** A service that knows the balances of one chain. */
export interface ChainService {
  /** For a person to read. */
  readonly name: string;
  readonly chain: Chain;
  readonly service: Service;
  /** The one network whose balances are real, for a person to read. */
  readonly network: string;
  /**
   * Asks whether the service serves that network. Most addresses do not tell theirs, so that a service of a test network
   * gives plausible balances. It is asked before the first balance, and again until it was right once.
   */
  readonly servesNetwork: (ask: AskService) => Promise<boolean>;
  /** The minor units that this canonical address holds. */
  readonly minorUnits: (address: string, ask: AskService) => Promise<bigint>;
}

/** The source over that service, frozen. */
export function sourceOf({ name, chain, service, network, servesNetwork, minorUnits }: ChainService): BalanceSource {
  // Of success only: a failure says nothing about the next time.
  let isChecked = false;

  const checkedUnits = async (address: string, ask: AskService): Promise<bigint> => {
    if (!isChecked && !(await servesNetwork(ask))) throw otherNetwork(service.host, network);
    isChecked = true;
    return minorUnits(address, ask);
  };

  return Object.freeze<BalanceSource>({
    balance: async (query) => {
      const { canonical, format } = checkedQuery(query, name, (asked) => asked === chain);
      const why = unknowable[`${chain}/${format}`];
      if (why !== undefined)
        throw new ComplianceError("chain_unsupported", `${name} cannot know ${why}; nothing was asked.`);
      return toBalance(chain, await service.converse(query.signal, (ask) => checkedUnits(canonical, ask)));
    },
  });
}

/** Addresses that are valid but that no index of outputs or accounts knows: its zero would mean nothing. */
const unknowable: Readonly<Record<string, string>> = {
  "litecoin/mweb": "the balance of an MWEB address, which is confidential by design",
  "stellar/contract": "the balance of a contract (C…), which is in the contract's storage and not in an account",
};

function otherNetwork(host: string, network: string): ComplianceError {
  const message = `${host} does not serve ${network} but another network, whose balances would be taken for real ones; change the URL.`;
  return new ComplianceError("configuration_invalid", message);
}

// An account has a few kilobytes; facts and figures of one address never have more than this.
export const maxBytes: number = 256 * 1024;
