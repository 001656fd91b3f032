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

  it("hold nothing that is not RA and six digits", () => {
    const almost = fc.string({ unit: fc.constantFrom("R", "A", "0", "1", "7", " ", ".", "-", "e"), maxLength: 10 });
    fc.assert(
      fc.property(almost, (text) => {
        if (isRegistrationAuthority(text)) expect(text).toMatch(/^RA\d{6}$/);
      }),
    );
  });
});
