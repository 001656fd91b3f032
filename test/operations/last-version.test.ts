/** Accounts at the end of the year 9999, after which no `last_modified` is later: no two versions have the same one. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ComplianceStorage, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { failureOf } from "../support/outcomes.js";
import { individual } from "../support/samples.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const LAST = "9999-12-31T23:59:59.999Z";
const last_modified = "9999-12-31T23:59:59.999+00:00";

const storages: readonly (readonly [name: string, open: () => Promise<ComplianceStorage>])[] = [
  ["memory", async () => memoryStorage()],
  ["a JSON file", async () => jsonFileStorage(join(await temporaryFolder(), "directory.json"))],
];

describe.each(storages)("the last version in %s", (_, open) => {
  it("is never replaced by one with the same time", async () => {
    let time = "9999-12-31T23:59:59.998Z";
    const compliance = createCompliance({ storage: await open(), clock: () => new Date(time) });
    const { accounts } = compliance;
    const stored = unwrap(await accounts.create(individual));
    time = LAST;
    expect(unwrap(await accounts.put(individual)).account.last_modified).toBe(last_modified);
    for (const ifLastModified of [undefined, last_modified]) {
      const { message } = await failureOf(
        accounts.put({ ...individual, customer_id: "other" }, { ifLastModified }),
        "configuration_invalid",
      );
      expect(message).toBe(
        "The stored account has the last possible last_modified, the end of the year 9999. Correct the clock, remove the " +
          "account, and create it again.",
      );
    }
    const { customer_id } = (await accounts.retrieve(individual.reference_id)) ?? {};
    expect(customer_id).toBe(individual.customer_id);
    // Another version is expected, so nothing is replaced.
    const outdated = await accounts.put(individual, { ifLastModified: stored.last_modified });
    expect(outdated).toMatchObject({ ok: false, issues: [{ code: "changed_meanwhile" }] });
    expect(await accounts.remove(individual.reference_id)).toBe(true);
    const never = await accounts.put(individual, { ifLastModified: last_modified });
    expect(never).toMatchObject({ ok: false, issues: [{ code: "changed_meanwhile" }] });
    expect(unwrap(await accounts.put(individual)).is_new).toBe(true);
    await compliance.close();
  });
});
