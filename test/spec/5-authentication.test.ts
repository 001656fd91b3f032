import { describe, expect, it, vi } from "vitest";
import { createHandler } from "../../src/http.js";
import { type Compliance, ComplianceError } from "../../src/index.js";
import { answerOf, credential, handlerOf, requestOf, send } from "../support/http.js";
import { individual, sampleCompliance } from "../support/samples.js";

const vasps = "/directory/vasps";

describe("§5 authentication", () => {
  it.each(["", " ", "\t"])(
    "refuses an Authorization header of %j, which never reaches authenticate",
    async (authorization) => {
      const authenticate = vi.fn(() => "client");
      const handler = handlerOf(sampleCompliance(), { authenticate });
      for (const path of [vasps, "/none", "/engine/evaluate"]) {
        const { status, headers, body } = await send(handler, path, { headers: { authorization } });
        expect({ status, body }).toMatchObject({ status: 401, body: { status: 401, code: "unauthenticated" } });
        expect(headers.get("www-authenticate")).toBe("Bearer");
      }
      expect(authenticate).not.toHaveBeenCalled();
    },
  );

  it("refuses a request without the header", async () => {
    const authenticate = vi.fn(() => "client");
    const handler = handlerOf(sampleCompliance(), { authenticate });
    const { status } = await handler(new Request(`https://vaspkit.test/api/v2${vasps}`));
    expect(status).toBe(401);
    expect(authenticate).not.toHaveBeenCalled();
  });

  it.each([undefined, null, false])("refuses a client for which authenticate returns %j", async (principal) => {
    const onError = vi.fn();
    for (const authenticate of [() => principal, async () => principal]) {
      const handler = handlerOf(sampleCompliance(), { authenticate: authenticate as never, onError });
      const answer = await send(handler, vasps);
      expect(answer.status).toBe(401);
      expect(answer.headers.has("www-authenticate")).toBe(true);
    }
    expect(onError).not.toHaveBeenCalled();
  });

  it.each([0, "", Number.NaN])("accepts the principal %j", async (principal) => {
    const handler = createHandler(sampleCompliance(), { authenticate: () => principal });
    expect((await send(handler, vasps)).status).toBe(200);
  });

  it.each([
    ["an error", new Error(`unknown token ${credential}`)],
    ["a ComplianceError", new ComplianceError("rate_stale", `unknown token ${credential}`)],
    ["undefined", undefined],
  ])("answers 500 when authenticate throws %s", async (_, thrown) => {
    const onError = vi.fn();
    const throwing = () => {
      throw thrown;
    };
    for (const authenticate of [throwing, async () => throwing()]) {
      const { status, body } = await send(handlerOf(sampleCompliance(), { authenticate, onError }), vasps);
      expect({ status, body }).toStrictEqual({
        status: 500,
        body: { title: "Internal Server Error", status: 500, code: "unexpected", request_id: expect.any(String) },
      });
      expect(onError).toHaveBeenLastCalledWith(thrown, {
        method: "GET",
        route: "/api/v2/directory/vasps",
        request_id: (body as { request_id: string }).request_id,
      });
    }
  });

  it("gives the request to authenticate, before anything of it is read", async () => {
    const request = requestOf("/api/v2/engine/evaluate", { body: { secret: 1 } });
    const authenticate = vi.fn(({ headers, bodyUsed }: Request) =>
      headers.get("authorization") === credential && !bodyUsed ? "client" : undefined,
    );
    const answer = await answerOf(handlerOf(sampleCompliance(), { authenticate })(request));
    expect(answer.status).toBe(400);
    expect(authenticate.mock.calls).toEqual([[request]]);
  });

  it("selects the customer's data by the principal", async () => {
    const tenants = new Map<string, Compliance>([
      ["a", sampleCompliance()],
      ["b", sampleCompliance()],
    ]);
    const handler = createHandler((tenant: string) => tenants.get(tenant) as Compliance, {
      authenticate: ({ headers }) => headers.get("authorization")?.replace("Bearer ", ""),
    });
    const as = (tenant: string) => ({ headers: { authorization: `Bearer ${tenant}` } });
    const path = "/directory/accounts";
    expect((await send(handler, path, { ...as("a"), body: individual })).status).toBe(200);
    expect((await send(handler, `${path}/${individual.reference_id}`, as("a"))).status).toBe(200);
    expect((await send(handler, `${path}/${individual.reference_id}`, as("b"))).status).toBe(404);
    expect((await send(handler, path, { ...as("b"), body: individual })).status).toBe(200);
    expect((await send(handler, path, { ...as("a"), body: individual })).status).toBe(409);
  });
});
