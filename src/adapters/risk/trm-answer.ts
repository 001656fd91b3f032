/** What an answer of TRM Labs about one address means. */
import type { RiskEntry } from "../../domain/addresses/address.js";
import type { JsonNode } from "../transport/json.js";
import { isVaspCategory, ownerText, sanctionsFirst } from "./categories.js";
import { toRiskEntry } from "./entry.js";
import { optionalBoolean, optionalText } from "./optional.js";

interface Level {
  readonly number: bigint;
  readonly label: string;
  readonly ratio: number;
}

const unknown: Level = { number: 0n, label: "Unknown", ratio: 0 };
const severe: Level = { number: 15n, label: "Severe", ratio: 100 };

const levels: readonly Level[] = [
  unknown,
  { number: 1n, label: "Low", ratio: 10 },
  { number: 5n, label: "Medium", ratio: 40 },
  { number: 10n, label: "High", ratio: 70 },
  severe,
];

/** An indicator or an entity. */
interface Part {
  readonly level: Level;
  readonly category: string;
  /** For a descriptor, where it is no VASP. */
  readonly text: string;
  readonly vasp?: { readonly name: string | undefined };
}

/** The one entry out of the answer about one address. */
export function toTrmEntry(answer: JsonNode, provider_name: string): RiskEntry {
  const parts = [
    ...answer.at("addressRiskIndicators").items().map(readIndicator),
    ...answer.at("entities").items().map(readEntity),
  ];
  const { number, ratio } = verdictOf(answer, parts);
  const vasps = parts.filter(({ vasp }) => vasp !== undefined);
  const others = parts.filter(({ vasp }) => vasp === undefined);
  return toRiskEntry({
    provider_name,
    risk_ratio: ratio,
    descriptors: [
      number === unknown.number ? "trm:no-attribution" : `trm:level:${number}`,
      ...sanctionsFirst(others.map(({ text }) => text)),
    ],
    names: vasps.flatMap(({ vasp }) => vasp?.name ?? []),
    categories: vasps.map(({ category }) => category),
  });
}

/** The highest level there is. */
function verdictOf(answer: JsonNode, parts: readonly Part[]): Level {
  const overall = readOverall(answer);
  const all = [...parts.map(({ level }) => level), ...(overall === undefined ? [] : [overall])];
  const highest = all.reduce((high, each) => (each.number > high.number ? each : high), unknown);
  // What is unknown may be anything up to Severe: it only changes nothing beside that. Without a part there is nothing
  // to know.
  const isOpen = parts.length > 0 && highest !== severe && all.includes(unknown);
  return isOpen ? answer.refuse("has a level of Unknown beside something that it is about") : highest;
}

/** Newer answers have it; it may be null. */
function readOverall(answer: JsonNode): Level | undefined {
  const number = answer.at("addressHighestRiskScoreLevel");
  const label = answer.at("addressHighestRiskScoreLevelLabel");
  if (!number.isAbsent() && !number.isNull()) return readLevel(number, label);
  const text = optionalText(label);
  if (text === undefined) return undefined;
  return isLabel(text, unknown) ? unknown : label.refuse("has a label without its level");
}

function readLevel(node: JsonNode, label: JsonNode): Level {
  const number = node.integer();
  const level = levels.find((each) => each.number === number) ?? node.refuse("has a level that is not documented");
  return isLabel(label.text(), level) ? level : label.refuse("has a label that contradicts its level");
}

function isLabel(text: string, { label }: Level): boolean {
  return text.toLowerCase() === label.toLowerCase();
}

function readIndicator(node: JsonNode): Part {
  const category = node.at("category").text();
  const riskType = optionalText(node.at("riskType"));
  return {
    level: readLevel(node.at("categoryRiskScoreLevel"), node.at("categoryRiskScoreLevelLabel")),
    category,
    text: riskType === undefined ? category : `${category} (${riskType})`,
  };
}

function readEntity(node: JsonNode): Part {
  const category = node.at("category").text();
  const name = node.at("entity").textOrNull() ?? undefined;
  const isVasp = optionalBoolean(node.at("isVasp")) ?? isVaspCategory(category);
  return {
    level: readLevel(node.at("riskScoreLevel"), node.at("riskScoreLevelLabel")),
    category,
    text: ownerText(name, category),
    ...(isVasp && { vasp: { name } }),
  };
}
