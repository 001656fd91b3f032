/**
 * Changes of several concurrent writers, over many processes. Round, writer and index determine a change, so that both
 * sides of a pipe can compute it.
 */
import type { ComplianceStorage } from "../../src/json-file.js";
import {
  addressUpdate,
  alert,
  allAlerts,
  deliver,
  individual,
  linkUpdate,
  screening,
  streamOf,
  vasp,
} from "./storage-records.js";

export const WRITERS = 6;

/** Returns the ids that a change uses. */
function namesOf(round: number, writer: number, index: number) {
  const turn = index - (index % KINDS);
  const own = `${round}-${writer}`;
  return { address: `x-${own}`, account: `a-${own}-${turn}`, alert: `t-${own}-${turn}`, vasp: `v-${own}-${turn}` };
}
type Names = ReturnType<typeof namesOf>;

/** A kind of change. */
interface Kind {
  run(storage: ComplianceStorage, names: Names, index: number, writer: number): Promise<unknown>;
  isThere(storage: ComplianceStorage, names: Names, index: number, writer: number): Promise<boolean>;
  /** Whether the next changes of the writer replace it. */
  readonly isReplaced?: true;
}

const kinds: readonly Kind[] = [
  {
    // Of many sizes, so that records end anywhere in a block of the disk.
    run: ({ accounts }, { account }, index) =>
      accounts.insert(individual(account, { name_first: "é".repeat((index * 37) % 300) })),
    isThere: async ({ accounts }, { account }) => (await accounts.find(account)) !== undefined,
  },
  {
    run: ({ alerts }, names) => alerts.insert(alert(names.alert)),
    isThere: async ({ alerts }, names) => (await alerts.find(names.alert)) !== undefined,
  },
  {
    run: ({ addresses }, { address }, index) => addresses.save(addressUpdate(address, screeningOf(index))),
    isThere: async ({ addresses }, { address }, index) =>
      ((await addresses.history("tezos", address))?.screenings.length ?? 0) > index / KINDS,
  },
  {
    run: ({ alerts }, names) => deliver(alerts, names.alert),
    isThere: async ({ alerts }, names) => (await alerts.find(names.alert))?.delivered === true,
  },
  {
    // One new record, and four large ones that each load replaces, so that the journal often outgrows the file.
    run: ({ vasps }, names, index, writer) => {
      const shared = { summary: names.vasp, website: "w".repeat(2000 + (index % 400)) };
      const records = sharedVasps(writer).map((id) => vasp(id, shared));
      return vasps.load(streamOf([...records, vasp(names.vasp, { summary: names.vasp })]));
    },
    isThere: async ({ vasps }, names) => (await vasps.find(names.vasp)) !== undefined,
  },
  {
    run: ({ addresses }, { address, account }) => addresses.update(linkUpdate(address, account)),
    isThere: async ({ addresses }, { address, account }) =>
      (await addresses.find("tezos", address))?.account_ref_id === account,
    isReplaced: true,
  },
  {
    // An account and a VASP that are stored and removed again and again.
    run: ({ accounts }, { account }, _, writer) => accounts.put(individual(removedId(writer), { name_first: account })),
    isThere: async ({ accounts }, { account }, _, writer) =>
      JSON.stringify(await accounts.find(removedId(writer)))?.includes(`"${account}"`) ?? false,
    isReplaced: true,
  },
  {
    run: ({ accounts }, _names, _index, writer) => accounts.remove(removedId(writer), "2026-02-03"),
    isThere: async ({ accounts }, _names, _index, writer) => (await accounts.find(removedId(writer))) === undefined,
    isReplaced: true,
  },
  {
    run: ({ vasps }, names, _, writer) => vasps.load(streamOf([vasp(removedId(writer), { summary: names.vasp })])),
    isThere: async ({ vasps }, names, _, writer) => (await vasps.find(removedId(writer)))?.summary === names.vasp,
    isReplaced: true,
  },
  {
    run: async (storage, _, index, writer) => {
      // Now and then, because it writes the whole file. First, because the change must fail as a whole.
      if (index % (KINDS * 4) === KINDS - 1) await storage.compact();
      return storage.vasps.remove(removedId(writer));
    },
    isThere: async ({ vasps }, _names, _index, writer) => (await vasps.find(removedId(writer))) === undefined,
    isReplaced: true,
  },
];
const KINDS = 10;

const screeningOf = (index: number) => ({
  screening: screening(Math.floor(index / KINDS) % 101, `screening ${index}`),
});

/** Returns the ids of the VASPs that every load of this writer replaces. Their summary names the load. */
export function sharedVasps(writer: number): readonly string[] {
  return [0, 1, 2, 3].map((number) => `v-${writer}-${number}`);
}

/** Returns the id of the records that this writer stores and removes in turn. */
function removedId(writer: number): string {
  return `removed-${writer}`;
}

/** Makes one change. */
export async function makeChange(
  storage: ComplianceStorage,
  round: number,
  writer: number,
  index: number,
): Promise<void> {
  await kinds[index % KINDS]?.run(storage, namesOf(round, writer, index), index, writer);
}

/** Returns whether that change was made. Some count only until a later one of the writer replaces them. */
export async function isMade(
  storage: ComplianceStorage,
  round: number,
  writer: number,
  index: number,
): Promise<boolean> {
  return kinds[index % KINDS]?.isThere(storage, namesOf(round, writer, index), index, writer) ?? false;
}

/** Returns whether all changes of the writer before that one were made. The writer may make more meanwhile. */
export async function isMadeBefore(
  storage: ComplianceStorage,
  round: number,
  writer: number,
  count: number,
): Promise<boolean> {
  // The newest change that no later one replaces shows it, because a writer makes its changes in order.
  let newest = count - 1;
  while (kinds[newest % KINDS]?.isReplaced) newest -= 1;
  return newest < 0 || isMade(storage, round, writer, newest);
}

/** Returns how many of the first changes of a writer are removals. */
export function removalsIn(changes: number): number {
  return Math.floor(changes / KINDS) + Math.floor((changes + 2) / KINDS);
}

/** Returns how many changes of each writer were acknowledged, from the lines of its process: `open`, then `<writer> <index>`. */
export function acknowledgedIn(said: readonly string[]): readonly number[] {
  const counts = Array.from({ length: WRITERS }, () => 0);
  for (const line of said.slice(1)) {
    const [writer = 0, index = -1] = line.split(" ").map(Number);
    if (index !== counts[writer]) throw new Error("a writer said something else than its next change");
    counts[writer] = index + 1;
  }
  return counts;
}

/** Returns everything stored after so many rounds as one text. */
export async function writtenIn(storage: ComplianceStorage, rounds: number): Promise<string> {
  const { accounts, vasps, alerts, addresses } = storage;
  const found: unknown[] = [await accounts.search({ term: "zzz" })];
  for (let page = 1, more = true; more; page += 1) {
    const { items, pagination } = await vasps.list({ page, size: 1000 });
    found.push(items);
    more = pagination.total > page * 1000;
  }
  found.push(await allAlerts(alerts), await allAlerts(alerts, { delivered: true }));
  for (let round = 0; round < rounds; round += 1) {
    for (let writer = 0; writer < WRITERS; writer += 1) {
      found.push(await addresses.history("tezos", namesOf(round, writer, 0).address));
    }
  }
  return JSON.stringify(found);
}
