/** The common part of all balance sources over one service, and exact amounts. */
import { ComplianceError } from "../../domain/compliance-error.js";
import { ExactDecimal } from "../../domain/decimal.js";
import type { DecimalText } from "../../domain/identifiers/codes.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { checkedQuery } from "../checked-query.js";
import { type ServedChain, servedModules } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import { type SendRequest, type Service, type ServiceOptions, serviceAt } from "../transport/service.js";

/** A service that has the balances of one chain. */
export interface ChainService {
  /** For messages. */
  readonly name: string;
  readonly chain: ServedChain;
  readonly service: Service;
  /** The main network, for messages. */
  readonly network: string;
  /**
   * Checks that the service serves the main network. Most addresses do not contain their network, so a test network
   * returns plausible balances. Called before the first balance, and again until it has returned true once.
   */
  readonly servesMainNetwork: (send: SendRequest) => Promise<boolean>;
  /** Returns the balance of a canonical address in minor units. */
  readonly minorUnits: (address: string, send: SendRequest) => Promise<bigint>;
}

/** Creates the service of a balance source. A response about one address has a few kilobytes. */
export function nodeAt(options: ServiceOptions, url?: string): Service {
  return serviceAt(options, { ...(url !== undefined && { url }), maxBytes: 256 * 1024 });
}

/** Creates a frozen balance source over that service. */
export function balanceSource(chainService: ChainService): BalanceSource<ServedChain> {
  const { name, chain, service, network, servesMainNetwork, minorUnits } = chainService;
  const { decimals } = servedModules[chain];
  let isChecked = false;

  const checkedUnits = async (address: string, send: SendRequest): Promise<bigint> => {
    if (!isChecked && !(await servesMainNetwork(send))) {
      const message = `${service.host} does not serve ${network} but another network. Change the URL.`;
      throw new ComplianceError("configuration_invalid", message);
    }
    isChecked = true;
    return minorUnits(address, send);
  };

  return Object.freeze<BalanceSource<ServedChain>>({
    balance: async (query) => {
      const { canonical, format, signal, onAttempt } = checkedQuery(query, name, (queried) => queried === chain);
      const reason = withoutBalance[`${chain}/${format}`];
      if (reason !== undefined) {
        throw new ComplianceError("chain_unsupported", `${name} has no balance of ${reason}. No request was sent.`);
      }
      const units = await service.session({ signal, onAttempt }, (send) => checkedUnits(canonical, send));
      return { balance: toDecimalText(units, decimals), balance_usd: null };
    },
  });
}

/** Valid addresses that no index of outputs or accounts contains. A zero would mean nothing. */
const withoutBalance: Readonly<Record<string, string>> = {
  "litecoin/mweb": "an MWEB address, because MWEB balances are confidential",
  "avalanche/x-chain": "an address of the X-chain, which is another ledger",
  "avalanche/p-chain": "an address of the P-chain, which is another ledger",
  "stellar/contract": "a contract (C…), because its storage has the balance and not an account",
};

/** Returns minorUnits × 10^-decimals, exact, without trailing zeros: `"1.5"`, `"0"`. */
export function toDecimalText(minorUnits: bigint, decimals: number): DecimalText {
  return new ExactDecimal(String(minorUnits)).times(`1e-${decimals}`).toFixed();
}

/** Reads a JSON number of minor units, zero or more. */
export function readWholeNumber(node: JsonNode): bigint {
  const units = node.integer();
  return units < 0n ? node.fail("expected an amount of zero or more") : units;
}

/** Reads digits in a string, as u64, u128 and drops are written. Some services put a sentence there. */
export function readDigits(node: JsonNode): bigint {
  const text = node.text();
  return /^(?:0|[1-9]\d{0,77})$/.test(text) ? BigInt(text) : node.fail("expected a whole number in digits");
}

/** Reads a hex quantity of at most 256 bits (Ethereum JSON-RPC). A bare `0x` is not zero. */
export function readHexQuantity(node: JsonNode): bigint {
  const text = node.text();
  return /^0x[0-9a-f]{1,64}$/i.test(text) ? BigInt(text) : node.fail("expected a hex quantity");
}
