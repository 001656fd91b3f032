import { describe, expect, it } from "vitest";
import { loading } from "../support/address-samples.js";
import { handlerOf, send } from "../support/http.js";
import { without } from "../support/outcomes.js";
import { breaching, byCountry, deposit, entity, filledCompliance } from "../support/samples.js";

const bareEntity = without(entity, "/customer_id", "/address", "/national_id");

describe("§7 over HTTP", () => {
  it("rule 1: success has the status success", async () => {
    const body = { transaction: breaching, rule_codes: byCountry };
    const answer = await send(handlerOf(await filledCompliance()), "/engine/evaluate", { body });
    expect(answer).toMatchObject({ status: 200, body: { status: "success" } });
  });

  it("rule 2: a search that matches nothing is an empty array", async () => {
    const handler = handlerOf(await filledCompliance());
    for (const path of ["/directory/accounts/search", "/directory/vasps/search"]) {
      const answer = await send(handler, `${path}?search_term=Zephyr`);
      expect(answer).toMatchObject({ status: 200, body: { status: "success", data: [] } });
    }
  });

  it("rule 3: a vasp_id that matches nothing is 404", async () => {
    const answer = await send(handlerOf(await filledCompliance()), "/directory/vasps/VASP-9");
    expect(answer).toMatchObject({ status: 404, body: { code: "record_not_found" } });
  });

  it.each<readonly [string, string, object, string]>([
    [
      "a risk scan without provider_name",
      `/analytics/chains/ethereum/addresses/${loading.address}`,
      { scan_for_risk: true },
      "provider_name_missing",
    ],
    ["an account without any identifying item", "/directory/accounts", bareEntity, "identification_missing"],
    [
      "both addresses self-hosted",
      "/engine/transfers/check",
      { ...deposit, beneficiary_address_is_self_hosted: true },
      "both_self_hosted",
    ],
  ])("rule 4: %s is 400 with the issue", async (_, path, body, code) => {
    const answer = await send(handlerOf(await filledCompliance()), path, { body });
    expect(answer).toMatchObject({
      status: 400,
      body: { title: "Bad Request", issues: expect.arrayContaining([expect.objectContaining({ code })]) },
    });
  });
});
