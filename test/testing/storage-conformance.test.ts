import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { storageConformance } from "../../src/testing.js";
import { runs, share } from "../support/runs.js";
import { wrongAccounts, wrongAccountWrites } from "../support/wrong-storages/accounts.js";
import { wrongAddresses } from "../support/wrong-storages/addresses.js";
import { wrongAlerts, wrongLeases, wrongReviews } from "../support/wrong-storages/alerts.js";
import { placeInMemory } from "../support/wrong-storages/altered.js";
import { wrongAudit } from "../support/wrong-storages/audit.js";
import { wrongExchanges } from "../support/wrong-storages/exchanges.js";
import { wrongHolds } from "../support/wrong-storages/holds.js";
import { wrongLinked } from "../support/wrong-storages/linked.js";
import { wrongOwnership } from "../support/wrong-storages/ownership.js";
import { wrongTransfers } from "../support/wrong-storages/transfers.js";
import { wrongLoads, wrongSyncs, wrongVasps } from "../support/wrong-storages/vasps.js";
import { aliasing, wrongCompactions, wrongEnds, wrongHistories } from "../support/wrong-storages/whole.js";

const wrong = [
  ...[wrongAccounts, wrongAccountWrites, wrongLoads, wrongSyncs, wrongVasps, wrongAlerts, wrongLeases, wrongReviews],
  ...[
    wrongAddresses,
    wrongLinked,
    wrongTransfers,
    wrongOwnership,
    wrongAudit,
    wrongHolds,
    wrongExchanges,
    aliasing,
    wrongCompactions,
    wrongEnds,
    wrongHistories,
  ],
].flatMap((checks) =>
  Object.entries(checks).flatMap(([check, faults]) =>
    Object.entries(faults).map(([fault, subject]) => ({ check, fault, subject })),
  ),
);

const place = placeInMemory();

describe("storageConformance", () => {
  it.each(storageConformance(memoryStorage, { runs: runs(25) }))("passes for memoryStorage: $name", ({ run }) => run());

  it.each(storageConformance({ place }, { runs: runs(25) }))("passes for a durable storage: $name", ({ run }) => run());

  it.each(share(wrong, 20))("$check: fails for $fault", async ({ check, subject }) => {
    const [failing] = storageConformance(subject).filter(({ name }) => name === check);
    // More runs than by default, for rare faults. Fixed seeds, so that the result is always the same.
    let error: unknown;
    for (const seed of [1, 2]) error ??= await failing?.run({ runs: 500, seed }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(`The check "${check}" failed: `);
    expect(String(error)).toContain(`. ${failing?.promise}`);
    // A storage can be wrong before any call.
    expect(String(error)).toMatch(/^(?:Calls made:$|Shortest calls found \(.*\):$|Replay it)/m);
  });

  it("has a wrong storage for each check, and unique names", () => {
    const names = storageConformance({ place }).map(({ name }) => name);
    expect(new Set(wrong.map(({ check }) => check))).toEqual(new Set(names));
    expect(new Set(names).size).toBe(names.length);
  });
});
