import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type XmlAttributes, xmlReader } from "../../../src/adapters/transport/xml.js";
import { ecbFile } from "../../support/ecb-file.js";
import { runs } from "../../support/runs.js";

/** The elements of a document: each path with its attributes, and each path with its text at the end. */
function read(xml: string): readonly (readonly [path: string, content: XmlAttributes | string])[] {
  const events: [string, XmlAttributes | string][] = [];
  const reader = xmlReader({
    open: (path, attributes) => void events.push([path, { ...attributes }]),
    close: (path, text) => void events.push([path, text]),
  });
  reader.write(xml);
  reader.end();
  return events;
}

describe("the XML reader", () => {
  it("reads elements, attributes and texts, in single or double quotes, with or without a declaration", () => {
    expect(read(`<?xml version="1.0"?>\n<a x='1' y = "2"><b> t </b><p:c z="'"></p:c ></a>\n`)).toEqual([
      ["/a", { x: "1", y: "2" }],
      ["/a/b", {}],
      ["/a/b", "t"],
      ["/a/c", { z: "'" }],
      ["/a/c", ""],
      ["/a", ""],
    ]);
    expect(read("<a/>")).toEqual([
      ["/a", {}],
      ["/a", ""],
    ]);
  });

  it.each([
    ["nothing", ""],
    ["text alone", "rates"],
    ["a document type", "<!DOCTYPE a><a/>"],
    ["an unknown entity", "<a>&x;</a>"],
    ["an unknown entity in an attribute", "<a x='&x;'/>"],
    ["a comment", "<a><!-- x --></a>"],
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
    ["more than 64 levels", "<a>".repeat(65) + "</a>".repeat(65)],
    ["a mebibyte without a tag", `<a>${"x".repeat(2 * 1024 * 1024)}</a>`],
  ])("fails for %s", (_, text) => {
    expect(() => read(text)).toThrow(SyntaxError);
  });

  it("fails for a document that is cut anywhere", () => {
    const whole = ecbFile.trimEnd();
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => read(whole.slice(0, length))).toThrow(SyntaxError);
    }
    expect(read(whole)[0]?.[0]).toBe("/Envelope");
  });

  it("never throws anything but a SyntaxError", () => {
    const pieces = fc.constantFrom(..."<>/ab&\"'=".split(""), "<a>", "</a>", "<a/>", " x='1'", "<!", "<?");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        try {
          read(parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it("takes time in proportion to the length, and no stack", () => {
    const started = performance.now();
    expect(() => read("<a>".repeat(60_000))).toThrow(SyntaxError);
    expect(() => read(`<a${" ".repeat(250_000)}`)).toThrow(SyntaxError);
    expect(() => read(`<a${" x='1'".repeat(40_000)}`)).toThrow(SyntaxError);
    expect(() => read(`<a${"x".repeat(250_000)}`)).toThrow(SyntaxError);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
