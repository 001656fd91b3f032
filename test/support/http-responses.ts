/** Checks answers of the HTTP interface against its OpenAPI document. */
import type { ValidateFunction } from "ajv/dist/2020.js";
import { type JsonSchema, type OpenApiDocument, openApi } from "../../src/openapi.js";
import { compilerOf } from "./json-schemas.js";

/** A document with what its validation needs. */
interface DescribedApi {
  readonly document: OpenApiDocument;
  /**
   * Returns what is wrong with the answer to a request by the document, one line each: its status, media type or body.
   *
   * @param request - its method and URL
   * @param response - not read yet
   */
  readonly faultsOf: (request: Asked, response: Response) => Promise<readonly string[]>;
}

/** A request, or what is needed of one. */
interface Asked {
  readonly method: string;
  readonly url: string;
}

/** The document with all operations, for handlers with the option `extensions`. */
export const describedApi: DescribedApi = describeApi(openApi({ extensions: true, countries: ["XK"] }));

/**
 * Returns what is wrong with an answer by the document of all operations, one line each. The response can still be read.
 *
 * @example
 * expect(await responseFaults(request, response)).toEqual([]);
 */
export function responseFaults(request: Asked, response: Response): Promise<readonly string[]> {
  return describedApi.faultsOf(request, response.clone());
}

/** Returns the JSON of schemas with names as references. */
function withNames(schemas: unknown): string {
  return JSON.stringify(schemas).replaceAll("#/components/schemas/", "");
}

/** Returns the functions for a document. */
function describeApi(document: OpenApiDocument): DescribedApi {
  const validators = new Map<string, ValidateFunction>();
  const { schemas = {}, responses = {} } = document.components;
  const operationOf = operationFinder(document);
  const compile = compilerOf(JSON.parse(withNames(schemas)));

  function errorsOf(key: string, schema: unknown, body: unknown): readonly string[] {
    // Most answers share a few schemas.
    const text = withNames(schema);
    const validate = validators.get(text) ?? compile(JSON.parse(text));
    validators.set(text, validate);
    validate(body);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${key}: ${instancePath} ${message}`);
  }

  async function faultsOf({ method, url }: Asked, response: Response): Promise<readonly string[]> {
    const { status } = response;
    const text = await response.text();
    if (method === "OPTIONS" && status === 204) return text === "" ? [] : ["OPTIONS has a body"];
    const operation = operationOf(method === "HEAD" ? "GET" : method, new URL(url).pathname);
    // 499: the client is gone, so that the document has no such answer. Its problem is like the others.
    const common: JsonSchema | undefined = Object(responses)[`Problem${status === 499 ? 400 : status}`];
    const declared = operation?.responses[status] ?? common;
    const key = `${operation?.operationId ?? "no operation"} ${status}`;
    if (declared === undefined) return [`${key} is not declared`];
    const [type = "", media] = Object.entries(Object(resolved(declared, responses)["content"]))[0] ?? [];
    return [
      ...headerFaults(response.headers, type).map((fault) => `${key}: ${fault}`),
      ...bodyFaults(key, method, text, Object(media).schema),
    ];
  }

  function bodyFaults(key: string, method: string, text: string, schema: unknown): readonly string[] {
    if (method === "HEAD") return text === "" ? [] : [`${key}: HEAD has a body`];
    return errorsOf(key, schema, JSON.parse(text));
  }

  return { document, faultsOf };
}

function headerFaults(headers: Headers, type: string): readonly string[] {
  return [
    ...(headers.get("content-type")?.split(";")[0] === type ? [] : [`the media type is not ${type}`]),
    ...(headers.get("cache-control") === "no-store" ? [] : ["the answer may be stored"]),
  ];
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

function resolved(response: JsonSchema, responses: JsonSchema): JsonSchema {
  const { $ref } = response;
  return typeof $ref === "string" ? Object(responses[$ref.split("/").at(-1) ?? ""]) : response;
}

/** Returns a function from method and path to operation. Of several, the one with the fewest parameters, as OpenAPI requires. */
function operationFinder({ paths }: OpenApiDocument) {
  const rows = Object.entries(paths)
    .sort(([a], [b]) => a.split("{").length - b.split("{").length)
    .map(([path, item]) => [new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`), Object.entries(item)] as const);
  return (method: string, pathname: string): Operation | undefined => {
    const found = rows
      .filter(([pattern]) => pattern.test(pathname))
      .flatMap(([, operations]) => operations)
      .find(([name]) => name === method.toLowerCase())?.[1];
    // The document has these in every operation.
    return found as Operation | undefined;
  };
}
