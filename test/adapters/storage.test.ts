import { join } from "node:path";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { runs } from "../support/runs.js";
import { storageSuite } from "../support/storage-suite.js";
import { temporaryFolder } from "../support/temporary-folder.js";

storageSuite("memoryStorage", memoryStorage, { runs: runs(300) });

async function place() {
  const path = join(await temporaryFolder(), "directory.json");
  return () => jsonFileStorage(path);
}

storageSuite("jsonFileStorage", { place }, { runs: runs(30) });
