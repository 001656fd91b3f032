/** Results and how they are unwrapped. */
import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../../src/domain/result.js";
import { ComplianceError, type Issue, unwrap } from "../../src/index.js";

const issues: readonly Issue[] = [
  { code: "required", path: "/reference_id", clause: "2.2", message: "reference_id is missing; it must be text." },
  { code: "identification_missing", path: "", clause: "2.2.1", message: "At least one identifying item is needed." },
];

describe("unwrap", () => {
  it("gives the value of a success", () => {
    expect(unwrap(succeeded(undefined))).toBeUndefined();
    expect(unwrap(succeeded(5))).toBe(5);
  });

  it("throws invalid_input with every issue, and names code and place of each", () => {
    const attempt = (): never => unwrap(failed(issues));
    expect(attempt).toThrow(ComplianceError);
    expect(attempt).toThrow('The input has issues: required at "/reference_id", identification_missing at "".');
    try {
      attempt();
    } catch (error) {
      expect(error).toMatchObject({ name: "ComplianceError", code: "invalid_input", issues });
      expect(error).not.toHaveProperty("cause");
    }
    expect.assertions(4);
  });
});

describe("a ComplianceError", () => {
  it("carries its code, no issues unless given, and a cause only when there is one, even undefined", () => {
    const error = new ComplianceError("storage_closed", "The storage has been closed.");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "ComplianceError", code: "storage_closed", issues: [] });
    expect("cause" in error).toBe(false);
    expect("cause" in new ComplianceError("storage_closed", "Closed.", { cause: undefined })).toBe(true);
    expect(String(error)).toBe("ComplianceError: The storage has been closed.");
  });
});

describe("instanceof ComplianceError", () => {
  it("is true of an error of the other format of the package, which has a class of its own", () => {
    const twin = Object.assign(new Error("The rates are old."), {
      name: "ComplianceError",
      code: "rate_stale",
      issues: [],
    });
    expect(twin instanceof ComplianceError).toBe(true);
    expect(new ComplianceError("rate_stale", "The rates are old.") instanceof ComplianceError).toBe(true);
  });

  it("is false of anything else", () => {
    for (const other of [
      new Error("ComplianceError"),
      { name: "ComplianceError" },
      null,
      undefined,
      "ComplianceError",
    ]) {
      expect((other as unknown) instanceof ComplianceError).toBe(false);
    }
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect((proxy as unknown) instanceof ComplianceError).toBe(false);
    for (const part of [{}, { code: "rate_stale" }, { issues: [] }, { name: "RateError", code: "x", issues: [] }]) {
      const other = Object.assign(new Error("no"), { name: "ComplianceError" }, part);
      expect(other instanceof ComplianceError).toBe(false);
    }
  });

  it("tells the instances of a subclass from others", () => {
    class RateError extends ComplianceError {}
    expect(new RateError("rate_stale", "Old.") instanceof RateError).toBe(true);
    expect(new RateError("rate_stale", "Old.") instanceof ComplianceError).toBe(true);
    expect(new ComplianceError("rate_stale", "Old.") instanceof RateError).toBe(false);
  });
});
