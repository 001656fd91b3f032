/** Steps on accounts and VASP records. */
import * as fc from "fast-check";
import type { AccountQuery } from "../../domain/accounts/search.js";
import { VASP_FIELDS, type VaspListQuery } from "../../domain/vasps/list.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { expectedAccounts, expectedListing, expectedVasps } from "./model.js";
import { ALL, anyAccount, anyPage, anyVasp, nameText, termOf } from "./records.js";
import { oneOf, type Pause, type Step, type StepKinds, step } from "./steps.js";

/** Two, so that a history soon meets one again, and one that an object has of itself. */
export const IDS = ["r1", "r2", "__proto__"] as const;
const anyKnownId = oneOf(IDS);
const anyTerm = nameText.map(termOf);

const insertAccount = fc.tuple(anyKnownId, anyAccount).map(([reference_id, account]): Step => {
  const given = { ...account, reference_id };
  return step("accounts.insert", [given], {
    ask: ({ accounts }) => accounts.insert(given),
    right: ({ accounts }) => {
      if (accounts.has(reference_id)) return "taken";
      accounts.set(reference_id, given);
      return "inserted";
    },
  });
});

function findAccount(id: string): Step {
  return step("accounts.find", [id], {
    ask: ({ accounts }) => accounts.find(id),
    right: ({ accounts }) => accounts.get(id),
  });
}

function searchAccounts(query: AccountQuery): Step {
  return step("accounts.search", [query], {
    ask: ({ accounts }) => accounts.search(query),
    right: ({ accounts }) => expectedAccounts([...accounts.values()], query),
  });
}

const anyAccountQuery: fc.Arbitrary<AccountQuery> = fc.record(
  { term: anyTerm, limit: fc.integer({ min: 1, max: 2 }), account_type: oneOf(["individual", "entity"] as const) },
  { requiredKeys: ["term"] },
);

/** Steps on accounts. */
export const accountSteps: StepKinds = {
  writes: [insertAccount],
  reads: [anyKnownId.map(findAccount)],
  surveys: [anyAccountQuery.map(searchAccounts)],
  looks: [...IDS.map(findAccount), ...["a", "b", "e"].map((term) => searchAccounts({ term }))],
};

async function* slowly(records: readonly Vasp[], pause: Pause, failure?: Error): AsyncGenerator<Vasp> {
  for (const record of records) {
    await pause();
    yield record;
  }
  await pause();
  if (failure !== undefined) throw failure;
}

const anyStream = fc.array(
  fc.tuple(anyKnownId, anyVasp).map(([vasp_id, record]): Vasp => ({ ...record, vasp_id })),
  { maxLength: 4 },
);

function loadVasps(given: readonly Vasp[]): Step {
  return step("vasps.load", given, {
    ask: ({ vasps }, pause) => vasps.load(slowly(given, pause)),
    right: ({ vasps }) => {
      const before = vasps.size;
      for (const record of given) vasps.set(record.vasp_id, record);
      const loaded = vasps.size - before;
      return { loaded, replaced: given.length - loaded };
    },
  });
}

function loadFailing(given: readonly Vasp[]): Step {
  return step("vasps.load of a stream that fails", given, {
    ask: async ({ vasps }, pause) => {
      const failure = new Error("the source broke");
      try {
        return await vasps.load(slowly(given, pause, failure));
      } catch (error) {
        if (error === failure) return "failed with the stream's own error";
        throw error;
      }
    },
    right: () => "failed with the stream's own error",
  });
}

function findVasp(id: string): Step {
  return step("vasps.find", [id], { ask: ({ vasps }) => vasps.find(id), right: ({ vasps }) => vasps.get(id) });
}

function searchVasps(term: string): Step {
  return step("vasps.search", [term], {
    ask: ({ vasps }) => vasps.search(term),
    right: ({ vasps }) => expectedVasps([...vasps.values()], term),
  });
}

function listVasps({ page, size, sort }: VaspListQuery): Step {
  const query = { page, size, ...(sort !== undefined && { sort }) };
  return step("vasps.list", [query], {
    ask: ({ vasps }) => vasps.list(query),
    right: ({ vasps }) => {
      const items = expectedListing([...vasps.values()], sort).slice((page - 1) * size, page * size);
      return { items, pagination: { total: vasps.size, page, size } };
    },
  });
}

const anySort = fc.record({ field: oneOf(VASP_FIELDS), descending: fc.boolean() });

/** Steps on VASP records. */
export const vaspSteps: StepKinds = {
  writes: [anyStream.map(loadVasps), anyStream.map(loadFailing)],
  reads: [anyKnownId.map(findVasp)],
  surveys: [anyTerm.map(searchVasps), fc.tuple(anyPage, anySort).map(([page, sort]) => listVasps({ ...page, sort }))],
  looks: [...IDS.map(findVasp), listVasps(ALL), ...["a", "b", "e"].map(searchVasps)],
};
