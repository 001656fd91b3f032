import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { type Compliance, type LoadProgress, unwrap, type Vasp, type VaspDraft } from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { fullVasp, sampleCompliance, shortVasp } from "../support/samples.js";

const good = (index: number): VaspDraft => ({ vasp_id: `V-${index}`, name_legal: `Provider ${index}` });

function* records(count: number): Generator<VaspDraft> {
  for (let index = 0; index < count; index += 1) yield good(index);
}

async function* recordsLater(count: number): AsyncGenerator<VaspDraft> {
  for (const record of records(count)) yield record;
}

async function countOf({ vasps }: Compliance): Promise<number> {
  return unwrap(await vasps.list()).pagination.total;
}

const clean = (loaded: number, replaced = 0): object => ({ loaded, replaced, rejected: 0, rejections: [] });

describe("vasps.load", () => {
  it.each([
    ["an array", () => [...records(3)]],
    ["a generator", () => records(3)],
    ["an async generator", () => recordsLater(3)],
    ["a set", () => new Set(records(3))],
    ["the values of a map", () => new Map([...records(3)].map((record) => [record, record])).values()],
    ["a readable stream of Node", () => Readable.from(records(3))],
  ])("loads %s", async (_, source) => {
    const compliance = sampleCompliance();
    expect(await compliance.vasps.load(source())).toStrictEqual(clean(3));
    expect(await compliance.vasps.retrieve("V-2")).toStrictEqual(good(2));
  });

  it("replaces by vasp_id, and counts duplicates within one load as replaced", async () => {
    const compliance = sampleCompliance();
    expect(await compliance.vasps.load([fullVasp, shortVasp])).toStrictEqual(clean(2));
    const renamed = { vasp_id: fullVasp.vasp_id, name_legal: "Aurora Global Ltd." };
    const again = { ...renamed, name_business: "Aurora" };
    expect(await compliance.vasps.load([renamed, good(1), again])).toStrictEqual(clean(1, 2));
    expect(await compliance.vasps.retrieve(fullVasp.vasp_id)).toStrictEqual(again);
    expect(await countOf(compliance)).toBe(3);
  });

  it("reports each rejected record by its index with every issue, and stores the others", async () => {
    const compliance = sampleCompliance();
    const records: readonly unknown[] = [
      good(0),
      { vasp_id: "V-1", website: 5 },
      null,
      good(3),
      "V-4",
      { ...fullVasp, national_id_issue_country: "UK" },
    ];
    const report = await compliance.vasps.load(records);
    expect(report).toMatchObject({ loaded: 2, replaced: 0, rejected: 4 });
    expect(report.rejections.map(({ index, issues }) => [index, issues.map(({ code, path }) => [code, path])])).toEqual(
      [
        [
          1,
          [
            ["wrong_type", "/website"],
            ["required", "/name_legal"],
          ],
        ],
        [2, [["wrong_type", ""]]],
        [4, [["wrong_type", ""]]],
        [5, [["not_a_country", "/national_id_issue_country"]]],
      ],
    );
    expect(await countOf(compliance)).toBe(2);
  });

  it("rejects a promise as a record, without waiting for it", async () => {
    const compliance = sampleCompliance();
    const never = new Promise(() => undefined);
    const { loaded, rejections } = await compliance.vasps.load([
      good(0),
      never,
      Promise.resolve(good(1)),
    ] as readonly unknown[]);
    expect(loaded).toBe(1);
    expect(rejections.map(({ index }) => index)).toEqual([1, 2]);
  });

  it("copies records: later changes have no effect", async () => {
    const compliance = sampleCompliance();
    const record = structuredClone<Vasp>(fullVasp);
    await compliance.vasps.load([record]);
    Reflect.set(record, "name_legal", "Other");
    expect(await compliance.vasps.retrieve(fullVasp.vasp_id)).toStrictEqual(fullVasp);
  });

  describe("maxRejections", () => {
    function* badRecords(count: number): Generator<unknown> {
      for (let index = 0; index < count; index += 1) yield null;
    }

    it("is 10,000 by default: further records are only counted", async () => {
      const { vasps } = sampleCompliance();
      const { loaded, rejected, rejections } = await vasps.load([...badRecords(10_001), good(0), null] as unknown[]);
      expect({ loaded, rejected }).toEqual({ loaded: 1, rejected: 10_002 });
      expect(rejections).toHaveLength(10_000);
      expect(rejections.at(-1)?.index).toBe(9_999);
    });

    it.each([0, 1, 7, Number.POSITIVE_INFINITY])("of %d keeps the first ones", async (maxRejections) => {
      const seen: LoadProgress[] = [];
      const onProgress = (progress: LoadProgress) => seen.push(progress);
      const report = await sampleCompliance().vasps.load(badRecords(9), { maxRejections, onProgress });
      expect(report.rejected).toBe(9);
      expect(report.rejections).toHaveLength(Math.min(9, maxRejections));
      expect(seen).toEqual([{ read: 9, rejected: 9 }]);
    });

    it("limits the issues to ten for each record on average, because one record can have thousands", async () => {
      const bad = { vasp_id: 1, supported_protocols: Array.from({ length: 100 }, () => 5) };
      const { rejected, rejections } = await sampleCompliance().vasps.load([null, bad, bad, bad] as unknown[], {
        maxRejections: 5,
      });
      expect(rejected).toBe(4);
      expect(rejections.map(({ issues }) => issues.length)).toEqual([1, 102]);
    });

    it.each([
      ["a source", badRecords(Number.POSITIVE_INFINITY)],
      ["an async source", { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: null }) }) }],
    ])("leaves %s of invalid records without end abortable", async (_, source) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 30);
      await failureOf(sampleCompliance().vasps.load<unknown>(source, { signal: controller.signal }), "aborted");
    });

    it.each([-1, Number.NaN, "5", null])("of %s is invalid_input", async (maxRejections) => {
      const load = sampleCompliance().vasps.load([], { maxRejections: maxRejections as number });
      expect((await failureOf(load, "invalid_input")).message).toContain("maxRejections");
    });
  });

  describe("onProgress", () => {
    async function progressOf(source: Iterable<unknown>): Promise<readonly LoadProgress[]> {
      const seen: LoadProgress[] = [];
      await sampleCompliance().vasps.load(source, { onProgress: (progress) => seen.push(progress) });
      return seen;
    }

    it("is called after every 1,000 records and once at the end", async () => {
      expect(await progressOf([])).toStrictEqual([{ read: 0, rejected: 0 }]);
      expect(await progressOf(records(999))).toStrictEqual([{ read: 999, rejected: 0 }]);
      expect(await progressOf(records(2500))).toStrictEqual([
        { read: 1000, rejected: 0 },
        { read: 2000, rejected: 0 },
        { read: 2500, rejected: 0 },
      ]);
    });

    it("is called twice at the end when that is a full thousand", async () => {
      expect(await progressOf(records(1000))).toStrictEqual([
        { read: 1000, rejected: 0 },
        { read: 1000, rejected: 0 },
      ]);
    });

    it("counts rejected records among those read", async () => {
      expect(await progressOf([...records(1500), null, 5, ...records(10)])).toStrictEqual([
        { read: 1000, rejected: 0 },
        { read: 1512, rejected: 2 },
      ]);
      expect(await progressOf([...records(998), null, 5])).toStrictEqual([
        { read: 1000, rejected: 2 },
        { read: 1000, rejected: 2 },
      ]);
    });

    it("that throws stops the load with its own error, and nothing is stored", async () => {
      for (const count of [10, 1000, 5000]) {
        const compliance = sampleCompliance();
        const failing = new Error("the terminal is gone");
        const onProgress = (): void => {
          throw failing;
        };
        await expect(compliance.vasps.load(records(count), { onProgress })).rejects.toBe(failing);
        expect(await countOf(compliance)).toBe(0);
      }
    });

    it("lets timers of the process run", async () => {
      let ticks = 0;
      const timer = setInterval(() => {
        ticks += 1;
      }, 0);
      await sampleCompliance().vasps.load(records(5000));
      clearInterval(timer);
      expect(ticks).toBeGreaterThan(0);
    });
  });

  describe("a source that fails: load_interrupted with its error as cause, and nothing is stored", () => {
    const cause = new Error("the connection was reset");

    function* failingAfter(count: number): Generator<VaspDraft> {
      yield* records(count);
      throw cause;
    }

    it.each([0, 1, 999, 1500])("after %d records", async (count) => {
      const compliance = sampleCompliance();
      await compliance.vasps.load([fullVasp]);
      for (const source of [failingAfter(count), Readable.from(failingAfter(count))]) {
        const error = await failureOf(compliance.vasps.load(source), "load_interrupted");
        expect(error.cause).toBe(cause);
        expect(error.message).toContain(`after ${count} records`);
        expect(error.message).not.toContain("connection");
      }
      expect(await countOf(compliance)).toBe(1);
    });

    it("because it returns no iterator", async () => {
      const load = sampleCompliance().vasps.load({ [Symbol.iterator]: () => 5 } as unknown as Iterable<unknown>);
      expect((await failureOf(load, "load_interrupted")).cause).toBeInstanceOf(TypeError);
    });
  });

  it("rejects other arguments of callers without types: invalid_input", async () => {
    const { vasps } = sampleCompliance();
    await failureOf(vasps.load(good(1) as unknown as Iterable<unknown>), "invalid_input");
    await failureOf(vasps.load(records(1), { onProgress: "yes" as unknown as () => void }), "invalid_input");
  });

  it("closes a source that is not read to its end", async () => {
    let isClosed = false;
    function* source(): Generator<VaspDraft> {
      try {
        yield* records(5000);
      } finally {
        isClosed = true;
      }
    }
    const onProgress = (): void => {
      throw new Error("stop");
    };
    await expect(sampleCompliance().vasps.load(source(), { onProgress })).rejects.toThrow("stop");
    expect(isClosed).toBe(true);
  });

  it("shows no record before the load is complete", async () => {
    const compliance = sampleCompliance();
    const seen: number[] = [];
    async function* source(): AsyncGenerator<VaspDraft> {
      for (const record of records(10)) {
        seen.push(await countOf(compliance));
        yield record;
      }
    }
    await compliance.vasps.load(source());
    expect(new Set(seen)).toEqual(new Set([0]));
    expect(await countOf(compliance)).toBe(10);
  });
});
