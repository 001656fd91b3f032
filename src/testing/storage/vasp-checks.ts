/** Checks of VaspRepository. */
import * as fc from "fast-check";
import { VASP_FIELDS, type VaspSort } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import {
  expectSame,
  IN_ORDER,
  OUT_OF_ORDER,
  PATTERN_CHARACTERS,
  rejectionOf,
  SIMILAR_TEXTS,
  UNKNOWN_TEXTS,
} from "./compare.js";
import { byCodeUnits, expectedListing, expectedVasps, foldedTexts, lastOfEach, vaspTexts } from "./model.js";
import { vaspsAfter } from "./pages.js";
import { ALL, anyPage, anyTerm, anyVasp, drawnTerm, streamOf, termOf, vasp } from "./records.js";
import { caseCheck, drawnCaseCheck, type StorageSuite } from "./trial.js";
import { vaspSyncChecks } from "./vasp-sync-checks.js";

export function vaspChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...loadChecks(suite),
    ...failedLoadChecks(suite),
    ...searchChecks(suite),
    ...drawnSearchChecks(suite),
    ...listChecks(suite),
    ...drawnListChecks(suite),
    ...afterChecks(suite),
    ...vaspSyncChecks(suite),
  ];
}

function loadChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a load stores and counts every record of its stream",
      "Each record replaces the one with its vasp_id. load returns how many were new and how many replaced another. " +
        "Duplicates within the stream count as replaced.",
      async ({ storage: { vasps } }) => {
        const second = vasp("a", { summary: "second" });
        const first = await vasps.load(streamOf([vasp("a", { website: "first" }), vasp("b"), second]));
        expectSame("the counts for a, b and a again", first, { loaded: 2, replaced: 1 });
        expectSame("a after it", await vasps.find("a"), second);
        const later = await vasps.load(streamOf([vasp("a"), vasp("c")]));
        expectSame("the counts for a and c after it", later, { loaded: 1, replaced: 1 });
        expectSame("a after both", await vasps.find("a"), vasp("a"));
        expectSame("the counts for no record", await vasps.load(streamOf([])), { loaded: 0, replaced: 0 });
        expectSame("the list", (await vasps.list(ALL)).items, [vasp("a"), vasp("b"), vasp("c")]);
        expectSame("a search for a replaced record", await vasps.search("second"), []);
      },
    ),
    caseCheck(
      suite,
      "vasp ids are compared by code units",
      "Two vasp ids are the same only if all their code units are.",
      async ({ storage: { vasps } }) => {
        const counts = await vasps.load(streamOf(SIMILAR_TEXTS.map((id) => vasp(id, { name_legal: "Legal" }))));
        expectSame("the counts for different ids", counts, { loaded: SIMILAR_TEXTS.length, replaced: 0 });
        for (const id of SIMILAR_TEXTS) expectSame(recordOf(id), (await vasps.find(id))?.vasp_id, id);
        for (const id of UNKNOWN_TEXTS) expectSame(recordOf(id), await vasps.find(id), undefined);
      },
    ),
    caseCheck(
      suite,
      "concurrent loads are stored completely, one after another",
      "No record of concurrent loads is lost, and their counts add up to the number of stored records.",
      async ({ storage: { vasps } }) => {
        const streams = ["a", "b", "c", "d", "e"].map((letter) => [
          vasp(`${letter}1`),
          vasp("shared", { summary: letter }),
          vasp("also shared", { summary: letter }),
        ]);
        const counts = await Promise.all(streams.map((records) => vasps.load(streamOf(records))));
        expectSame("the sum of new records", sumOf(counts, "loaded"), 7);
        expectSame("the sum of replaced records", sumOf(counts, "replaced"), 8);
        expectSame("the number of stored records", (await vasps.list(ALL)).pagination.total, 7);
        const [one, other] = [await vasps.find("shared"), await vasps.find("also shared")];
        expectSame("the stream of the second shared record", other?.summary, one?.summary);
      },
    ),
  ];
}

function recordOf(id: string): string {
  return `the record ${JSON.stringify(id)}`;
}

function sumOf<Name extends string>(counts: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return counts.reduce((sum, each) => sum + each[name], 0);
}

function failedLoadChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a failing stream changes nothing",
      "When the stream of a load throws, none of its records are stored, and load rejects with the stream's own error.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a")]));
        const failure = new Error("the source broke");
        const failing = [vasp("a", { summary: "replaced" }), ...["b", "c", "d"].map((id) => vasp(id))];
        const error = await rejectionOf("a load of a failing stream", () => vasps.load(streamOf(failing, failure)));
        if (error !== failure) throw new Violation("a load rejected with another error than its stream's own");
        await expectOnlyA(vasps);
        const counts = await vasps.load(streamOf(failing));
        expectSame("the counts for the same records without the failure", counts, { loaded: 3, replaced: 1 });
      },
    ),
    caseCheck(
      suite,
      "records of a stream are invisible before its end",
      "While the stream of a load may still fail, find, search and list do not return its records.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a")]));
        async function* observed(): AsyncGenerator<Vasp> {
          yield vasp("a", { summary: "replaced" });
          yield vasp("b");
          await expectOnlyA(vasps);
          yield vasp("c");
          await expectOnlyA(vasps);
        }
        expectSame("the counts", await vasps.load(observed()), { loaded: 2, replaced: 1 });
        expectSame("the number of records afterwards", (await vasps.list(ALL)).pagination.total, 3);
      },
    ),
  ];
}

async function expectOnlyA(vasps: VaspRepository): Promise<void> {
  expectSame("a", await vasps.find("a"), vasp("a"));
  expectSame("b", await vasps.find("b"), undefined);
  expectSame("a search for both", await vasps.search("legal"), [vasp("a")]);
  expectSame("the list", await vasps.list(ALL), { items: [vasp("a")], pagination: { ...ALL, total: 1 } });
}

function idsOf(found: readonly Vasp[]): readonly string[] {
  return found.map(({ vasp_id }) => vasp_id);
}

function searchChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "VASP search returns the best matches first",
      "search ranks the better of the legal and business name: the whole name, its beginning, the beginning of a word, and " +
        "inside a word.",
      async ({ storage: { vasps } }) => {
        const names = { e: "xbank", d: "The Bank", c: "Banker", b: "BANK", f: "nothing", ee: "𠮷bank" };
        const given = Object.entries(names).map(([id, name_legal]) => vasp(id, { name_legal }));
        const business = vasp("a", { name_legal: "The Bank", name_business: "bänk", summary: "Bank" });
        await vasps.load(streamOf([...given, business, vasp("g", { name_legal: "Other", summary: "Bank" })]));
        expectSame("the order", idsOf(await vasps.search("bank")), ["a", "b", "c", "d", "e", "ee"]);
        expectSame("the result for the empty term", await vasps.search(""), []);
      },
    ),
    caseCheck(
      suite,
      "equal VASP matches are ordered by vasp_id",
      "Ties of a search are in the order of UTF-16 code units, in any locale.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf(OUT_OF_ORDER.map((id) => vasp(id, { name_legal: "Bank" }))));
        expectSame("the order", idsOf(await vasps.search("bank")), IN_ORDER);
      },
    ),
    caseCheck(
      suite,
      "VASP search returns at most the limit",
      "With a limit, search returns the best matches and no more.",
      async ({ storage: { vasps } }) => {
        const names = { a: "xbank", b: "The Bank", c: "Banker", d: "BANK" };
        await vasps.load(streamOf(Object.entries(names).map(([id, name_legal]) => vasp(id, { name_legal }))));
        expectSame("the first two", idsOf(await vasps.search("bank", 2)), ["d", "c"]);
        expectSame("all", idsOf(await vasps.search("bank", 10)), ["d", "c", "b", "a"]);
        expectSame("all without a limit", idsOf(await vasps.search("bank")), ["d", "c", "b", "a"]);
      },
    ),
    caseCheck(
      suite,
      "VASP search has no wildcard characters",
      "Every character of a term stands for itself.",
      async ({ storage: { vasps } }) => {
        const given = PATTERN_CHARACTERS.map((each) => vasp(each, { name_legal: `a${each}b` }));
        await vasps.load(streamOf([vasp("plain", { name_legal: "axb" }), ...given]));
        for (const each of PATTERN_CHARACTERS) {
          const term = termOf(`a${each}b`);
          expectSame(`the result for ${JSON.stringify(term)}`, idsOf(await vasps.search(term)), [each]);
        }
      },
    ),
  ];
}

function drawnSearchChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    drawnCaseCheck(
      suite,
      "every VASP search agrees with the reference model",
      "search returns exactly the records with the term in a name, in their order, for folded texts of any script.",
      {
        arbitrary: () =>
          fc.tuple(fc.array(anyVasp, { maxLength: 8 }), fc.array(anyTerm, { minLength: 1, maxLength: 8 })),
      },
      async ({ storage: { vasps } }, [given, draws]) => {
        await vasps.load(streamOf(given));
        const stored = lastOfEach(given, ({ vasp_id }) => vasp_id);
        const texts = foldedTexts(stored.flatMap(vaspTexts));
        for (const term of draws.map((draw) => drawnTerm(draw, texts))) {
          expectSame(`the search ${JSON.stringify(term)}`, await vasps.search(term), expectedVasps(stored, term));
        }
      },
    ),
  ];
}

function listChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "VASP lists are ordered by code units, absent values last",
      "A list is in the order of UTF-16 code units, with ties by vasp_id. Absent values come last in both directions.",
      async ({ storage: { vasps } }) => {
        const given = OUT_OF_ORDER.map((id) => vasp(id, { address_city: id }));
        await vasps.load(streamOf([...given, vasp("no city"), vasp("and none")]));
        const listed = async (descending: boolean): Promise<readonly string[]> =>
          idsOf((await vasps.list({ ...ALL, sort: { field: "address_city", descending } })).items);
        expectSame("the order", await listed(false), [...IN_ORDER, "and none", "no city"]);
        expectSame("the descending order", await listed(true), [...[...IN_ORDER].reverse(), "and none", "no city"]);
        const ties = await vasps.list({ ...ALL, sort: { field: "address_region", descending: true } });
        const ids = [...IN_ORDER, "no city", "and none"].sort((a, b) => (a < b ? -1 : 1));
        expectSame("the order by a property that no record has", idsOf(ties.items), ids);
      },
    ),
    caseCheck(
      suite,
      "VASP lists are paged",
      "A page has the next size records, the last page the rest, and a page beyond it none. Each has the total number.",
      async ({ storage: { vasps } }) => {
        const none = { items: [], pagination: { total: 0, page: 1, size: 2 } };
        expectSame("the first page of nothing", await vasps.list({ page: 1, size: 2 }), none);
        const all = ["a", "b", "c", "d", "e"].map((id) => vasp(id));
        await vasps.load(streamOf(all));
        for (const page of [1, 2, 3, 4, 1_000_000]) {
          const expected = { items: all.slice((page - 1) * 2, page * 2), pagination: { total: 5, page, size: 2 } };
          expectSame(`page ${page}`, await vasps.list({ page, size: 2 }), expected);
        }
      },
    ),
  ];
}

const sorts: readonly (VaspSort | undefined)[] = [
  undefined,
  ...VASP_FIELDS.flatMap((field) => [false, true].map((descending) => ({ field, descending }))),
];

function drawnListChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    drawnCaseCheck(
      suite,
      "every VASP list agrees with the reference model",
      "list returns the requested page in the order of any property of §2.7 in either direction, also after another load.",
      {
        arbitrary: () =>
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
            const expected = { items, pagination: { total: stored.length, page, size } };
            expectSame(`the list ${JSON.stringify(query)}`, await vasps.list(query), expected);
          }
        }
      },
    ),
  ];
}

function afterChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "VASPs after an id are each listed once",
      "after returns at most limit records behind the one with this id, and fewer only at the end.",
      async ({ storage: { vasps } }) => {
        expectSame("the records of an empty directory", await vasps.after(undefined, 1), []);
        await vasps.load(streamOf(OUT_OF_ORDER.map((id) => vasp(id))));
        for (const limit of [1, 3, OUT_OF_ORDER.length, 100]) {
          const ids = (await vaspsAfter(vasps, limit)).map(({ vasp_id }) => vasp_id);
          expectSame(`the ids in calls of ${limit}`, ids.sort(byCodeUnits), [...IN_ORDER]);
        }
      },
    ),
    caseCheck(
      suite,
      "a position after an id stays valid while VASPs change",
      "Records that are added, changed or removed between two calls of after neither skip nor repeat others.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf(OUT_OF_ORDER.map((id) => vasp(id))));
        const first = await vasps.after(undefined, 2);
        const rest = await vaspsAfter(vasps, 100, first[1]?.vasp_id);
        for (const { vasp_id } of first) await vasps.remove(vasp_id);
        const changed = rest.map((record) => ({ ...record, summary: "changed" }));
        await vasps.load(streamOf(changed));
        expectSame("the records after a removed one", await vaspsAfter(vasps, 1, first[1]?.vasp_id), changed);
        await vasps.load(streamOf(first));
        expectSame("the records after it is stored again", await vaspsAfter(vasps, 2, first[1]?.vasp_id), changed);
      },
    ),
  ];
}
