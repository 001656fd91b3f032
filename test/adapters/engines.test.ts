/** The engines in this process: engineConformance of vaspkit/testing. */
import { randomBytes } from "node:crypto";
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { fileOptions, type JsonFileOptions } from "../../src/adapters/storage/json-file/storage.js";
import { createWriter } from "../../src/adapters/storage/json-file/writer.js";
import { memoryEngine } from "../../src/adapters/storage/memory.js";
import { tableEngine } from "../../src/adapters/storage/table-engine.js";
import { engineConformance } from "../../src/testing.js";
import { runs } from "../support/runs.js";
import { temporaryFolder } from "../support/temporary-folder.js";

describe("the engine in memory", () => {
  for (const { name, run } of engineConformance(memoryEngine, { runs: runs(300) })) it(name, () => run());
});

describe("the engine of a JSON file", () => {
  const placeWith = (options?: JsonFileOptions) => async () => {
    const path = join(await temporaryFolder(), "directory.json");
    return {
      open: () => tableEngine(createWriter(path, nodeFs, fileOptions(options))),
      damage: async (at: number) => {
        const bytes = await nodeFs.readFile(path);
        const bit = Math.floor(at * bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        await nodeFs.writeFile(path, bytes);
      },
    };
  };
  const place = async () => (await placeWith()()).open;
  const subject = { place, damagedPlace: placeWith() };
  for (const { name, run } of engineConformance(subject, { runs: runs(30) })) it(name, () => run());

  const encrypted = { place, damagedPlace: placeWith({ encryption: { key: randomBytes(32) } }) };
  const damage = engineConformance(encrypted, { runs: runs(100) }).slice(-1);
  it.each(damage)("encrypted: $name", ({ run }) => run());
});
