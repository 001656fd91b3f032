import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmail } from "../../../src/domain/identifiers/email.js";
import { codePoint } from "../../support/arbitraries/code-point.js";

// Unicode White_Space, and U+FEFF, which ECMAScript counts as white space too.
const whiteSpace = [
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
  0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
].map((codePoint) => String.fromCodePoint(codePoint));

const part = fc
  .string({ unit: codePoint, minLength: 1 })
  .filter((text) => !text.includes("@") && !whiteSpace.some((space) => text.includes(space)));

describe("e-mail addresses", () => {
  it("take any two parts around one @, whatever their characters", () => {
    fc.assert(fc.property(part, part, (local, domain) => isEmail(`${local}@${domain}`)));
  });

  it("refuse a second @ and no @", () => {
    fc.assert(fc.property(part, part, part, (a, b, c) => !isEmail(`${a}@${b}@${c}`) && !isEmail(a)));
  });

  it("refuse every white space of Unicode at every place", () => {
    fc.assert(
      fc.property(part, part, fc.constantFrom(...whiteSpace), fc.nat(), (local, domain, space, where) => {
        const address = `${local}@${domain}`;
        const index = where % (address.length + 1);
        return !isEmail(address.slice(0, index) + space + address.slice(index));
      }),
    );
    expect(whiteSpace.filter((space) => isEmail(`a${space}b@c`) || isEmail(`a@b${space}`))).toEqual([]);
  });

  it("decide a long text in linear time", () => {
    const started = performance.now();
    expect(isEmail("a".repeat(1_000_000))).toBe(false);
    expect(isEmail(`${"a@".repeat(500_000)}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
