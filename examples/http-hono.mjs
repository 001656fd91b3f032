import { sValidator } from "@hono/standard-validator";
import { Hono } from "hono";
import { createCompliance, memoryStorage } from "vaspkit";
import { accountSchema } from "vaspkit/http";

const compliance = createCompliance({ storage: memoryStorage() });
const app = new Hono().post("/sign-up", sValidator("json", accountSchema(), answerIssues), async (context) => {
  const created = await compliance.accounts.create(context.req.valid("json"));
  return created.ok ? context.json({ reference_id: created.value.reference_id }, 201) : context.body(null, 409);
});

/** The validator's own answer repeats the input. */
function answerIssues(result, context) {
  if (!result.success) return context.json({ issues: result.error }, 400);
}

const headers = { "content-type": "application/json" };
const post = (body) => app.request("/sign-up", { method: "POST", headers, body: JSON.stringify(body) });
const entity = { entity_name: { name_type: "LEGL", name_legal: "Ruiz GmbH" } };
const account = { reference_id: "A-1", account_type: "entity", entity, customer_id: "C-1" };
console.log((await post(account)).status);
const invalid = await post({ ...account, email: "ruiz" });
console.log(invalid.status, (await invalid.json()).issues[0].path);
await compliance.close();
