/** The laws of VaspRepository about searches and lists. */
import * as fc from "fast-check";
import { VASP_FIELDS, type VaspSort } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ConformanceCheck } from "../law.js";
import { IN_ORDER, OUT_OF_ORDER, PATTERN_CHARACTERS } from "./common.js";
import { expectedListing, expectedVasps, foldedTexts, lastOfEach, vaspTexts } from "./model.js";
import { ALL, anyPage, anyTerm, anyVasp, drawnTerm, streamOf, termOf, vasp } from "./records.js";
import { same } from "./same.js";
import { caseLaw, drawnLaw, type Making } from "./storage-law.js";
import { vaspLoadLaws } from "./vasp-load-laws.js";

export function vaspLaws(making: Making): readonly ConformanceCheck[] {
  return [...vaspLoadLaws(making), ...vaspSearchLaws(making), ...vaspListLaws(making)];
}

function vaspSearchLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "VASP records are found by legal or business name, best match first",
      "search ranks the whole name, its beginning, the beginning of a word in it and inside a word, of the better of the two names",
      async ({ storage: { vasps } }) => {
        const names = { e: "xbank", d: "The Bank", c: "Banker", b: "BANK", f: "nothing", ee: "𠮷bank" };
        const given = Object.entries(names).map(([id, name_legal]) => vasp(id, { name_legal }));
        const business = vasp("a", { name_legal: "The Bank", name_business: "bänk", summary: "Bank" });
        await vasps.load(streamOf([...given, business, vasp("g", { name_legal: "Other", summary: "Bank" })]));
        same("the order found", idsOf(await vasps.search("bank")), ["a", "b", "c", "d", "e", "ee"]);
        same("what is found of the empty term", await vasps.search(""), []);
      },
    ),
    caseLaw(
      making,
      "equal matches of VASP records are ordered by the code units of vasp_id",
      "ties of a search are in the order of UTF-16 code units, whatever the locale of the machine or of a database",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf(OUT_OF_ORDER.map((id) => vasp(id, { name_legal: "Bank" }))));
        same("the order found", idsOf(await vasps.search("bank")), IN_ORDER);
      },
    ),
    caseLaw(
      making,
      "no character of a term for VASP records is a pattern",
      "a term is sought as it is: nothing in it stands for other texts, ends it or joins it to another",
      async ({ storage: { vasps } }) => {
        const given = PATTERN_CHARACTERS.map((each) => vasp(each, { name_legal: `a${each}b` }));
        await vasps.load(streamOf([vasp("plain", { name_legal: "axb" }), ...given]));
        for (const each of PATTERN_CHARACTERS) {
          const term = termOf(`a${each}b`);
          same(`what is found of ${JSON.stringify(term)}`, idsOf(await vasps.search(term)), [each]);
        }
      },
    ),
    drawnLaw(
      making,
      "every search of VASP records finds what the plain model finds",
      "search gives exactly the records with the term in a folded and squeezed name of whatever script, in their order",
      { drawn: () => fc.tuple(fc.array(anyVasp, { maxLength: 8 }), fc.array(anyTerm, { minLength: 1, maxLength: 8 })) },
      async ({ storage: { vasps } }, [given, draws]) => {
        await vasps.load(streamOf(given));
        const stored = lastOfEach(given, ({ vasp_id }) => vasp_id);
        const texts = foldedTexts(stored.flatMap(vaspTexts));
        for (const term of draws.map((draw) => drawnTerm(draw, texts))) {
          same(`the search ${JSON.stringify(term)}`, await vasps.search(term), expectedVasps(stored, term));
        }
      },
    ),
  ];
}

function idsOf(found: readonly Vasp[]): readonly string[] {
  return found.map(({ vasp_id }) => vasp_id);
}

const sorts: readonly (VaspSort | undefined)[] = [
  undefined,
  ...VASP_FIELDS.flatMap((field) => [false, true].map((descending) => ({ field, descending }))),
];

function vaspListLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "VASP records are listed by the code units of their values, the absent last",
      "a list is in the order of UTF-16 code units, ties by vasp_id and absent values last in both directions",
      async ({ storage: { vasps } }) => {
        const given = OUT_OF_ORDER.map((id) => vasp(id, { address_city: id }));
        await vasps.load(streamOf([...given, vasp("no city"), vasp("and none")]));
        const listed = async (descending: boolean): Promise<readonly string[]> =>
          idsOf((await vasps.list({ ...ALL, sort: { field: "address_city", descending } })).items);
        same("the order", await listed(false), [...IN_ORDER, "and none", "no city"]);
        same("the descending order", await listed(true), [...[...IN_ORDER].reverse(), "and none", "no city"]);
        const ties = await vasps.list({ ...ALL, sort: { field: "address_region", descending: true } });
        const ids = [...IN_ORDER, "no city", "and none"].sort((a, b) => (a < b ? -1 : 1));
        same("the order by what no record has", idsOf(ties.items), ids);
      },
    ),
    caseLaw(
      making,
      "a list of VASP records has page after page, and beyond them an empty one",
      "a page holds the next size records, the last one what is left, one beyond it none, and each says how many there are in all",
      async ({ storage: { vasps } }) => {
        const none = { items: [], pagination: { total: 0, page: 1, size: 2 } };
        same("the first page of nothing", await vasps.list({ page: 1, size: 2 }), none);
        const all = ["a", "b", "c", "d", "e"].map((id) => vasp(id));
        await vasps.load(streamOf(all));
        for (const page of [1, 2, 3, 4, 1_000_000]) {
          const right = { items: all.slice((page - 1) * 2, page * 2), pagination: { total: 5, page, size: 2 } };
          same(`page ${page}`, await vasps.list({ page, size: 2 }), right);
        }
      },
    ),
    drawnLaw(
      making,
      "every list of VASP records is that of the plain model",
      "list gives the page asked for in the order of any field of §2.7 in either direction, also after more was loaded",
      {
        drawn: () =>
          fc.record({
            batches: fc.array(fc.array(anyVasp, { maxLength: 8 }), { minLength: 1, maxLength: 2 }),
            page: anyPage,
            sorted: fc.shuffledSubarray([...sorts], { minLength: 4, maxLength: 12 }),
          }),
      },
      async ({ storage: { vasps } }, { batches, page: { page, size }, sorted }) => {
        for (const [index, batch] of batches.entries()) {
          await vasps.load(streamOf(batch));
          const stored = lastOfEach(batches.slice(0, index + 1).flat(), ({ vasp_id }) => vasp_id);
          for (const sort of sorted) {
            const query = { page, size, ...(sort !== undefined && { sort }) };
            const items = expectedListing(stored, sort).slice((page - 1) * size, page * size);
            const right = { items, pagination: { total: stored.length, page, size } };
            same(`the list ${JSON.stringify(query)}`, await vasps.list(query), right);
          }
        }
      },
    ),
  ];
}
