/** JSON Schemas (draft 2020-12) of requests and responses, from the table that is generated from types and rules. */
import type { ChainModule } from "../domain/chains/chain.js";
import { registerChains } from "../domain/chains/register.js";
import { chains } from "../domain/chains/registry.js";
import { readSafely } from "../domain/compliance-error.js";
import { countryCodes } from "../domain/identifiers/country.js";
import { currencyCodes } from "../domain/identifiers/currency.js";
import { checkedOptions, configurationInvalid } from "../domain/options.js";
import { bare } from "../domain/own.js";
import { rows, type TypeName } from "../generated/schema-table.js";

/** A JSON Schema: an object of keywords. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Name of a schema: the type of the library that it describes. */
export type JsonSchemaName = TypeName;

/** The JSON Schemas of all requests and responses. */
export type JsonSchemas = { readonly [N in JsonSchemaName]: JsonSchema };

/** Options of {@link jsonSchemas}. */
export interface JsonSchemaOptions {
  /**
   * Country codes to accept besides the officially assigned ones, for example `["XK"]`.
   *
   * @default []
   */
  readonly countries?: readonly string[] | undefined;
  /**
   * The option `chains` of `createCompliance`, if you use it.
   *
   * @default the fourteen chains of the specification
   */
  readonly chains?: readonly ChainModule[] | undefined;
}

/**
 * Returns the JSON Schema (draft 2020-12) of each request and response, by the name of its type. Each schema is complete: its
 * `$defs` has all that it refers to. A schema accepts every valid input. It cannot express every rule, for example check
 * digits, so parse what it accepts.
 *
 * @param options - country codes to accept
 * @returns A new object.
 * @throws ComplianceError `configuration_invalid` when an option is invalid.
 * @example
 * const isDraft = new Ajv2020({ strict: false, validateFormats: false }).compile(jsonSchemas().AccountDraft);
 */
export function jsonSchemas(options: JsonSchemaOptions = {}): JsonSchemas {
  const { countries, chains } = checkedOptions("jsonSchemas", options, { countries: "checked", chains: "checked" });
  const accepted = { countries: checkedCountries(countries), chains: checkedChains(chains) };
  const definitions = definitionsOf(accepted, "#/$defs/");
  const schemas = Object.keys(rows).map((name) => {
    const below = [...namesIn(definitions[name], definitions)].sort();
    const $defs = Object.fromEntries(below.map((each) => [each, definitions[each]]));
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    return [name, structuredClone({ $schema, title: name, ...definitions[name], $defs })];
  });
  return Object.fromEntries(schemas);
}

/** Returns the names of the definitions that a value refers to, also through others. */
export function namesIn(value: unknown, definitions: Definitions, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/(?:\$defs|components\/schemas)\/(\w+)"/g)) {
    if (!found.has(name)) namesIn(definitions[name], definitions, found.add(name));
  }
  return found;
}

/** Returns a copy of the option `countries`. */
export function checkedCountries(countries: unknown): readonly string[] {
  if (countries === undefined) return [];
  const invalid = () =>
    configurationInvalid('The option countries must be an array of country codes, for example ["XK"].');
  const codes: readonly unknown[] = readSafely(
    () => (Array.isArray(countries) ? [...countries] : [undefined]),
    invalid,
  );
  return codes.map((code) => {
    if (typeof code === "string") return code;
    throw invalid();
  });
}

/** Returns the names of the option `chains`. */
export function checkedChains(given: readonly ChainModule[] | undefined): readonly string[] {
  if (given === undefined) return Object.keys(chains);
  return readSafely(
    () => [...registerChains(given).keys()],
    () => configurationInvalid("The option chains cannot be read: a getter or a proxy threw."),
  );
}

/** Names and codes that the schemas list. */
interface Accepted {
  /** Besides the official ones. */
  readonly countries: readonly string[];
  readonly chains: readonly string[];
}

/** Schemas by their names. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/**
 * Returns the schema of every type, and of the texts and numbers in them.
 *
 * @param accepted - names and codes
 * @param prefix - of references: `#/$defs/`
 */
export function definitionsOf(accepted: Accepted, prefix: string): Record<string, JsonSchema> {
  const types = Object.entries(rows).map(([name, row]) => [name, typeOf(bare(row), prefix)]);
  return { ...Object.fromEntries(types), ...valuesOf(accepted, prefix) };
}

function typeOf({ about, of = {}, oneOf, rules }: (typeof rows)[TypeName], prefix: string): JsonSchema {
  const description = about !== undefined && { description: about };
  if (oneOf !== undefined) return { ...description, oneOf: oneOf.map((name) => schemaOf(name, prefix)) };
  const properties = Object.entries(of).map(([property, notation]) => [property, propertyOf(notation, prefix)]);
  const required = Object.keys(of).filter((property) => /^\S+!/.test(of[property] ?? ""));
  return {
    ...description,
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...Object(rulesOf(rules)),
  };
}

/** Returns rules whose conditions declare what they mention. Linters want it, and nothing changes by it. */
function rulesOf(rules: unknown, isCondition = false): unknown {
  if (Array.isArray(rules)) return rules.map((rule) => rulesOf(rule, isCondition));
  if (typeof rules !== "object" || rules === null) return rules;
  const parts = Object.entries(rules).map(([keyword, rule]) => {
    return [keyword, rulesOf(rule, isCondition || /^(?:if|then|else)$/.test(keyword))];
  });
  const { properties, required, ...rest } = bare(Object.fromEntries(parts));
  if (!isCondition || (properties ?? required) === undefined) return Object.fromEntries(parts);
  const declared = (required ?? []).map((name: string) => [name, true]);
  return {
    ...rest,
    ...(required && { required }),
    properties: { ...Object.fromEntries(declared), ...properties },
    additionalProperties: true,
  };
}

function propertyOf(notation: string, prefix: string): JsonSchema {
  const [type = "", ...words] = notation.split(" ");
  const schema = schemaOf(type.replace("!", ""), prefix);
  return words.length === 0 ? schema : { ...schema, description: words.join(" ") };
}

/**
 * Returns the schema of a notation of the table. `Text` is the schema of that name, and `=a|b` is one of these texts. `1..9`
 * and `1..` are integers. `[T]` is an array, and `[T]+` is one that is not empty. `T?` may be null.
 */
export function schemaOf(notation: string, prefix: string): JsonSchema {
  if (notation.endsWith("?")) return { anyOf: [schemaOf(notation.slice(0, -1), prefix), { type: "null" }] };
  if (notation.endsWith("+")) return { ...schemaOf(notation.slice(0, -1), prefix), minItems: 1 };
  if (notation.startsWith("[")) return { type: "array", items: schemaOf(notation.slice(1, -1), prefix) };
  if (notation.startsWith("=")) return { type: "string", enum: notation.slice(1).split("|") };
  const [minimum, maximum] = notation.split("..");
  if (maximum !== undefined) {
    return { type: "integer", minimum: Number(minimum), maximum: Number(maximum) || Number.MAX_SAFE_INTEGER };
  }
  // An object of any properties. Generated clients need the keyword.
  if (notation === "Object") return { type: "object", additionalProperties: true };
  if (/^(?:String|Number|Boolean)$/.test(notation)) return { type: notation.toLowerCase() };
  return { $ref: prefix + notation };
}

const DECIMAL = "^(0|[1-9][0-9]*)(\\.[0-9]+)?$";
const DAY = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const CLOCK = "[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}";

/** A character that is neither white space nor default-ignorable, in the classes that every dialect of regular expressions has. */
const VISIBLE =
  "[^\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]";
const CONTROL = "[\\u0000-\\u001f\\u007f-\\u009f]";

/** Returns the schemas of texts and numbers that several types have. */
function valuesOf({ countries, chains: names }: Accepted, prefix: string): Definitions {
  const text = (description: string, more: JsonSchema): JsonSchema => ({ type: "string", description, ...more });
  const any = (...schemas: readonly unknown[]): JsonSchema => ({ anyOf: schemas });
  return {
    Text: text("Text that is not blank and has no control characters, at most 1,000 UTF-16 code units.", {
      minLength: 1,
      maxLength: 1_000,
      pattern: VISIBLE,
      not: { pattern: CONTROL },
    }),
    Email: text("E-mail address: one @ with text on both sides and no white space.", {
      maxLength: 1_000,
      pattern: "^[^@\\s]+@[^@\\s]+$",
      not: { pattern: CONTROL },
    }),
    Chain: text("Name of a chain (§4.1).", { enum: names }),
    Country: text("ISO 3166-1 alpha-2 code.", { enum: [...new Set([...countryCodes(), ...countries])] }),
    Currency: text("Active ISO 4217 code.", { enum: currencyCodes() }),
    RegistrationAuthority: text("Code of the GLEIF registration authorities list.", { pattern: "^RA[0-9]{6}$" }),
    Cursor: text("Position in a listing.", { pattern: "^[A-Za-z0-9_-]+$", maxLength: 16_000 }),
    Date: text("Calendar date.", { format: "date", pattern: `^${DAY}$` }),
    DayOrTime: text("A day, or ISO 8601 with offset.", { pattern: `^${DAY}(T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2}))?$` }),
    Timestamp: text("ISO 8601 with offset.", { format: "date-time", pattern: `^${DAY}T${CLOCK}\\+00:00$` }),
    RetrievedTime: text("`YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`.", { pattern: `^${DAY} ${CLOCK} \\+0000$` }),
    LocalTime: text("ISO 8601 without offset, in UTC.", { pattern: `^${DAY}T${CLOCK}$` }),
    Decimal: text("Decimal number: digits with at most one point.", { pattern: DECIMAL }),
    DecimalText: text("Decimal number of at most 100 digits, with at most one point.", {
      pattern: DECIMAL,
      ...any({ maxLength: 100 }, { maxLength: 101, pattern: "\\." }),
    }),
    BaseUnits: text("Whole number of base units (satoshi, wei).", { pattern: "^(0|[1-9][0-9]{0,77})$" }),
    WalletText: text("ASCII text of at most 10,000 characters, as a wallet returns it.", {
      pattern: "^[!-~][ -~]{0,9999}$",
    }),
    Amount: any({ type: "number", minimum: 0 }, schemaOf("DecimalText", prefix)),
    DecidedAmount: any({ type: "number", minimum: 0 }, schemaOf("Decimal", prefix)),
  };
}
