/** The laws of VaspRepository about what is stored. */
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../ports/storage.js";
import type { ConformanceCheck } from "../law.js";
import { LIKE_TEXTS, rejectionOf, UNKNOWN_TEXTS } from "./common.js";
import { ALL, streamOf, vasp } from "./records.js";
import { Seen, same } from "./same.js";
import { caseLaw, type Making } from "./storage-law.js";

export function vaspLoadLaws(making: Making): readonly ConformanceCheck[] {
  return [...wholeStreamLaws(making), ...partialStreamLaws(making)];
}

function wholeStreamLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "a load stores every record of its stream and counts them",
      "each record replaces the one of its vasp_id, and load says how many were new and how many replaced one, be it from before or from earlier in the stream",
      async ({ storage: { vasps } }) => {
        const second = vasp("a", { summary: "second" });
        const first = await vasps.load(streamOf([vasp("a", { website: "first" }), vasp("b"), second]));
        same("the report of a, b and a again", first, { loaded: 2, replaced: 1 });
        same("a after it", await vasps.find("a"), second);
        const later = await vasps.load(streamOf([vasp("a"), vasp("c")]));
        same("the report of a and c after it", later, { loaded: 1, replaced: 1 });
        same("a after both", await vasps.find("a"), vasp("a"));
        same("the report of no record", await vasps.load(streamOf([])), { loaded: 0, replaced: 0 });
        same("what is listed", (await vasps.list(ALL)).items, [vasp("a"), vasp("b"), vasp("c")]);
        same("what a search for what was replaced finds", await vasps.search("second"), []);
      },
    ),
    caseLaw(
      making,
      "vasp ids are told apart by every code unit and by nothing else",
      "the record of a vasp_id is that of these code units, and no other",
      async ({ storage: { vasps } }) => {
        const report = await vasps.load(streamOf(LIKE_TEXTS.map((id) => vasp(id, { name_legal: "Legal" }))));
        same("the report of ids that differ", report, { loaded: LIKE_TEXTS.length, replaced: 0 });
        for (const id of LIKE_TEXTS) same(`the record of ${JSON.stringify(id)}`, (await vasps.find(id))?.vasp_id, id);
        for (const id of UNKNOWN_TEXTS) same(`the record of ${JSON.stringify(id)}`, await vasps.find(id), undefined);
      },
    ),
    caseLaw(
      making,
      "streams that are loaded at once are all stored, each as a whole",
      "of racing loads none is lost, and their reports add up to what is stored",
      async ({ storage: { vasps } }) => {
        const streams = ["a", "b", "c", "d", "e"].map((letter) => [
          vasp(`${letter}1`),
          vasp("shared", { summary: letter }),
          vasp("also shared", { summary: letter }),
        ]);
        const reports = await Promise.all(streams.map((records) => vasps.load(streamOf(records))));
        same("the sum of the new ones", sumOf(reports, "loaded"), 7);
        same("the sum of those replaced", sumOf(reports, "replaced"), 8);
        same("the number stored", (await vasps.list(ALL)).pagination.total, 7);
        const [one, other] = [await vasps.find("shared"), await vasps.find("also shared")];
        same("the stream that the second shared record is of", other?.summary, one?.summary);
      },
    ),
  ];
}

function sumOf<Name extends string>(reports: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return reports.reduce((sum, report) => sum + report[name], 0);
}

function partialStreamLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "a stream that fails leaves everything as it was",
      "when the stream of a load fails, nothing of it is stored, and the stream's own error comes through",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a")]));
        const failure = new Error("the source broke");
        const failing = [vasp("a", { summary: "replaced" }), ...["b", "c", "d"].map((id) => vasp(id))];
        const error = await rejectionOf("a load of a stream that fails", () => vasps.load(streamOf(failing, failure)));
        if (error !== failure) throw new Seen("a load rejected with another error than its stream's own");
        await expectOnlyA(vasps);
        same("the report of the same without the failure", await vasps.load(streamOf(failing)), {
          loaded: 3,
          replaced: 1,
        });
      },
    ),
    caseLaw(
      making,
      "nothing of a stream is seen before its end",
      "while the stream of a load may still fail, its records are neither found nor searched nor listed",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a")]));
        async function* observed(): AsyncGenerator<Vasp> {
          yield vasp("a", { summary: "replaced" });
          yield vasp("b");
          await expectOnlyA(vasps);
          yield vasp("c");
          await expectOnlyA(vasps);
        }
        same("the report", await vasps.load(observed()), { loaded: 2, replaced: 1 });
        same("what is listed afterwards", (await vasps.list(ALL)).pagination.total, 3);
      },
    ),
  ];
}

async function expectOnlyA(vasps: VaspRepository): Promise<void> {
  same("a", await vasps.find("a"), vasp("a"));
  same("b", await vasps.find("b"), undefined);
  same("what a search for both finds", await vasps.search("legal"), [vasp("a")]);
  same("what is listed", await vasps.list(ALL), { items: [vasp("a")], pagination: { ...ALL, total: 1 } });
}
