import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
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

// One storage at a time writes to the file. Others may read along.
const second = createCompliance({ storage: jsonFileStorage(path) });
const reader = createCompliance({ storage: jsonFileStorage(path, { readOnly: true }) });
console.log(await attempt(second.vasps.retrieve("V-1")));
console.log(await reader.vasps.retrieve("V-1"));
await first.close();
await reader.close();
console.log(await second.vasps.retrieve("V-1"));
await second.close();
console.log(await attempt(second.vasps.retrieve("V-1")));

// Closed, it is one JSON file for any tool.
console.log(await readdir(folder), JSON.parse(await readFile(path, "utf8")).data.vasps);

// A file that is not what was written is refused and left as it is.
await appendFile(path, "\n");
const third = createCompliance({ storage: jsonFileStorage(path) });
console.log(await attempt(third.vasps.retrieve("V-1")));
await third.close();

// Sealed with a key of 32 bytes, from where you keep your keys.
const sealed = join(folder, "sealed.json");
const key = randomBytes(32);
const fourth = createCompliance({ storage: jsonFileStorage(sealed, { encryption: { key } }) });
await fourth.vasps.load([{ vasp_id: "V-1", name_legal: "Bitpanda GmbH" }]);
await fourth.close();
console.log((await readFile(sealed, "utf8")).includes("Bitpanda"));
const keyless = createCompliance({ storage: jsonFileStorage(sealed) });
console.log(await attempt(keyless.vasps.retrieve("V-1")));
await keyless.close();
await rm(folder, { recursive: true });
