/** Every route of §4 and every extension, with what its operation returns. */
import { describe, expect, it } from "vitest";
import { hasBody, routes } from "../../src/http/routes.js";
import { unwrap } from "../../src/index.js";
import { addressCompliance, identity, loading, screener, screening } from "../support/address-samples.js";
import { answerOf, handlerOf, requestOf, send, success } from "../support/http.js";
import {
  breaching,
  byCountry,
  filledCompliance,
  fullVasp,
  individual,
  passing,
  shortVasp,
  vaspToVasp,
} from "../support/samples.js";

const { reference_id } = individual;
const address = `/analytics/chains/${loading.chain}/addresses/${loading.address}`;
const issueCountry = { national_id_issue_country: null };

describe("§4 over HTTP", () => {
  it("§4.1 creates an address, and screens it", async () => {
    const compliance = await addressCompliance({ riskProviders: { RDCFI: screener().part } });
    const handler = handlerOf(compliance);
    const loaded = await send(handler, address, { body: {} });
    expect(loaded).toMatchObject({ status: 200, body: { data: { ...identity, risk_data: null } } });
    const { chain: _chain, address: _address, ...body } = screening;
    const screened = await send(handler, address, { body });
    expect(screened.body).toStrictEqual(success(await compliance.addresses.retrieve("ethereum", loading.address)));
    expect(screened.body).toMatchObject({ data: { risk_data: [{ provider_name: "RDCFI" }] } });
  });

  it("§4.2 assigns an address, and says that this is deprecated", async () => {
    const compliance = await addressCompliance();
    const handler = handlerOf(compliance);
    await send(handler, address, { body: {} });
    const assigned = await send(handler, `${address}/assign/${reference_id}`, { method: "PUT" });
    expect(assigned).toMatchObject({ status: 200, body: success({ reference_id }) });
    expect(assigned.headers.get("deprecation")).toMatch(/^@\d{10}$/);
    expect(assigned.headers.get("link")).toBe(
      '</api/v2/analytics/chains/%7Bchain%7D/addresses/%7Baddress%7D>; rel="successor-version"',
    );
    expect(await compliance.addresses.accountOf("ethereum", loading.address)).toBe(reference_id);
  });

  it("§4.3 creates an account, §4.4 retrieves it, §4.5 finds it", async () => {
    const compliance = await filledCompliance();
    const handler = handlerOf(compliance);
    const account = { ...individual, reference_id: "NEW-1" };
    const created = await send(handler, "/directory/accounts", { body: account });
    expect(created).toMatchObject({ status: 200, body: { status: "success", data: account, message: null } });
    const retrieved = await send(handler, "/directory/accounts/NEW-1");
    expect(retrieved.body).toStrictEqual(success(await compliance.accounts.retrieve("NEW-1")));
    const query = { search_term: individual.individual.individual_name.name_last, limit: 1 };
    const found = await send(handler, `/directory/accounts/search?${new URLSearchParams({ ...query, limit: "1" })}`);
    expect(found.body).toStrictEqual(success(unwrap(await compliance.accounts.search(query))));
  });

  it("§4.6 finds, §4.7 retrieves and §4.8 lists VASPs, with a null for no issuing country (§2.7)", async () => {
    const handler = handlerOf(await filledCompliance());
    const full = { ...issueCountry, ...fullVasp };
    const short = { ...shortVasp, ...issueCountry };
    expect((await send(handler, `/directory/vasps/${shortVasp.vasp_id}`)).body).toStrictEqual(success(short));
    const found = await send(handler, "/directory/vasps/search?search_term=bor%C3%A9al");
    expect(found.body).toStrictEqual(success([short]));
    const listed = await send(handler, "/directory/vasps?page=1&size=2&sort=-vasp_id");
    const pagination = { total: 2, size: 2, page: 1 };
    expect(listed.body).toStrictEqual(success({ items: [short, full], pagination }));
  });

  it("§4.9 evaluates rules", async () => {
    const handler = handlerOf(await filledCompliance());
    const passed = await send(handler, "/engine/evaluate", { body: { transaction: passing, rule_codes: byCountry } });
    expect(passed).toMatchObject({ status: 200, body: { data: { results: [{ status: "pass" }] } } });
    const breached = await send(handler, "/engine/evaluate", {
      body: { transaction: breaching, rule_codes: byCountry },
    });
    expect(breached).toMatchObject({ status: 200, body: { data: { results: [{ status: "breach" }] } } });
  });
});

describe("the extensions", () => {
  it("put, list and remove accounts, and find their addresses", async () => {
    const compliance = await addressCompliance();
    const handler = handlerOf(compliance);
    await send(handler, address, { body: { account_ref_id: reference_id } });
    const owned = await send(handler, `/directory/accounts/${reference_id}/addresses`);
    expect(owned.body).toStrictEqual(success(await compliance.addresses.ofAccount(reference_id)));
    const { reference_id: _id, ...account } = individual;
    const put = await send(handler, "/directory/accounts/NEW-1", { method: "PUT", body: account });
    expect(put).toMatchObject({ status: 200, body: { data: { created: true, account: { reference_id: "NEW-1" } } } });
    const listed = await send(handler, "/directory/accounts?size=1&sort=-created");
    expect(listed.body).toStrictEqual(success(unwrap(await compliance.accounts.list({ size: 1, sort: "-created" }))));
    const removed = await send(handler, "/directory/accounts/NEW-1", { method: "DELETE" });
    expect(removed.body).toStrictEqual(success({ removed: true }));
    expect(await send(handler, "/directory/accounts/NEW-1", { method: "DELETE" })).toMatchObject({ status: 404 });
  });

  it("retrieve, list and remove addresses, with history and account", async () => {
    const compliance = await addressCompliance();
    const handler = handlerOf(compliance);
    await send(handler, address, { body: { account_ref_id: reference_id } });
    const { addresses } = compliance;
    expect((await send(handler, address)).body).toStrictEqual(
      success(await addresses.retrieve("ethereum", loading.address)),
    );
    const history = await addresses.history("ethereum", loading.address);
    expect((await send(handler, `${address}/history`)).body).toStrictEqual(success(history));
    expect((await send(handler, `${address}/account`)).body).toStrictEqual(success({ reference_id }));
    expect(await send(handler, `${address}/account?tag=7`)).toMatchObject({ status: 404 });
    const list = unwrap(await addresses.list({ chain: "ethereum", size: 5 }));
    expect((await send(handler, "/analytics/addresses?chain=ethereum&size=5")).body).toStrictEqual(success(list));
    expect((await send(handler, address, { method: "DELETE" })).body).toStrictEqual(success({ removed: true }));
    expect(await addresses.retrieve("ethereum", loading.address)).toBeUndefined();
  });

  it("check transfers, and remove VASPs", async () => {
    const compliance = await filledCompliance();
    const handler = handlerOf(compliance);
    const checked = await send(handler, "/engine/transfers/check", { body: vaspToVasp });
    const transfer = unwrap(await compliance.transfers.check(vaspToVasp));
    const vasps = {
      originator_vasp: { ...issueCountry, ...transfer.originator_vasp },
      beneficiary_vasp: { ...issueCountry, ...transfer.beneficiary_vasp },
    };
    expect(checked.body).toStrictEqual(success({ ...transfer, ...vasps }));
    const path = `/directory/vasps/${shortVasp.vasp_id}`;
    expect((await send(handler, path, { method: "DELETE" })).body).toStrictEqual(success({ removed: true }));
    expect(await send(handler, path)).toMatchObject({ status: 404, body: { code: "record_not_found" } });
  });

  it("list, retrieve, review and prune alerts", async () => {
    const compliance = await filledCompliance({ onAlert: () => undefined });
    const handler = handlerOf(compliance);
    await send(handler, "/engine/evaluate", { body: { transaction: breaching, rule_codes: byCountry } });
    await compliance.alerts.deliver();
    const list = unwrap(await compliance.alerts.list({ reviewed: false }));
    expect((await send(handler, "/engine/alerts?reviewed=false")).body).toStrictEqual(success(list));
    const id = list.items[0]?.alert_id ?? "";
    const path = `/engine/alerts/${encodeURIComponent(id)}`;
    expect((await send(handler, path)).body).toStrictEqual(success(list.items[0]));
    const review = { outcome: "dismissed", by: "j.doe" };
    const reviewed = await send(handler, `${path}/reviews`, { body: review });
    expect(reviewed).toMatchObject({ status: 200, body: { data: { alert_id: id, reviews: [review] } } });
    const pruned = await send(handler, "/engine/alerts?before=2030-01-01", { method: "DELETE" });
    expect(pruned.body).toStrictEqual(success({ removed_count: 1 }));
  });

  it("do not exist without the option", async () => {
    const handler = handlerOf(await filledCompliance(), { extensions: false });
    for (const route of routes.filter(({ isExtension }) => isExtension)) {
      const path = `/api/v2${route.path.replaceAll(/[{}]/g, "")}`;
      const { status } = await answerOf(
        handler(requestOf(path, { method: route.method, ...(hasBody(route) && { body: {} }) })),
      );
      // A path of the specification with another method, or no path at all.
      expect([404, 405], `${route.method} ${route.path}`).toContain(status);
    }
  });
});
