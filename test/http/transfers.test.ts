/** Decisions about transfers, their record and erasure over HTTP: statuses, and who acts. */
import { describe, expect, it, vi } from "vitest";
import type { HttpHandlerOptions } from "../../src/http.js";
import {
  type Actor,
  createCompliance,
  memoryStorage,
  type Policy,
  type RiskProvider,
  unwrap,
} from "../../src/index.js";
import { us } from "../../src/jurisdictions.js";
import { answerOf, handlerOf, officer, requestTo, saidBy, send, success } from "../support/http.js";
import { breaching, byCountry, individual, sampleCompliance } from "../support/samples.js";

const { reference_id } = individual;
const transfers = "/engine/transfers";
const program: Actor = { id: "withdrawals", role: "service", kind: "program" };
const counsel = { by: "counsel", note: "No duty", from: "2020-01-01" };

const policy: Policy = {
  ownVasp: "V-1",
  screenWith: ["P"],
  rejectRisk: 90,
  suspendRisk: 50,
  suspendOnBreach: false,
  otherAccounts: "suspend",
  claimedVasp: "suspend",
  decisionMaxAgeMs: 900_000,
  retentionMs: 86_400_000,
  answers: [
    { ...counsel, jurisdiction: "US", kind: "withdrawal_to_self_hosted", duties: [] },
    { ...counsel, jurisdiction: "US", kind: "deposit_from_self_hosted", duties: ["ownership_check"] },
  ],
};

/** Only the NEAR account `risky.near` has a risk, from which transfers are suspended. */
const provider: RiskProvider = {
  screen: async ({ address }) => [
    {
      provider_name: "P",
      risk_ratio: address === "risky.near" ? 60 : 0,
      risk_descriptors: ["nothing else found"],
      vasp_name_legal: "",
      vasp_name_business: "",
      vasp_website: null,
      vasp_category: "",
    },
  ],
};

/** Returns a compliance with one account and the own VASP, and its clock. */
async function decidingCompliance(hasPolicy: boolean) {
  const clock = { now: new Date("2026-11-21T08:00:00.000Z") };
  const compliance = createCompliance({
    storage: memoryStorage(),
    clock: () => clock.now,
    ...(hasPolicy && { policy, jurisdictions: [us], riskProviders: { P: provider } }),
  });
  await compliance.vasps.load([{ vasp_id: "V-1", name_legal: "Own Inc.", address_country_code: "US" }]);
  unwrap(await compliance.accounts.create(individual));
  return { compliance, clock };
}

const route = {
  amount: 5,
  currency: "USD",
  chain: "near",
  originator_account_reference_id: reference_id,
  originator_vasp_id: "V-1",
  originator_address: "own.near",
  beneficiary_account_reference_id: reference_id,
  beneficiary_vasp_id: "V-1",
  beneficiary_address: "wallet.near",
};
const withdrawal = { ...route, transfer_id: "W-1", beneficiary_address_is_self_hosted: true };
const suspended = { ...withdrawal, transfer_id: "W-2", beneficiary_address: "risky.near" };
const deposit = { ...route, transfer_id: "D-1", originator_address_is_self_hosted: true };
const review = { decision: "execute", note: "Wallet verified" };

interface Setting extends Partial<HttpHandlerOptions<unknown>> {
  readonly stored?: readonly object[];
  readonly hasPolicy?: boolean;
}

/** Serves a compliance with decided transfers. */
async function serving({ stored = [], hasPolicy = true, ...options }: Setting = {}) {
  const { compliance, clock } = await decidingCompliance(hasPolicy);
  for (const each of stored) unwrap(await compliance.transfers.decide(each as unknown));
  return { compliance, clock, handler: handlerOf(compliance, options) };
}

const issuesOf = (body: unknown) => Object(body).issues.map(({ code, path }: never) => [code, path]);

describe("POST /engine/transfers/decide", () => {
  it("decides and stores the transfer", async () => {
    const { compliance, handler } = await serving();
    const { status, body } = await send(handler, `${transfers}/decide`, { body: withdrawal });
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { transfer_id: "W-1", version: 1, decision: "execute", reasons: [] } });
    expect((await compliance.transfers.retrieve("W-1"))?.decision).toBe("execute");
  });

  it("takes evidence beside the transfer", async () => {
    const { handler } = await serving();
    const open = await send(handler, `${transfers}/decide`, { body: deposit });
    expect(open.body).toMatchObject({ data: { decision: "request_information" } });
    const evidence = [{ duty: "ownership_check", side: "beneficiary", note: "Signed message", at: "2026-11-20" }];
    const { body } = await send(handler, `${transfers}/decide`, { body: { ...deposit, evidence } });
    expect(body).toMatchObject({ data: { version: 2, decision: "execute", evidence: [{ note: "Signed message" }] } });
  });

  it("reports the issues of the transfer and of the evidence in one pass, at their places in the body", async () => {
    const { compliance, handler } = await serving();
    const evidence = [{ duty: "guess", side: "beneficiary", note: "Seen", at: "2026-11-22" }];
    const { status, body } = await send(handler, `${transfers}/decide`, { body: { ...deposit, amount: -1, evidence } });
    expect(status).toBe(400);
    expect(issuesOf(body)).toEqual([
      ["amount_negative", "/amount"],
      ["not_allowed", "/evidence/0/duty"],
    ]);
    expect(await compliance.transfers.retrieve("D-1")).toBeUndefined();
  });

  it.each([
    ["evidence that is null", { ...withdrawal, evidence: null }, ["wrong_type", "/evidence"]],
    ["evidence of tomorrow", { ...deposit, evidence: [evidenceAt("2026-11-22")] }, ["out_of_range", "/evidence/0/at"]],
    ["a transfer inside of another property", { transfer: withdrawal }, ["unknown_property", "/transfer"]],
    ["an actor", { ...withdrawal, actor: officer }, ["unknown_property", "/actor"]],
    [
      "an actor in the evidence",
      { ...withdrawal, evidence: [{ actor: officer }] },
      ["unknown_property", "/evidence/0/actor"],
    ],
    ["an array", [withdrawal], ["wrong_type", ""]],
    [
      "no own VASP",
      { ...withdrawal, originator_vasp_id: "V-2", beneficiary_vasp_id: "V-2" },
      ["own_vasp_missing", "/originator_vasp_id"],
    ],
    [
      "an unknown account",
      { ...withdrawal, originator_account_reference_id: "A-9" },
      ["unknown_account", "/originator_account_reference_id"],
    ],
  ])("answers %s with 400", async (_, body, expected) => {
    const { compliance, handler } = await serving();
    const answer = await send(handler, `${transfers}/decide`, { body });
    expect(answer.status).toBe(400);
    expect(issuesOf(answer.body)).toContainEqual(expected);
    expect(unwrap(await compliance.transfers.list()).items).toEqual([]);
  });

  it("answers a transfer of other accounts, and a closed one, with 409", async () => {
    const { compliance, handler } = await serving({ stored: [withdrawal] });
    unwrap(await compliance.accounts.create({ ...individual, reference_id: "A-9" }));
    const other = { originator_account_reference_id: "A-9", beneficiary_account_reference_id: "A-9" };
    const taken = await send(handler, `${transfers}/decide`, { body: { ...withdrawal, ...other } });
    expect(taken).toMatchObject({ status: 409, body: { code: "transfer_id_taken" } });
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "executed" }));
    const closed = await send(handler, `${transfers}/decide`, { body: withdrawal });
    expect(closed).toMatchObject({ status: 409, body: { code: "transfer_closed" } });
  });

  it("answers with 500 without a policy", async () => {
    const { handler } = await serving({ hasPolicy: false });
    const { status, body } = await send(handler, `${transfers}/decide`, { body: withdrawal });
    expect([status, Object(body).code]).toEqual([500, "not_configured"]);
  });
});

function evidenceAt(at: string) {
  return { duty: "ownership_check", side: "beneficiary", note: "Signed message", at };
}

describe("GET /engine/transfers", () => {
  it("lists transfers by decision, state, account, time and missing permission", async () => {
    const { compliance, handler } = await serving({ stored: [withdrawal, suspended] });
    unwrap(await compliance.transfers.confirm("W-2", { outcome: "executed" }));
    const idsOf = async (query: string) => {
      const { body } = await send(handler, `${transfers}?${query}`);
      return Object(body).data.items.map(({ transfer_id }: never) => transfer_id);
    };
    expect(await idsOf("")).toHaveLength(2);
    expect(await idsOf("decision=execute")).toEqual(["W-1"]);
    expect(await idsOf("state=executed")).toEqual(["W-2"]);
    expect(await idsOf("executed_without_permission=true")).toEqual(["W-2"]);
    expect(await idsOf("executed_without_permission=false")).toEqual(["W-1"]);
    expect(await idsOf("account_ref_id=A-9")).toEqual([]);
    expect(await idsOf("from=2026-11-22")).toEqual([]);
    const page = await send(handler, `${transfers}?size=1`);
    expect(await idsOf(`size=1&cursor=${Object(page.body).data.next_cursor}`)).toHaveLength(1);
  });

  it("answers wrong conditions with 400", async () => {
    const { handler } = await serving();
    const { status, body } = await send(handler, `${transfers}?state=open&size=0&executed_without_permission=no&x=1`);
    expect(status).toBe(400);
    expect(issuesOf(body).sort()).toEqual([
      ["out_of_range", "/size"],
      ["unknown_property", "/x"],
      ["wrong_type", "/executed_without_permission"],
    ]);
  });
});

describe("GET /engine/transfers/{transfer_id}", () => {
  it("returns the record with all versions", async () => {
    const { compliance, handler } = await serving({ stored: [withdrawal, { ...withdrawal, amount: 6 }] });
    const { status, body } = await send(handler, `${transfers}/W-1`);
    expect(status).toBe(200);
    expect(body).toEqual(success(await compliance.transfers.retrieve("W-1")));
    expect(Object(body).data.versions).toHaveLength(2);
  });

  it("is 404 for an unknown one", async () => {
    const { handler } = await serving();
    expect(await send(handler, `${transfers}/W-1`)).toMatchObject({ status: 404, body: { code: "record_not_found" } });
  });
});

describe("POST /engine/transfers/{transfer_id}/reviews", () => {
  it("records the decision of the officer that authenticate returned", async () => {
    const { handler } = await serving({ stored: [suspended] });
    const { status, body } = await send(handler, `${transfers}/W-2/reviews`, { body: review });
    expect(status).toBe(200);
    const [version] = Object(body).data.versions;
    expect(version.review).toMatchObject({ ...review, actor: officer, overridden: [{ code: "risk_suspended" }] });
  });

  it.each([
    ["a program", { actor: program }],
    ["no actor", { tenant: "acme" }],
    ["an actor that is null", { actor: null }],
    ["a text", "acme"],
  ])("is 403 for %s, whatever the body says", async (_, client) => {
    const { compliance, handler } = await serving({ stored: [suspended], authenticate: () => client });
    for (const body of [review, { ...review, actor: officer }, {}, "not JSON"]) {
      const answer = await send(handler, `${transfers}/W-2/reviews`, { body });
      expect(answer).toMatchObject({ status: 403, body: { title: "Forbidden", code: "person_required" } });
    }
    expect((await compliance.transfers.retrieve("W-2"))?.versions[0]?.review).toBeNull();
  });

  it("takes no actor from the prototype of all objects", async () => {
    const { handler } = await serving({ stored: [suspended], authenticate: () => ({ tenant: "acme" }) });
    try {
      Object.defineProperty(Object.prototype, "actor", { value: officer, configurable: true });
      const answer = await handler(requestTo("POST", `${transfers}/W-2/reviews`, { body: review }));
      expect(answer.status).toBe(403);
    } finally {
      Reflect.deleteProperty(Object.prototype, "actor");
    }
  });

  it("takes no version from the prototype of all objects", async () => {
    const { handler } = await serving({ stored: [suspended] });
    try {
      Object.defineProperty(Object.prototype, "version", { value: 9, configurable: true });
      const answer = await handler(requestTo("POST", `${transfers}/W-2/reviews`, { body: review }));
      expect(answer.status).toBe(200);
    } finally {
      Reflect.deleteProperty(Object.prototype, "version");
    }
  });

  it("refuses an actor in the body", async () => {
    const { handler } = await serving({ stored: [suspended] });
    const { status, body } = await send(handler, `${transfers}/W-2/reviews`, { body: { ...review, actor: program } });
    expect([status, issuesOf(body)]).toEqual([400, [["unknown_property", "/actor"]]]);
  });

  it("is 404 for an unknown transfer, and 409 for one that is not suspended or is closed", async () => {
    const { compliance, handler } = await serving({ stored: [withdrawal] });
    const reviewed = (id: string) => send(handler, `${transfers}/${id}/reviews`, { body: review });
    const seen = await send(handler, `${transfers}/W-1/reviews`, { body: { ...review, version: 2 } });
    expect(seen).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
    expect(await reviewed("W-9")).toMatchObject({ status: 404, body: { code: "unknown_transfer" } });
    expect(await reviewed("W-1")).toMatchObject({ status: 409, body: { code: "transfer_not_suspended" } });
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    expect(await reviewed("W-1")).toMatchObject({ status: 409, body: { code: "transfer_closed" } });
  });
});

describe("POST /engine/transfers/{transfer_id}/confirmations", () => {
  it("records what happened, and who reports it", async () => {
    const { handler } = await serving({ stored: [withdrawal, suspended], authenticate: () => ({ actor: program }) });
    const body = { outcome: "executed", transaction_hash: "abc" };
    const [permitted, other] = await Promise.all(
      ["W-1", "W-2"].map((id) => send(handler, `${transfers}/${id}/confirmations`, { body })),
    );
    const expected = (executed_without_permission: boolean) => ({
      status: 200,
      body: { data: { state: "executed", confirmations: [{ ...body, actor: program, executed_without_permission }] } },
    });
    expect(permitted).toMatchObject(expected(false));
    expect(other).toMatchObject(expected(true));
  });

  it("is 404 for an unknown transfer, 409 for a closed one, and 400 for an invalid body", async () => {
    const { handler } = await serving({ stored: [withdrawal] });
    const confirmed = (id: string, body: object) => send(handler, `${transfers}/${id}/confirmations`, { body });
    expect(await confirmed("W-9", { outcome: "cancelled" })).toMatchObject({
      status: 404,
      body: { code: "unknown_transfer" },
    });
    const invalid = await confirmed("W-1", { outcome: "sent", executed_at: "2026-11-22T00:00:00Z", actor: officer });
    expect(issuesOf(invalid.body)).toEqual([
      ["not_allowed", "/outcome"],
      ["unknown_property", "/actor"],
    ]);
    const late = await confirmed("W-1", { outcome: "executed", executed_at: "2026-11-22T00:00:00Z" });
    expect([late.status, issuesOf(late.body)]).toEqual([400, [["out_of_range", "/executed_at"]]]);
    expect((await confirmed("W-1", { outcome: "cancelled" })).status).toBe(200);
    expect(await confirmed("W-1", { outcome: "returned" })).toMatchObject({
      status: 409,
      body: { code: "transfer_closed" },
    });
  });
});

describe("DELETE /engine/transfers", () => {
  it("removes what ended before a time and has no retention left", async () => {
    const { compliance, clock, handler } = await serving({ stored: [withdrawal, suspended] });
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    const pruned = async () => (await send(handler, `${transfers}?before=2026-11-22`, { method: "DELETE" })).body;
    expect(await pruned()).toEqual(success({ removed_count: 0, held_count: 0 }));
    clock.now = new Date("2026-11-23T08:00:00.000Z");
    expect(await pruned()).toEqual(success({ removed_count: 1, held_count: 0 }));
    expect(unwrap(await compliance.transfers.list()).items.map(({ transfer_id }) => transfer_id)).toEqual(["W-2"]);
  });

  it("needs a time", async () => {
    const { handler } = await serving();
    const missing = await send(handler, transfers, { method: "DELETE" });
    expect([missing.status, issuesOf(missing.body)]).toEqual([400, [["required", "/before"]]]);
    const wrong = await send(handler, `${transfers}?before=now`, { method: "DELETE" });
    expect([wrong.status, issuesOf(wrong.body)]).toEqual([400, [["not_a_timestamp", "/before"]]]);
  });
});

describe("POST /directory/accounts/{reference_id}/erase", () => {
  const path = `/directory/accounts/${reference_id}/erase`;
  const erase = (on: Awaited<ReturnType<typeof serving>>, query = "") =>
    send(on.handler, path + query, { method: "POST" });

  it("erases the account", async () => {
    const on = await serving();
    const { status, body } = await erase(on);
    expect([status, Object(body).data.account]).toEqual([200, true]);
    expect(await on.compliance.accounts.retrieve(reference_id)).toBeUndefined();
    expect(Object((await erase(on)).body).data.account).toBe(false);
  });

  it("is 409 while a transfer is open, and while a retention runs unless the transfers are kept", async () => {
    const on = await serving({ stored: [withdrawal] });
    expect(await erase(on)).toMatchObject({ status: 409, body: { code: "transfer_open" } });
    unwrap(await on.compliance.transfers.confirm("W-1", { outcome: "executed" }));
    const running = await erase(on);
    expect(running).toMatchObject({ status: 409, body: { code: "retention_running" } });
    expect(Object(running.body).issues[0].params).toEqual({ until: "2026-11-22" });
    expect(await erase(on, "?keep=transfers")).toMatchObject({ status: 200, body: { data: { kept_transfers: 1 } } });
    expect((await on.compliance.transfers.retrieve("W-1"))?.accounts).toEqual([]);
  });

  it.each([
    ["another choice", "?keep=all", "not_allowed"],
    ["no choice", "?keep=", "not_allowed"],
    ["two choices", "?keep=transfers&keep=transfers", "wrong_type"],
  ])("answers %s with 400, and erases nothing", async (_, query, code) => {
    const on = await serving();
    const { status, body } = await erase(on, query);
    expect([status, issuesOf(body)]).toEqual([400, [[code, "/keep"]]]);
    expect(await on.compliance.accounts.retrieve(reference_id)).toBeDefined();
  });

  it("erases an account whose id no path can have", async () => {
    const { compliance, handler } = await serving();
    unwrap(await compliance.accounts.create({ ...individual, reference_id: ".." }));
    const { status } = await send(handler, "/directory/account/erase?reference_id=..", { method: "POST" });
    expect([status, await compliance.accounts.retrieve("..")]).toEqual([200, undefined]);
  });
});

describe("who acts", () => {
  it("is a program without a name, unless authenticate returns an actor", async () => {
    for (const client of ["acme", 5, { tenant: "acme" }, { actor: undefined }]) {
      const { compliance, handler } = await serving({ authenticate: () => client });
      await send(handler, `${transfers}/decide`, { body: withdrawal });
      const [version] = (await compliance.transfers.retrieve("W-1"))?.versions ?? [];
      expect(version?.actor).toEqual({ id: "unnamed", role: "program", kind: "program" });
    }
  });

  it("is read from the class of the client too", async () => {
    class Session {
      get actor() {
        return program;
      }
    }
    const { compliance, handler } = await serving({ authenticate: () => new Session() });
    await send(handler, `${transfers}/decide`, { body: withdrawal });
    expect((await compliance.transfers.retrieve("W-1"))?.versions[0]?.actor).toEqual(program);
  });

  it("is recorded with the review of an alert", async () => {
    const compliance = sampleCompliance();
    await compliance.rules.evaluate({ transaction: breaching, rule_codes: byCountry });
    const [alert] = unwrap(await compliance.alerts.list()).items;
    const handler = handlerOf(compliance, { authenticate: () => ({ actor: program }) });
    const reviewed = { outcome: "dismissed", by: "j.doe" };
    const answer = await send(handler, `/engine/alerts/${alert?.alert_id}/reviews`, { body: reviewed });
    expect(answer.body).toMatchObject({ data: { reviews: [{ ...reviewed, actor: program }] } });
  });

  it.each([
    { actor: "Jane Doe" },
    { actor: false },
    { actor: { ...officer, kind: "officer" } },
    { actor: { ...officer, id: "" } },
    { actor: { ...officer, email: "jane@example.com" } },
    { actor: { id: "u-17", role: "officer" } },
  ])("must be an actor: %j is 500, and nothing is changed", async (client) => {
    const onError = vi.fn();
    const { compliance, handler } = await serving({ stored: [suspended], authenticate: () => client, onError });
    const requests = [
      requestTo("POST", `${transfers}/decide`, { body: withdrawal }),
      requestTo("POST", `${transfers}/W-2/reviews`, { body: review }),
      requestTo("POST", `${transfers}/W-2/confirmations`, { body: { outcome: "cancelled" } }),
      requestTo("POST", `/directory/accounts/${reference_id}/erase`),
      requestTo("DELETE", `${transfers}?before=2026-11-20`),
      requestTo("POST", "/analytics/chains/near/addresses/exchange.near", { body: {} }),
      requestTo("DELETE", `/directory/accounts/${reference_id}`),
      requestTo("GET", `${transfers}/W-2`),
    ];
    for (const request of requests) {
      const { status, body } = await answerOf(handler(request));
      expect([status, Object(body).code]).toEqual([500, "configuration_invalid"]);
      expect(Object(body).detail).toContain("actor that authenticate returned");
      expect(JSON.stringify(body)).not.toMatch(/Jane|jane/);
    }
    expect(onError).toHaveBeenCalledTimes(requests.length);
    expect(await compliance.accounts.retrieve(reference_id)).toBeDefined();
    expect(unwrap(await compliance.transfers.list()).items).toMatchObject([{ state: "open", versions: [{}] }]);
  });
});

it("addresses.create takes the VASP of an address, and history returns it with who gave it", async () => {
  const { handler } = await serving();
  const path = "/analytics/chains/near/addresses/exchange.near";
  expect((await send(handler, path, { body: { vasp_id: "V-1" } })).status).toBe(200);
  expect((await send(handler, `${path}/assign/${reference_id}`, { method: "PUT" })).status).toBe(200);
  expect((await send(handler, `${path}/history`)).body).toMatchObject({
    data: { vasp_id: "V-1", labelled_by: officer, uses: [], links: [{ actor: officer }] },
  });
  const unknown = await send(handler, path, { body: { vasp_id: "V-9" } });
  expect([unknown.status, issuesOf(unknown.body)]).toEqual([400, [["unknown_vasp", "/vasp_id"]]]);
  const both = await send(handler, path, { body: { vasp_id: "V-1", is_self_hosted: true } });
  expect(both.status).toBe(400);
});

it("no refusal repeats a value of the request", async () => {
  const { compliance, handler } = await serving({ stored: [suspended] });
  unwrap(await compliance.transfers.confirm("W-2", { outcome: "executed" }));
  const name = "Canary";
  const evidence = [{ duty: name, side: name, note: `${name}\n`, at: name, [name]: name }];
  const requests = [
    requestTo("POST", `${transfers}/decide`, { body: { ...withdrawal, amount: name, chain: name, evidence } }),
    requestTo("POST", `${transfers}/decide`, { body: { ...suspended, originator_address: name, link_key: name } }),
    requestTo("POST", `${transfers}/decide`, { body: { ...withdrawal, originator_account_reference_id: name } }),
    requestTo("POST", `${transfers}/${name}/reviews`, { body: { decision: "execute", note: name } }),
    requestTo("POST", `${transfers}/W-2/reviews`, { body: { decision: name, note: name } }),
    requestTo("POST", `${transfers}/W-2/confirmations`, { body: { outcome: "cancelled", note: name } }),
    requestTo("POST", `${transfers}/${name}/confirmations`, { body: { outcome: "executed", transaction_hash: name } }),
    requestTo("GET", `${transfers}/${name}`),
    requestTo("GET", `${transfers}?state=${name}&account_ref_id=${name}&cursor=${name}.`),
    requestTo("POST", `/directory/accounts/${reference_id}/erase?keep=${name}`),
    requestTo("POST", `/directory/accounts/${reference_id}/erase`),
    requestTo("DELETE", `${transfers}?before=${name}`),
  ];
  for (const request of requests) {
    const said = await saidBy(await handler(request));
    expect(said).toMatch(/^4/);
    // Also not in a path: the name of an unknown property is one that is safe to log.
    expect(said.replaceAll(`/evidence/0/${name}`, "")).not.toContain(name);
  }
});
