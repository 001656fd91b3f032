/** Substrate API Sidecar in front of a node of Polkadot's Asset Hub. */

import { checkedOptions } from "../../domain/options.js";
import type { BalanceSource } from "../../ports/balance-source.js";
import { readJson } from "../transport/json.js";
import { type ServiceOptions, serviceAt, serviceOptions } from "../transport/service.js";
import { readWholeText } from "./amounts.js";
import { maxBytes, sourceOf } from "./source.js";

/**
 * The spec names of Polkadot's Asset Hub. Its runtime says `statemint`, the name that the chain began with, and announces
 * the other one (polkadot-fellows/runtimes, asset-hub-polkadot, VERSION).
 */
const assetHub: readonly string[] = ["statemint", "asset-hub-polkadot"];

/** What {@link substrateSidecar} is told. */
export interface SubstrateSidecarOptions extends ServiceOptions {
  /** A Sidecar of Polkadot's Asset Hub, not of the relay chain. */
  readonly url: string;
}

/**
 * Balances from a Sidecar (`GET /accounts/{address}/balance-info`): what is free and what is reserved. An account that
 * does not exist has zeros, by the protocol.
 *
 * Balances, staking and governance moved from the relay chain to Asset Hub on 4 November 2025: a Sidecar of the relay
 * chain now answers with next to nothing for real accounts. So before the first balance the runtime is asked for its name
 * (`GET /runtime/spec`); that is asked until it was right once.
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `balance` rejects with
 *   `configuration_invalid` for a Sidecar of another chain, `chain_unsupported`, `invalid_input` for a mistyped address,
 *   what the transport throws (`provider_…`), or `provider_unreadable`: another token than DOT, or amounts that are no
 *   texts of digits (some runtimes have a sentence there).
 * @example
 * const source = substrateSidecar({ url: "https://asset-hub-sidecar.example" });
 */
export function substrateSidecar(given: SubstrateSidecarOptions): BalanceSource {
  const options = checkedOptions("substrateSidecar", given, serviceOptions);
  const service = serviceAt(options, { maxBytes });
  const { host } = service;

  return sourceOf({
    name: "Sidecar",
    chain: "polkadot",
    service,
    network: "Polkadot's Asset Hub",
    servesNetwork: async (ask) => {
      const { text } = await ask({ path: "/runtime/spec" });
      return assetHub.includes(readJson(text, host).at("specName").text());
    },
    minorUnits: async (address, ask) => {
      const { text } = await ask({ path: `/accounts/${encodeURIComponent(address)}/balance-info` });
      const info = readJson(text, host);
      if (info.at("tokenSymbol").text() !== "DOT") info.at("tokenSymbol").refuse("is of another token than DOT");
      return readWholeText(info.at("free")) + readWholeText(info.at("reserved"));
    },
  });
}
