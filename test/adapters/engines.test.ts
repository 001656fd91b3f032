/** The engines in this process: engineConformance of vaspkit/testing. */
import * as nodeFs from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "vitest";
import { fileOptions } from "../../src/adapters/storage/json-file/storage.js";
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
  const place = async () => {
    const path = join(await temporaryFolder(), "directory.json");
    return () => tableEngine(createWriter(path, nodeFs, fileOptions()));
  };
  for (const { name, run } of engineConformance({ place }, { runs: runs(30) })) it(name, () => run());
});
