/** No property that other code of the process adds to `Object.prototype` changes an answer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundlePollution, DECIMAL, DESCRIPTOR, differencesOf, propertyNames } from "../support/pollution.js";
import type { PollutionTask } from "../support/pollution-child.js";

const LIMIT_MS = 1_200_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vaspkit-pollution-"));
  await bundlePollution(folder);
}, LIMIT_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

const all = propertyNames();
const ordinary = all.filter((name) => !DESCRIPTOR.includes(name));

const kinds = ["function", "list", "true", "object", "null"];
/** Without indexes of arrays, and without functions that every `await` and every `JSON.stringify` call. */
const plain = ordinary.filter((name) => !/^(?:-?\d+|length|then|toJSON)$/.test(name));

/** A group that changes an answer is tried again name by name. */
const GROUP = 48;

const tasks: Readonly<Record<string, readonly PollutionTask[]>> = {
  "a text under each name": [
    { names: ordinary, values: ["text"], parts: ["memory", "providers", "file", "sql"], fresh: false, group: GROUP },
  ],
  "a number under each name": [
    { names: ordinary, values: ["number"], parts: ["memory", "providers", "file"], fresh: false, group: GROUP },
  ],
  "another kind of value under each name": kinds.map((kind, index) => ({
    names: plain.filter((_, at) => at % kinds.length === index),
    values: [kind],
    parts: ["memory"],
    fresh: false,
    group: GROUP,
  })),
  "fields and settings of decimal.js, before it is loaded too": [
    { names: DECIMAL, values: ["accessor", "accessor of a list"], parts: ["memory"], fresh: false, group: 1 },
    // With an accessor of a field, decimal.js itself cannot be loaded.
    { names: DECIMAL, values: ["number", "text", "null"], parts: ["memory"], fresh: true, group: 1 },
  ],
  "parts of descriptors": [
    { names: DESCRIPTOR, values: ["text", "true"], parts: ["memory", "providers"], fresh: false, group: 1 },
  ],
};

describe("a polluted Object.prototype", () => {
  it("has names to test", () => {
    expect(all).toEqual(
      expect.arrayContaining(["customer_id", "is_self_hosted", "maxRateAgeMs", "riskProviders", "0"]),
    );
  });

  it.concurrent.each(Object.entries(tasks))(
    "changes no answer: %s",
    async (_, each) => {
      for (const task of each) {
        const differences = await differencesOf(folder, task);
        expect(differences.map(({ pollution, example }) => `${pollution}: ${example}`)).toEqual([]);
      }
    },
    LIMIT_MS,
  );
});
