/** JSON Schemas of both editions, from the tables of schema.ts. */
import { ComplianceError } from "../domain/compliance-error.js";
import type { Ivms101Edition } from "./model.js";
import { codeLists, type Element, schema } from "./schema.js";

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema (2020-12) of a payload: structure, lengths, characters and code lists. It lacks the constraints
 * C1 to C12, except the form of countries and registration authorities. `parseIvms101` checks all of them.
 *
 * @param edition - edition whose names the schema has
 * @returns a new object with a definition for each component
 * @throws ComplianceError `invalid_input` for another edition
 * @example
 * const validate = new Ajv2020().compile(ivms101JsonSchema("2023"));
 */
export function ivms101JsonSchema(edition: Ivms101Edition): Schema {
  if (edition !== "2020" && edition !== "2023") {
    throw new ComplianceError("invalid_input", 'The edition of a JSON Schema must be "2020" or "2023".');
  }
  const definitions = Object.entries(schema()).map(([name, elements]) => [
    name,
    componentSchema(name, elements, edition),
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `IVMS101 payload, edition ${edition}`,
    $ref: "#/$defs/Payload",
    $defs: Object.fromEntries(definitions),
  };
}

function componentSchema(name: string, elements: readonly Element[], edition: Ivms101Edition): Schema {
  const named = elements.map((element) => ({ element, names: element.names[edition] }));
  const choices = named.flatMap(({ element, names }) => choicesOf(element, names));
  const rules = name === "Person" ? [...choices, { oneOf: requiredEach(["naturalPerson", "legalPerson"]) }] : choices;
  return {
    type: "object",
    properties: Object.fromEntries(
      named.flatMap(({ element, names }) => names.map((each) => [each, elementSchema(element)])),
    ),
    required: named.flatMap(({ element, names }) => (element.isRequired && names.length === 1 ? names : [])),
    additionalProperties: false,
    ...(rules.length > 0 && { allOf: rules }),
  };
}

/** An element with two spellings has one of them. */
function choicesOf({ isRequired }: Element, names: readonly string[]): readonly Schema[] {
  if (names.length < 2) return [];
  return [isRequired ? { oneOf: requiredEach(names) } : { not: { required: names } }];
}

function requiredEach(names: readonly string[]): readonly Schema[] {
  return names.map((name) => ({ required: [name] }));
}

function elementSchema(element: Element): Schema {
  const items = valueSchema(element);
  if (element.most === 1) return items;
  return {
    type: "array",
    items,
    ...(element.isRequired && { minItems: 1 }),
    ...(Number.isFinite(element.most) && { maxItems: element.most }),
  };
}

function valueSchema({ component, codes, text, length }: Element): Schema {
  if (component !== undefined) return { $ref: `#/$defs/${component}` };
  if (codes !== undefined) return { enum: codeLists[codes].filter((code) => code !== "") };
  const sized = { type: "string", minLength: 1, maxLength: length };
  switch (text) {
    case undefined:
      return { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case "latin":
      return { ...sized, pattern: "^[ -~]*$" };
    case "local":
      // Neither a line break nor half of a surrogate pair.
      return { ...sized, pattern: "^[^\\n\\r\\u2028\\u2029\\p{Cs}]*$" };
    case "date":
      return { type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" };
    case "country":
      return { type: "string", pattern: "^[A-Z]{2}$" };
    case "authority":
      return { type: "string", pattern: "^RA[0-9]{6}$" };
    case "version":
      return { enum: ["101.2023", "IVMS101.2023"] };
  }
}
