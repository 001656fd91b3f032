/** No property that other code of the process adds to `Object.prototype` changes an answer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundlePollution, DESCRIPTOR, differencesOf, propertyNames } from "../support/pollution.js";
import type { PollutionTask } from "../support/pollution-child.js";

const LIMIT_MS = 1_200_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-pollution-"));
  await bundlePollution(folder);
}, LIMIT_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Properties of inputs, whose rules read inherited properties. */
const pending = new Set([
  ...["account_category", "account_type", "address", "address_building_name", "address_country_code", "address_line"],
  ...["address_street_name", "address_street_no", "beneficiary_account", "beneficiary_account_reference_id"],
  ...["beneficiary_address_is_self_hosted", "customer_id", "date_of_birth", "delivered", "email", "entity", "get"],
  ...["individual", "issue_country", "national_id", "national_id_issue_country", "national_id_registration_authority"],
  ...["nationality_country", "originator_account", "originator_account_reference_id"],
  ...["originator_address_is_self_hosted", "page", "params", "place_of_birth", "provider_name"],
  ...["registration_authority", "registration_country", "residence_country", "set", "size"],
]);

const all = propertyNames().filter((name) => !pending.has(name));
const ordinary = all.filter((name) => !DESCRIPTOR.includes(name));

const tasks: Readonly<Record<string, readonly PollutionTask[]>> = {
  "a text under each name": [
    { names: ordinary, values: ["text"], parts: ["memory", "providers", "file", "sql"], fresh: false },
  ],
};

describe("a polluted Object.prototype", () => {
  it("has names to test", () => {
    expect(all).toEqual(expect.arrayContaining(["is_self_hosted", "maxRateAge", "riskProviders", "0"]));
  });

  it.concurrent.each(Object.entries(tasks))(
    "changes no answer: %s",
    async (_, each) => {
      for (const task of each) expect(await differencesOf(folder, task)).toEqual([]);
    },
    LIMIT_MS,
  );
});
