import fc from "fast-check";
import { describe, expect, it } from "vitest";
import sample from "../../../examples/data/vasps.json" with { type: "json" };
import { isLei } from "../../../src/domain/identifiers/lei.js";

const digits = [..."0123456789"];
const capitals = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** ISO 7064 MOD 97-10 over BigInt, straight from the formula: 98 minus the remainder of the text with 00 appended. */
function checkDigits(payload: string): string {
  const expanded = [...`${payload}00`].map((character) => Number.parseInt(character, 36)).join("");
  return String(98n - (BigInt(expanded) % 97n)).padStart(2, "0");
}

const payload = fc.string({ unit: fc.constantFrom(...digits, ...capitals), minLength: 18, maxLength: 18 });
const lei = payload.map((text) => text + checkDigits(text));

function replaced(text: string, index: number, part: string): string {
  return text.slice(0, index) + part + text.slice(index + part.length);
}

describe("legal entity identifiers, ISO 17442", () => {
  it.each([
    "506700GE1G29325QX363",
    "529900T8BM49AURSDO55",
    "5493001KJTIIGC8Y1R12",
    "7H6GLXDRUGQFU57RNE97", // positions 5 and 6 are not 00
    "635400B4JJBON4TCHF02", // the lowest check digits
    "724500H1WRSMD7CAS549",
  ])("takes %s", (text) => {
    expect(isLei(text)).toBe(true);
  });

  it.each([
    ["", "no LEI"],
    ["6367008S3JL8VVP6T689 ", "a space at the end"],
    ["69940000HAL9ODW3IMO22", "21 characters"],
    ["89450036UW3ID72T1M84.", "a dot at the end"],
    ["984500457TABOA3BZ224", "failed check digits"],
  ])("rejects %j of the register of 2026-06-28: %s", (text) => {
    expect(isLei(text)).toBe(false);
  });

  it("accepts 25 of the 30 LEIs of the register sample; the check digits of the others fail", () => {
    const faulty = sample.vasps.map((vasp) => vasp.national_id).filter((text) => !isLei(text));
    expect(faulty.sort()).toEqual([
      "25490004TC93R20KW073", // the digit 0 where the LEI has the letter O
      "391200236O6D9SGBE882",
      "8945001TKX2A5OJMNR45",
      "969500OA6NVZB5BXAB29",
      "984500457TABOA3BZ224",
    ]);
    expect(sample.vasps).toHaveLength(30);
  });

  // The formula never gives 00 or 01, and §5.1 of the standard excludes them, but these were issued.
  it.each([
    "31570010000000045200",
    "3157006B6JVZ5DFMSN00",
    "315700G5G24XYL1TXH00",
    "31570010000000048401",
    "315700WH3YMKHCVYW201",
  ])("takes %s, which the registry holds, by its remainder", (text) => {
    expect(isLei(text)).toBe(true);
  });

  it.each([
    "",
    "506700ge1g29325qx363",
    "506700GE1G29325QX36",
    "506700GE1G29325QX3633",
    // The remainder stays 1.
    "506700GE1G29325QX36395",
    " 506700GE1G29325QX363",
    "506700GE1G29325QX363\n",
    "5067-00GE-1G29-325QX363",
    "506700GE1G29325QX3６3",
    "00000000000000000000",
    "constructor",
  ])("refuses %j", (text) => {
    expect(isLei(text)).toBe(false);
  });

  it("takes any 18 capitals and digits with the check digits of the formula, and no others but those of the same remainder", () => {
    fc.assert(
      fc.property(payload, (text) => {
        const pairs = digits.flatMap((ten) => digits.map((one) => ten + one));
        const right = pairs.filter((pair) => Number(pair) % 97 === Number(checkDigits(text)) % 97);
        expect(pairs.filter((pair) => isLei(text + pair))).toEqual(right);
      }),
    );
  });

  it("refuses a digit changed to another digit and a letter to another letter, at every position", () => {
    fc.assert(
      fc.property(lei, fc.nat(19), fc.nat(24), (text, index, choice) => {
        const alphabet = digits.includes(text.charAt(index)) ? digits : capitals;
        const others = alphabet.filter((character) => character !== text.charAt(index));
        expect(isLei(replaced(text, index, others[choice % others.length] ?? ""))).toBe(false);
      }),
    );
  });

  it("refuses two neighbouring characters swapped, but for 1B, 2M and 3X, which read as 111, 222 and 333 both ways", () => {
    const alike = ["1B", "B1", "2M", "M2", "3X", "X3"];
    fc.assert(
      fc.property(lei, fc.nat(18), (text, index) => {
        const pair = text.slice(index, index + 2);
        fc.pre(pair[0] !== pair[1] && !alike.includes(pair));
        expect(isLei(replaced(text, index, pair.charAt(1) + pair.charAt(0)))).toBe(false);
      }),
    );
    for (const pair of alike) {
      const rest = "00000000000000";
      const swapped = pair.charAt(1) + pair.charAt(0);
      expect(isLei(`${swapped}00${rest}${checkDigits(`${pair}00${rest}`)}`)).toBe(true);
    }
  });

  it("refuses a character lost, doubled or added, and anything in lower case", () => {
    fc.assert(
      fc.property(lei, fc.nat(19), (text, index) => {
        expect(isLei(text.slice(0, index) + text.slice(index + 1))).toBe(false);
        expect(isLei(text.slice(0, index) + text.charAt(index) + text.slice(index))).toBe(false);
        expect(isLei(`${text} `)).toBe(false);
        fc.pre(text !== text.toLowerCase());
        expect(isLei(text.toLowerCase())).toBe(false);
      }),
    );
  });
});
