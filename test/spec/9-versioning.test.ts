import { describe, expect, it } from "vitest";
import { routes } from "../../src/http/routes.js";
import { account_ref_id, addressCompliance, loading } from "../support/address-samples.js";
import { answerOf, handlerOf, requestOf, send } from "../support/http.js";

const address = `/analytics/chains/${loading.chain}/addresses/${loading.address}`;

describe("§9 versioning", () => {
  it("has the version in the path prefix /api/v2/", async () => {
    const handler = handlerOf(await addressCompliance());
    const statusOf = async (path: string) => (await answerOf(handler(requestOf(path)))).status;
    expect(await statusOf("/api/v2/directory/vasps")).toBe(200);
    for (const path of [
      "/directory/vasps",
      "/api/v1/directory/vasps",
      "/api/v20/directory/vasps",
      "/api/v2directory/vasps",
    ]) {
      expect(await statusOf(path)).toBe(404);
    }
  });

  it("marks the operation of §4.2 as deprecated, and no other", async () => {
    expect(routes.filter(({ isDeprecated }) => isDeprecated).map(({ clause }) => clause)).toEqual(["4.2"]);
    const handler = handlerOf(await addressCompliance());
    const created = await send(handler, address, { body: {} });
    expect(created.headers.has("deprecation")).toBe(false);
    const assigned = await send(handler, `${address}/assign/${account_ref_id}`, { method: "PUT" });
    const since = assigned.headers.get("deprecation")?.slice(1);
    expect(new Date(Number(since) * 1000).toISOString()).toBe("2026-11-22T00:00:00.000Z");
    // Also when it has issues. No header repeats the address.
    const refused = await send(handler, `${address}/assign/none`, { method: "PUT" });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("deprecation")).toBe(`@${since}`);
    expect(refused.headers.get("link")).not.toContain(loading.address);
  });
});
