/** The laws of a storage about who holds what: records are copied in and out. */
import type { Vasp } from "../../domain/vasps/vasp.js";
import type { ConformanceCheck } from "../law.js";
import { frozen, spoil } from "./common.js";
import { ALL, addressUpdate, alert, bareAddress, entity, screening, streamOf, vasp } from "./records.js";
import { same } from "./same.js";
import { caseLaw, type Making } from "./storage-law.js";

export function copyLaws(making: Making): readonly ConformanceCheck[] {
  return [
    ...heldAccountLaws(making),
    ...heldVaspLaws(making),
    ...heldAlertLaws(making),
    ...heldAddressLaws(making),
    ...givenLaws(making),
  ];
}

function heldAccountLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "an account that a caller holds is not what is stored",
      "writing over an account right after insert is called, over one found or searched, or over a query, changes nothing later",
      async ({ storage: { accounts } }) => {
        const truth = entity("r1", "Acme", { email: "a@example.org" });
        const given = structuredClone(truth);
        const inserting = accounts.insert(given);
        spoil(given);
        same("the insert", await inserting, "inserted");
        const found = await accounts.find("r1");
        same("what is found", found, truth);
        spoil(found);
        const query = { term: "acme" };
        const searching = accounts.search(query);
        spoil(query);
        const hits = await searching;
        same("what a search finds", hits, [truth]);
        spoil(hits);
        same("what is found afterwards", await accounts.find("r1"), truth);
        same("what a search finds afterwards", await accounts.search({ term: "acme" }), [truth]);
      },
    ),
  ];
}

function heldVaspLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "a VASP record that a caller holds is not what is stored",
      "writing over a record once the stream has given it, over one found, searched or listed, or over a query, changes nothing later",
      async ({ storage: { vasps } }) => {
        const truth = vasp("a", { supported_protocols: ["one", "two"] });
        const held = structuredClone(truth);
        async function* records(): AsyncGenerator<Vasp> {
          yield held;
          spoil(held);
        }
        await vasps.load(records());
        const found = await vasps.find("a");
        same("what is found", found, truth);
        for (const answer of [found, await vasps.search("legal"), await vasps.list(ALL)]) spoil(answer);
        const query = { ...ALL, sort: { field: "vasp_id" as const, descending: true } };
        const listing = vasps.list(query);
        spoil(query);
        same("what is listed afterwards", (await listing).items, [truth]);
        same("what a search finds afterwards", await vasps.search("legal"), [truth]);
        same("what is found afterwards", await vasps.find("a"), truth);
      },
    ),
  ];
}

function heldAlertLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "an alert that a caller holds is not what is stored",
      "writing over an alert right after insert is called, or over one found or listed, changes nothing later",
      async ({ storage: { alerts } }) => {
        const given = structuredClone(alert("a"));
        const inserting = alerts.insert(given);
        spoil(given);
        same("the insert", await inserting, "inserted");
        const page = await alerts.list(ALL);
        same("what is listed", page.items, [alert("a")]);
        spoil(page);
        spoil(await alerts.find("a"));
        same("what is found afterwards", await alerts.find("a"), { alert: alert("a"), delivered: false });
        same("what is listed afterwards", (await alerts.list(ALL)).items, [alert("a")]);
      },
    ),
  ];
}

function heldAddressLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "an address that a caller holds is not what is stored",
      "writing over an update right after save is called, or over what it answered, or what is found or listed, changes nothing later",
      async ({ storage: { addresses } }) => {
        const truth = { ...bareAddress("a"), account_ref_id: "r1", screenings: [screening(5)] };
        const given = structuredClone(addressUpdate("a", { account_ref_id: "r1", screening: screening(5) }));
        const saving = addresses.save(given);
        spoil(given);
        const answered = await saving;
        same("the answer", answered, truth);
        for (const held of [answered, await addresses.find("tezos", "a"), await addresses.ofAccount("r1")]) spoil(held);
        same("what is found afterwards", await addresses.find("tezos", "a"), truth);
        same("the addresses of the account afterwards", await addresses.ofAccount("r1"), [truth]);
        // Again, for an update that adds to what is there is another path than the first.
        const second = structuredClone(addressUpdate("a", { screening: screening(6) }));
        const savingAgain = addresses.save(second);
        spoil(second);
        spoil(await savingAgain);
        const both = { ...truth, screenings: [screening(5), screening(6)] };
        same("what is found after a second update", await addresses.find("tezos", "a"), both);
      },
    ),
  ];
}

function givenLaws(making: Making): readonly ConformanceCheck[] {
  return [
    caseLaw(
      making,
      "what a caller gives is left as it is",
      "no record, update or query is written to: frozen ones are taken as well",
      async ({ storage: { accounts, vasps, alerts, addresses } }) => {
        const account = frozen(entity("r1", "Acme"));
        same("the insert of a frozen account", await accounts.insert(account), "inserted");
        same("the search by a frozen query", await accounts.search(frozen({ term: "acme", limit: 1 })), [account]);
        const record = frozen(vasp("a", { supported_protocols: ["one"] }));
        const report = await vasps.load(streamOf([record]));
        same("the load of a frozen record", report, { loaded: 1, replaced: 0 });
        const query = frozen({ ...ALL, sort: { field: "vasp_id" as const, descending: false } });
        same("the list by a frozen query", (await vasps.list(query)).items, [record]);
        same("the insert of a frozen alert", await alerts.insert(frozen(alert("a"))), "inserted");
        same("the list by a frozen page", (await alerts.list(frozen(ALL))).items, [alert("a")]);
        const update = frozen(addressUpdate("a", { screening: screening(5) }));
        const right = { ...bareAddress("a"), screenings: [screening(5)] };
        same("the answer to a frozen update", await addresses.save(update), right);
        const thawed = await addresses.save(frozen(addressUpdate("a", { is_self_hosted: true })));
        same("the answer to a second one", thawed, { ...right, is_self_hosted: true });
      },
    ),
  ];
}
