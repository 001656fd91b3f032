/** What scripts/generate-schemas.mjs bundles and runs: writes the table of JSON Schemas. */
import type { Rule } from "../../src/domain/input/types.js";
import { compileSchema, nodesBelow } from "../readers/compile-schema.js";
import { type JsonSchema, type RowOf, type SchemaNode, withoutTypeArguments } from "../readers/schema.js";
import { schemas } from "../readers/schemas.shape.js";
import { type Fragment, merged, type Operand, schemaOfRules, withElse } from "./conditions.js";
import { names, shapes } from "./schemas.shape.js";

const plain = withoutTypeArguments(shapes);

const components = plain.components.schemas as Readonly<Record<string, JsonSchema & Described>>;

interface Described {
  readonly description?: string;
}

/** The node of each type that an input contains, with its rules. */
const nodes = new Map<string, SchemaNode>();
for (const schema of schemas) {
  for (const node of nodesBelow(compileSchema(schema)))
    if (node.properties !== undefined) nodes.set(node.typeName, node);
}

/** Types with the rules of another one. */
const ruled: Readonly<Record<string, string>> = {
  StoredAccountShape: "AccountShape",
  RetrievedAccountShape: "AccountShape",
  PartyShape: "AccountShape",
  CheckedPartyShape: "AccountShape",
  CheckedBeneficiaryShape: "BeneficiaryShape",
  RetrievedAddress: "PostalAddress",
  VaspDraft: "Vasp",
  VaspShape: "Vasp",
  RecordedRiskEntry: "RiskEntry",
  TransferDecideShape: "DecisionShape",
};

/** Schema of the text of a property by the code of its rule. */
const formats: Readonly<Record<string, string>> = {
  not_an_email: "Email",
  not_a_date: "Date",
  not_a_country: "Country",
  not_a_currency: "Currency",
  not_a_registration_authority: "RegistrationAuthority",
  not_a_timestamp: "DayOrTime",
  cursor_invalid: "Cursor",
};

/** Schemas of texts in responses by the name of the property. Other texts there have no limit. */
const written: Readonly<Record<string, string>> = {
  created: "Timestamp",
  last_modified: "Timestamp",
  raised_at: "Timestamp",
  reviewed_at: "Timestamp",
  decided_at: "Timestamp",
  valid_until: "Timestamp",
  executed_at: "Timestamp",
  confirmed_at: "Timestamp",
  issued: "Timestamp",
  expires: "Timestamp",
  proved_at: "Timestamp",
  at: "Timestamp",
  first_at: "Timestamp",
  last_at: "Timestamp",
  linked: "Timestamp",
  unlinked: "Timestamp",
  evaluated_at: "LocalTime",
  date: "Date",
  country: "Country",
  currency: "Currency",
  amount_currency: "Currency",
  base: "Currency",
  threshold: "Decimal",
  converted: "Decimal",
  from: "Decimal",
  to: "Decimal",
  price: "Decimal",
  balance: "Decimal",
  balance_usd: "Decimal",
  next_cursor: "Cursor",
};

/** Schemas of texts whose name alone says something else, by type and property. */
const ofType: Readonly<Record<string, string>> = {
  "Challenge/amount": "BaseUnits",
  "CounselAnswer/from": "Date",
  "CounselAnswer/until": "Date",
  "DecidedTransferShape/amount": "Decimal",
  "MoneyOfTransfer/amount": "Decimal",
  "ObservedTransaction/amount": "BaseUnits",
  "OwnershipVerifyRequest/public_key": "WalletText",
  "OwnershipVerifyRequest/signature": "WalletText",
  "Proof/amount": "BaseUnits",
};

/** Rules that the schema of a property contains, or that no schema can express. */
const elsewhere: ReadonlySet<string> = new Set([
  ...Object.keys(formats),
  "not_an_lei",
  "date_of_birth_in_future",
  "not_sent_to_itself",
  "same_address",
  "address_format",
  "tag_malformed",
  "tag_contradicts",
  "amount_negative",
  "amount_not_finite",
  "amount_malformed",
  "out_of_range",
  "rule_codes_empty",
  "link_key_missing",
  "text_blank",
  "text_malformed",
]);

/** A row of the table. */
interface Row {
  readonly about?: string | undefined;
  /** Absent for one of several types. */
  readonly of?: Readonly<Record<string, string>>;
  readonly oneOf?: readonly string[];
  /** Name of its rules. */
  readonly rules?: string;
}

class Table {
  readonly rows: Record<string, Row> = {};
  /** Rules about several properties by their names. Types with the same rules share them. */
  readonly rules: Record<string, Fragment> = {};

  /** Adds the type, unless it is there, and returns its name. */
  add(type: string, json: JsonSchema & Described): string {
    const name: string = Reflect.get(names, type) ?? type;
    if (this.rows[name] !== undefined) return name;
    const about = firstSentence(json.description);
    if (json.oneOf !== undefined) {
      this.rows[name] = { about, oneOf: json.oneOf.map(({ $ref }) => this.addReference($ref)) };
      return name;
    }
    const rules = this.#addRules(ruled[type] ?? type);
    const of: Record<string, string> = {};
    this.rows[name] = { about, of, ...(rules && { rules }) };
    for (const [property, schema] of Object.entries(json.properties ?? {})) {
      const mark = json.required?.includes(property) ? "!" : "";
      const about = isInput(type) ? textOf((schema as Described).description ?? aboutOf(schema)) : "";
      of[property] = `${this.#typeOf(type, property, schema)}${mark} ${about}`.trim();
    }
    return name;
  }

  /** Adds the type that a reference names, and returns its name. */
  addReference($ref = ""): string {
    const type = $ref.split("/").at(-1) ?? "";
    return this.add(type, components[type] ?? {});
  }

  /** Adds the rules of a type, if it has any, and returns their name. */
  #addRules(type: string): string | undefined {
    const rules = rulesOf(type);
    if (rules === undefined) return undefined;
    const name = `${type.charAt(0).toLowerCase()}${type.slice(1).replace(/(?:Shape|Fields)$/, "")}Rules`;
    this.rules[name] = rules;
    return name;
  }

  /** Returns the schema of a property in the notation of the table. */
  #typeOf(owner: string, property: string, json: JsonSchema): string {
    const options = optionsOf(json);
    const nullable = options.some(({ type }) => type === "null") ? "?" : "";
    const rest = options.filter(({ type }) => type !== "null");
    const [first = {}] = rest;
    const constants = rest.flatMap((option) => (option.const === undefined ? [] : [String(option.const)]));
    if (constants.join() === "true") return `Boolean${nullable}`;
    if (constants.length > 0) return `${property === "chain" ? "Chain" : `=${constants.join("|")}`}${nullable}`;
    if (first.type === "array") {
      const item = this.#typeOf(owner, property, first.items as JsonSchema);
      return `[${item}]${nullable}${this.#minimumOf(owner, property)}`;
    }
    if (Object.keys(first.properties ?? {}).length > 0) return `${this.#addObject(owner, property, json)}${nullable}`;
    return `${leafOf(owner, property, rest)}${nullable}`;
  }

  #addObject(owner: string, property: string, json: JsonSchema): string {
    const reference = [json, ...(json.oneOf ?? [])].find(({ $ref }) => $ref !== undefined)?.$ref;
    const inline = `${Reflect.get(names, owner) ?? owner}${property.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())}`;
    const type = reference?.split("/").at(-1) ?? inline;
    return this.add(type, components[type] ?? json);
  }

  #minimumOf(owner: string, property: string): string {
    return rowsOf(owner).some(({ rule }) => rule.code === "rule_codes_empty" && rule.path === `/${property}`)
      ? "+"
      : "";
  }
}

/** Whether callers write values of the type. Only these have descriptions of properties, to keep the table small. */
function isInput(type: string): boolean {
  return nodes.has(type) || type === "VaspDraft" || type === "TransferDecideShape";
}

/** Returns the text of a doc comment in one line. */
function textOf(comment: string): string {
  return comment.replace(/\{@link (\w+)\}/g, "`$1`").replace(/\s+/g, " ");
}

function firstSentence(comment: string | undefined): string | undefined {
  return comment && textOf(comment).replace(/(?<=\.) .*/, "");
}

function aboutOf(json: JsonSchema): string {
  const resolved = resolve(json) as JsonSchema & Described;
  return resolved.properties === undefined ? (resolved.description ?? "") : "";
}

function resolve(json: JsonSchema): JsonSchema {
  return components[json.$ref?.split("/").at(-1) ?? ""] ?? json;
}

/** Returns the alternatives of a schema. */
function optionsOf(json: JsonSchema): readonly JsonSchema[] {
  const resolved = resolve(json);
  return resolved.oneOf === undefined ? [resolved] : resolved.oneOf.flatMap(optionsOf);
}

function rowsOf(type: string): readonly RowOf[] {
  return nodes.get(ruled[type] ?? type)?.rules ?? [];
}

/** Returns the schema of a value that is neither object nor array nor one of a few. */
function leafOf(owner: string, property: string, options: readonly JsonSchema[]): string {
  const types = options.map(({ type }) => type);
  if (types.includes("boolean")) return "Boolean";
  if (types.includes("number") && types.includes("string")) return isRuled(owner) ? "Amount" : "DecidedAmount";
  if (types.includes("number")) return numberOf(owner, property);
  // Only `params` of an issue has another type.
  return types.includes("string") ? textTypeOf(owner, property) : "Object";
}

function isRuled(type: string): boolean {
  return nodes.has(ruled[type] ?? type);
}

function rulesAt(owner: string, property: string): readonly Rule[] {
  return rowsOf(owner).flatMap(({ rule }) => (rule.path === `/${property}` ? [rule] : []));
}

function numberOf(owner: string, property: string): string {
  const range = rulesAt(owner, property).find(({ code }) => code === "out_of_range")?.params;
  if (range !== undefined) return `${range["min"]}..${range["max"] ?? ""}`;
  return property.startsWith("balance") ? "Number" : "0..";
}

function textTypeOf(owner: string, property: string): string {
  const format = rulesAt(owner, property).map(({ code }) => formats[code]);
  const found = format.find((name) => name !== undefined);
  const special = found ?? ofType[`${owner}/${property}`];
  if (special !== undefined) return special;
  // Of a publication, whose day may be unknown.
  const time = owner === "TierSource" ? "String" : written[property];
  if (time === "Timestamp") return owner === "RetrievedAccountShape" ? "RetrievedTime" : time;
  if (!isRuled(owner)) return time ?? "String";
  return nodes.get(ruled[owner] ?? owner)?.properties?.[property]?.mayBeEmpty ? "String" : "Text";
}

/** Returns the schema of the rules about several properties. */
function rulesOf(type: string): Fragment | undefined {
  const node = nodes.get(type);
  if (node === undefined) return undefined;
  const lei = node.rules
    .filter(({ rule }) => rule.code === "not_an_lei")
    .map(({ rule }) => leiSchema(rule.of[0] ?? ""));
  const byOperands = new Map<string, [Rule, ...Rule[]]>();
  for (const { rule, table } of node.rules) {
    // What a provider returned was checked before it was stored.
    if (elsewhere.has(rule.code) || table.name === "riskEntryRules") continue;
    const same = byOperands.get(rule.of.join());
    if (same === undefined) byOperands.set(rule.of.join(), [rule]);
    else same.push(rule);
  }
  const fragments = [...byOperands.values()].map((group) => schemaOfRules(group, operandsOf(group[0].of, node)));
  const rules = withElse([...lei, ...fragments].reduce(merged, {}));
  if (Object.keys(rules).length === 0) return undefined;
  return "properties" in rules || "required" in rules ? { allOf: [rules] } : rules;
}

/** The check digits are beyond a schema. */
function leiSchema(type: string): Fragment {
  return {
    if: { required: [type], properties: { [type]: { const: "LEIX" } } },
    then: { properties: { national_id: { pattern: "^[0-9A-Z]{18}[0-9]{2}$" } } },
  };
}

function operandsOf(of: readonly string[], node: SchemaNode): Operand[] {
  return of.map((text) => {
    const path = text.replace("?", "");
    const tokens = path.split("/");
    let place: SchemaNode | undefined = node;
    let isOptional = false;
    for (const token of tokens) {
      place = place?.properties?.[token];
      isOptional ||= !place?.isRequired;
    }
    const isPresence = text.endsWith("?") || place?.properties !== undefined;
    const values = [...(place?.constants ?? []), ...(place?.types.includes("boolean") ? [false, true] : [])];
    if (!isPresence && values.length === 0) throw new TypeError(`A rule is about the value of ${path}.`);
    return { path, values: isPresence ? undefined : values, isOptional };
  });
}

const table = new Table();
for (const { $ref } of plain.schemas as readonly JsonSchema[]) table.addReference($ref);

const typeNames = Object.keys(table.rows).sort();
const rules = Object.entries(table.rules).map(([name, schema]) => `const ${name} = ${JSON.stringify(schema)};\n`);
// The rules of a row are the name of a constant.
const rows = JSON.stringify(table.rows).replace(/(?<="rules":)"(\w+)"/g, "$1");

export const files: Readonly<Record<string, string>> = {
  "src/generated/schema-table.ts": `/** Generated by scripts/generate-schemas.mjs from types and rules. Do not edit it: run \`npm run generate\`. */

/** Name of a type of requests or responses. */
export type TypeName = ${typeNames.map((name) => `"${name}"`).join(" | ")};

/** A type: what it is, its properties, and its rules about several of them as JSON Schema. Or one of several types. */
interface Row {
  readonly about?: string;
  /** Type and description of each property in the notation of json-schema.ts. */
  readonly of?: Readonly<Record<string, string>>;
  readonly oneOf?: readonly TypeName[];
  readonly rules?: Readonly<Record<string, unknown>>;
}

${rules.join("\n")}
export const rows: Readonly<Record<TypeName, Row>> = ${rows};
`,
};
