/** JSON Pointers (RFC 6901), and what of a path may be told. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  escapeToken,
  inDocumentOrder,
  pointerOf,
  tellable,
  tokensOf,
  valueAt,
} from "../../../src/domain/input/pointer.js";
import type { Issue } from "../../../src/index.js";

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

describe("a path", () => {
  it("is told as far as its names could stand in a program", () => {
    expect(tellable(["individual", "name_first", "x-y", "$a", "a.b"])).toHaveLength(5);
    expect(tellable(["a", "Jane Doe", "b"])).toEqual(["a"]);
    expect(tellable(["jane@example.com"])).toEqual([]);
    expect(tellable(["a", ""])).toEqual(["a"]);
    expect(tellable(["supported_protocols", 12345])).toHaveLength(2);
    expect(tellable(["supported_protocols", "12345"])).toEqual(["supported_protocols"]);
    expect(tellable(["Doe.Jane-1970/01/01"])).toEqual([]);
    expect(tellable(["GB29NWBK60161331926819"])).toEqual([]);
    expect(tellable(["078-05-1120"])).toEqual([]);
    expect(tellable(["078051120"])).toEqual([]);
    // addresses of the XRP Ledger, Dogecoin and Tezos
    expect(tellable(["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"])).toEqual([]);
    expect(tellable(["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"])).toEqual([]);
    expect(tellable([0, "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"])).toEqual([0]);
    expect(tellable(["beneficiary_address_is_self_hosted", "ivms101NaturalPerson", "sha256Of"])).toHaveLength(3);
    expect(tellable(["n".repeat(40)])).toHaveLength(1);
    expect(tellable(["n".repeat(41)])).toHaveLength(0);
  });
});

describe("the order of issues", () => {
  const at = (path: string): Issue => ({ code: "required", path, rule: "2.2", message: "A message." });
  const document = { b: { y: 1, x: 2 }, a: [{}, { z: 1 }], n: null };
  const inOrder = [
    "",
    "/b",
    "/b/y",
    "/b/x",
    "/b/absent",
    "/a",
    "/a/0/absent",
    "/a/1",
    "/a/1/z",
    "/n",
    "/n/absent",
    "/c",
  ];

  it("is that of the document, an object before its members, absent members last", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(inOrder), (paths) => {
        const sorted = inDocumentOrder(document, paths.map(at)).map(({ path }) => path);
        expect(sorted).toEqual(inOrder.filter((path) => paths.includes(path)));
      }),
    );
  });

  it("leaves absent members, and several issues of one place, in the order in which they were found", () => {
    const found = [at("/z"), { ...at("/b"), rule: "1" }, at("/y"), { ...at("/b"), rule: "2" }];
    expect(inDocumentOrder(document, found).map(({ path, rule }) => path + rule)).toEqual([
      "/b1",
      "/b2",
      "/z2.2",
      "/y2.2",
    ]);
  });
});
