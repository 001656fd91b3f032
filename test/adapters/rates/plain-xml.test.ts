import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainXml } from "../../../src/adapters/rates/plain-xml.js";
import { ecbFile } from "../../support/ecb-file.js";

describe("plain XML", () => {
  it("is read as elements with attributes, in single or double quotes, with or without a declaration", () => {
    const root = readPlainXml(`<?xml version="1.0"?>\n<a x='1' y = "2">t > u<b/><p:c z="'"></p:c ></a>\n`);
    expect(root.name).toBe("a");
    expect([...root.attributes]).toEqual([
      ["x", "1"],
      ["y", "2"],
    ]);
    expect(root.children.map(({ name }) => name)).toEqual(["b", "p:c"]);
    expect(root.children[1]?.attributes.get("z")).toBe("'");
    expect(readPlainXml("<a/>")).toEqual({ name: "a", attributes: new Map(), children: [] });
  });

  it.each([
    ["nothing", ""],
    ["text alone", "rates"],
    ["a document type", "<!DOCTYPE a><a/>"],
    ["an entity", "<a>&lt;</a>"],
    ["an entity in an attribute", "<a x='&#49;'/>"],
    ["a CDATA section", "<a><![CDATA[x]]></a>"],
    ["a comment", "<a><!-- x --></a>"],
    ["a processing instruction", "<a><?php x ?></a>"],
    ["a declaration that is not at the start", " <?xml version='1.0'?><a/>"],
    ["two roots", "<a/><b/>"],
    ["text before the root", "x<a/>"],
    ["text after the root", "<a/>x>"],
    ["an element that is not closed", "<a><b></a>"],
    ["an element that is never closed", "<a><b/>"],
    ["an end tag too many", "<a/></a>"],
    ["an end tag with an attribute", "<a></a x='1'>"],
    ["an end tag that is empty", "<a></a/>"],
    ["crossing elements", "<a><b></a></b>"],
    ["an attribute twice", "<a x='1' x='1'/>"],
    ["an attribute without quotes", "<a x=1/>"],
    ["an attribute without value", "<a x/>"],
    ["an attribute with a tag in it", "<a x='<b/>'/>"],
    ["attributes without space between", "<a x='1'y='2'/>"],
    ["a tag without name", "<a>< ></a>"],
  ])("is not %s", (_, text) => {
    expect(() => readPlainXml(text)).toThrow(SyntaxError);
  });

  it("is refused wherever it is cut short", () => {
    const whole = ecbFile.trimEnd();
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => readPlainXml(whole.slice(0, length))).toThrow(SyntaxError);
    }
    expect(readPlainXml(whole).name).toBe("gesmes:Envelope");
  });

  it("never fails in another way, whatever is put into it", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      "/",
      "a",
      "b",
      "<a>",
      "</a>",
      "<a/>",
      " x='1'",
      '"',
      "'",
      "=",
      "&",
      "<!",
      "<?",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        try {
          readPlainXml(parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("is read in time that grows with its length, and without recursion", () => {
    const deep = "<a>".repeat(60_000);
    const started = performance.now();
    expect(() => readPlainXml(deep)).toThrow(SyntaxError);
    readPlainXml(`${deep}${"</a>".repeat(60_000)}`);
    expect(() => readPlainXml(`<a${" ".repeat(250_000)}`)).toThrow(SyntaxError);
    expect(() => readPlainXml(`<a${" x='1'".repeat(40_000)}`)).toThrow(SyntaxError);
    expect(() => readPlainXml(`<a${"x".repeat(250_000)}`)).toThrow(SyntaxError);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
