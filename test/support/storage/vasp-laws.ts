/** The laws of VaspRepository. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { foldText } from "../../../src/domain/text.js";
import { VASP_FIELDS } from "../../../src/domain/vasps/list.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import { ALL, forAll, type Opened, spoil } from "./laws.js";
import { expectedListing, expectedVasps, lastOfEach } from "./model.js";
import { anyVasp, nameText, streamOf, vasp } from "./records.js";

export function vaspLaws(opened: Opened, runs: number): void {
  it("loads every record of a stream and says how many were new and how many replaced one", async () => {
    const { vasps } = await opened();
    expect(await vasps.load(streamOf([vasp("a"), vasp("b"), vasp("a", { summary: "second" })]))).toEqual({
      loaded: 2,
      replaced: 1,
    });
    expect(await vasps.find("a")).toEqual(vasp("a", { summary: "second" }));
    expect(await vasps.load(streamOf([vasp("a"), vasp("c")]))).toEqual({ loaded: 1, replaced: 1 });
    expect(await vasps.find("a")).toEqual(vasp("a"));
    expect(await vasps.load(streamOf([]))).toEqual({ loaded: 0, replaced: 0 });
    expect(await vasps.find("d")).toBeUndefined();
    expect((await vasps.list(ALL)).items).toEqual([vasp("a"), vasp("b"), vasp("c")]);
  });

  it("stores nothing of a stream that fails, shows nothing of it meanwhile, and lets its own error through", async () => {
    const { vasps } = await opened();
    await vasps.load(streamOf([vasp("a")]));
    const failure = new Error("the source broke");
    const seen: (Vasp | undefined)[] = [];
    async function* failing(): AsyncGenerator<Vasp> {
      yield vasp("a", { summary: "replaced" });
      yield vasp("b");
      seen.push(await vasps.find("a"), await vasps.find("b"));
      throw failure;
    }
    await expect(vasps.load(failing())).rejects.toBe(failure);
    expect(seen).toEqual([vasp("a"), undefined]);
    expect((await vasps.list(ALL)).items).toEqual([vasp("a")]);
    expect(await vasps.search("legal b")).toEqual([]);
  });

  it("takes several streams at once", async () => {
    const { vasps } = await opened();
    const streams = ["a", "b", "c"].map((letter) => [vasp(`${letter}1`), vasp("shared", { summary: letter })]);
    const reports = await Promise.all(streams.map((records) => vasps.load(streamOf(records))));
    expect(reports.reduce((sum, { loaded }) => sum + loaded, 0)).toBe(4);
    expect(reports.reduce((sum, { replaced }) => sum + replaced, 0)).toBe(2);
    expect((await vasps.list(ALL)).pagination.total).toBe(4);
  });

  it("keeps nothing that a caller holds: not what was loaded, found, searched or listed", async () => {
    const { vasps } = await opened();
    const truth = vasp("a", { supported_protocols: ["one", "two"] });
    const held = structuredClone(truth);
    async function* records(): AsyncGenerator<Vasp> {
      yield held;
      spoil(held);
    }
    await vasps.load(records());
    const found = await vasps.find("a");
    expect(found).toEqual(truth);
    for (const answer of [found, await vasps.search("legal"), await vasps.list(ALL)]) if (answer) spoil(answer);
    const query = { ...ALL, sort: { field: "vasp_id" as const, descending: true } };
    const listing = vasps.list(query);
    spoil(query);
    expect((await listing).items).toEqual([truth]);
    expect(await vasps.search("legal")).toEqual([truth]);
    expect(await vasps.find("a")).toEqual(truth);
  });

  it("answers every search as the plain model does", async () => {
    const terms = fc.array(nameText.map(foldText), { minLength: 1, maxLength: 10 });
    await forAll(opened, runs, fc.array(anyVasp, { maxLength: 8 }), terms, async ({ vasps }, given, asked) => {
      await vasps.load(streamOf(given));
      const stored = lastOfEach(given, ({ vasp_id }) => vasp_id);
      for (const term of asked) expect(await vasps.search(term)).toEqual(expectedVasps(stored, term));
    });
  });

  it("lists by any field in either direction as the plain model does: ties by vasp_id, absent last", async () => {
    const batches = fc.array(fc.array(anyVasp, { maxLength: 8 }), { minLength: 1, maxLength: 2 });
    const page = fc.record({ page: fc.integer({ min: 1, max: 3 }), size: fc.integer({ min: 1, max: 5 }) });
    await forAll(opened, runs, batches, page, async ({ vasps }, given, { page, size }) => {
      for (const [index, batch] of given.entries()) {
        await vasps.load(streamOf(batch));
        const stored = lastOfEach(given.slice(0, index + 1).flat(), ({ vasp_id }) => vasp_id);
        const sorts = VASP_FIELDS.flatMap((field) => [false, true].map((descending) => ({ field, descending })));
        for (const sort of [undefined, ...sorts]) {
          const { items, pagination } = await vasps.list({ page, size, ...(sort === undefined ? {} : { sort }) });
          expect(items).toEqual(expectedListing(stored, sort).slice((page - 1) * size, page * size));
          expect(pagination).toEqual({ total: stored.length, page, size });
        }
      }
    });
  });
}
