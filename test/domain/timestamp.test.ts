/** The spellings of a time (§2.2, §2.10, §4.4), and the times that can be told. */
import { describe, expect, it } from "vitest";
import {
  copyOfDate,
  fromEitherForm,
  laterThan,
  parseTimestamp,
  timeAfter,
  toDay,
  toIsoLocal,
  toIsoOffset,
  toRetrievedForm,
} from "../../src/domain/timestamp.js";

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

describe("laterThan", () => {
  const stored = "2026-11-21T07:35:00.123+00:00";

  it("returns a later time as it is, and otherwise the millisecond after the earlier one", () => {
    expect(laterThan(stored, "2026-11-21T07:35:00.124+00:00")).toBe("2026-11-21T07:35:00.124+00:00");
    expect(laterThan(stored, "2027-01-01T00:00:00.000+00:00")).toBe("2027-01-01T00:00:00.000+00:00");
    expect(laterThan(stored, stored)).toBe("2026-11-21T07:35:00.124+00:00");
    expect(laterThan(stored, "2020-01-01T00:00:00.000+00:00")).toBe("2026-11-21T07:35:00.124+00:00");
  });

  it("returns undefined after the last moment of 9999", () => {
    const last = "9999-12-31T23:59:59.999+00:00";
    expect(laterThan("9999-12-31T23:59:59.998+00:00", stored)).toBe(last);
    expect(laterThan(last, stored)).toBeUndefined();
    expect(laterThan(last, last)).toBeUndefined();
  });
});

describe("timeAfter", () => {
  const given = "2026-11-21T07:35:00.123+00:00";

  it.each([
    [0, given],
    [1, "2026-11-21T07:35:00.124+00:00"],
    [-86_400_000, "2026-11-20T07:35:00.123+00:00"],
    [1e15, "9999-12-31T23:59:59.999+00:00"],
    [-1e15, "0001-01-01T00:00:00.000+00:00"],
    [Number.POSITIVE_INFINITY, "9999-12-31T23:59:59.999+00:00"],
    [Number.NEGATIVE_INFINITY, "0001-01-01T00:00:00.000+00:00"],
  ])("stays in the years 1 to 9999: %d ms", (milliseconds, expected) => {
    expect(timeAfter(given, milliseconds)).toBe(expected);
  });
});

describe("copyOfDate", () => {
  it("copies a Date, whatever its class says", () => {
    class Late extends Date {
      override getTime() {
        return 0;
      }
    }
    const copies = [copyOfDate(time), copyOfDate(new Late(time))];
    expect(copies).toEqual([time, time]);
    expect(copies).not.toContain(time);
  });

  it.each([
    ["an invalid one", new Date(Number.NaN)],
    ["one of the year 10000", new Date("+010000-01-01T00:00:00.000Z")],
    ["an object that imitates one", Object.create(Date.prototype)],
    ["a text", "2026-11-21"],
    ["null", null],
    ["undefined", undefined],
  ])("returns undefined for %s", (_, value) => {
    expect(copyOfDate(value)).toBeUndefined();
  });
});

describe("fromEitherForm", () => {
  it("returns the form of a stored account for both forms", () => {
    expect(fromEitherForm("2026-11-21T07:35:00.123+00:00")).toBe("2026-11-21T07:35:00.123+00:00");
    expect(fromEitherForm("2026-11-21 07:35:00.123 +0000")).toBe("2026-11-21T07:35:00.123+00:00");
  });

  it.each([
    ...["", "2026-11-21", "2026-11-21T07:35:00.123Z", "2026-11-21T07:35:00.123+01:00", "2026-11-21 07:35:00.123+0000"],
    ...[" 2026-11-21T07:35:00.123+00:00", "2026-11-21T07:35:00.123+00:00 ", "2026-11-21T07:35:00+00:00"],
    ...["2026-11-21T07:35:00.123 +0000", "2026-11-21 07:35:00.123+00:00", "x2026-11-21 07:35:00.123 +0000"],
  ])("returns undefined for %j", (text) => expect(fromEitherForm(text)).toBeUndefined());
});

describe("parseTimestamp", () => {
  it.each([
    ["2026-11-22", "2026-11-22T00:00:00.000+00:00"],
    ["2024-02-29", "2024-02-29T00:00:00.000+00:00"],
    ["2026-11-22T10:15Z", "2026-11-22T10:15:00.000+00:00"],
    ["2026-11-22T23:59:59Z", "2026-11-22T23:59:59.000+00:00"],
    ["2026-11-22T10:15:30.5+02:00", "2026-11-22T08:15:30.500+00:00"],
    ["2026-11-22T10:15:30.123456789-05:30", "2026-11-22T15:45:30.123+00:00"],
    ["0001-01-01", "0001-01-01T00:00:00.000+00:00"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999+00:00"],
  ])("reads %s", (text, expected) => expect(parseTimestamp(text)).toBe(expected));

  it.each([
    ...["", "never", "2026-11-22T10:15", "2026-11-22T10:15:30", "2026-11-22 10:15Z", "2026-11-22Z", "2026-02-30"],
    ...["2023-02-29", "2026-02-30T00:00Z", "2026-11-22T24:00Z", "2026-11-22T10:60Z", "2026-11-22T10:15:60Z"],
    ...[
      "2026-11-22T10:15:30.Z",
      "2026-11-22T10:15:30.1234567890Z",
      "2026-11-22T10:15+0200",
      "x2026-11-22",
      "2026-11-22x",
    ],
    ...["0001-01-01T00:00+01:00", "9999-12-31T23:59:59.999-01:00", "2026-11-22T10:15Zx", "20026-11-22"],
  ])("returns undefined for %j", (text) => expect(parseTimestamp(text)).toBeUndefined());
});
