/** Validators of JSON Schemas. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type JsonSchema, type JsonSchemaName, jsonSchemas } from "../../src/http/json-schema.js";

/**
 * Returns a function that validates values. A keyword that the validator does not know is an error. Formats only describe
 * values, because validators may ignore them.
 */
export function validatorOf(schema: JsonSchema): ValidateFunction {
  return compilerOf({})(schema);
}

/** Returns a function like `validatorOf` for schemas that refer to shared ones by name. Those are compiled once. */
export function compilerOf(shared: Readonly<Record<string, JsonSchema>>): typeof validatorOf {
  const settings = { strict: true, strictTypes: false, strictRequired: false, allErrors: true, validateFormats: false };
  const ajv = new Ajv2020(settings);
  for (const [name, schema] of Object.entries(shared)) ajv.addSchema(schema, name);
  return (schema) => ajv.compile(schema);
}

const validators = new Map<JsonSchemaName, ValidateFunction>();

/** Returns the errors of a value by a schema of the library, one line each. */
export function schemaErrors(name: JsonSchemaName, value: unknown): readonly string[] {
  const validate = validators.get(name) ?? validatorOf(jsonSchemas()[name]);
  validators.set(name, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
