/** Coinfirm, now Lukka Blockchain Analytics: the AML reports of its API v3. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { chainUnsupported, checkedQuery } from "../checked-query.js";
import { checkedSecret } from "../transport/secret.js";
import { type ServiceOptions, type ServiceRequest, serviceAt, serviceOptions } from "../transport/service.js";
import { readCoinfirmReport } from "./coinfirm-report.js";
import { type ChainWords, checkedChainWords, checkedProviderName } from "./provider-options.js";
import { lookUpForm } from "./subject.js";
import { untilFinished } from "./until-finished.js";

/** What {@link coinfirm} is told. `url` is `https://api.blockchain-analytics.lukka.tech/v3` by default. */
export interface CoinfirmOptions extends ServiceOptions {
  /** The API token, sent as `Authorization: Bearer …`. */
  readonly token: string;
  /** The kind of report, from the least to the most detailed. Default "standard". */
  readonly report?: (typeof reports)[number];
  /** The code of the entries. Default "RDCFI". */
  readonly provider_name?: string;
  /**
   * The chains that are screened, each with Coinfirm's word for it (`address_type`), instead of
   * `{ bitcoin: "BTC", near: "NEAR" }`: only these two have been seen. The report must name the same word.
   */
  readonly chains?: ChainWords;
}

const usualChains: ChainWords = { bitcoin: "BTC", near: "NEAR" };

const reports = ["score", "basic", "standard", "enhanced", "full"] as const;

/**
 * Screens with Coinfirm: `GET /reports/aml/{report}/{address}?address_type=…` with a bearer token, again while the
 * report is not ready (202, 204).
 *
 * **Mapping.** `risk_ratio` is the C-score unchanged: 0–99, by Coinfirm 0–32 low, 33–65 medium, above it high. An
 * address without history has 33, so that medium may mean that nothing is known: see `coinfirm:unused-address`.
 * Descriptors: `coinfirm:cscore:71`, the level, the model (a customised one gives a score of your own, not the official
 * one), the time of the report, the flags, sanctions first. The owner's name becomes `vasp_name_business`.
 *
 * Source: reports of version 3.4 and URLs as public clients have them; Coinfirm publishes no reference. Unverified
 * therefore: what errors say (any 404 is `provider_rejected`), rate limits, the members with a legal name and a website
 * (both stay empty), and the form of a Bitcoin Cash address (CashAddr with its prefix is sent).
 *
 * @throws ComplianceError `configuration_invalid` at once, for an option that cannot be right. `screen` rejects with
 *   `chain_unsupported`, `invalid_input` for a mistyped address, what the transport throws, `provider_pending` for a
 *   report that is not ready in time, or `provider_unreadable`: no C-score or one that is not 0–99, an unknown level, a
 *   report about another address or chain.
 * @example
 * const provider = coinfirm({ token: secrets.coinfirm, chains: { bitcoin: "BTC", ethereum: "ETH" } });
 */
export function coinfirm(given: CoinfirmOptions): RiskProvider {
  const options = checkedOptions("coinfirm", given, {
    ...serviceOptions,
    token: "checked",
    report: "checked",
    provider_name: "checked",
    chains: "checked",
  });
  const { report = "standard" } = options;
  // 1 MiB: every report has a disclaimer of some 15 kB, and the longer ones many flags.
  const service = serviceAt(options, { url: "https://api.blockchain-analytics.lukka.tech/v3", maxBytes: 2 ** 20 });
  const authorization = `Bearer ${checkedSecret("token", options.token)}`;
  const provider_name = checkedProviderName("RDCFI", options.provider_name);
  const types = checkedChainWords(usualChains, options.chains);
  checkedChoice("report", report, reports);

  return Object.freeze({
    provider_name,
    screen: async (query): Promise<readonly RiskEntry[]> => {
      const addressType = types.get(query.chain);
      if (addressType === undefined) throw chainUnsupported("Coinfirm", query.chain);
      const address = checkedQuery(query, "Coinfirm", () => true);
      const question = { address, addressType, provider_name, host: service.host };
      const [place, type] = [lookUpForm(address), addressType].map(encodeURIComponent);
      const request: ServiceRequest = {
        path: `/reports/aml/${report}/${place}?address_type=${type}`,
        headers: () => ({ authorization }),
        answers: [202, 204],
      };
      return service.converse(query.signal, (ask, deadline) => {
        const look = async (): Promise<readonly RiskEntry[] | undefined> => {
          const { status, text } = await ask(request);
          return status === 200 ? [readCoinfirmReport(text, question)] : undefined;
        };
        return untilFinished(look, deadline, service.host);
      });
    },
  } satisfies RiskProvider);
}
