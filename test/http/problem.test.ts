/** The status of each failure, and that no answer repeats what a cause contains. */
import { describe, expect, it } from "vitest";
import { errorProblem, errorStatus } from "../../src/http/problem.js";
import { ComplianceError, type ComplianceErrorCode } from "../../src/index.js";
import { entry } from "../support/address-samples.js";

// The cast: the keys of an object literal are those of its type.
const codes = Object.keys(errorStatus) as readonly ComplianceErrorCode[];

function answerTo(code: ComplianceErrorCode): { readonly status: number; readonly body: unknown } {
  const error = new ComplianceError(code, "It failed.", { cause: new Error("Jane Doe") });
  const { status, body } = errorProblem(error, "id") ?? {};
  return { status: status ?? 0, body: JSON.parse(body ?? "null") };
}

describe("the status of a failure", () => {
  it.each([
    ["a provider or source", /^(?:provider_|rate_|price_|list_)/, [502, 503, 504]],
    ["the storage", /^storage_/, [503]],
    [
      "the configuration",
      /^(?:not_configured|configuration_invalid|threshold_missing|official_currency_missing|linked_limit_exceeded)$/,
      [500],
    ],
    [
      "the input, or a provider that does not support it",
      /^(?:invalid_input|chain_unsupported|address_unknown)$/,
      [400, 422],
    ],
    ["a client that is gone", /^aborted$/, [499]],
    ["operations that no route has", /^(?:load_|alert_)/, [500]],
  ])("of %s", (_, pattern, statuses) => {
    const of = codes.filter((code) => pattern.test(code));
    expect(of).not.toEqual([]);
    for (const code of of) expect(statuses).toContain(errorStatus[code]);
  });

  it.each(codes)("%s: code and message, and a request id from 500 on", (code) => {
    const status = errorStatus[code];
    expect(answerTo(code)).toStrictEqual({
      status,
      body: {
        title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/),
        status,
        code,
        detail: "It failed.",
        ...(status >= 500 && { request_id: "id" }),
      },
    });
  });

  it("carries the hits that a failed screening stored, and nothing else", () => {
    const failure = (hits: unknown) =>
      Object.defineProperty(new ComplianceError("provider_timeout", "It failed."), "hits", { value: hits });
    const bodyOf = (hits: unknown): unknown => JSON.parse(errorProblem(failure(hits), "id")?.body ?? "null");
    expect(bodyOf([entry])).toMatchObject({ code: "provider_timeout", hits: [entry] });
    for (const hits of ["Jane Doe", []]) expect(bodyOf(hits)).not.toHaveProperty("hits");
  });
});
