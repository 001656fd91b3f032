/** Every route of §4 and every extension, with what its operation returns. */
import { describe, expect, it } from "vitest";
import { hasBody } from "../../src/http/route.js";
import { routes } from "../../src/http/routes.js";
import { addressCompliance, loading } from "../support/address-samples.js";
import { answerOf, handlerOf, requestOf, send, success } from "../support/http.js";
import { filledCompliance, fullVasp, individual, shortVasp } from "../support/samples.js";

const { reference_id } = individual;
const address = `/analytics/chains/${loading.chain}/addresses/${loading.address}`;
const issueCountry = { national_id_issue_country: null };

describe("§4 over HTTP", () => {
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
});

describe("the extensions", () => {
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
