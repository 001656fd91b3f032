/** Risk provider over Coinfirm, now Lukka Blockchain Analytics: the AML reports of its API v3. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { checkedChoice, checkedOptions } from "../../domain/options.js";
import type { RiskProvider } from "../../ports/risk-provider.js";
import { checkAddress } from "../checked-query.js";
import type { ServedChain } from "../served-chains.js";
import type { JsonNode } from "../transport/json.js";
import { checkedSecret, type ServiceRequest, serviceAt } from "../transport/service.js";
import { sanctionsFirst, toRiskEntry } from "./entry.js";
import {
  type ChainWords,
  checkedChainWords,
  checkedProviderName,
  lookUpForm,
  type RiskServiceOptions,
  riskServiceOptions,
  serviceProvider,
} from "./provider.js";

type CoinfirmReport = "score" | "basic" | "standard" | "enhanced" | "full";
const reports: readonly CoinfirmReport[] = ["score", "basic", "standard", "enhanced", "full"];

/** Options for {@link coinfirm}. The default `url` is `https://api.blockchain-analytics.lukka.tech/v3`. */
export interface CoinfirmOptions extends RiskServiceOptions {
  /** The API token, sent as `Authorization: Bearer …`. */
  readonly token: string;
  /** The kind of report, from the least to the most detailed. @default "standard" */
  readonly report?: CoinfirmReport | undefined;
  /** The code in the entries. @default "RDCFI" */
  readonly providerName?: string | undefined;
  /**
   * The chains to screen, each with Coinfirm's word for it (`address_type`). A report must name the same word.
   *
   * @default { bitcoin: "BTC", near: "NEAR" }, the words seen in public
   */
  readonly chains?: ChainWords | undefined;
}

const defaultChains: ChainWords = { bitcoin: "BTC", near: "NEAR" };

/**
 * Creates a risk provider over Coinfirm (`GET /reports/aml/{report}/{address}?address_type=…`, with a bearer token). A
 * report that is not ready (202, 204) is polled.
 *
 * **Mapping.** `risk_ratio` is the C-score unchanged (0–99; low up to 32, high above 65). An address without history has
 * 33, so medium may mean that nothing is known: see `coinfirm:unused-address`. The descriptors are `coinfirm:cscore:71`,
 * the level, the model, the time of the report and the flags, sanctions first. The owner's name becomes
 * `vasp_name_business`.
 *
 * Source: reports of version 3.4 and URLs of public clients; Coinfirm publishes no reference. Unverified: the meaning of
 * errors (any 404 is `provider_rejected`), rate limits, and the form of a Bitcoin Cash address (CashAddr with its prefix
 * is sent). The properties for a legal name and a website are unknown, so both stay empty.
 *
 * @returns A risk provider.
 * @throws ComplianceError `configuration_invalid` for an invalid option. `screen` rejects as {@link RiskProvider.screen}
 *   describes.
 * @example
 * const provider = coinfirm({ token: secrets.coinfirm, chains: { bitcoin: "BTC", ethereum: "ETH" } });
 */
export function coinfirm(options: CoinfirmOptions): RiskProvider<ServedChain> {
  const kinds = { ...riskServiceOptions, token: "checked", report: "checked" } as const;
  const checked = checkedOptions("coinfirm", options, kinds);
  const report = checkedChoice("report", checked.report === undefined ? "standard" : checked.report, reports);
  // Every report has a disclaimer of some 15 kB, and long ones have many flags.
  const service = serviceAt(checked, { url: "https://api.blockchain-analytics.lukka.tech/v3", maxBytes: 2 ** 19 });
  const authorization = `Bearer ${checkedSecret("token", checked.token)}`;
  const providerName = checkedProviderName("RDCFI", checked.providerName);
  const words = checkedChainWords(defaultChains, checked.chains);

  return serviceProvider({
    providerName,
    vendor: "Coinfirm",
    chains: words,
    service,
    entryOf: (address, send, untilReady) => {
      const addressType = String(words.get(address.chain));
      const request: ServiceRequest = {
        path: `/reports/aml/${report}/${encodeURIComponent(lookUpForm(address))}?address_type=${encodeURIComponent(addressType)}`,
        headers: () => ({ authorization }),
        acceptedStatuses: [202, 204],
      };
      return untilReady(async () => {
        const response = await send(request);
        return response.status === 200 ? toEntry(response.json(), address, addressType, providerName) : undefined;
      });
    },
  });
}

function toEntry(
  report: JsonNode,
  address: ParsedAddress<string>,
  addressType: string,
  providerName: string,
): RiskEntry {
  const info = report.at("report_info_section");
  checkAddress(info.at("address"), address);
  if (info.at("address_type").text() !== addressType) info.fail("another chain than requested");
  const section = report.at("cscore_section");
  const cscore = cscoreOf(section.at("cscore"));
  const owner = report.at("profile_section").optionalObject().at("owner").optionalObject();
  return toRiskEntry({
    providerName,
    riskRatio: cscore,
    // The descriptors that qualify the score come before the flags, which may be cut.
    descriptors: [
      `coinfirm:cscore:${cscore}`,
      ...labelled("coinfirm:level", levelOf(section.at("risk_level"))),
      ...(info.at("address_used").optionalBoolean() === false ? ["coinfirm:unused-address"] : []),
      ...labelled("coinfirm:model", info.at("model_info").optionalObject().at("uuid").optionalText()),
      ...labelled("coinfirm:report-time", info.at("report_time").optionalText()),
      ...sanctionsFirst(
        section
          .at("cscore_info")
          .optionalObjects()
          .map((flag) => flag.at("name").text()),
      ),
    ],
    names: [owner.at("name").optionalText() ?? ""],
  });
}

/** A client of Coinfirm's own also accepts the number as a string. */
function cscoreOf(node: JsonNode): number {
  const cscore = node.isText() ? digitsOf(node) : node.integer();
  return cscore >= 0n && cscore <= 99n ? Number(cscore) : node.fail("expected a C-score of 0 to 99");
}

function digitsOf(node: JsonNode): bigint {
  const digits = node.text();
  return /^\d{1,2}$/.test(digits) ? BigInt(digits) : node.fail("expected a whole number");
}

/** Only Lukka's host returns a level. */
function levelOf(node: JsonNode): string | undefined {
  const level = node.optionalText();
  if (level === undefined || ["LOW", "MEDIUM", "HIGH"].includes(level)) return level;
  return node.fail("an unknown level");
}

function labelled(label: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${label}:${text}`];
}
