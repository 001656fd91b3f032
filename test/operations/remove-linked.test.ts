/** `rules.removeLinked`: the erasure of the transactions of a link key. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ComplianceStorage, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { individual } from "../support/samples.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const KEY = "customer A-1 Zoë Ruiz";

function complianceOn(storage: ComplianceStorage) {
  const clock = (): Date => new Date("2026-11-20T12:00:00.000Z");
  const compliance = createCompliance({ storage, thresholds: { DE: "1000" }, clock });
  const transactionsOf = async (link_key: string, transaction_id: string): Promise<number | undefined> => {
    const transaction = { transaction_id, amount: "1", currency: "EUR", country: "DE", link_key };
    const request = { transaction, rule_codes: ["LINKED_TRANSACTIONS_BY_COUNTRY"] } as const;
    const [result] = unwrap(await compliance.rules.evaluate(request)).results;
    return result?.rule_code === "LINKED_TRANSACTIONS_BY_COUNTRY" ? result.decision.linked.transactions : undefined;
  };
  return { compliance, transactionsOf };
}

describe("rules.removeLinked", () => {
  it("removes all transactions of the key, and returns how many", async () => {
    const { compliance, transactionsOf } = complianceOn(memoryStorage());
    for (const id of ["T-1", "T-2"]) await transactionsOf(KEY, id);
    await transactionsOf("other", "T-1");
    expect(await compliance.rules.removeLinked(KEY)).toBe(2);
    expect(await compliance.rules.removeLinked(KEY)).toBe(0);
    expect(await transactionsOf(KEY, "T-3")).toBe(1);
    expect(await transactionsOf("other", "T-3")).toBe(2);
  });

  it("leaves no trace of the key in the folder of a JSON file", async () => {
    const folder = await temporaryFolder();
    const { compliance, transactionsOf } = complianceOn(jsonFileStorage(join(folder, "directory.json")));
    unwrap(await compliance.accounts.create({ ...individual, reference_id: "A-1" }));
    await transactionsOf(KEY, "T-1");
    await compliance.compact();
    await transactionsOf(KEY, "T-2");
    await compliance.accounts.remove("A-1");
    expect(await compliance.rules.removeLinked(KEY)).toBe(2);
    await compliance.compact();
    for (const name of await readdir(folder)) {
      expect(await readFile(join(folder, name), "utf8"), name).not.toMatch(/Ruiz|T-[12]/);
    }
    await compliance.close();
  });
});
