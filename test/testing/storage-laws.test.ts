import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { storageConformance } from "../../src/testing.js";
import { wrongAccountStorages } from "../support/wrong-storages/accounts.js";
import { wrongAddressStorages } from "../support/wrong-storages/addresses.js";
import { wrongAlertStorages } from "../support/wrong-storages/alerts.js";
import { placeInMemory } from "../support/wrong-storages/altered.js";
import { aliasingStorages } from "../support/wrong-storages/holders.js";
import { forgetfulPlaces, wrongEnds, wrongHistories } from "../support/wrong-storages/lives.js";
import { wrongLoads } from "../support/wrong-storages/loads.js";
import { wrongVaspStorages } from "../support/wrong-storages/vasps.js";

const wrong = [
  ...wrongAccountStorages,
  ...wrongLoads,
  ...wrongVaspStorages,
  ...wrongAlertStorages,
  ...wrongAddressStorages,
  ...aliasingStorages,
  ...wrongEnds,
  ...forgetfulPlaces,
  ...wrongHistories,
];

const place = placeInMemory();

describe("the laws of a storage", () => {
  it.each(storageConformance(memoryStorage))("are kept by memoryStorage: $name", async ({ run }) => run());

  it.each(storageConformance({ place }))("are kept by a storage that can be opened again: $name", async ({ run }) =>
    run(),
  );

  it.each(wrong)("$law: broken by $fault", async ({ law, subject }) => {
    const [broken] = storageConformance(subject).filter(({ name }) => name === law);
    // Rare faults show in more cases than are usual; the seed, for a test has to say the same each time.
    const error: unknown = await broken?.run({ runs: 500, seed: 1 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(`The law "${law}" is broken: `);
    expect(String(error)).toContain(`It says that ${broken?.rule}.`);
    expect(String(error)).toContain("What was done");
  });

  it("have a wrong storage each", () => {
    const names = storageConformance({ place }).map(({ name }) => name);
    expect(new Set(wrong.map(({ law }) => law))).toEqual(new Set(names));
    expect(new Set(names).size).toBe(names.length);
  });
});
