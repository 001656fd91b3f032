/** Writers that continue whatever happens to their database, and the check of its content afterwards. */
import { inspect } from "node:util";
import { expect } from "vitest";
import { ComplianceError } from "../../src/index.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import { CANARY, isLeaked, ownWords } from "./canaries.js";
import { addressUpdate, alert, allAlerts, deliver, individual, screening, streamOf, vasp } from "./storage-records.js";

/** An operation with its mark and outcome. */
interface Asked {
  readonly mark: string;
  readonly outcome?: unknown;
  readonly error?: unknown;
}

export interface Writers {
  /** Acknowledged operations so far. */
  readonly acknowledged: number;
  /** Everything thrown. */
  readonly errors: readonly unknown[];
  /** Stops after the running operations. */
  stop(): Promise<void>;
  /** Checks that acknowledged records exist once, and failed ones once as a whole or not at all. */
  verify(storage: ComplianceStorage): Promise<void>;
}

const ADDRESSES = 3;

/** Every record contains its mark and the canary. No error may show one. */
const account = (mark: string) => individual(mark, { name_last: mark });
const addressOf = (mark: string): string => `${CANARY} ${Number(mark.split("-").at(-1)) % ADDRESSES}`;
const vaspsOf = (mark: string): readonly string[] => [`${mark}-x`, `${mark}-y`, `${mark}-z`];

const kinds = {
  accounts: ({ accounts }: ComplianceStorage, mark: string) => accounts.insert(account(mark)),
  alerts: async ({ alerts }: ComplianceStorage, mark: string) => {
    const outcome = await alerts.insert(alert(mark));
    await deliver(alerts, mark);
    return outcome;
  },
  screenings: async ({ addresses }: ComplianceStorage, mark: string) => {
    await addresses.save(addressUpdate(addressOf(mark), { screening: screening(1, mark) }));
    return "inserted";
  },
  vasps: async ({ vasps }: ComplianceStorage, mark: string) => {
    const { loaded } = await vasps.load(streamOf(vaspsOf(mark).map((id) => vasp(id))));
    return loaded === 3 ? "inserted" : `${loaded} loaded`;
  },
  removals: async ({ vasps }: ComplianceStorage, mark: string) => {
    await vasps.load(streamOf([vasp(mark)]));
    return (await vasps.remove(mark)) ? "inserted" : "nothing removed";
  },
};

type Kind = keyof typeof kinds;
const allKinds: readonly Kind[] = ["accounts", "alerts", "screenings", "vasps", "removals"];

/** Starts writers of every kind on each storage. */
export function startWriters(storages: readonly ComplianceStorage[]): Writers {
  const records: { readonly [K in Kind]: Asked[] } = {
    accounts: [],
    alerts: [],
    screenings: [],
    vasps: [],
    removals: [],
  };
  const all = (): readonly Asked[] => allKinds.flatMap((kind) => records[kind]);
  const errors = (): readonly unknown[] => all().flatMap(({ error }) => (error === undefined ? [] : [error]));
  let isStopped = false;
  let count = 0;
  const write = async (storage: ComplianceStorage, kind: Kind): Promise<void> => {
    while (!isStopped) {
      count += 1;
      const mark = `${CANARY}-${count}`;
      const answer = await kinds[kind](storage, mark).then(
        (outcome) => ({ outcome }),
        (error: unknown) => ({ error }),
      );
      records[kind].push({ mark, ...answer });
    }
  };
  const running = storages.flatMap((storage) => allKinds.map((kind) => write(storage, kind)));
  return {
    get acknowledged() {
      return all().filter(({ outcome }) => outcome !== undefined).length;
    },
    get errors() {
      return errors();
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
    },
    verify: async (storage) => {
      for (const kind of allKinds) {
        // Each wrote under a mark of its own, so that nobody else can have taken it.
        for (const { outcome } of records[kind]) expect(outcome).toBeOneOf(["inserted", undefined]);
        const sure = records[kind].flatMap(({ mark, outcome }) => (outcome === undefined ? [] : [mark]));
        const stored = await storedMarks[kind](
          storage,
          records[kind].map(({ mark }) => mark),
        );
        expect(new Set(stored).size).toBe(stored.length);
        expect(stored).toEqual(expect.arrayContaining(sure));
        // An alert is stored and then marked, a record loaded and then removed: the second change may fail.
        const rejected =
          kind === "alerts" || kind === "removals" ? [] : records[kind].filter(({ error }) => isRejection(error));
        expect(stored.filter((mark) => rejected.some((each) => each.mark === mark))).toEqual([]);
      }
      for (const error of errors()) expectSilent(error);
    },
  };
}

/** Such a call has changed nothing. */
function isRejection(error: unknown): boolean {
  return error instanceof ComplianceError && error.code !== "storage_outcome_unknown";
}

/** Returns the marks of the stored records with repetitions. Fails for a partial record. */
const storedMarks: {
  readonly [K in Kind]: (storage: ComplianceStorage, asked: readonly string[]) => Promise<readonly string[]>;
} = {
  accounts: async ({ accounts }) => {
    const found = await accounts.search({ term: CANARY.toLowerCase() });
    for (const each of found) {
      expect(each).toEqual(account(each.reference_id));
      expect(await accounts.find(each.reference_id)).toEqual(each);
    }
    return found.map(({ reference_id }) => reference_id);
  },
  alerts: async ({ alerts }) => (await allAlerts(alerts)).map(({ alert }) => alert.alert_id),
  screenings: async ({ addresses }) => {
    const places = Array.from({ length: ADDRESSES }, (_, index) => addressOf(`-${index}`));
    const found = await Promise.all(places.map((address) => addresses.history("tezos", address)));
    return found.flatMap((stored) => stored?.screenings.map(([entry]) => entry?.created ?? "") ?? []);
  },
  vasps: async ({ vasps }, asked) => {
    const marks: string[] = [];
    for (const mark of asked) {
      const found = await Promise.all(vaspsOf(mark).map((id) => vasps.find(id)));
      const there = found.filter((each) => each !== undefined).length;
      expect(there).toBeOneOf([0, 3]);
      if (there === 3) marks.push(mark);
    }
    return marks;
  },
  // What was removed does not return.
  removals: async ({ vasps }, asked) => {
    const found = await Promise.all(asked.map((mark) => vasps.find(mark)));
    return asked.filter((_, index) => found[index] === undefined);
  },
};

/** Expects a ComplianceError that shows no record, not even in its cause or as bytes. */
export function expectSilent(error: unknown): void {
  expect(error).toBeInstanceOf(ComplianceError);
  const shown = `${ownWords(error)}\n${inspect(error, { depth: 20, showHidden: true })}`;
  const written = [Buffer.from(CANARY).toString("hex"), Buffer.from(CANARY).toString("base64").slice(0, 20)];
  expect(isLeaked(shown)).toBe(false);
  for (const bytes of written) expect(shown.toLowerCase()).not.toContain(bytes.toLowerCase());
}
