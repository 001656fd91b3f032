/** `vasps.sync` and `vasps.remove`. */
import { describe, expect, it } from "vitest";
import {
  type Compliance,
  createCompliance,
  memoryStorage,
  type SyncOptions,
  unwrap,
  type VaspDraft,
} from "../../src/index.js";
import { failureOf } from "../support/outcomes.js";
import { sampleCompliance } from "../support/samples.js";

const good = (index: number, name = "Provider"): VaspDraft => ({
  vasp_id: `V-${index}`,
  name_legal: `${name} ${index}`,
});
const goodFrom = (from: number, to: number): VaspDraft[] =>
  Array.from({ length: to - from }, (_, index) => good(from + index));

/** A compliance with ten records, V-0 to V-9. */
async function filled(): Promise<Compliance> {
  const compliance = sampleCompliance();
  await compliance.vasps.load(goodFrom(0, 10));
  return compliance;
}

async function idsOf({ vasps }: Compliance): Promise<readonly string[]> {
  return unwrap(await vasps.list()).items.map(({ vasp_id }) => vasp_id.slice(2));
}

const clean = { rejected: 0, rejections: [] };
const all = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

describe("vasps.sync", () => {
  it("replaces a record whose list of protocols is another one", async () => {
    const { vasps } = sampleCompliance();
    const one = { ...good(1), supported_protocols: ["TRP", "TRISA"] };
    await vasps.load([one]);
    expect(await vasps.sync([{ ...one, supported_protocols: ["TRP", "TRISA"] }])).toMatchObject({ unchanged: 1 });
    for (const supported_protocols of [["TRISA", "TRP"], ["TRISA"], undefined]) {
      expect(await vasps.sync([{ ...one, supported_protocols }])).toMatchObject({ replaced: 1, unchanged: 0 });
    }
  });

  it("adds, replaces and removes in one step, and reports it", async () => {
    const compliance = await filled();
    const register = [...goodFrom(1, 9), good(3, "Renamed"), good(10), good(9)];
    expect(await compliance.vasps.sync(register)).toStrictEqual({
      added: 1,
      replaced: 1,
      unchanged: 8,
      removed: 1,
      ...clean,
    });
    expect(await idsOf(compliance)).toEqual(["1", "10", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(await compliance.vasps.retrieve("V-3")).toEqual(good(3, "Renamed"));
    expect(await compliance.vasps.retrieve("V-0")).toBeUndefined();
    expect(unwrap(await compliance.vasps.search({ search_term: "provider 0" }))).toEqual([]);
  });

  it("removes 20 % of the records, and no more", async () => {
    const compliance = await filled();
    const { message } = await failureOf(compliance.vasps.sync(goodFrom(3, 20)), "sync_refused");
    expect(message).toBe(
      "The register lacks 3 of 10 stored VASP records, but 20 % are allowed. Nothing was stored. " +
        "Check that the register is complete. If it is, pass maxRemoved: 3.",
    );
    expect(await idsOf(compliance)).toEqual(all);
    expect(await compliance.vasps.sync(goodFrom(2, 10))).toMatchObject({ removed: 2 });
    await failureOf(compliance.vasps.sync([]), "sync_refused");
    await failureOf(compliance.vasps.sync(goodFrom(3, 10), { maxRemoved: 0 }), "sync_refused");
    expect(await compliance.vasps.sync([], { maxRemoved: 8 })).toMatchObject({ removed: 8 });
    expect(await compliance.vasps.sync([])).toMatchObject({ removed: 0 });
  });

  it.each<[maxRemoved: number, isAllowed: boolean]>([
    [0, false],
    [2, false],
    [3, true],
    [Number.POSITIVE_INFINITY, true],
  ])("with maxRemoved %d removes 3 of 10 records: %s", async (maxRemoved, isAllowed) => {
    const compliance = await filled();
    const options: SyncOptions = { maxRemoved };
    if (isAllowed) {
      expect(await compliance.vasps.sync(goodFrom(3, 10), options)).toMatchObject({ removed: 3, unchanged: 7 });
    } else {
      const { message } = await failureOf(compliance.vasps.sync(goodFrom(3, 10), options), "sync_refused");
      expect(message).toContain(`maxRemoved allows ${maxRemoved}. Nothing was stored.`);
      expect(await idsOf(compliance)).toEqual(all);
    }
  });

  it("keeps the stored record of an invalid one whose vasp_id is valid", async () => {
    const compliance = await filled();
    const broken = { vasp_id: "V-0", name_legal: "Renamed", address_country_code: "UK" };
    const unknown = { vasp_id: "V-77", name_legal: 5 };
    const nameless = { ...good(1), vasp_id: " " };
    const report = await compliance.vasps.sync<unknown>([broken, unknown, nameless, null, ...goodFrom(2, 10)]);
    expect(report).toMatchObject({ added: 0, replaced: 0, unchanged: 9, removed: 1, rejected: 4 });
    expect(report.rejections.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(await compliance.vasps.retrieve("V-0")).toEqual(good(0));
    expect(await compliance.vasps.retrieve("V-1")).toBeUndefined();
    expect(await compliance.vasps.retrieve("V-77")).toBeUndefined();
  });

  it("counts a valid record of several with one vasp_id, wherever the invalid one is", async () => {
    const compliance = await filled();
    const broken = { vasp_id: "V-0", name_legal: 5 };
    const register = [good(0, "First"), broken, good(0, "Last"), broken, ...goodFrom(1, 10)];
    expect(await compliance.vasps.sync<unknown>(register)).toMatchObject({ replaced: 1, unchanged: 9 });
    expect(await compliance.vasps.retrieve("V-0")).toEqual(good(0, "Last"));
  });

  it("reads the id of a hostile record without its errors", async () => {
    const compliance = await filled();
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("zoe@example.com");
        },
        getOwnPropertyDescriptor: () => {
          throw new Error("zoe@example.com");
        },
      },
    );
    const inherited = Object.create({ vasp_id: "V-0", name_legal: 5 });
    const report = await compliance.vasps.sync<unknown>([throwing, inherited, ...goodFrom(1, 10)]);
    expect(report).toMatchObject({ removed: 1, rejected: 2 });
  });

  it("changes nothing when the source fails or the signal aborts", async () => {
    const compliance = await filled();
    function* failing(): Generator<VaspDraft> {
      yield good(3, "Renamed");
      throw new Error("the connection was reset");
    }
    await failureOf(compliance.vasps.sync(failing(), { maxRemoved: 10 }), "load_interrupted");
    const controller = new AbortController();
    async function* aborting(): AsyncGenerator<VaspDraft> {
      yield good(3, "Renamed");
      controller.abort();
      yield good(4);
    }
    const options: SyncOptions = { maxRemoved: 10, signal: controller.signal };
    await failureOf(compliance.vasps.sync(aborting(), options), "aborted");
    expect(await idsOf(compliance)).toEqual(all);
    expect(await compliance.vasps.retrieve("V-3")).toEqual(good(3));
  });

  it("passes the progress and the highest number of reported records on", async () => {
    const seen: unknown[] = [];
    const compliance = sampleCompliance();
    const report = await compliance.vasps.sync<unknown>([null, 5, good(0)], {
      maxRejections: 1,
      onProgress: (progress) => seen.push(progress),
    });
    expect(report).toMatchObject({ added: 1, rejected: 2, rejections: [{ index: 0 }] });
    expect(seen).toEqual([{ read: 3, rejected: 2 }]);
  });

  it("rejects wrong options: invalid_input", async () => {
    const { vasps } = sampleCompliance();
    const wrong = [
      { mode: "sync" },
      { maxRemoved: -1 },
      { maxRemoved: Number.NaN },
      { maxRemoved: "5" },
      { signal: 5 },
    ];
    for (const options of wrong) {
      const { message } = await failureOf(vasps.sync([], options as never), "invalid_input");
      expect(message).toContain("vasps.sync");
    }
  });

  it("is the only one of the two that takes maxRemoved", async () => {
    const { vasps } = sampleCompliance();
    await failureOf(vasps.load([], { maxRemoved: 5 } as never), "invalid_input");
  });
});

describe("vasps.remove", () => {
  it("removes a record and says whether it was stored", async () => {
    const compliance = await filled();
    expect(await compliance.vasps.remove("V-3")).toBe(true);
    expect(await compliance.vasps.remove("V-3")).toBe(false);
    expect(await compliance.vasps.retrieve("V-3")).toBeUndefined();
    expect(await idsOf(compliance)).toEqual(all.filter((id) => id !== "3"));
    expect(await compliance.vasps.load([good(3)])).toMatchObject({ loaded: 1 });
  });

  it("finds nothing for ids that no record can have", async () => {
    const { vasps } = createCompliance({ storage: memoryStorage() });
    for (const id of ["", "\ud800", "a\0b", "__proto__"]) expect(await vasps.remove(id)).toBe(false);
  });
});
