import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRegistrationAuthority } from "../../../src/domain/identifiers/registration-authority.js";

const toCode = (number: number) => `RA${String(number).padStart(6, "0")}`;

describe("registration authorities, GLEIF list 1.9", () => {
  it("are 1,138 of the million possible codes, as published", () => {
    let count = 0;
    for (let number = 0; number < 1_000_000; number++) if (isRegistrationAuthority(toCode(number))) count++;
    expect(count).toBe(1138);
  });

  it.each(["RA000001", "RA000014", "RA000016", "RA000585", "RA001193", "RA777777", "RA888888", "RA999999"])(
    "hold %s",
    (code) => {
      expect(isRegistrationAuthority(code)).toBe(true);
    },
  );

  it.each(["RA000015", "RA000031", "RA000593", "RA000912"])("do not hold the retired %s", (code) => {
    expect(isRegistrationAuthority(code)).toBe(false);
  });

  it.each([
    "RA000000",
    "RA001194",
    "RA777778",
    "ra000001",
    "RA1",
    "RA00001",
    "RA0000001",
    "000001",
    " RA000001",
    "RA000001 ",
    "RA000001\n",
    "RA00000１",
    "RA1e0000",
    "",
    "constructor",
    "__proto__",
  ])("do not hold %j", (code) => {
    expect(isRegistrationAuthority(code)).toBe(false);
  });

  it("hold nothing that is not RA and six digits", () => {
    const almost = fc.string({ unit: fc.constantFrom("R", "A", "0", "1", "7", " ", ".", "-", "e"), maxLength: 10 });
    fc.assert(
      fc.property(almost, (text) => {
        if (isRegistrationAuthority(text)) expect(text).toMatch(/^RA\d{6}$/);
      }),
    );
  });
});
