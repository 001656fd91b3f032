import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ComplianceError, createCompliance } from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";

const folder = await mkdtemp(join(tmpdir(), "vaspkit-"));
const path = join(folder, "directory.json");

async function attempt(operation) {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    return error.code;
  }
}

// What load acknowledges is on disk.
const first = createCompliance({ storage: jsonFileStorage(path) });
console.log(await first.vasps.load([{ vasp_id: "V-1", name_legal: "Bitpanda GmbH" }]));

// One storage at a time has the file.
const second = createCompliance({ storage: jsonFileStorage(path) });
console.log(await attempt(second.vasps.retrieve("V-1")));
await first.close();
console.log(await second.vasps.retrieve("V-1"));
await second.close();
console.log(await attempt(second.vasps.retrieve("V-1")));

// A file that is not what was written is refused and left as it is.
await appendFile(path, "\n");
const third = createCompliance({ storage: jsonFileStorage(path) });
console.log(await attempt(third.vasps.retrieve("V-1")));
await third.close();
await rm(folder, { recursive: true });
