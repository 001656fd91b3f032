/** What the handler does with every request, whatever its route: envelope, headers, statuses, errors. */
import { describe, expect, it, vi } from "vitest";
import { createHandler, type HttpErrorContext, type HttpHandlerOptions } from "../../src/http.js";
import { type Compliance, ComplianceError } from "../../src/index.js";
import { addressCompliance, loading, screener } from "../support/address-samples.js";
import { answerOf, credential, handlerOf, requestOf, send } from "../support/http.js";
import { byCountry, filledCompliance, individual, passing, sampleCompliance } from "../support/samples.js";

const accounts = "/directory/accounts";
const evaluation = { transaction: passing, rule_codes: byCountry };

/** Returns a handler over a compliance whose account retrieval fails, and what `onError` receives. */
function failing(thrown: unknown) {
  const compliance = sampleCompliance();
  const onError = vi.fn<(error: unknown, context: HttpErrorContext) => void>();
  const retrieve = () => Promise.reject(thrown);
  const broken = { ...compliance, accounts: { ...compliance.accounts, retrieve } };
  return { handler: handlerOf(broken, { onError }), onError };
}

describe("createHandler", () => {
  const options = { authenticate: () => "client" };

  it.each<readonly [string, object, RegExp]>([
    ["no authenticate", {}, /needs the option authenticate/],
    ["authenticate of another type", { authenticate: "yes" }, /authenticate .* must be a function/],
    [
      "an unknown option",
      { ...options, basepath: "/" },
      /no option "basepath"; its options are authenticate, basePath/,
    ],
    ["a base path without a slash", { ...options, basePath: "api" }, /basePath .* must be a path/],
    ["a base path with a slash at its end", { ...options, basePath: "/api/" }, /basePath .* must be a path/],
    ["a base path that leaves itself", { ...options, basePath: "/api/.." }, /basePath .* must be a path/],
    ["a base path with a parameter", { ...options, basePath: "/{tenant}" }, /basePath .* must be a path/],
    ["a base path that is a number", { ...options, basePath: 2 }, /basePath .* must be a text/],
    ["no bytes", { ...options, maxBodyBytes: 0 }, /maxBodyBytes .* must be a whole number/],
    ["a part of a byte", { ...options, maxBodyBytes: 1.5 }, /maxBodyBytes .* must be a whole number/],
    ["no limit of bytes", { ...options, maxBodyBytes: Number.POSITIVE_INFINITY }, /maxBodyBytes .* whole number/],
    ["no time for a body", { ...options, bodyTimeoutMs: 0 }, /bodyTimeoutMs .* must be whole milliseconds/],
    ["a part of a millisecond", { ...options, bodyTimeoutMs: 1.5 }, /bodyTimeoutMs .* must be whole milliseconds/],
    ["more time than a timer has", { ...options, bodyTimeoutMs: 2 ** 31 }, /bodyTimeoutMs .* from 1 to 2147483647/],
    ["a time for a body as text", { ...options, bodyTimeoutMs: "1s" }, /bodyTimeoutMs .* must be a number/],
    ["extensions of another type", { ...options, extensions: "yes" }, /extensions .* must be true or false/],
    ["onError of another type", { ...options, onError: {} }, /onError .* must be a function/],
  ])("rejects %s", (_, given, message) => {
    const create = () => createHandler(sampleCompliance(), given as never);
    expect(create).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(create).toThrow(message);
  });

  it.each([undefined, null, {}, "compliance", { accounts: {} }])("rejects %j in place of the operations", (given) => {
    expect(() => createHandler(given as never, options)).toThrow(/takes the operations of createCompliance/);
  });

  it("serves another base path, and the root", async () => {
    const compliance = await filledCompliance();
    for (const basePath of ["/v2/travel-rule", ""]) {
      const handler = handlerOf(compliance, { basePath });
      const { status } = await answerOf(handler(requestOf(`${basePath}/directory/vasps`)));
      expect(status).toBe(200);
      expect((await send(handler, "/directory/vasps")).status).toBe(404);
    }
  });
});

describe("an answer", () => {
  it("is JSON in UTF-8 that no cache stores (§2.1)", async () => {
    const { headers } = await send(handlerOf(sampleCompliance()), "/directory/vasps");
    expect(Object.fromEntries(headers)).toStrictEqual({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  it("to invalid input is 400 with problem details and every issue of the operation", async () => {
    const compliance = sampleCompliance();
    const body = { reference_id: "", account_type: "individual", colour: "red" };
    const { status, headers, body: problem } = await send(handlerOf(compliance), accounts, { body });
    const result = await compliance.accounts.create(body as unknown);
    expect(result).toMatchObject({ ok: false });
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 400, type: "application/problem+json" });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(problem).toStrictEqual({
      title: "Bad Request",
      status: 400,
      code: "invalid_input",
      detail: "The request is invalid; see issues.",
      issues: "issues" in result ? result.issues : [],
    });
  });

  it("to a taken reference id is 409, and the stored account stays", async () => {
    const compliance = await filledCompliance();
    const before = await compliance.accounts.retrieve(individual.reference_id);
    const body = { ...individual, email: "other@example.com" };
    expect(await send(handlerOf(compliance), accounts, { body })).toMatchObject({
      status: 409,
      body: {
        code: "reference_id_taken",
        issues: [{ code: "reference_id_taken", path: "/reference_id", clause: "2.2" }],
      },
    });
    expect(await compliance.accounts.retrieve(individual.reference_id)).toStrictEqual(before);
  });

  it("to a put of a changed account is 409", async () => {
    const handler = handlerOf(await filledCompliance());
    const { reference_id, ...body } = individual;
    const put = (last_modified: string) =>
      send(handler, `${accounts}/${reference_id}?${new URLSearchParams({ if_last_modified: last_modified })}`, {
        method: "PUT",
        body,
      });
    expect(await put("2020-01-01 00:00:00.000 +0000")).toMatchObject({
      status: 409,
      body: { code: "changed_meanwhile", issues: [{ code: "changed_meanwhile" }] },
    });
    const { body: retrieved } = await send(handler, `${accounts}/${reference_id}`);
    const { last_modified } = (retrieved as { data: { last_modified: string } }).data;
    expect(await put(last_modified)).toMatchObject({ status: 200, body: { data: { is_new: false } } });
  });

  it("to a review of an unknown alert is 404", async () => {
    const answer = await send(handlerOf(sampleCompliance()), "/engine/alerts/none/reviews", {
      body: { outcome: "dismissed", by: "j.doe" },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: "unknown_alert", issues: [{ code: "unknown_alert" }] } });
  });

  it.each([
    `${accounts}/none`,
    "/directory/vasps/none",
    "/analytics/chains/none/addresses/none",
    "/engine/alerts/none",
  ])("to %s is 404 without a record", async (path) => {
    const { status, body } = await send(handlerOf(sampleCompliance()), path);
    expect({ status, body }).toEqual({
      status: 404,
      body: { title: "Not Found", status: 404, code: "record_not_found", detail: "There is no such record." },
    });
  });
});

describe("a method", () => {
  it("that a path does not have is 405 with Allow", async () => {
    const handler = handlerOf(sampleCompliance(), { extensions: false });
    const allowed = async (method: string, path: string) => {
      const { status, headers, body } = await send(handler, path, { method });
      expect({ status, body }).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
      return headers.get("allow");
    };
    expect(await allowed("PATCH", accounts)).toBe("POST, OPTIONS");
    expect(await allowed("DELETE", `${accounts}/A-1`)).toBe("GET, HEAD, OPTIONS");
    expect(await allowed("POST", "/directory/vasps")).toBe("GET, HEAD, OPTIONS");
    expect(await allowed("GET", "/engine/evaluate")).toBe("POST, OPTIONS");
    expect(await allowed("X-LONG", "/engine/evaluate")).toBe("POST, OPTIONS");
  });

  it("HEAD is answered like GET, without a body", async () => {
    const handler = handlerOf(await filledCompliance());
    for (const path of ["/directory/vasps", "/directory/vasps/none", "/directory/vasps?size=0", "/none"]) {
      const [head, get] = [await send(handler, path, { method: "HEAD" }), await send(handler, path)];
      expect(head.body).toBeUndefined();
      expect(get.body).toBeDefined();
      expect([head.status, ...head.headers]).toEqual([get.status, ...get.headers]);
    }
  });

  it("OPTIONS of a path that is unknown needs a credential", async () => {
    const given = { method: "OPTIONS", headers: { authorization: "" } };
    expect((await send(handlerOf(sampleCompliance()), "/none", given)).status).toBe(401);
  });
});

describe("headers of a request", () => {
  it.each([
    ["application/json", 200],
    ["*/*", 200],
    ["application/*;q=0.2", 200],
    ["text/html, application/json", 200],
    ["text/html, */*;q=0.1", 200],
    ["APPLICATION/JSON;charset=utf-8", 200],
    ["", 200],
    ["text/html", 406],
    ["application/json;q=0, */*", 406],
    ["application/json; q=0.000", 406],
    ["application/xml, */*;q=0", 406],
  ])("Accept: %s is answered with %i", async (accept, status) => {
    const answer = await send(handlerOf(sampleCompliance()), "/directory/vasps", { headers: { accept } });
    expect(answer.status).toBe(status);
    if (status === 406) expect(answer.body).toMatchObject({ code: "not_acceptable" });
  });

  it.each([
    ["application/json", 200],
    ["application/json; charset=UTF-8", 200],
    ['Application/JSON;charset="utf-8"', 200],
    ["application/json; charset=iso-8859-1", 415],
    ["application/jsonx", 415],
    ["application/json; charset=utf-16", 415],
    ["application/problem+json", 415],
    ["application/x-www-form-urlencoded", 415],
    [", application/json", 415],
    ["application/json, text/plain", 415],
    ["text/json", 415],
    ["text/plain", 415],
    ["multipart/form-data; boundary=x", 415],
    ["", 415],
  ])("Content-Type: %s is answered with %i", async (type, status) => {
    const answer = await send(handlerOf(sampleCompliance()), "/engine/evaluate", {
      body: evaluation,
      headers: { "content-type": type },
    });
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.headers.get("accept")).toBe("application/json");
  });

  it("a compressed body is 415", async () => {
    const answer = await send(handlerOf(sampleCompliance()), "/engine/evaluate", {
      body: evaluation,
      headers: { "content-encoding": "gzip" },
    });
    expect(answer).toMatchObject({ status: 415, body: { code: "media_type_unsupported" } });
    expect(answer.headers.get("accept-encoding")).toBe("identity");
  });
});

describe("a body", () => {
  it.each([
    ["no JSON", "{", "unreadable"],
    ["a name twice", '{"a":1,"a":2}', "unreadable", "/a"],
    ["no object", "[]", "wrong_type"],
    ["null", "null", "wrong_type"],
  ])("with %s is an issue at its place", async (_, body, code, at = "") => {
    for (const path of [accounts, "/engine/evaluate", `/analytics/chains/ethereum/addresses/${loading.address}`]) {
      const answer = await send(handlerOf(sampleCompliance()), path, { body });
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ code, path: at }] } });
    }
  });

  it("that is absent is an issue", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await send(handlerOf(sampleCompliance()), accounts, { method: "POST", headers });
    expect(answer).toMatchObject({ status: 400, body: { detail: "The body is missing; send a JSON object." } });
  });

  it("with more bytes than allowed is 413", async () => {
    const text = JSON.stringify(evaluation);
    for (const [maxBodyBytes, status] of [
      [text.length, 200],
      [text.length - 1, 413],
    ] as const) {
      const handler = handlerOf(sampleCompliance(), { maxBodyBytes });
      expect((await send(handler, "/engine/evaluate", { body: text })).status).toBe(status);
    }
  });

  it("that is not complete in time is 408, and stores nothing", async () => {
    const compliance = sampleCompliance();
    const begun = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(JSON.stringify(individual))),
    });
    const answer = await send(handlerOf(compliance, { bodyTimeoutMs: 20 }), accounts, { body: begun });
    expect(answer).toMatchObject({ status: 408, body: { code: "body_too_slow" } });
    expect(await compliance.accounts.retrieve(individual.reference_id)).toBeUndefined();
  });

  it("that the host read before is a defect of the host", async () => {
    const onError = vi.fn();
    const request = requestOf("/api/v2/engine/evaluate", { body: evaluation });
    await request.text();
    const answer = await answerOf(handlerOf(sampleCompliance(), { onError })(request));
    expect(answer).toMatchObject({ status: 500, body: { code: "configuration_invalid" } });
    expect(onError).toHaveBeenCalledOnce();
  });

  it("keeps the digits of an amount", async () => {
    const handler = handlerOf(await filledCompliance());
    const evaluate = (amount: string) => {
      const transaction = `{"transaction_id":"T-1","currency":"SGD","country":"SG","amount":${amount}}`;
      return send(handler, "/engine/evaluate", {
        body: `{"transaction":${transaction},"rule_codes":["THRESHOLD_BY_COUNTRY"]}`,
      });
    };
    // The threshold. As a number, the amount below it would be the threshold.
    expect(await evaluate("1500")).toMatchObject({ body: { data: { results: [{ status: "breach" }] } } });
    const below = await evaluate("1499.99999999999999999999");
    expect(below).toMatchObject({ body: { data: { results: [{ status: "pass" }] } } });
  });
});

describe("a failure", () => {
  it("of the environment has the status, the code and the message, and a request id for the log", async () => {
    const error = new ComplianceError("rate_stale", "The rates are 9 days old.", { cause: new Error("Jane Doe") });
    const { handler, onError } = failing(error);
    const { status, body, headers } = await send(handler, `${accounts}/A-1`);
    const request_id = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(status).toBe(503);
    expect(body).toStrictEqual({
      title: "Service Unavailable",
      status: 503,
      code: "rate_stale",
      detail: "The rates are 9 days old.",
      request_id,
    });
    expect(headers.has("retry-after")).toBe(false);
    const context = { method: "GET", route: "/api/v2/directory/accounts/{reference_id}", request_id };
    expect(onError.mock.calls).toStrictEqual([[error, context]]);
    expect(onError.mock.calls[0]?.[1].request_id).toBe((body as HttpErrorContext).request_id);
  });

  it.each([
    [1, "1"],
    [61_000, "61"],
    [0, "0"],
    [Number.POSITIVE_INFINITY, null],
    [-1_000, null],
    [undefined, null],
  ])("after which a service allows requests in %s ms has Retry-After: %s", async (retryAfterMs, expected) => {
    const { handler } = failing(new ComplianceError("provider_rate_limited", "Wait.", { retryAfterMs }));
    expect((await send(handler, `${accounts}/A-1`)).headers.get("retry-after")).toBe(expected);
  });

  it.each([
    ["an error", new Error("Jane Doe")],
    ["a text", "Jane Doe"],
    ["nothing", undefined],
    [
      "an error with an unknown code",
      Object.assign(new Error("Jane Doe"), { name: "ComplianceError", code: "constructor", issues: [] }),
    ],
    [
      "an error that cannot be read",
      new Proxy(new ComplianceError("rate_stale", "Jane Doe"), {
        get: (target, name) => {
          if (name === "message") throw new Error("Jane Doe");
          return Reflect.get(target, name);
        },
      }),
    ],
    ["an error that is no JSON", Object.assign(new ComplianceError("invalid_input", ""), { issues: [{ code: 1n }] })],
  ])("that is %s is a bare 500", async (_, thrown) => {
    const { handler, onError } = failing(thrown);
    const { status, body } = await send(handler, `${accounts}/A-1`);
    expect({ status, body }).toStrictEqual({
      status: 500,
      body: { title: "Internal Server Error", status: 500, code: "unexpected", request_id: expect.any(String) },
    });
    expect(onError.mock.calls[0]?.[0]).toBe(thrown);
    expect(onError).toHaveBeenCalledOnce();
  });

  it("that onError makes worse stays the same", async () => {
    const worse: readonly HttpHandlerOptions<string>["onError"][] = [
      () => {
        throw new Error("log");
      },
      () => Promise.reject(new Error("log")),
      undefined,
    ];
    for (const onError of worse) {
      const { accounts: operations } = sampleCompliance();
      const broken = {
        ...sampleCompliance(),
        accounts: { ...operations, retrieve: () => Promise.reject(new Error("!")) },
      };
      expect(await send(handlerOf(broken, { onError }), `${accounts}/A-1`)).toMatchObject({ status: 500 });
    }
  });

  it("of a provider is a gateway's", async () => {
    const thrown = new ComplianceError("provider_timeout", "It did not respond.");
    const riskProviders = { RDCFI: screener(() => Promise.reject(thrown)).part };
    const handler = handlerOf(await addressCompliance({ riskProviders }));
    const body = { scan_for_risk: true, provider_name: "RDCFI" };
    const path = `/analytics/chains/ethereum/addresses/${loading.address}`;
    expect(await send(handler, path, { body })).toMatchObject({ status: 504, body: { code: "provider_timeout" } });
    expect((await send(handler, path)).status).toBe(404);
  });

  it("of a closed storage is 503", async () => {
    const compliance = sampleCompliance();
    await compliance.close();
    const answer = await send(handlerOf(compliance), `${accounts}/A-1`);
    expect(answer).toMatchObject({ status: 503, body: { code: "storage_closed" } });
  });

  it("with issues is 400, and is no error of the host", async () => {
    const issue = { code: "required", path: "/a", clause: "2.2", message: "a is missing." } as const;
    const { handler, onError } = failing(new ComplianceError("invalid_input", "Issues.", { issues: [issue] }));
    expect(await send(handler, `${accounts}/A-1`)).toMatchObject({ status: 400, body: { issues: [issue] } });
    expect(onError).not.toHaveBeenCalled();
  });
});

describe("a client that is gone", () => {
  it("ends a running operation, which gets the signal", async () => {
    const controller = new AbortController();
    const riskProviders = {
      RDCFI: screener(() => {
        controller.abort();
        return new Promise(() => undefined);
      }).part,
    };
    const compliance = await addressCompliance({ riskProviders });
    const onError = vi.fn();
    const body = { scan_for_risk: true, provider_name: "RDCFI" };
    const path = `/analytics/chains/ethereum/addresses/${loading.address}`;
    const answer = await send(handlerOf(compliance, { onError }), path, { body, signal: controller.signal });
    expect(answer).toMatchObject({ status: 499, body: { code: "aborted" } });
    expect(onError).not.toHaveBeenCalled();
    expect(await compliance.addresses.retrieve("ethereum", loading.address)).toBeUndefined();
  });

  it("begins no operation", async () => {
    const compliance = await filledCompliance();
    const handler = handlerOf(compliance);
    const path = `${accounts}/${individual.reference_id}`;
    const answer = await send(handler, path, { method: "DELETE", signal: AbortSignal.abort() });
    expect(answer.status).toBe(499);
    expect(await compliance.accounts.retrieve(individual.reference_id)).toBeDefined();
  });
});

describe("a request that the host made up", () => {
  it.each<readonly [string, object]>([
    [
      "headers that throw",
      {
        url: "https://a.test/api/v2/directory/vasps",
        method: "GET",
        headers: {
          get: () => {
            throw new Error("x");
          },
        },
      },
    ],
    ["no URL", { method: "GET", headers: new Headers({ authorization: credential }) }],
    [
      "getters that throw",
      {
        get method() {
          throw new Error("x");
        },
      },
    ],
    ["nothing", {}],
  ])("with %s is a bare 500", async (_, request) => {
    const onError = vi.fn();
    const answer = await answerOf(handlerOf(sampleCompliance(), { onError })(request as never));
    expect(answer).toMatchObject({ status: 500, body: { code: "unexpected" } });
    expect(onError.mock.calls[0]?.[1]).toMatchObject({ route: expect.not.stringContaining("x") });
  });

  it("without a signal is answered", async () => {
    const { url, method, headers } = requestOf("/api/v2/directory/vasps");
    const handler = handlerOf(sampleCompliance());
    expect((await answerOf(handler({ url, method, headers } as never))).status).toBe(200);
  });
});

describe("a function in place of the operations", () => {
  it("that fails is answered like an operation that fails", async () => {
    const answerWith = (compliance: () => Compliance | Promise<Compliance>) =>
      send(createHandler(compliance, { authenticate: () => "client" }), "/directory/vasps");
    const unavailable = () => Promise.reject(new ComplianceError("storage_unavailable", "The database is down."));
    expect(await answerWith(unavailable)).toMatchObject({ status: 503, body: { code: "storage_unavailable" } });
    expect(await answerWith(() => undefined as never)).toMatchObject({
      status: 500,
      body: { code: "configuration_invalid" },
    });
    expect(
      await answerWith(() => {
        throw new Error("tenant of Jane Doe");
      }),
    ).toMatchObject({ status: 500, body: { code: "unexpected" } });
  });
});
