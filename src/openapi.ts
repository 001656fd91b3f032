/** `vaspkit/openapi`: the OpenAPI document and the JSON Schemas of the HTTP interface. Imports nothing of Node. */
export {
  type JsonSchema,
  type JsonSchemaName,
  type JsonSchemaOptions,
  type JsonSchemas,
  jsonSchemas,
} from "./http/json-schema.js";
export { type OpenApiDocument, type OpenApiOptions, openApi } from "./http/openapi.js";
