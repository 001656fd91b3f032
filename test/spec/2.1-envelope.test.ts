import { describe, expect, it } from "vitest";
import { handlerOf, send } from "../support/http.js";
import { filledCompliance, shortVasp } from "../support/samples.js";

describe("§2.1 response envelope", () => {
  it("has status, data and message, in JSON", async () => {
    const { status, headers, body } = await send(
      handlerOf(await filledCompliance()),
      `/directory/vasps/${shortVasp.vasp_id}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(body).toStrictEqual({
      status: "success",
      data: { ...shortVasp, national_id_issue_country: null },
      message: null,
    });
  });

  it("has an object or an array as data, also where an operation returns neither", async () => {
    const handler = handlerOf(await filledCompliance());
    const paths = [
      "/directory/vasps",
      "/directory/vasps/search?search_term=x",
      "/engine/alerts",
      "/analytics/addresses",
    ];
    for (const path of paths) {
      expect((await send(handler, path)).body).toMatchObject({ status: "success", data: expect.any(Object) });
    }
    const removed = await send(handler, `/directory/vasps/${shortVasp.vasp_id}`, { method: "DELETE" });
    expect(removed.body).toMatchObject({ data: { removed: true } });
  });
});
