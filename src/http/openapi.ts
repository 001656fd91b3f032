/** The OpenAPI document of the HTTP interface, from the table of routes and the JSON Schemas. */

import type { ChainModule } from "../domain/chains/chain.js";
import { readSafely } from "../domain/compliance-error.js";
import type { Issue } from "../domain/issue.js";
import { checkedOptions, configurationInvalid } from "../domain/options.js";
import { bare, own } from "../domain/own.js";
import {
  checkedChains,
  checkedCountries,
  type Definitions,
  definitionsOf,
  type JsonSchema,
  namesIn,
  schemaOf,
} from "./json-schema.js";
import { type OperationText, parameterExamples } from "./openapi-examples.js";
import { operationTexts } from "./openapi-operations.js";
import { checkedBasePath } from "./paths.js";
import { bodyProblem, errorStatus, type HttpProblem, issuesProblem, problem, type Reply, titles } from "./problem.js";
import { choicesOf, hasBody, type Route } from "./route.js";
import { routes } from "./routes.js";

/** Options of {@link openApi}. */
export interface OpenApiOptions {
  /**
   * What comes before the path of each operation: the option of `createHandler`.
   *
   * @default "/api/v2"
   */
  readonly basePath?: string | undefined;
  /**
   * Whether to describe the further operations, which `createHandler` serves with its option `extensions`.
   *
   * @default false
   */
  readonly extensions?: boolean | undefined;
  /**
   * Title of the document.
   *
   * @default "Compliance directory, address analytics and rule evaluation"
   */
  readonly title?: string | undefined;
  /**
   * Version of the document.
   *
   * @default "2.0.0"
   */
  readonly version?: string | undefined;
  /**
   * Licence of your interface: its name, and a URL or an SPDX expression.
   *
   * @default all rights reserved
   */
  readonly license?: { readonly name: string; readonly url?: string; readonly identifier?: string } | undefined;
  /**
   * Where the interface is served.
   *
   * @default the server of the document
   */
  readonly servers?: readonly { readonly url: string; readonly description?: string }[] | undefined;
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

/** An OpenAPI 3.1 document. Its parts are plain objects of the OpenAPI Specification. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * Returns the OpenAPI 3.1 document of the interface that `createHandler` serves: every path, parameter, request and response,
 * with examples. Further operations have `x-extension: true`.
 *
 * @param options - what the document describes, and its head
 * @returns A new object, for `JSON.stringify`.
 * @throws ComplianceError `configuration_invalid` when an option is invalid.
 * @example
 * const document = JSON.stringify(openApi({ extensions: true, servers: [{ url: "https://compliance.internal" }] }));
 */
export function openApi(options: OpenApiOptions = {}): OpenApiDocument {
  const { basePath, info, servers, accepted, served } = documentSettings(options);
  const texts = operationTexts();
  const definitions = definitionsOf(accepted, SCHEMAS);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of served) {
    const described = texts[route.operation];
    if (described === undefined) throw new TypeError(`The operation ${route.operation} has no description.`);
    const text = bare(described);
    const path = basePath + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, text, definitions) };
  }
  const references = JSON.stringify(paths);
  const responses = Object.fromEntries(
    problems()
      .map(([status, response]) => [`Problem${status}`, response] as const)
      .filter(([name]) => references.includes(`/${name}"`)),
  );
  const used = [...namesIn({ paths, responses }, definitions)].sort();
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info,
    servers,
    tags: tagsOf(served),
    security: [{ authorization: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(used.map((name) => [name, definitions[name]])),
      responses,
      securitySchemes: { authorization: { type: "apiKey", in: "header", name: "Authorization" } },
    },
  };
  // Examples are shared until here, and callers may change the document.
  return structuredClone(document);
}

const SCHEMAS = "#/components/schemas/";

function documentSettings(options: OpenApiOptions) {
  const given = checkedOptions("openApi", options, {
    basePath: "text",
    extensions: "boolean",
    title: "text",
    version: "text",
    license: "checked",
    servers: "checked",
    countries: "checked",
    chains: "checked",
  });
  const { extensions = false, title = TITLE, version = "2.0.0", license = LICENSE, servers = [{ url: "/" }] } = given;
  return {
    basePath: checkedBasePath("openApi", given.basePath),
    info: { title, version, license: checkedLicense(license), description: DESCRIPTION },
    servers: checkedServers(servers),
    accepted: { countries: checkedCountries(given.countries), chains: checkedChains(given.chains) },
    served: routes.filter(({ isExtension }) => extensions || !isExtension),
  };
}

const TITLE = "Compliance directory, address analytics and rule evaluation";
const LICENSE = { name: "All rights reserved", identifier: "LicenseRef-All-rights-reserved" };
const DESCRIPTION =
  "Every answer is JSON. A success has the envelope of §2.1. Every other answer has problem details (RFC 9457). " +
  "`HEAD` is answered like `GET` without a body, and `OPTIONS` with the methods of a path.";

function checkedLicense(given: NonNullable<OpenApiOptions["license"]>): JsonSchema {
  const kinds = { name: "text", url: "text", identifier: "text" } as const;
  const license = checkedOptions("the option license of openApi", given, kinds);
  if (license.name !== undefined) return { ...license };
  throw configurationInvalid('The option license of openApi must have a name, for example { name: "MIT" }.');
}

function checkedServers(given: NonNullable<OpenApiOptions["servers"]>): readonly JsonSchema[] {
  const invalid = () =>
    configurationInvalid('The option servers of openApi must be like [{ url: "https://compliance.internal" }].');
  const servers = readSafely(() => (Array.isArray(given) ? [...given] : []), invalid).map((server) =>
    checkedOptions("a server of openApi", server, { url: "text", description: "text" }),
  );
  if (servers.length === 0 || servers.some(({ url }) => url === undefined)) throw invalid();
  return servers.map((server) => ({ ...server }));
}

const tags = {
  accounts: "The directory of accounts (§4.3–4.5).",
  vasps: "The directory of virtual asset service providers (§4.6–4.8).",
  addresses: "Blockchain addresses, their risk and their accounts (§4.1, §4.2).",
  rules: "The rule engine (§4.9).",
  transfers: "Travel-rule transfers and decisions about them (§2.9).",
  ownership: "Proofs that a self-hosted address is the customer's (§2.9).",
  alerts: "Travel-rule alerts (§4.9).",
};

function tagsOf(served: readonly Route[]): readonly JsonSchema[] {
  const names = new Set(served.map(tagOf));
  return Object.entries(tags).flatMap(([name, description]) => (names.has(name) ? [{ name, description }] : []));
}

function tagOf({ operation }: Route): string {
  return operation.split(".")[0] ?? operation;
}

function operationOf(route: Route, text: OperationText, definitions: Record<string, JsonSchema>): JsonSchema {
  const { operation, clause, isExtension, isDeprecated, requiredQuery } = route;
  // The id in the query is a second way to the same operation.
  const operationId = requiredQuery.some((name) => name.endsWith("_id")) ? `${operation}ByQuery` : operation;
  const description = isExtension ? `An addition to clause ${clause}.` : `Clause ${clause} of the specification.`;
  const parameters = parametersOf(route, text, definitions);
  return {
    operationId,
    summary: operationId === operation ? text.summary : `${text.summary}, with its id in the query`,
    description,
    tags: [tagOf(route)],
    ...(isDeprecated && { deprecated: true }),
    ...(isExtension && { "x-extension": true }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(route) && { requestBody: bodyOf(route, text, definitions) }),
    responses: responsesOf(route, text),
  };
}

function parametersOf({ path, query, requiredQuery }: Route, text: OperationText, definitions: Definitions) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const input = text.input === undefined ? {} : Object(definitions[text.input]?.["properties"]);
  return [
    ...inPath.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: name === "chain" ? schemaOf("Chain", SCHEMAS) : { type: "string", minLength: 1 },
      example: own(parameterExamples, name),
    })),
    ...Object.entries(query).map(([name, kind]) => ({
      name,
      in: "query",
      ...(requiredQuery.includes(name) && { required: true }),
      schema: own(input, name) ?? schemaOf(kind === "date" ? "DayOrTime" : choicesOf(kind) ? kind : "String", SCHEMAS),
      ...(own(parameterExamples, name) !== undefined && { example: own(parameterExamples, name) }),
    })),
  ];
}

/** Adds the type of the body to the definitions: the input without the parameters of the path. */
function bodyOf(
  { path, takes }: Route,
  { input = "AccountDraft", body }: OperationText,
  definitions: Record<string, JsonSchema>,
) {
  const isWhole = takes === "body";
  if (!isWhole) definitions[`${input}Body`] = withoutNames(definitions[input], path);
  const schema = schemaOf(isWhole ? input : `${input}Body`, SCHEMAS);
  return { required: true, content: { "application/json": { schema, example: body } } };
}

function withoutNames(schema: JsonSchema | undefined, path: string): JsonSchema {
  const isLeft = (name: string): boolean => !path.includes(`{${name}}`);
  const { properties, required = [], ...rest } = bare(schema ?? {});
  const left = Object.entries(Object(properties)).filter(([name]) => isLeft(name));
  const needed = Array.isArray(required) ? required.filter(isLeft) : [];
  return { ...rest, properties: Object.fromEntries(left), ...(needed.length > 0 && { required: needed }) };
}

function responsesOf(route: Route, { data, statuses = [], example }: OperationText): JsonSchema {
  const own = [400, 401, 405, 406, 500, 503, ...(hasBody(route) ? [408, 413, 415] : []), ...statuses];
  const headers = route.isDeprecated
    ? { Deprecation: header("RFC 9745"), Link: header("The operation to use instead") }
    : {};
  const success = {
    type: "object",
    properties: { status: { const: "success" }, data: schemaOf(data, SCHEMAS), message: { type: "null" } },
    required: ["status", "data", "message"],
    additionalProperties: false,
  };
  const content = {
    "application/json": { schema: success, example: { status: "success", data: example, message: null } },
  };
  return {
    200: { description: "Success.", headers: { ...noStore, ...headers }, content },
    ...Object.fromEntries(own.sort().map((status) => [status, { $ref: `#/components/responses/Problem${status}` }])),
  };
}

function header(description: string): JsonSchema {
  return { description, schema: { type: "string" } };
}

const noStore = { "Cache-Control": { schema: { const: "no-store" } } };

/** Headers of problems by status. */
const problemHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  503: ["Retry-After"],
};

/** Returns the response of each status with problem details. */
function problems(): readonly (readonly [status: number, response: JsonSchema])[] {
  return [...titles]
    .filter(([status]) => status !== errorStatus.aborted)
    .map(([status, title]) => {
      const names = own(problemHeaders, status) ?? [];
      const headers = Object.fromEntries(names.map((name) => [name, header(`See RFC 9110, ${name}.`)]));
      const schema = schemaOf("HttpProblem", SCHEMAS);
      const content = { "application/problem+json": { schema, example: JSON.parse(exampleOf(status).body ?? "null") } };
      return [status, { description: `${title}.`, headers: { ...noStore, ...headers }, content }];
    });
}

/** Examples of problems by status. */
const problemExamples: Readonly<Record<number, Omit<HttpProblem, "title" | "status">>> = {
  401: { code: "unauthenticated", detail: "Send the header Authorization with a valid credential." },
  403: { code: "person_required", detail: "Only a person may do this; send the credential of one." },
  404: { code: "record_not_found", detail: "There is no such record." },
  405: { code: "method_not_allowed", detail: "The path has no such method; see the header Allow." },
  406: { code: "not_acceptable", detail: "The answer is application/json; allow it in Accept." },
  415: {
    code: "media_type_unsupported",
    detail: "The body must be JSON in UTF-8; send the header Content-Type: application/json.",
  },
  422: { code: "chain_unsupported", detail: "The provider does not support the chain." },
  500: { code: "unexpected" },
  502: { code: "provider_unreachable", detail: "The provider could not be reached." },
  503: { code: "storage_unavailable", detail: "The storage could not be reached." },
  504: { code: "provider_timeout", detail: "The provider did not answer in time." },
};

const issueExamples: Readonly<Record<number, Issue>> = {
  400: {
    code: "required",
    path: "/reference_id",
    clause: "2.2",
    params: { types: ["string"] },
    message: "reference_id of the account is missing; it must be text.",
  },
  409: {
    code: "reference_id_taken",
    path: "/reference_id",
    clause: "2.2",
    message: "reference_id belongs to a stored account, which is unchanged; choose another reference id.",
  },
};

/** Returns the answer that a response of the document shows. */
function exampleOf(status: number): Reply {
  const issue = own(issueExamples, status);
  if (issue !== undefined) return issuesProblem([issue]);
  const members = own(problemExamples, status);
  if (members === undefined) return bodyProblem(status === 408 ? "too_slow" : "too_large", []);
  const id = status < 500 ? {} : { request_id: "0f8fad5b-d9cb-469f-a165-70867728950e" };
  return problem(status, { ...members, ...id });
}
