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
