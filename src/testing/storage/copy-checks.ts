/** Checks that a storage copies records in and out. */
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ConformanceCheck } from "../check.js";
import { expectSame, frozen, overwrite } from "./compare.js";
import { allAlerts } from "./pages.js";
import {
  ALL,
  addressLink,
  addressUpdate,
  alert,
  bareAddress,
  entity,
  insertAccounts,
  leaseQuery,
  linkedEvaluation,
  linkedTo,
  minute,
  review,
  screening,
  storedAlert,
  streamOf,
  vasp,
} from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function copyChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    ...accountChecks(suite),
    ...vaspChecks(suite),
    ...alertChecks(suite),
    ...addressChecks(suite),
    ...linkedChecks(suite),
    ...inputChecks(suite),
  ];
}

function accountChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "changing an account object does not change the stored account",
      "A caller may change an account after the call of insert or put, a returned account, or a query.",
      async ({ storage: { accounts } }) => {
        const original = entity("r1", "Acme", { email: "a@example.org" });
        const given = structuredClone(original);
        const inserting = accounts.insert(given);
        overwrite(given);
        expectSame("the insert", await inserting, "inserted");
        const found = await accounts.find("r1");
        expectSame("the found account", found, original);
        overwrite(found);
        const query = { term: "acme" };
        const searching = accounts.search(query);
        overwrite(query);
        const hits = await searching;
        expectSame("the result of a search", hits, [original]);
        overwrite(hits);
        expectSame("the account afterwards", await accounts.find("r1"), original);
        expectSame("the result of a search afterwards", await accounts.search({ term: "acme" }), [original]);
        const put = structuredClone(original);
        const putting = accounts.put(put);
        overwrite(put);
        overwrite(await putting);
        const listQuery = { size: 1, sort: "created" as const };
        const listing = accounts.list(listQuery);
        overwrite(listQuery);
        overwrite(await listing);
        const later = { ...original, last_modified: "2026-02-03T04:05:06.790+00:00" };
        expectSame("the account after a put and a list", await accounts.find("r1"), later);
      },
    ),
  ];
}

function vaspChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "changing a VASP object does not change the stored record",
      "A caller may change a record after the stream has yielded it, a returned record, or a query.",
      async ({ storage: { vasps } }) => {
        const original = vasp("a", { supported_protocols: ["one", "two"] });
        const given = structuredClone(original);
        async function* records(): AsyncGenerator<Vasp> {
          yield given;
          overwrite(given);
        }
        await vasps.load(records());
        const found = await vasps.find("a");
        expectSame("the found record", found, original);
        for (const answer of [
          found,
          await vasps.search("legal"),
          await vasps.list(ALL),
          await vasps.after(undefined, 9),
        ])
          overwrite(answer);
        const query = { ...ALL, sort: { field: "vasp_id" as const, descending: true } };
        const listing = vasps.list(query);
        overwrite(query);
        expectSame("the list afterwards", (await listing).items, [original]);
        expectSame("the result of a search afterwards", await vasps.search("legal"), [original]);
        expectSame("the record afterwards", await vasps.find("a"), original);
      },
    ),
  ];
}

function alertChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "changing an alert object does not change the stored alert",
      "A caller may change an alert after the call of insert, a review after that of review, or an alert that a method returned.",
      async ({ storage: { alerts } }) => {
        const given = structuredClone(alert("a"));
        const inserting = alerts.insert(given);
        overwrite(given);
        expectSame("the insert", await inserting, "inserted");
        const page = await alerts.list({ size: 9 });
        expectSame("the list", page?.items, [storedAlert("a")]);
        overwrite(page);
        overwrite(await alerts.find("a"));
        expectSame("the alert afterwards", await alerts.find("a"), storedAlert("a"));
        const secondGiven = review();
        const reviewing = alerts.review("a", secondGiven);
        overwrite(secondGiven);
        const reviewed = storedAlert("a", { reviews: [review()] });
        const answer = await reviewing;
        expectSame("the reviewed alert", answer, reviewed);
        overwrite(answer);
        overwrite(await alerts.lease(leaseQuery()));
        expectSame("the list afterwards", await allAlerts(alerts), [reviewed]);
      },
    ),
  ];
}

function addressChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "changing an address object does not change the stored record",
      "A caller may change an update after the call of save, its answer, or a record that find, ofAccount or history returned.",
      async ({ storage: { accounts, addresses } }) => {
        await insertAccounts(accounts, "r1");
        const original = { ...bareAddress("a"), ...linkedTo("r1"), screening: screening(5) };
        const given = structuredClone(addressUpdate("a", { account_ref_id: "r1", screening: screening(5) }));
        const saving = addresses.save(given);
        overwrite(given);
        const answer = await saving;
        expectSame("the answer", answer, original);
        const returned = [answer, await addresses.find("tezos", "a"), await addresses.ofAccount("r1")];
        for (const each of returned) overwrite(each);
        expectSame("the record afterwards", await addresses.find("tezos", "a"), original);
        const linked = [{ ...original, tags: [null] }];
        expectSame("the addresses of the account afterwards", await addresses.ofAccount("r1"), linked);
        const query = { size: 5 };
        const listing = addresses.list(query);
        overwrite(query);
        overwrite(await listing);
        // Again, because an update of a stored record is another code path than the first.
        const second = structuredClone(addressUpdate("a", { screening: screening(6) }));
        const savingAgain = addresses.save(second);
        overwrite(second);
        overwrite(await savingAgain);
        overwrite(await addresses.history("tezos", "a"));
        const newer = { ...original, screening: screening(6) };
        expectSame("the record after a second update", await addresses.find("tezos", "a"), newer);
        const both = { ...newer, screenings: [screening(5), screening(6)], links: [addressLink("r1")] };
        expectSame("the history after it", await addresses.history("tezos", "a"), both);
      },
    ),
  ];
}

function linkedChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "changing a linked transaction does not change the stored one",
      "A caller may change an evaluation after the call of add, a query, or a transaction that add or within returned.",
      async ({ storage: { linked } }) => {
        const { amount, ...transaction } = linkedEvaluation("k", "t");
        const stored = { ...transaction, amounts: [structuredClone(amount)] };
        const given = structuredClone(linkedEvaluation("k", "t"));
        const adding = linked.add(given);
        overwrite(given);
        const answer = await adding;
        expectSame("the answer", answer, stored);
        overwrite(answer);
        const query = { link_key: "k", from: minute(0), to: minute(1439), limit: 9 };
        const finding = linked.within({ ...query });
        const found = await finding;
        expectSame("the found transactions", found, [stored]);
        overwrite(found);
        const changed = { ...query };
        const findingAgain = linked.within(changed);
        overwrite(changed);
        expectSame("the transactions afterwards", await findingAgain, [stored]);
        overwrite(await linked.add(frozen(linkedEvaluation("k", "t"))));
        expectSame("the transactions after a repeated add", await linked.within(frozen(query)), [stored]);
      },
    ),
  ];
}

function inputChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "arguments are not modified",
      "The storage writes to no record, update or query, so frozen ones work too.",
      async ({ storage: { accounts, vasps, alerts, addresses } }) => {
        const account = frozen(entity("r1", "Acme"));
        expectSame("the insert of a frozen account", await accounts.insert(account), "inserted");
        const hits = await accounts.search(frozen({ term: "acme", limit: 1 }));
        expectSame("the search with a frozen query", hits, [account]);
        const put = await accounts.put(frozen(entity("r2", "Other")));
        expectSame("the put of a frozen account", put, { account: entity("r2", "Other"), is_new: true });
        const list = await accounts.list(frozen({ size: 1, sort: "-created" as const }));
        expectSame("the number of accounts in a list with a frozen query", list?.items.length, 1);
        const record = frozen(vasp("a", { supported_protocols: ["one"] }));
        const counts = await vasps.load(streamOf([record]));
        expectSame("the load of a frozen record", counts, { loaded: 1, replaced: 0 });
        const query = frozen({ ...ALL, sort: { field: "vasp_id" as const, descending: false } });
        expectSame("the list with a frozen query", (await vasps.list(query)).items, [record]);
        expectSame("the insert of a frozen alert", await alerts.insert(frozen(alert("a"))), "inserted");
        expectSame("the list with a frozen page", (await alerts.list(frozen({ size: 9 })))?.items, [storedAlert("a")]);
        const reviewed = storedAlert("a", { reviews: [review()] });
        expectSame("the answer to a frozen review", await alerts.review("a", frozen(review())), reviewed);
        const update = frozen(addressUpdate("a", { screening: screening(5) }));
        const expected = { ...bareAddress("a"), screening: screening(5) };
        expectSame("the answer to a frozen update", await addresses.save(update), expected);
        const second = await addresses.save(frozen(addressUpdate("a", { is_self_hosted: true })));
        expectSame("the answer to a second one", second, { ...expected, is_self_hosted: true });
      },
    ),
  ];
}
