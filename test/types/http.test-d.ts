/** Types of `vaspkit/http`: what compiles, and what must not. */

import type { Compliance, ComplianceErrorCode, Issue } from "vaspkit";
import { createHandler, type HttpErrorContext, type HttpHandler, type HttpProblem } from "vaspkit/http";
import { describe, expectTypeOf, it } from "vitest";

declare const compliance: Compliance;
declare const wrapper: { [K in keyof Compliance]: Compliance[K] };

interface Tenant {
  readonly name: string;
}
declare function tenantOf(request: Request): Promise<Tenant | undefined>;
declare function complianceOf(tenant: Tenant): Promise<Compliance>;

describe("createHandler", () => {
  it("returns a function of the platform's types", () => {
    expectTypeOf(createHandler(compliance, { authenticate: tenantOf })).toEqualTypeOf<HttpHandler>();
    expectTypeOf<HttpHandler>().toEqualTypeOf<(request: Request) => Promise<Response>>();
    createHandler(wrapper, { authenticate: tenantOf });
  });

  it("passes what authenticate returns to the function that selects the operations", () => {
    createHandler(complianceOf, { authenticate: tenantOf });
    createHandler((tenant: Tenant) => (tenant.name === "a" ? compliance : complianceOf(tenant)), {
      authenticate: tenantOf,
    });
    createHandler(() => compliance, { authenticate: () => "client" });
    // @ts-expect-error: the principal is a text, and the function takes a tenant
    createHandler(complianceOf, { authenticate: () => "client" });
    // @ts-expect-error: the function may return nothing
    createHandler((tenant: Tenant) => (tenant.name === "a" ? compliance : undefined), { authenticate: tenantOf });
  });

  it("requires authenticate, and takes only its options", () => {
    // @ts-expect-error: every request needs a client (§5)
    createHandler(compliance, {});
    // @ts-expect-error: a misspelt option
    createHandler(compliance, { authenticate: tenantOf, basepath: "/api" });
    const options = { authenticate: tenantOf, basePath: undefined, maxBodyBytes: undefined, extensions: undefined };
    createHandler(compliance, { ...options, onError: undefined });
    // @ts-expect-error: a number
    createHandler(compliance, { ...options, maxBodyBytes: "1 MB" });
  });

  it("gives onError an unknown error and a context", () => {
    createHandler(compliance, {
      authenticate: tenantOf,
      onError: (error, context) => {
        expectTypeOf(error).toBeUnknown();
        expectTypeOf(context).toEqualTypeOf<HttpErrorContext>();
        expectTypeOf(context.request_id).toBeString();
      },
    });
  });
});

describe("HttpProblem", () => {
  it("has the codes of errors and issues", () => {
    expectTypeOf<ComplianceErrorCode>().toExtend<HttpProblem["code"]>();
    expectTypeOf<"unauthenticated">().toExtend<HttpProblem["code"]>();
    expectTypeOf<HttpProblem["issues"]>().toEqualTypeOf<readonly Issue[] | undefined>();
    // @ts-expect-error: not a code
    expectTypeOf<"teapot">().toExtend<HttpProblem["code"]>();
  });
});
