/** JSON Pointers (RFC 6901), and which names are safe to log. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeToken, isSafeToLog, pointerOf, tokensOf, valueAt } from "../../../src/domain/input/json-pointer.js";

const tokens = fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") })));

describe("a JSON Pointer", () => {
  it("escapes ~ before /", () => {
    expect(escapeToken("~1/")).toBe("~01~1");
    expect(pointerOf(["a/b", "m~n", ""])).toBe("/a~1b/m~0n/");
  });

  it("is read back as the tokens it was made of", () => {
    fc.assert(
      fc.property(tokens, (given) => {
        expect(tokensOf(pointerOf(given))).toEqual(given);
      }),
    );
  });

  it("finds the value in the document, own members only", () => {
    const document = { "a/b": [{ "": 1 }], text: "text" };
    expect(valueAt(document, tokensOf(""))).toBe(document);
    expect(valueAt(document, tokensOf("/a~1b/0/"))).toBe(1);
    expect(valueAt(document, tokensOf("/a~1b/1/"))).toBeUndefined();
    expect(valueAt(document, tokensOf("/text/length"))).toBeUndefined();
    expect(valueAt(document, tokensOf("/toString"))).toBeUndefined();
    expect(valueAt(null, tokensOf("/a"))).toBeUndefined();
  });
});

describe("a name", () => {
  it.each([
    ...["individual", "name_first", "x-y", "$a", "a.b", "beneficiary_address_is_self_hosted", "ivms101NaturalPerson"],
    ...["sha256Of", "a1b", "n".repeat(40), `${"a".repeat(23)}1`.slice(1)],
  ])("is safe to log if it looks like an identifier: %s", (name) => {
    expect(isSafeToLog(name)).toBe(true);
  });

  it.each([
    ...["Jane Doe", "jane@example.com", "", "12345", "Doe.Jane-1970/01/01", "GB29NWBK60161331926819", "078-05-1120"],
    ...[
      "078051120",
      `${"n".repeat(26)}1`,
      "n".repeat(41),
      `a${"1a".repeat(12)}`,
      `1${"a".repeat(23)}`.replace(/^/, "x"),
    ],
    // addresses of the XRP Ledger, Dogecoin and Tezos
    ...["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
    "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb",
  ])("is not safe to log if it could be personal: %s", (name) => {
    expect(isSafeToLog(name)).toBe(false);
  });
});
