/** Latin forms of texts, beside the letters of ICAO Doc 9303, part 3, section 6. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { latinForm } from "../../src/domain/latin-form.js";
import { runs } from "../support/runs.js";

const editions = ["2020", "2023"] as const;
/** The character sets of the documents, but for the ASCII that a text of 2020 had before. */
const allowed = { "2020": /^[a-zA-Z0-9' ]+$/, "2023": /^[ -~]+$/ } as const;

/** Section 6 A and B: every national letter with its recommended form, written again from the standard's rows. */
const latinRows =
  "ÁA ÀA ÂA ÄAE ÃA ĂA ÅAA ĀA ĄA ĆC ĈC ČC ĊC ÇC ĐD ĎD ÐD ÉE ÈE ÊE ËE ĚE ĖE ĒE ĘE ĔE ĜG ĞG ĠG ĢG ĦH ĤH ıI ÍI ÌI ÎI ÏI ĨI İI " +
  "ĪI ĮI ĬI ĴJ ĶK ŁL ĹL ĽL ĻL ĿL ŃN ÑN ŇN ŅN ŊN ØOE ÓO ÒO ÔO ÖOE ÕO ŐO ŌO ŎO ŔR ŘR ŖR ŚS ŜS ŠS ŞS ŦT ŤT ŢT ÚU ÙU ÛU ÜUE " +
  "ŨU ŬU ŰU ŮU ŪU ŲU ŴW ÝY ŶY ŸY ŹZ ŽZ ŻZ ÞTH ÆAE ĲIJ ŒOE ßSS ẞSS";
const cyrillicRows =
  "АA БB ВV ГG ДD ЕE ЁE ЖZH ЗZ ИI ІI ЙI КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKH ЦTS ЧCH ШSH ЩSHCH ЫY ЪIE ЭE ЮIU ЯIA ѴY ҐG " +
  "ЎU ѪU ЃG ЂD ЅDZ ЈJ ЌK ЉLJ ЊNJ ЋC ЏDZ ЄIE ЇI";
const rows = `${latinRows} ${cyrillicRows}`.split(" ").map((row) => [row.slice(0, 1), row.slice(1)] as const);

describe.each(editions)("in the edition %s", (edition) => {
  it.each(rows)("%s is %s in capitals, and in small letters", (letter, form) => {
    // The dotless i has no capital of its own.
    expect(latinForm(`X${letter}X`, edition)).toBe(letter === "ı" ? "XiX" : `X${form}X`);
    expect(latinForm(`x${letter.toLowerCase()}x`, edition)).toBe(`x${form.toLowerCase()}x`);
    expect(latinForm(letter.normalize("NFD"), edition)).toBe(latinForm(letter, edition));
  });

  it.each([
    ["Zoë Example-Müller", "Zoe Example-Mueller"],
    ["MÜLLER", "MUELLER"],
    ["Öl", "Oel"],
    ["Ö", "Oe"],
    ["ÖBB Straße GROßE", "OEBB Strasse GROSSE"],
    ["Straẞe", "Strasse"],
    ["Łódź", "Lodz"],
    ["Nguyễn Thị Ánh", "Nguyen Thi Anh"],
    ["Ștefan Ţepeș", "Stefan Tepes"],
    ["Zoe\u0308 Mu\u0308ller", "Zoe Mueller"],
    ["x\u0302y", "xy"],
    ["Ǿ", "Oe"],
    ["Щукина Наталья", "Shchukina Natalia"],
    ["ЮЛИЯ", "IULIIA"],
    ["Мар\u02bcяна", "Mar'iana"],
    ["O\u2019Neil", "O'Neil"],
    ["Marcel\u00b7lí", "Marcelli"],
    ["2\u00ba 1\u00aa", "2o 1a"],
    ["\uff21\uff42\uff11", "Ab1"],
    ["a\u00a0b\u200bc", "a bc"],
    ["\ufb01n", "fin"],
    ["Aß", "Ass"],
    ["Äß", "Aess"],
    ["Əliyev", "Eliyev"],
    ["ƏLİYEV", "ELIYEV"],
    ["ĸ", "q"],
    ["Ⱥ", "A"],
    ["Ǆemal ǅemal ǆep Ǉ", "Dzemal Dzemal dzep Lj"],
    ["\u0149", "'n"],
    ["N\u00b0 5", "No 5"],
  ])("%s is %s", (text, form) => {
    expect(latinForm(text, edition)).toBe(form);
  });

  it.each(["吴", "Wu 吴", "محمد", "Άννα", "Һ", "Ѣ", "한", "ь", "\u0301a", "€", "\ud800", "7\u0301"])(
    "%j has none",
    (text) => {
      expect(latinForm(text, edition)).toBeUndefined();
    },
  );

  it("has allowed characters only, for every letter of the Latin and Cyrillic scripts", () => {
    let found = 0;
    for (let point = 0x80; point < 0x2_0000; point += 1) {
      const letter = String.fromCodePoint(point);
      if (!/[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter)) continue;
      const form = latinForm(letter, edition);
      if (form === undefined) continue;
      expect(form, letter).toMatch(allowed[edition]);
      found += 1;
    }
    expect(found).toBeGreaterThan(700);
  });

  it("has allowed characters only, for any text of such letters", () => {
    const letters = rows.flatMap(([letter]) => [letter, letter.toLowerCase()]);
    const others = ["a", "B", "'", "\u2019", "\u2013", "\u00a0", " ", "e\u0308", "\u201c", "1", "l\u00b7l"];
    const unit = fc.oneof(fc.constantFrom(...letters), fc.constantFrom(...others));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        expect(latinForm(`x${text}`, edition)).toMatch(allowed[edition]);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

it("has the hyphens and quotation marks of an edition", () => {
  const text = "\u201eM\u201c \u00abx\u00bb\u2013Süd";
  expect(latinForm(text, "2023")).toBe('"M" "x"-Sued');
  expect(latinForm(text, "2020")).toBe("'M' 'x' Sued");
});
