/** Checks of an engine: drawn sequences of calls, and concurrent calls. */
import * as fc from "fast-check";
import { accounts, alerts, collections, linkAt, links } from "../../ports/collections.js";
import { newToken, stateColumns } from "../../ports/rows.js";
import type { Change, StorageEngine } from "../../ports/storage-engine.js";
import { type ConformanceCheck, checkThat, Violation } from "../check.js";
import { errorText } from "../outcome.js";
import { drawnCheck } from "../property-check.js";
import { expectSame, RIVALS } from "../storage/compare.js";
import { alert, individual, STAMP } from "../storage/records.js";
import { asFailure } from "./engine-faults.js";
import { anyStep, type EngineStep, shown } from "./engine-steps.js";
import { collectionOf, emptyModel, type Model, rowsIn } from "./reference-engine.js";

/** What the checks of one suite share. */
export interface EngineSuite {
  readonly createPlace: () => Promise<() => Promise<StorageEngine> | StorageEngine>;
  readonly isDurable: boolean;
  readonly runs: number;
}

/** A drawn call; "reopen": closes the engine and opens another on its place. */
type Drawn = EngineStep | "reopen";

export function sequenceCheck({ createPlace, isDurable, runs }: EngineSuite): ConformanceCheck {
  const step: fc.Arbitrary<Drawn> = isDurable
    ? fc.oneof({ weight: 12, arbitrary: anyStep }, { weight: 1, arbitrary: fc.constant<Drawn>("reopen") })
    : anyStep;
  return drawnCheck(
    "any sequence of calls agrees with the reference engine",
    "Every call after any other calls returns what the reference engine returns.",
    { runs, heading: "Shortest calls found" },
    async () => ({
      arbitrary: () => fc.array(step, { maxLength: 60, size: "max" }),
      holds: async (steps) => {
        const open = await createPlace();
        const texts: string[] = [];
        let engine = await open();
        const model = emptyModel();
        const reopened = async (): Promise<void> => {
          texts.push("close(), and another engine");
          await engine.close();
          engine = await open();
          await expectStored(engine, model);
        };
        try {
          for (const each of steps) await (each === "reopen" ? reopened() : expectCall(engine, each(model), texts));
        } catch (error) {
          throw new Violation(errorText(error), texts, error);
        } finally {
          await engine.close();
        }
      },
    }),
  );
}

async function expectCall(
  engine: StorageEngine,
  { text, call, expected }: ReturnType<EngineStep>,
  texts: string[],
): Promise<void> {
  texts.push(text);
  expectSame(text.slice(0, text.indexOf("(")), await call(engine), expected);
}

/** Columns that takes set, which the end of the process may undo. */
const TAKEN: ReadonlySet<string> = new Set(["round", "lease", "until"]);

/** Expects all rows, and takes over what may be lost or new: those columns, and versions. */
async function expectStored(engine: StorageEngine, model: Model): Promise<void> {
  for (const { name } of collections) {
    const [found] = await engine.read([{ collection: name }]);
    const rows = rowsIn(model, name);
    const kept = stateColumns(collectionOf(name)).filter((column) => !TAKEN.has(column));
    const durable = (all: Iterable<Parameters<typeof shown>[1]>) =>
      Array.from(all, (row) => ({
        key: row.key,
        record: row.record,
        columns: kept.map((column) => row.columns[column]),
      }));
    const expected = [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    expectSame(`the rows of ${name} after opening again`, durable(found?.rows ?? []), durable(expected));
    for (const row of found?.rows ?? []) {
      const before = rows.get(row.key);
      const states = shown(name, row).columns;
      if (before !== undefined) {
        rows.set(row.key, {
          ...before,
          version: row.version,
          columns: { ...before.columns, ...states } as typeof row.columns,
        });
      }
    }
  }
}

/** Rounds of calls that race. */
const ROUNDS = 20;

export function raceChecks(suite: EngineSuite): readonly ConformanceCheck[] {
  const check = (name: string, promise: string, body: (engine: StorageEngine) => Promise<void>): ConformanceCheck =>
    checkThat(name, promise, async () => {
      let engine: StorageEngine | undefined;
      try {
        engine = await (await suite.createPlace())();
        await body(engine);
      } catch (error) {
        throw asFailure({ name, promise }, error);
      } finally {
        await engine?.close();
      }
    });
  return [
    check("of concurrent commits over one version, one happens", "commit is atomic and conditional.", oneWinner),
    check("of concurrent takes, one gets a row", "take gives a row to one of several concurrent calls.", oneTaker),
    check(
      "a row that must stay stays until the commit",
      "A commit that needs a row, and one that removes it with what refers to it, leave nothing that refers to it.",
      noOrphan,
    ),
    check(
      "commits of the same rows in any order all end",
      "Concurrent commits do not wait for each other for ever.",
      noDeadlock,
    ),
    check("all reads of one call see one moment", "read sees all changes of a commit, or none.", oneMoment),
  ];
}

const alertOf = (id: string) => alerts.draftOf({ alert: alert(id), reviews: [] });
const account = accounts.draftOf(individual("r"));

async function oneWinner(engine: StorageEngine): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const put = alertOf(`a${round}`);
    const at = { collection: alerts.name, key: put.key };
    const created = await Promise.all(
      RIVALS.map(() => engine.commit(newToken(), [{ ...at, expect: "absent", put }], [])),
    );
    expectSame("the number of commits that created a row", created.filter((each) => each !== "conflict").length, 1);
    const [found] = await engine.read([at]);
    const expect = [["version", "=", found?.rows[0]?.version ?? ""]] as const;
    const changed = await Promise.all(RIVALS.map(() => engine.commit(newToken(), [{ ...at, expect, put }], [])));
    expectSame("the number of commits over one version", changed.filter((each) => each !== "conflict").length, 1);
  }
}

async function oneTaker(engine: StorageEngine): Promise<void> {
  const ids = ["a", "b", "c", "d", "e"];
  for (const id of ids) {
    await engine.commit(newToken(), [{ collection: alerts.name, key: id, expect: "absent", put: alertOf(id) }], []);
  }
  const where = [
    ["delivered", "=", 0],
    ["until", "=", ""],
  ] as const;
  const range = { collection: alerts.name, index: "due", where, limit: 2 };
  const takes = RIVALS.map(() => engine.take(newToken(), { range, set: { until: STAMP, lease: "x" }, next: "round" }));
  const taken = (await Promise.all(takes)).flat().map(({ key }) => key);
  const rest = await engine.take(newToken(), { range: { ...range, limit: 9 }, set: { until: STAMP } });
  expectSame("the taken rows", [...taken, ...rest.map(({ key }) => key)].sort(), ids);
}

async function noOrphan(engine: StorageEngine): Promise<void> {
  const at = accounts.at("r");
  for (let round = 0; round < ROUNDS; round += 1) {
    await engine.commit(newToken(), [{ ...at, expect: "absent", put: account }], []);
    const linking = (number: number) => {
      const place = { chain: "tezos", address: `a${number}` } as const;
      const link = { account_ref_id: "r", tag: null, linked: STAMP, unlinked: null };
      const put = links.draftOf({ ...place, link });
      const changes: Change[] = [
        { ...linkAt(place, null), expect: "absent", put },
        { ...at, expect: "present" },
      ];
      return engine.commit(newToken(), changes, []);
    };
    const removals = [{ collection: links.name, where: [["account", "=", "r"]] }] as const;
    const removing = () => engine.commit(newToken(), [{ ...at, expect: "present", remove: true }], removals);
    await Promise.all([linking(0), linking(1), removing(), linking(2), linking(3)]);
    const [rows, left] = await engine.read([at, { collection: links.name }]);
    expectSame("the number of removed rows that are left", rows?.count, 0);
    expectSame("the number of rows that refer to it", left?.count, 0);
  }
}

async function noDeadlock(engine: StorageEngine): Promise<void> {
  const keys = ["a", "b", "c"];
  for (const key of keys) {
    await engine.commit(newToken(), [{ collection: alerts.name, key, expect: "absent", put: alertOf(key) }], []);
  }
  const commits = Array.from({ length: ROUNDS }, (_, number) => {
    const ordered = number % 2 === 0 ? keys : [...keys].reverse();
    const set = { until: String(number) };
    return engine.commit(
      newToken(),
      ordered.map((key) => ({ collection: alerts.name, key, expect: "present", set })),
      [],
    );
  });
  expectSame(
    "the number of commits that happened",
    (await Promise.all(commits)).filter((each) => each !== "conflict").length,
    ROUNDS,
  );
}

async function oneMoment(engine: StorageEngine): Promise<void> {
  const keys = ["a", "b"];
  for (const key of keys) {
    await engine.commit(newToken(), [{ collection: alerts.name, key, expect: "absent", put: alertOf(key) }], []);
  }
  let reading = 2;
  // Until the last read, because an engine may read late.
  const writing = async (): Promise<void> => {
    for (let number = 0; reading > 0; number += 1) {
      const set = { until: String(number) };
      await engine.commit(
        newToken(),
        keys.map((key) => ({ collection: alerts.name, key, expect: "present", set })),
        [],
      );
    }
  };
  const readings = async (): Promise<void> => {
    try {
      for (let number = 0; number < ROUNDS; number += 1) {
        const found = await engine.read(keys.map((key) => ({ collection: alerts.name, key })));
        const [one, other] = found.map(({ rows }) => rows[0]?.columns["until"]);
        expectSame("a column of the second row of a commit", other, one);
      }
    } finally {
      reading -= 1;
    }
  };
  await Promise.all([writing(), readings(), readings()]);
}
