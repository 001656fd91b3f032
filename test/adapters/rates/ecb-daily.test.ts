import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEcbDaily } from "../../../src/adapters/rates/ecb.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { changed, ecbFile, withEntry } from "../../support/ecb-file.js";

function failureOf(xml: string): ComplianceError {
  try {
    parseEcbDaily(xml);
  } catch (error) {
    if (error instanceof ComplianceError) return error;
    throw error;
  }
  throw new Error("the file was read");
}

describe("the daily file of the European Central Bank", () => {
  it("gives the thirty rates of its day, as the text that the bank wrote", () => {
    const table = parseEcbDaily(ecbFile);
    expect(table).toMatchObject({
      base: "EUR",
      date: "2024-06-28",
      source: "European Central Bank, euro foreign exchange reference rates",
    });
    expect(Object.keys(table.rates)).toHaveLength(30);
    // Trailing zeros are kept: no number was made of the text.
    expect(table.rates).toMatchObject({ USD: "1.0705", HUF: "395.10", PLN: "4.3090", PHP: "62.560", IDR: "17487.21" });
    expect(Object.isFrozen(table) && Object.isFrozen(table.rates)).toBe(true);
  });

  it("may be written with double quotes, on one line, with CRLF, and with elements that are new", () => {
    const table = parseEcbDaily(ecbFile);
    expect(parseEcbDaily(ecbFile.replaceAll("'", '"'))).toEqual(table);
    expect(parseEcbDaily(ecbFile.replaceAll(/[\t\n]/g, " "))).toEqual(table);
    expect(parseEcbDaily(ecbFile.replaceAll("\n", "\r\n"))).toEqual(table);
    expect(parseEcbDaily(changed("<gesmes:Sender>", "<gesmes:note/><gesmes:Sender>"))).toEqual(table);
  });

  it.each([
    ["is not there", ""],
    ["stands there twice", "<Cube currency='SGD' rate='1.4513'/><Cube currency='SGD' rate='1.4514'/>"],
    ["stands there twice with one rate", "<Cube currency='SGD' rate='1.4513'/><Cube currency='SGD' rate='1.4513'/>"],
    ["stands there three times", "<Cube currency='SGD' rate='1.4513'/>".repeat(3)],
    ["stands there twice, once without a rate", "<Cube currency='SGD' rate='N/A'/><Cube currency='SGD' rate='1.4'/>"],
    ["is N/A", "<Cube currency='SGD' rate='N/A'/>"],
    ["is zero", "<Cube currency='SGD' rate='0'/>"],
    ["is zero with places", "<Cube currency='SGD' rate='0.0000'/>"],
    ["is negative", "<Cube currency='SGD' rate='-1.4513'/>"],
    ["has an exponent", "<Cube currency='SGD' rate='1.4513e0'/>"],
    ["has a decimal comma", "<Cube currency='SGD' rate='1,4513'/>"],
    ["is empty", "<Cube currency='SGD' rate=''/>"],
    ["has spaces", "<Cube currency='SGD' rate=' 1.4513'/>"],
    ["is very long", `<Cube currency='SGD' rate='1.${"4".repeat(5000)}'/>`],
    ["is absent", "<Cube currency='SGD'/>"],
    ["has no currency", "<Cube rate='1.4513'/>"],
    ["is in lower case", "<Cube currency='sgd' rate='1.4513'/>"],
  ])("gives no rate for a currency whose rate %s, and keeps the others", (_, replacement) => {
    const { rates } = parseEcbDaily(withEntry("SGD", replacement));
    expect(Object.keys(rates)).toHaveLength(29);
    expect(rates).not.toHaveProperty("SGD");
    expect(rates).toHaveProperty("USD", "1.0705");
  });

  it("gives no rate for the euro, which is the base, nor for a name that objects have anyway", () => {
    const others = ["EUR", "__proto__", "constructor"].map((name) => `<Cube currency='${name}' rate='2'/>`);
    const { rates } = parseEcbDaily(withEntry("SGD", others.join("")));
    expect(Object.keys(rates)).toHaveLength(29);
    expect(Object.getPrototypeOf(rates)).toBe(Object.prototype);
  });

  const bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>";
  it.each([
    ["an empty answer", ""],
    ["a page", "<!doctype html><html><head><title>canary</title></head><body>canary</body></html>"],
    ["a page of well-formed XML", "<html><body>canary</body></html>"],
    ["JSON", '{"base":"EUR","rates":{"USD":1.07}}'],
    ["other XML", "<rates><Cube><Cube time='2024-06-28'><Cube currency='USD' rate='1.07'/></Cube></Cube></rates>"],
    ["an envelope without rates", changed(/<Cube>[\s\S]*<\/Cube>/, "")],
    ["a file without rates in its day", changed(/<Cube currency[\s\S]*\/>/, "")],
    ["a file with unusable rates only", ecbFile.replaceAll(/rate='[^']*'/g, "rate='N/A'")],
    ["a file without date", changed(" time='2024-06-28'", "")],
    ["a file with a day that is none", changed("2024-06-28", "2024-06-31")],
    ["a file with a date in another form", changed("2024-06-28", "28.06.2024")],
    ["a file with two days", changed("</Cube>\n\t</Cube>", "</Cube><Cube time='2024-06-27'/></Cube>")],
    ["a file with a bomb of entities", changed("<gesmes:Envelope", `${bomb}<gesmes:Envelope`)],
    ["a file with an entity in a rate", changed("1.0705", "&canary;")],
    ["a file with a comment", changed("<Cube>", "<!-- canary --><Cube>")],
    ["a file that is cut within a tag", ecbFile.slice(0, 900)],
    ["a file that is cut after a tag", changed(/<Cube currency='SGD'[\s\S]*/, "")],
    ["a file without its last end tag", changed("</gesmes:Envelope>", "")],
    ["a file with something behind it", `${ecbFile}canary`],
  ])("is not %s: provider_unreadable, and nothing of it is repeated", (_, xml) => {
    const { code, message, cause } = failureOf(xml);
    expect(code).toBe("provider_unreadable");
    expect(`${message} ${cause}`).not.toMatch(/canary|1\.07/);
  });

  it("is refused wherever it is cut short", () => {
    fc.assert(
      fc.property(fc.nat({ max: ecbFile.trimEnd().length - 1 }), (length) => {
        expect(failureOf(ecbFile.slice(0, length)).code).toBe("provider_unreadable");
      }),
    );
  });
});
