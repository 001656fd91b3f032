import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { createCompliance, memoryStorage } from "vaspkit";
import { accountSchema, bearerTokens, createHandler } from "vaspkit/http";

const compliance = createCompliance({ storage: memoryStorage() });
const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"; // of the token "test"
const handler = createHandler(compliance, { authenticate: bearerTokens({ [hash]: "acme" }) });

// The interface of the specification beside routes of your own, which check the same rules.
const app = new Hono()
  .all("/api/v2/*", (context) => handler(context.req.raw))
  .post("/sign-up", sValidator("json", accountSchema, answerIssues), async (context) => {
    const created = await compliance.accounts.create(context.req.valid("json"));
    return created.ok ? context.json({ reference_id: created.value.reference_id }, 201) : context.body(null, 409);
  });

/** The validator's own answer repeats the input. */
function answerIssues(result, context) {
  if (!result.success) return context.json({ issues: result.error }, 400);
}

const headers = { authorization: "Bearer test", "content-type": "application/json" };
const post = (body) => ({ method: "POST", headers, body: JSON.stringify(body) });
const entity = { entity_name: { name_type: "LEGL", name_legal: "Ruiz GmbH" } };
const account = { reference_id: "A/1", account_type: "entity", entity, customer_id: "C-1" };

console.log((await app.request("/sign-up", post(account))).status);
const invalid = await app.request("/sign-up", post({ ...account, email: "ruiz" }));
console.log(invalid.status, (await invalid.json()).issues[0].path);

const found = await app.request(`/api/v2/directory/accounts/${encodeURIComponent("A/1")}`, { headers });
console.log(found.status, (await found.json()).data.entity);
await compliance.close();
