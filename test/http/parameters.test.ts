/** Paths, query parameters and their issues: what reaches an operation, and what is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { targetOf } from "../../src/http/paths.js";
import { type Compliance, unwrap } from "../../src/index.js";
import { addressCompliance, loading } from "../support/address-samples.js";
import { type Answered, handlerOf, requestOf, send } from "../support/http.js";
import { runs } from "../support/runs.js";
import { filledCompliance, individual, sampleCompliance, shortVasp } from "../support/samples.js";

const accounts = "/directory/accounts";
const address = `/analytics/chains/${loading.chain}/addresses/${loading.address}`;

/** The code and the path of each issue of an answer with status 400. */
function faultsOf({ status, body }: Answered): readonly string[] {
  expect(status).toBe(400);
  // Every 400 of these requests has issues.
  const { issues } = body as { issues: readonly { code: string; path: string }[] };
  return issues.map(({ code, path }) => `${code} ${path}`);
}

async function withAccount(reference_id: string): Promise<Compliance> {
  const compliance = sampleCompliance();
  unwrap(await compliance.accounts.create({ ...individual, reference_id }));
  return compliance;
}

describe("an id in the path", () => {
  it("is decoded once", async () => {
    const handler = handlerOf(await withAccount("%2F"));
    expect((await send(handler, `${accounts}/%252F`)).status).toBe(200);
    expect((await send(handler, `${accounts}/%2F`)).status).toBe(404);
  });

  it.each(["%", "%zz", "%E0%A4%A", "%C0%AF", "%ED%A0%80", "%FF"])(
    "that is not percent-encoded UTF-8 is an issue: %s",
    async (id) => {
      const handler = handlerOf(await withAccount("\uFFFD"));
      expect(faultsOf(await send(handler, `${accounts}/${id}`))).toEqual(["text_malformed /reference_id"]);
      expect(faultsOf(await send(handler, `${accounts}/${id}`, { method: "DELETE" }))).toHaveLength(1);
      const path = `/analytics/chains/${id}/addresses/${id}`;
      expect(faultsOf(await send(handler, path, { body: { is_self_hosted: "yes" } }))).toEqual([
        "text_malformed /chain",
        "text_malformed /address",
        "wrong_type /is_self_hosted",
      ]);
    },
  );

  it.each([".", "..", "%2e", "%2E%2e", ".%2E"])("cannot be %s, and leads nowhere else", async (dots) => {
    const compliance = await withAccount("A-1");
    const handler = handlerOf(compliance);
    for (const path of [`${accounts}/${dots}`, `${accounts}/A-1/${dots}`, `${accounts}/A-1/${dots}/${dots}`]) {
      for (const method of ["GET", "DELETE"]) expect((await send(handler, path, { method })).status).toBe(404);
    }
    const outside = await handler(requestOf(`/api/v2/${dots}/../v1/directory/vasps`));
    expect(outside.status).toBe(404);
    expect(await compliance.accounts.retrieve("A-1")).toBeDefined();
  });

  it("and a slash at the end are another path", async () => {
    const handler = handlerOf(await withAccount("A-1"));
    for (const path of [`${accounts}/A-1/`, `${accounts}/`, `${accounts}//A-1`]) {
      expect(await send(handler, path)).toMatchObject({ status: 404, body: { code: "route_not_found" } });
    }
  });
});

describe("an account whose id is the word of another path", () => {
  it("is retrieved as %73earch: a fixed segment matches its own spelling only (§4.4, §4.5)", async () => {
    const handler = handlerOf(await withAccount("search"), { extensions: false });
    const found = await send(handler, `${accounts}/%73earch`);
    expect(found).toMatchObject({ status: 200, body: { data: { reference_id: "search" } } });
    expect(faultsOf(await send(handler, `${accounts}/search`))).toEqual(["required /search_term"]);
  });

  it.each(["search", ".", "..", "a/b", ""])(
    "or a segment of dots is retrieved and removed by query: %j",
    async (id) => {
      const compliance = id === "" ? sampleCompliance() : await withAccount(id);
      const handler = handlerOf(compliance);
      const path = `/directory/account?${new URLSearchParams({ reference_id: id })}`;
      const status = id === "" ? 404 : 200;
      expect(await send(handler, path)).toMatchObject({ status });
      expect(await send(handler, path, { method: "DELETE" })).toMatchObject({ status });
      expect(await send(handler, path)).toMatchObject({ status: 404 });
    },
  );

  it("is put and removed by its path, which §4.5 does not have with these methods", async () => {
    const compliance = sampleCompliance();
    const handler = handlerOf(compliance);
    const { reference_id: _id, ...body } = individual;
    expect((await send(handler, `${accounts}/search`, { method: "PUT", body })).status).toBe(200);
    expect(await compliance.accounts.retrieve("search")).toBeDefined();
    expect((await send(handler, `${accounts}/search`, { method: "DELETE" })).status).toBe(200);
  });

  it("is no account but a VASP: the same", async () => {
    const compliance = sampleCompliance();
    await compliance.vasps.load([{ ...shortVasp, vasp_id: "search" }]);
    const handler = handlerOf(compliance);
    for (const path of ["/directory/vasps/%73earch", "/directory/vasp?vasp_id=search"]) {
      expect(await send(handler, path)).toMatchObject({
        status: 200,
        body: { data: { vasp_id: "search", national_id_issue_country: null } },
      });
    }
    expect((await send(handler, "/directory/vasp?vasp_id=none")).status).toBe(404);
  });
});

describe("issues", () => {
  it("name path parameters like properties", async () => {
    const answer = await send(handlerOf(sampleCompliance()), "/analytics/chains/mars/addresses/%20", { body: {} });
    expect(faultsOf(answer)).toEqual(["not_allowed /chain", "text_blank /address"]);
  });

  it("name query parameters", async () => {
    const handler = handlerOf(sampleCompliance());
    const query = "page=0&size=abc&size=1&colour=red";
    expect(faultsOf(await send(handler, `/directory/vasps?${query}`)).toSorted()).toEqual([
      "out_of_range /page",
      "unknown_property /colour",
      "wrong_type /size",
    ]);
    expect(faultsOf(await send(handler, `${accounts}/search`))).toEqual(["required /search_term"]);
    expect(faultsOf(await send(handler, "/engine/alerts?delivered=yes"))).toEqual(["wrong_type /delivered"]);
  });

  it("are found in the query of every route, without its values", async () => {
    const handler = handlerOf(await filledCompliance());
    const id = individual.reference_id;
    expect(faultsOf(await send(handler, `${accounts}/${id}?a=1&Jane%20Doe=2`))).toEqual([
      "unknown_property /a",
      "unknown_property ",
    ]);
    expect(faultsOf(await send(handler, `${address}/account?tag=1&tag=2`))).toEqual(["wrong_type /tag"]);
    expect(faultsOf(await send(handler, "/directory/account"))).toEqual(["required /reference_id"]);
    const prune = (query: string) => send(handler, `/engine/alerts${query}`, { method: "DELETE" });
    expect(faultsOf(await prune(""))).toEqual(["required /before"]);
    expect(faultsOf(await prune("?before=yesterday"))).toEqual(["not_a_timestamp /before"]);
    for (const query of ["if_last_modified=2024-06-28", "if_last_modified=", "if_last_modified=a&if_last_modified=a"]) {
      const faults = faultsOf(await send(handler, `${accounts}/${id}?${query}`, { method: "PUT", body: {} }));
      expect(faults[0]).toMatch(/^(?:not_a_timestamp|wrong_type) \/if_last_modified$/);
      expect(faults).toContain("required /account_type");
    }
  });

  it("are found in a query that is not percent-encoded UTF-8", async () => {
    const handler = handlerOf(await withAccount("\uFFFD"));
    expect(faultsOf(await send(handler, "/directory/account?reference_id=%FF"))).toEqual(["text_malformed "]);
    expect(faultsOf(await send(handler, `${accounts}/search?search_term=100%`))).toEqual(["text_malformed "]);
  });

  it("are all reported together, and nothing is stored", async () => {
    const compliance = await addressCompliance();
    const handler = handlerOf(compliance);
    const body = { chain: "ethereum", address: loading.address, is_self_hosted: "yes", colour: "red" };
    expect(faultsOf(await send(handler, `${address}?dry=1`, { body })).toSorted()).toEqual([
      "unknown_property /address",
      "unknown_property /chain",
      "unknown_property /colour",
      "unknown_property /dry",
      "wrong_type /is_self_hosted",
    ]);
    // Valid, but for the property that belongs to the path.
    expect(faultsOf(await send(handler, address, { body: { chain: "ethereum" } }))).toEqual([
      "unknown_property /chain",
    ]);
    expect(await compliance.addresses.retrieve("ethereum", loading.address)).toBeUndefined();
    const assign = `${address}/assign/none?a=1`;
    expect(faultsOf(await send(handler, assign, { method: "PUT" }))).toEqual(["unknown_property /a"]);
    expect(faultsOf(await send(handler, `${accounts}?a=1`, { body: "{" }))).toEqual([
      "unknown_property /a",
      "unreadable ",
    ]);
    expect(faultsOf(await send(handler, `${accounts}?a=1`, { body: "[]" }))).toEqual([
      "unknown_property /a",
      "wrong_type ",
    ]);
  });

  it("keep a property of the body that has the name of the mark for refused input", async () => {
    const handler = handlerOf(sampleCompliance());
    const faults = faultsOf(await send(handler, `${accounts}?a=1`, { body: { ...individual, $request: 1 } }));
    expect(faults).toEqual(["unknown_property /a", "unknown_property /$request"]);
  });
});

describe("targetOf", () => {
  it("returns path and query as URL does", () => {
    const parts = [
      ...["/", "a", "..", ".", "%2e", "%20", "~", "-", "\\", "?", "#", "&", "=", "+", ":", "@", "é", " "],
      ...["//"],
    ];
    const rest = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(""));
    const property = fc.property(fc.constantFrom("https://a.example", "http://a:8080"), rest, (origin, text) => {
      // As a request has it: parsed once.
      const url = new URL(`${origin}/${text}`);
      const { pathname, search } = targetOf(url.href);
      expect({ pathname, search }).toEqual({ pathname: url.pathname, search: url.search });
    });
    fc.assert(property, { numRuns: runs(2_000) });
  });
});
