/** Checks of an engine whose connections are cut, and whose stored bytes are damaged. */
import * as fc from "fast-check";
import { ComplianceError } from "../../domain/compliance-error.js";
import { alerts } from "../../ports/collections.js";
import { newToken } from "../../ports/rows.js";
import { EngineFault, type Row, type StorageEngine } from "../../ports/storage-engine.js";
import { type ConformanceCheck, checkThat, failedCheck, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { drawnCheck } from "../property-check.js";
import { expectSame, isSame } from "../storage/compare.js";
import { alert } from "../storage/records.js";
import type { CutPlace, DamagedPlace } from "./places.js";

const ROUNDS = 12;
/** Commits that are under way when a connection is cut. */
const COMMITS = 5;
/** Reads after a cut, until one succeeds. */
const ATTEMPTS = 20;

export function cutCheck(createPlace: () => Promise<CutPlace> | CutPlace): ConformanceCheck {
  const name = "a commit that a cut connection ends says what became of it";
  const promise =
    "A commit that resolves is stored. One that rejects is not stored, now or later, unless its EngineFault has isUnknown.";
  return checkThat(name, promise, async () => {
    const { open, cut } = await createPlace();
    const engine = await open();
    try {
      const outcomes = new Map<string, Outcome>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const keys = Array.from({ length: COMMITS }, (_, index) => `${round}-${index}`);
        const committing = keys.map(async (key) => outcomes.set(key, await outcomeOf(engine, key)));
        await cut();
        await Promise.all(committing);
        await expectOutcomes(engine, outcomes);
      }
      const failed = [...outcomes.values()].filter((outcome) => outcome !== "stored");
      expectSame("whether a cut ended a commit", failed.length > 0, true);
    } catch (error) {
      throw asFailure({ name, promise }, error);
    } finally {
      await engine.close();
    }
  });
}

/** What a commit said. */
type Outcome = "stored" | "not stored" | "unknown";

async function outcomeOf(engine: StorageEngine, key: string): Promise<Outcome> {
  try {
    const answer = await engine.commit(newToken(), [insertOf(key)], []);
    return answer === "conflict" ? "not stored" : "stored";
  } catch (error) {
    if (error instanceof EngineFault) return error.facts.isUnknown ? "unknown" : "not stored";
    throw new Violation(`commit rejected with ${errorText(error)}, expected an EngineFault`, [], error);
  }
}

function insertOf(key: string) {
  const put = alerts.draftOf({ alert: alert(key), reviews: [] });
  return { collection: alerts.name, key, expect: "absent", put } as const;
}

async function expectOutcomes(engine: StorageEngine, outcomes: ReadonlyMap<string, Outcome>): Promise<void> {
  const stored = new Set((await rowsOf(engine)).map(({ key }) => key));
  for (const [key, outcome] of outcomes) {
    if (outcome === "unknown") continue;
    expectSame(`whether the row of a commit that was ${outcome} is stored`, stored.has(key), outcome === "stored");
  }
}

/** The connections that were open before the cut may all be broken. */
async function rowsOf(engine: StorageEngine): Promise<readonly Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [found] = await engine.read([{ collection: alerts.name }]);
      return found?.rows ?? [];
    } catch (error) {
      const isTransient = error instanceof EngineFault && error.facts.isTransient;
      if (isTransient && attempt < ATTEMPTS) continue;
      throw new Violation(`read failed with ${errorText(error)} ${attempt} times after a cut`, [], error);
    }
  }
}

export function damageCheck(createPlace: () => Promise<DamagedPlace> | DamagedPlace, runs: number): ConformanceCheck {
  return drawnCheck(
    "damage is found, and changes no row",
    "After any damage of the stored bytes, an engine returns the rows as they were stored, or it fails.",
    { runs, heading: "Damage found" },
    async () => ({
      arbitrary: () => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      holds: async (at) => {
        const { open, damage } = await createPlace();
        const engine = await open();
        for (const key of ["a", "b", "c"]) await engine.commit(newToken(), [insertOf(key)], []);
        const before = await rowsOf(engine);
        await engine.close();
        await damage(at);
        const after = await readAgain(open);
        if (after === undefined || isSame(contentOf(after), contentOf(before))) return;
        throw new Violation(`${after.length} of ${before.length} rows are returned, or others than those stored`);
      },
    }),
  );
}

/** Returns the rows; undefined if opening or reading fails with a typed error. */
async function readAgain(open: DamagedPlace["open"]): Promise<readonly Row[] | undefined> {
  let engine: StorageEngine | undefined;
  try {
    engine = await open();
    const [found] = await engine.read([{ collection: alerts.name }]);
    return found?.rows ?? [];
  } catch (error) {
    if (error instanceof EngineFault || error instanceof ComplianceError) return undefined;
    throw new Violation(`the engine failed with ${errorText(error)}, expected a ComplianceError`, [], error);
  } finally {
    // After damage it may fail too.
    await engine?.close().catch(() => undefined);
  }
}

function contentOf(rows: readonly Row[]): readonly unknown[] {
  return rows.map(({ key, record }) => ({ key, record }));
}

/** Returns the error of a check whose body threw anything. */
export function asFailure(check: Pick<ConformanceCheck, "name" | "promise">, error: unknown): Error {
  return failedCheck(check, error instanceof Violation ? error : new Violation(errorText(error), [], error));
}
