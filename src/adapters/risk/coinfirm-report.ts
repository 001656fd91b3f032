/** What a report of Coinfirm (Lukka Blockchain Analytics) says, version 3.4. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { checkSubject } from "../checked-query.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { sanctionsFirst } from "./categories.js";
import { toRiskEntry } from "./entry.js";
import { optionalBoolean, optionalObject, optionalObjects, optionalText } from "./optional.js";

/** What was asked, and whom. */
export interface CoinfirmQuestion {
  readonly address: ParsedAddress;
  /** The chain in Coinfirm's words. */
  readonly addressType: string;
  readonly provider_name: string;
  readonly host: string;
}

/**
 * @throws ComplianceError `provider_unreadable` for a report without a score, with a level that is not known, or about
 * something else.
 */
export function readCoinfirmReport(text: string, question: CoinfirmQuestion): RiskEntry {
  const report = readJson(text, question.host);
  const info = report.at("report_info_section");
  checkSubject(info.at("address"), question.address);
  if (info.at("address_type").text() !== question.addressType) info.refuse("is about another chain");
  const section = report.at("cscore_section");
  const cscore = cscoreOf(section.at("cscore"));
  const owner = optionalObject(optionalObject(report.at("profile_section")).at("owner"));
  return toRiskEntry({
    provider_name: question.provider_name,
    // 0 to 99: the scale is kept as it is.
    risk_ratio: cscore,
    // What says how far the score reaches comes before the flags, of which there may be too many.
    descriptors: [
      `coinfirm:cscore:${cscore}`,
      ...labelled("coinfirm:level", levelOf(section.at("risk_level"))),
      ...(optionalBoolean(info.at("address_used")) === false ? ["coinfirm:unused-address"] : []),
      ...labelled("coinfirm:model", optionalText(optionalObject(info.at("model_info")).at("uuid"))),
      ...labelled("coinfirm:report-time", optionalText(info.at("report_time"))),
      ...sanctionsFirst(optionalObjects(section.at("cscore_info")).map((flag) => flag.at("name").text())),
    ],
    names: [optionalText(owner.at("name")) ?? ""],
  });
}

/** One client of theirs reads numeric text as well: what the number is, is beyond doubt there too. */
function cscoreOf(node: JsonNode): number {
  const cscore = node.isText() ? digitsOf(node) : node.integer();
  return cscore >= 0n && cscore <= 99n ? Number(cscore) : node.refuse("has a C-score that is not 0 to 99");
}

function digitsOf(node: JsonNode): bigint {
  const digits = node.text();
  return /^\d{1,2}$/.test(digits) ? BigInt(digits) : node.refuse("has no whole number");
}

/** Only on Lukka's host. */
function levelOf(node: JsonNode): string | undefined {
  const level = optionalText(node);
  if (level === undefined || ["LOW", "MEDIUM", "HIGH"].includes(level)) return level;
  return node.refuse("has a level that is not known");
}

function labelled(label: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${label}:${text}`];
}
