/** Results and how they are unwrapped. */
import { describe, expect, it } from "vitest";
import { succeeded } from "../../src/domain/result.js";
import { ComplianceError, unwrap } from "../../src/index.js";

describe("unwrap", () => {
  it("gives the value of a success", () => {
    expect(unwrap(succeeded(undefined))).toBeUndefined();
    expect(unwrap(succeeded(5))).toBe(5);
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
