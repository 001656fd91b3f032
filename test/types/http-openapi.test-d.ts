/** The OpenAPI document and the JSON Schemas: what callers may pass and read. */
import { describe, expectTypeOf, it } from "vitest";
import { type JsonSchema, jsonSchemas, type OpenApiDocument, openApi } from "../../src/openapi.js";

describe("jsonSchemas", () => {
  it("has a schema by the name of each type, and no other one", () => {
    expectTypeOf(jsonSchemas().AccountDraft).toEqualTypeOf<JsonSchema>();
    expectTypeOf(jsonSchemas({ countries: ["XK"] }).RuleEvaluation).toEqualTypeOf<JsonSchema>();
    // @ts-expect-error: the type is called AccountDraft.
    jsonSchemas().Acount;
  });
});

describe("openApi", () => {
  it("takes options, and returns a document", () => {
    expectTypeOf(openApi()).toEqualTypeOf<OpenApiDocument>();
    expectTypeOf(openApi({ servers: [{ url: "/" }], license: { name: "MIT" } })).toEqualTypeOf<OpenApiDocument>();
    // @ts-expect-error: the option is called extensions.
    openApi({ extension: true });
    // @ts-expect-error: a server has a URL.
    openApi({ servers: [{ description: "Production" }] });
  });
});
