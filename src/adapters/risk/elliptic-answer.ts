/** What an answer of Elliptic says (AML API v2, wallet analyses). */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { Exact } from "../../domain/decimal.js";
import { checkSubject } from "../checked-query.js";
import type { Answer } from "../transport/ask.js";
import { type JsonNode, readJson } from "../transport/json.js";
import { ownerText, sanctionsFirst } from "./categories.js";
import { toRiskEntry } from "./entry.js";
import { optionalBoolean, optionalObject, optionalObjects, optionalText } from "./optional.js";

/** The subject of a wallet analysis, in Elliptic's words. */
export interface EllipticSubject {
  readonly asset: string;
  readonly blockchain: string;
  readonly type: "address";
  readonly hash: string;
}

/** What was asked, and whom. */
export interface EllipticQuestion {
  readonly address: ParsedAddress;
  readonly subject: EllipticSubject;
  readonly provider_name: string;
  readonly host: string;
}

/** A finished screening, or the id under which an unfinished one is found. */
export type EllipticReading =
  | { readonly kind: "complete"; readonly entry: RiskEntry }
  | { readonly kind: "running"; readonly id: string };

/** @throws ComplianceError `provider_unreadable`, `address_unknown`, and what a failed screening stands for. */
export function readEllipticAnswer({ status, text }: Answer, question: EllipticQuestion): EllipticReading {
  const { host } = question;
  if (status !== 200) throw failureNamed(nameOf(text, host), "provider_rejected", host);
  const analysis = readJson(text, host);
  const state = analysis.at("process_status");
  const error = optionalObject(analysis.at("error"));
  if (state.text() === "error" || error.isObject()) throw failureNamed(causeOf(error), "provider_unavailable", host);
  switch (state.text()) {
    case "running":
      return { kind: "running", id: idOf(analysis.at("id")) };
    case "complete":
      checkIsAsked(analysis.at("subject"), question);
      return { kind: "complete", entry: entryOf(analysis, question) };
    default:
      return state.refuse("has a status that is not known");
  }
}

/** The names of errors that the API documents, with HTTP status 404, 400 and 429. */
const codesByName: ReadonlyMap<string | undefined, ComplianceErrorCode> = new Map([
  ["NotInBlockchain", "address_unknown"],
  ["BadRequestError", "provider_rejected"],
  ["TooManyRequestsError", "provider_rate_limited"],
]);

/** By name, never by status alone: a 404 may also come from a proxy, or from a path that is not there. */
function failureNamed(name: string | undefined, otherwise: ComplianceErrorCode, host: string): ComplianceError {
  const code = codesByName.get(name) ?? otherwise;
  if (code === "address_unknown") {
    const message = `${host} does not know this address, or not yet: it was not screened. Ask again once it has been used.`;
    return new ComplianceError(code, message);
  }
  const message = `${host} did not screen the address; check the URL, what the key may be used for, and its status page.`;
  return new ComplianceError(code, message);
}

/** A screening that failed comes with 200, and with a message; the name of the error may stand in either place. */
function causeOf(error: JsonNode): string | undefined {
  return [error.at("name"), error.at("message")].map(optionalText).find((text) => codesByName.has(text));
}

/** The name in the body of an error, if it is one of the API at all and no page of something between. */
function nameOf(text: string, host: string): string | undefined {
  try {
    return optionalText(readJson(text, host).at("name"));
  } catch {
    return undefined;
  }
}

/** It becomes a part of a path, where some texts would mean something else. */
function idOf(node: JsonNode): string {
  const id = node.text();
  return /^[\w-]{1,64}$/.test(id) ? id : node.refuse("has no id that can be asked for");
}

function checkIsAsked(node: JsonNode, { address, subject }: EllipticQuestion): void {
  checkSubject(node.at("hash"), address);
  const isSame = node.at("asset").text() === subject.asset && node.at("blockchain").text() === subject.blockchain;
  if (!isSame) node.refuse("is about another chain");
}

function entryOf(analysis: JsonNode, { subject, provider_name }: EllipticQuestion): RiskEntry {
  const rules = ["source", "destination"].flatMap((side) =>
    optionalObjects(optionalObject(analysis.at("evaluation_detail")).at(side)),
  );
  const detail = analysis.at("risk_score_detail");
  const isScored = rules.length > 0 || ["source", "destination"].some((side) => isThere(detail.at(side)));
  const { ratio, descriptor } = scoreOf(analysis.at("risk_score"), isScored);
  const owners = optionalObjects(analysis.at("cluster_entities")).map(ownerOf);
  const vasps = owners.filter(({ isVasp }) => isVasp).sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  return toRiskEntry({
    provider_name,
    risk_ratio: ratio,
    // What says how far the answer reaches comes before what there may be too much of.
    descriptors: [
      descriptor,
      ...(owners.some(({ isAfterSanction }) => isAfterSanction) ? ["elliptic:after-sanction-date"] : []),
      ...(isSanctionsOnly(analysis.at("asset_tier")) ? ["elliptic:tier:sanctions"] : []),
      ...(subject.blockchain === "holistic" ? ["elliptic:holistic"] : []),
      ...sanctionsFirst([...rules.flatMap(wordsOfRule), ...owners.filter(({ isVasp }) => !isVasp).map(wordsOfOwner)]),
    ],
    names: vasps.map(({ name }) => name),
    categories: vasps.map(({ category }) => category),
  });
}

// A sum of fractions in doubles may be that much beyond 10.
const mostWithNoise = "10.000000001";

/**
 * Of a score of 0 to 10, ten times as much, half up. null is documented: no rule was triggered. Absent it is no answer.
 */
function scoreOf(node: JsonNode, isScored: boolean): { readonly ratio: number; readonly descriptor: string } {
  if (node.isNull()) {
    if (isScored) node.refuse("has rules that were triggered, or the score of a side, and no score");
    return { ratio: 0, descriptor: "elliptic:no-rule-triggered" };
  }
  const score = new Exact(node.decimal());
  if (score.lessThan(0) || score.greaterThan(mostWithNoise)) node.refuse("has a score that is not 0 to 10");
  const ratio = score.times(10).toDecimalPlaces(0, Exact.ROUND_HALF_UP).toNumber();
  return { ratio, descriptor: `elliptic:score:${score.toFixed()}` };
}

function isThere(node: JsonNode): boolean {
  return !node.isAbsent() && !node.isNull();
}

/** The rule and the categories that it matched. Names may change, and new ones come: they are words for people. */
function wordsOfRule(rule: JsonNode): readonly string[] {
  return [rule.at("rule_name"), ...optionalObjects(rule.at("matched_elements")).map((each) => each.at("category"))].map(
    wordOf,
  );
}

/** A known owner of the address: an exchange, or a mixer. */
interface Owner {
  readonly name: string;
  readonly category: string;
  readonly isPrimary: boolean;
  readonly isVasp: boolean;
  readonly isAfterSanction: boolean;
}

function ownerOf(node: JsonNode): Owner {
  return {
    name: wordOf(node.at("name")),
    category: wordOf(node.at("category")),
    isPrimary: optionalBoolean(node.at("is_primary_entity")) ?? false,
    isVasp: optionalBoolean(node.at("is_vasp")) ?? false,
    isAfterSanction: optionalBoolean(node.at("is_after_sanction_date")) ?? false,
  };
}

function wordsOfOwner({ name, category }: Owner): string {
  return name === "" || category === "" ? name + category : ownerText(name, category);
}

/** An entry leaves out what is empty. */
function wordOf(node: JsonNode): string {
  return optionalText(node) ?? "";
}

/** Whether only sanctions are covered: much less than a full view, so that what else it may be is not guessed. */
function isSanctionsOnly(node: JsonNode): boolean {
  const tier = node.text();
  return tier === "sanctions" || (tier !== "full" && node.refuse("has a tier that is not known"));
}
