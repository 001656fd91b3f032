/** Checks of VaspRepository: synchronizations with a register, and removals. */
import type { VaspSyncEntry, VaspSyncRemoval } from "../../domain/vasps/sync.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { VaspRepository } from "../../ports/storage.js";
import { type ConformanceCheck, Violation } from "../check.js";
import { expectSame, isSame, rejectionOf } from "./compare.js";
import { ALL, streamOf, vasp } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function vaspSyncChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [...syncChecks(suite), ...streamChecks(suite), ...unsuccessfulSyncChecks(suite), ...removalChecks(suite)];
}

const always = (): boolean => true;

function entriesOf(records: readonly Vasp[]): AsyncGenerator<VaspSyncEntry> {
  return streamOf(records.map((record) => ({ vasp_id: record.vasp_id, record })));
}

function syncChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a sync makes the directory equal to its stream",
      "sync stores every record of its stream and removes what the stream does not contain. It returns how many records " +
        "are new, have another content, are the same, and were removed.",
      async ({ storage: { vasps } }) => {
        const first = [
          vasp("a"),
          vasp("b", { summary: "old" }),
          vasp("c"),
          vasp("d", { supported_protocols: ["TRP"] }),
        ];
        const none = { added: 0, replaced: 0, unchanged: 0, removed: 0 };
        expectSame("the counts for four new ones", await vasps.sync(entriesOf(first), always), { ...none, added: 4 });
        const [b, d] = [vasp("b", { summary: "new" }), vasp("d", { supported_protocols: ["TRP", "TRISA"] })];
        // The same content as stored, with its properties in another order.
        const { vasp_id, ...rest } = vasp("a");
        const counts = await vasps.sync(entriesOf([d, { ...rest, vasp_id }, vasp("e"), b]), always);
        expectSame("the counts", counts, { added: 1, replaced: 2, unchanged: 1, removed: 1 });
        expectSame("the list", (await vasps.list(ALL)).items, [vasp("a"), b, d, vasp("e")]);
        expectSame("c", await vasps.find("c"), undefined);
        expectSame("a search", await vasps.search("legal"), [vasp("a"), b, d, vasp("e")]);
        const last = await vasps.sync(entriesOf([]), always);
        expectSame("the counts for an empty stream", last, { ...none, removed: 4 });
        expectSame("the list afterwards", (await vasps.list(ALL)).pagination.total, 0);
      },
    ),
  ];
}

function streamChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "an entry without a record keeps what is stored",
      "An entry of a sync without a record keeps the stored one and adds none. Of several entries with one vasp_id, the " +
        "last with a record counts.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a"), vasp("b"), vasp("c")]));
        const last = vasp("c", { summary: "last" });
        const stream = streamOf<VaspSyncEntry>([
          { vasp_id: "c" },
          { vasp_id: "c", record: vasp("c", { summary: "first" }) },
          { vasp_id: "a", record: undefined },
          { vasp_id: "new" },
          { vasp_id: "c", record: last },
          { vasp_id: "c" },
        ]);
        const counts = await vasps.sync(stream, always);
        expectSame("the counts", counts, { added: 0, replaced: 1, unchanged: 1, removed: 1 });
        expectSame("the list", (await vasps.list(ALL)).items, [vasp("a"), last]);
      },
    ),
    caseCheck(
      suite,
      "concurrent syncs and loads are stored one after another",
      "Of concurrent syncs and loads, the directory is what one of their orders leaves.",
      async ({ storage: { vasps } }) => {
        const registers = ["a", "b", "c"].map((letter) => [
          vasp(`${letter}1`, { summary: letter }),
          vasp("shared", { summary: letter }),
        ]);
        const loaded = [vasp("loaded"), vasp("shared", { summary: "loaded" })];
        const counts = await Promise.all([
          vasps.load(streamOf(loaded)),
          ...registers.map((register) => vasps.sync(entriesOf(register), always)),
        ]);
        const { items } = await vasps.list(ALL);
        const possible = registers.flatMap((register) => [register, [...loaded, ...register.slice(0, 1)]]);
        const sorted = possible.map((records) => [...records].sort((x, y) => (x.vasp_id < y.vasp_id ? -1 : 1)));
        if (sorted.some((records) => isSame(items, records))) return;
        const ids = items.map((item) => `${item.vasp_id} ${item.summary ?? ""}`).join(", ");
        throw new Violation(`no order of ${counts.length} concurrent calls leaves the records ${ids}`);
      },
    ),
  ];
}

function unsuccessfulSyncChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a refused sync changes nothing",
      "sync calls isAllowed with the number of stored and of removed records. When it returns false, nothing changes.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a"), vasp("b"), vasp("c")]));
        let asked: VaspSyncRemoval | undefined;
        const answer = await vasps.sync(entriesOf([vasp("b", { summary: "new" }), vasp("d")]), (removal) => {
          asked = { ...removal };
          return false;
        });
        expectSame("the result", answer, "refused");
        expectSame("the numbers", asked, { stored: 3, removed: 2 });
        expectSame("the list", (await vasps.list(ALL)).items, [vasp("a"), vasp("b"), vasp("c")]);
      },
    ),
    caseCheck(
      suite,
      "a failing stream of a sync changes nothing",
      "When the stream of a sync throws, nothing changes, and sync rejects with the stream's own error.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a"), vasp("b")]));
        const failure = new Error("the source broke");
        const failing = streamOf([{ vasp_id: "a", record: vasp("a", { summary: "new" }) }], failure);
        const error = await rejectionOf("a sync of a failing stream", () => vasps.sync(failing, always));
        if (error !== failure) throw new Violation("a sync rejected with another error than its stream's own");
        await expectBoth(vasps);
      },
    ),
    caseCheck(
      suite,
      "changes of a sync are invisible before the end of its stream",
      "While the stream of a sync may still fail, find, search and list return the records before it.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a"), vasp("b")]));
        async function* observed(): AsyncGenerator<VaspSyncEntry> {
          yield { vasp_id: "c", record: vasp("c") };
          await expectBoth(vasps);
          yield { vasp_id: "a", record: vasp("a", { summary: "new" }) };
          await expectBoth(vasps);
        }
        const counts = await vasps.sync(observed(), always);
        expectSame("the counts", counts, { added: 1, replaced: 1, unchanged: 0, removed: 1 });
      },
    ),
  ];
}

async function expectBoth(vasps: VaspRepository): Promise<void> {
  expectSame("a", await vasps.find("a"), vasp("a"));
  expectSame("c", await vasps.find("c"), undefined);
  expectSame("a search", await vasps.search("legal"), [vasp("a"), vasp("b")]);
  expectSame("the list", (await vasps.list(ALL)).items, [vasp("a"), vasp("b")]);
}

function removalChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "a removed VASP record is in no read",
      "remove returns whether the record was stored. Afterwards find, search and list do not return it, until it is loaded " +
        "again.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a"), vasp("b")]));
        expectSame("the removal of an unknown id", await vasps.remove("A"), false);
        expectSame("the removal of a", await vasps.remove("a"), true);
        expectSame("the second removal of a", await vasps.remove("a"), false);
        expectSame("a", await vasps.find("a"), undefined);
        expectSame("a search", await vasps.search("legal"), [vasp("b")]);
        expectSame("the list", await vasps.list(ALL), { items: [vasp("b")], pagination: { ...ALL, total: 1 } });
        const counts = await vasps.load(streamOf([vasp("a"), vasp("b")]));
        expectSame("the counts of a load of both", counts, { loaded: 1, replaced: 1 });
        expectSame("a after it", await vasps.find("a"), vasp("a"));
      },
    ),
    caseCheck(
      suite,
      "one of concurrent removals of a VASP record returns true",
      "Of concurrent calls of remove with one vasp_id, exactly one returns true.",
      async ({ storage: { vasps } }) => {
        await vasps.load(streamOf([vasp("a")]));
        const answers = await Promise.all(Array.from({ length: 5 }, () => vasps.remove("a")));
        expectSame("the number of calls that returned true", answers.filter(Boolean).length, 1);
        expectSame("a", await vasps.find("a"), undefined);
      },
    ),
  ];
}
