/** The spellings of a time (§2.2, §2.10, §4.4), and the times that can be told. */
import { describe, expect, it } from "vitest";
import { toDay, toIsoLocal, toIsoOffset, toRetrievedForm } from "../../src/domain/timestamp.js";

const time = new Date("2026-11-21T07:35:00.123Z");

describe("a time", () => {
  it("has the three spellings of the specification, and a day", () => {
    expect(toIsoOffset(time)).toBe("2026-11-21T07:35:00.123+00:00");
    expect(toIsoLocal(time)).toBe("2026-11-21T07:35:00.123");
    expect(toRetrievedForm(toIsoOffset(time))).toBe("2026-11-21 07:35:00.123 +0000");
    expect(toDay(time)).toBe("2026-11-21");
  });

  it("is valid from the first moment of the year 1 to the last of 9999", () => {
    expect(toIsoLocal(new Date("0001-01-01T00:00:00.000Z"))).toBe("0001-01-01T00:00:00.000");
    expect(toIsoLocal(new Date("9999-12-31T23:59:59.999Z"))).toBe("9999-12-31T23:59:59.999");
  });

  it.each(["0000-12-31T23:59:59.999Z", "+010000-01-01T00:00:00.000Z", "-000001-01-01T00:00:00.000Z", "never"])(
    "of a clock that says %s cannot",
    (text) => {
      const untold = expect.objectContaining({
        code: "configuration_invalid",
        message: "The clock returned an invalid time. The option clock must return the current time.",
      });
      for (const tell of [toIsoOffset, toIsoLocal, toDay]) expect(() => tell(new Date(text))).toThrow(untold);
    },
  );
});
