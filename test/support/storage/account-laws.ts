/** The laws of AccountRepository. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Account } from "../../../src/domain/accounts/account.js";
import { foldText } from "../../../src/domain/text.js";
import { forAll, type Opened, spoil } from "./laws.js";
import { expectedAccounts, firstOfEach } from "./model.js";
import { anyAccount, entity, individual, nameText } from "./records.js";

export function accountLaws(opened: Opened, runs: number): void {
  it("stores an account unless its reference_id is taken, and finds it as it was given", async () => {
    const { accounts } = await opened();
    const first = individual("r1", { name_first: "Ana", name_last: "Ruiz" }, { email: "ana@example.org" });
    expect(await accounts.find("r1")).toBeUndefined();
    expect(await accounts.insert(first)).toBe("inserted");
    expect(await accounts.find("r1")).toEqual(first);
    expect(await accounts.insert(entity("r1", "Another"))).toBe("taken");
    expect(await accounts.find("r1")).toEqual(first);
    expect(await accounts.search({ term: "another" })).toEqual([]);
  });

  it("tells reference ids apart by every code unit and by nothing else", async () => {
    const { accounts } = await opened();
    const ids = ["r", "R", "r ", "é", "e\u0301", "__proto__", "constructor", "\u{1f600}", "\ud83d"];
    for (const id of ids) expect(await accounts.insert(individual(id))).toBe("inserted");
    for (const id of ids) expect(await accounts.find(id)).toEqual(individual(id));
    expect(await accounts.find("toString")).toBeUndefined();
  });

  it("gives exactly one of many racing inserts of a reference_id, and keeps that one", async () => {
    const { accounts } = await opened();
    const rivals = Array.from({ length: 20 }, (_, index) => individual("r1", { name_last: `Rival ${index}` }));
    const outcomes = await Promise.all(rivals.map((rival) => accounts.insert(rival)));
    expect(outcomes.filter((outcome) => outcome === "inserted")).toHaveLength(1);
    expect(await accounts.find("r1")).toEqual(rivals[outcomes.indexOf("inserted")]);
  });

  it("keeps nothing that a caller holds: not what was inserted, not what was found or searched, not the query", async () => {
    const { accounts } = await opened();
    const truth = entity("r1", "Acme", { email: "a@example.org" });
    const given = structuredClone(truth);
    const inserting = accounts.insert(given);
    spoil(given);
    await inserting;
    const found = await accounts.find("r1");
    expect(found).toEqual(truth);
    if (found !== undefined) spoil(found);
    const query = { term: "acme" };
    const searching = accounts.search(query);
    spoil(query);
    const hits = await searching;
    expect(hits).toEqual([truth]);
    spoil([...hits]);
    spoil(hits);
    expect(await accounts.find("r1")).toEqual(truth);
    expect(await accounts.search({ term: "acme" })).toEqual([truth]);
  });

  it("ranks whole, beginning, beginning of a word and inside, then by reference_id in code units", async () => {
    const { accounts } = await opened();
    const inserted: readonly [string, string][] = [
      ["e", "xbank"],
      ["d", "The Bank"],
      ["c", "Banker"],
      ["b", "BANK"],
      ["a", "Riverbank Bank"],
      ["Z", "bänk"],
      ["f", "nothing"],
    ];
    for (const [id, legal] of inserted) await accounts.insert(entity(id, legal));
    const ids = async (query: { term: string; limit?: number }): Promise<string[]> =>
      (await accounts.search(query)).map(({ reference_id }) => reference_id);
    expect(await ids({ term: "bank" })).toEqual(["Z", "b", "c", "a", "d", "e"]);
    expect(await ids({ term: "bank", limit: 2 })).toEqual(["Z", "b"]);
    expect(await ids({ term: "" })).toEqual([]);
  });

  it("answers every search as the plain model does", async () => {
    const query = fc.record(
      {
        term: nameText.map(foldText),
        account_category: fc.constantFrom("customer" as const, "non-customer" as const),
        account_type: fc.constantFrom("individual" as const, "entity" as const),
        limit: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ["term"] },
    );
    const searches = fc.array(query, { minLength: 1, maxLength: 10 });
    await forAll(
      opened,
      runs,
      fc.array(anyAccount, { maxLength: 8 }),
      searches,
      async ({ accounts }, given, queries) => {
        for (const account of given) await accounts.insert(account);
        const stored: Account[] = firstOfEach(given, ({ reference_id }) => reference_id);
        for (const asked of queries) expect(await accounts.search(asked)).toEqual(expectedAccounts(stored, asked));
      },
    );
  });
}
