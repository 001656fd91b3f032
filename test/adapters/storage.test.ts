import { join } from "node:path";
import { vi } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { storageSuite } from "../support/storage-suite.js";
import { temporaryFolder } from "../support/temporary-folder.js";

// Every acknowledged write of a file waits for the disk, however slow it is.
vi.setConfig({ testTimeout: 120_000 });

storageSuite("memoryStorage", memoryStorage, { runs: 300 });

storageSuite("jsonFileStorage", async () => jsonFileStorage(join(await temporaryFolder(), "directory.json")), {
  runs: 30,
});
