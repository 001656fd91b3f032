/** Reasons of rejections: the table, free text of TRP, errors of TRISA. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isRepairReason,
  parseTrpResponse,
  readTravelReason,
  toTrpResponse,
  travelReasons,
  writeTravelReason,
} from "../../src/ivms101.js";
import { anything, hostiles } from "../support/hostile.js";
import { thrownBy } from "../support/outcomes.js";
import { runs } from "../support/runs.js";

const row = fc.constantFrom(...travelReasons);

/** The number and the name of a reason. */
const read = (given: Parameters<typeof readTravelReason>[0]): unknown => {
  const { code, name } = readTravelReason(given);
  return [code, name];
};

describe("travelReasons", () => {
  it("has each code once, with a sentence, and is frozen", () => {
    expect(new Set(travelReasons.map(({ code }) => code)).size).toBe(35);
    for (const reason of travelReasons) {
      expect(reason.message).toMatch(/^[A-Z].*\.$/);
      expect([Object.isFrozen(reason), Object.isFrozen(reason.sygna)]).toEqual([true, true]);
    }
    expect(Object.isFrozen(travelReasons)).toBe(true);
  });

  it("groups: repair is 150 to 155, and the end of an exchange is no repair", () => {
    const repairs = travelReasons.filter(({ group }) => group === "repair").map(({ code }) => code);
    expect(repairs).toEqual([150, 151, 152, 153, 154, 155]);
    const others = travelReasons.filter(({ group }) => group === "other").map(({ name }) => name);
    expect(others).toEqual(["COMPLIANCE_PERIOD_EXCEEDED", "CANCELED"]);
  });
});

describe("readTravelReason", () => {
  it("has the codes of Sygna, the group, and the text unchanged", () => {
    expect(readTravelReason(" BVRC007: Zoë Doe unknown ")).toEqual({
      code: 54,
      name: "UNKNOWN_BENEFICIARY",
      sygna: ["BVRC007"],
      group: "rejection",
      text: " BVRC007: Zoë Doe unknown ",
    });
    const nothing = { code: null, name: null, sygna: [], group: "unknown", text: null };
    for (const given of [null, "", {}, { code: null, message: "" }]) expect(readTravelReason(given)).toEqual(nothing);
  });

  it.each([
    ["153", 153],
    ["153 MISSING_FIELDS", 153],
    ["153 missing_fields: date of birth", 153],
    ["153: MISSING_FIELDS", 153],
    ["MISSING_FIELDS: date of birth", 153],
    ["Missing_Fields date of birth", 153],
    ["TRISA 153 date of birth", 153],
    ["trisa missing_fields", 153],
    ["bvrc006", 151],
    ["151 BVRC006", 151],
    ["UNKOWN_IDENTITY", 52],
    ["54 UNKOWN_BENEFICIARY", 54],
    ["Canceled: by the customer", 199],
    ["REJECTED", 50],
    ["0", 0],
    ["177", 177],
    ["TRISA 177 something new", 177],
    // Sentences and other numbers.
    ["3 documents are missing", null],
    ["153 HIGH_RISK", null],
    ["153.50 EUR", null],
    ["Rejected by the compliance team", null],
    ["Unverified customer", null],
    ["not 153 MISSING_FIELDS", null],
    ["MISSING_FIELDS_OF_A_NEWER_VERSION", null],
    ["BVRC0071", null],
    ["BVRC123", null],
    ["0153", null],
    ["5551234567", null],
    ["constructor", null],
    ["__proto__: a", null],
  ])("the text %j has the code %j", (text, code) => {
    expect(readTravelReason(text)).toMatchObject({ code, text });
  });

  it("errors of TRISA have a number, a name, or only a message", () => {
    expect(read({ code: 153, message: "a" })).toEqual([153, "MISSING_FIELDS"]);
    expect(read({ code: "UNKOWN_BENEFICIARY" })).toEqual([54, "UNKNOWN_BENEFICIARY"]);
    expect(read({ message: "MISSING_FIELDS: a" })).toEqual([153, "MISSING_FIELDS"]);
    expect(readTravelReason({ code: 1234, message: "a" })).toMatchObject({ code: 1234, group: "unknown", text: "a" });
    expect(readTravelReason({ code: "NEWER", message: "a" })).toMatchObject({ code: null, text: "NEWER: a" });
    expect(readTravelReason({ code: "NEWER" })).toMatchObject({ code: null, text: "NEWER" });
    expect(readTravelReason({ code: 0.5, message: "a" })).toMatchObject({ code: null, text: "a" });
  });

  it("free text never throws, and stays as it is", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom("153 ", "TRISA ", "BVRC", "MISSING_", " "), fc.string()).map((parts) => parts.join("")),
    );
    const property = fc.property(texts, (text) => {
      expect(readTravelReason(text).text).toBe(text === "" ? null : text);
    });
    fc.assert(property, { numRuns: runs(300) });
    const start = performance.now();
    for (const part of ["A_", " ", "1", "TRISA "]) readTravelReason(part.repeat(1e6));
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it.each(hostiles)("$name never throws", ({ make }) => {
    for (const given of [make(), { code: make() }, { message: make() }]) {
      const reason = readTravelReason(given as never);
      expect(isRepairReason(reason)).toBe(false);
      expect(isRepairReason(given as never)).toBe(false);
    }
  });
});

describe("writeTravelReason", () => {
  it("has number, name, and the message or the note", () => {
    expect(writeTravelReason(153)).toBe("153 MISSING_FIELDS: Required fields are missing.");
    expect(writeTravelReason(54, "no such account")).toBe("54 UNKNOWN_BENEFICIARY: no such account");
  });

  it("what is written is read, also after TRP", () => {
    const note = fc.option(
      fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
      { nil: undefined },
    );
    const property = fc.property(row, note, (reason, more) => {
      const text = writeTravelReason(reason.code, more);
      const { code, name, sygna, group } = reason;
      expect(readTravelReason(text)).toEqual({ code, name, sygna, group, text });
      const body = toTrpResponse({ kind: "rejected", reason: text });
      const parsed = parseTrpResponse(body.ok && body.value, "resolution");
      expect(parsed).toEqual({ ok: true, value: { kind: "rejected", reason: text } });
      expect(isRepairReason(reason)).toBe(code >= 150 && code <= 155);
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("refuses other codes and notes", () => {
    for (const code of [177, -1, 0.5, Number.NaN, "153", null, undefined]) {
      thrownBy(() => writeTravelReason(code as number), "invalid_input");
    }
    for (const note of ["", " ", 5, null, "x".repeat(1_000)]) {
      thrownBy(() => writeTravelReason(153, note as string), "invalid_input");
    }
    const property = fc.property(anything(), (code) => {
      if (!travelReasons.some((known) => known.code === code)) {
        thrownBy(() => writeTravelReason(code as number), "invalid_input");
      }
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});
