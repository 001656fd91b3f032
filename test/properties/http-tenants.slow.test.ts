/** One handler serves many customers (§5): each sees exactly what it would see alone, however requests interleave. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHandler } from "../../src/http.js";
import type { Compliance } from "../../src/index.js";
import { requestTo, saidBy } from "../support/http.js";
import { responseFaults } from "../support/http-responses.js";
import { runs } from "../support/runs.js";
import { individual } from "../support/samples.js";
import { watchedCompliance } from "../support/watched-compliance.js";

const tenants = ["alpha", "beta"] as const;
type Tenant = (typeof tenants)[number];

/** One request. Both tenants draw from the same few ids, so that one could meet a record of the other. */
interface Step {
  readonly kind: keyof typeof steps;
  readonly n: number;
}

type MakeRequest = (tenant: Tenant, n: number) => Request;

const address = "/analytics/chains/near/addresses/relay.aurora";
const headersOf = (tenant: Tenant) => ({ authorization: `Bearer ${tenant}` });
const get =
  (path: (n: number) => string): MakeRequest =>
  (tenant, n) =>
    requestTo("GET", path(n), { headers: headersOf(tenant) });
const post =
  (path: string, body: (tenant: Tenant, n: number) => unknown): MakeRequest =>
  (tenant, n) =>
    requestTo("POST", path, { headers: headersOf(tenant), body: body(tenant, n) });

const steps = {
  create: post("/directory/accounts", (tenant, n) => ({ ...individual, reference_id: `R-${n}`, customer_id: tenant })),
  retrieve: get((n) => `/directory/accounts/R-${n}`),
  search: get(() => `/directory/accounts/search?search_term=${individual.individual.individual_name.name_last}`),
  link: post(address, (_, n) => ({ account_ref_id: `R-${n}`, relink: true })),
  evaluate: post("/engine/evaluate", (_, n) => ({
    transaction: { transaction_id: `T-${n}`, amount: n, currency: "CHF", country: "CH" },
    rule_codes: ["THRESHOLD_BY_COUNTRY"],
  })),
  vasps: get(() => "/directory/vasps"),
  invalid: post("/directory/accounts", (tenant) => ({ ...individual, email: tenant })),
} satisfies Readonly<Record<string, MakeRequest>>;

const sequence = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...(Object.keys(steps) as Step["kind"][])),
    n: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 12 },
);

/** Each customer has a threshold of its own (§4.9). */
async function complianceOf(tenant: Tenant): Promise<Compliance> {
  const { compliance } = watchedCompliance({ thresholds: { CH: tenant === "alpha" ? "1" : "3" } });
  await compliance.vasps.load([{ vasp_id: "V-1", name_legal: `VASP of ${tenant}` }]);
  return compliance;
}

/** Returns everything that the answers to a sequence say. */
async function answersOf(handle: (request: Request) => Promise<Response>, tenant: Tenant, given: readonly Step[]) {
  const answers: string[] = [];
  for (const { kind, n } of given) {
    const request = steps[kind](tenant, n);
    const response = await handle(request);
    expect(await responseFaults(request, response)).toEqual([]);
    answers.push(await saidBy(response));
  }
  return answers;
}

function tenantOf(request: Request): Tenant | undefined {
  return tenants.find((tenant) => request.headers.get("authorization") === `Bearer ${tenant}`);
}

describe("two tenants on one handler", () => {
  it("each get the answers that they would get alone", async () => {
    const property = fc.asyncProperty(fc.scheduler(), sequence, sequence, async (scheduler, ...sequences) => {
      const shared = { alpha: await complianceOf("alpha"), beta: await complianceOf("beta") };
      const scheduled = <T>(value: T): Promise<T> => scheduler.schedule(Promise.resolve(value));
      const handle = createHandler((tenant: Tenant) => scheduled(shared[tenant]), {
        authenticate: (request) => scheduled(tenantOf(request)),
      });
      const together = Promise.all(tenants.map((tenant, at) => answersOf(handle, tenant, sequences[at] ?? [])));
      const answers = await scheduler.waitFor(together);
      for (const [at, tenant] of tenants.entries()) {
        const alone = createHandler(await complianceOf(tenant), { authenticate: tenantOf });
        expect(answers[at]).toEqual(await answersOf(alone, tenant, sequences[at] ?? []));
        expect(answers[at]?.join("\n")).not.toContain(tenants[1 - at]);
      }
    });
    await fc.assert(property, { numRuns: runs(150) });
  });

  it("without a tenant, a request is refused and no compliance is selected", async () => {
    const handle = createHandler(
      (): Compliance => {
        throw new Error("No compliance must be selected.");
      },
      { authenticate: tenantOf },
    );
    for (const authorization of ["", " ", "Bearer gamma", "Bearer alpha, Bearer beta"]) {
      const response = await handle(requestTo("GET", "/directory/accounts/R-1", { headers: { authorization } }));
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).not.toBeNull();
      expect(await responseFaults(requestTo("GET", "/directory/accounts/R-1"), response)).toEqual([]);
    }
  });
});
