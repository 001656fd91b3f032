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

// When load resolves, the records are on disk.
const first = createCompliance({ storage: jsonFileStorage(path) });
console.log(await first.vasps.load([{ vasp_id: "V-1", name_legal: "Bitpanda GmbH" }]));

// One storage at a time writes to the file. Any number may read it.
const second = createCompliance({ storage: jsonFileStorage(path) });
const reader = createCompliance({ storage: jsonFileStorage(path, { readOnly: true }) });
console.log(await attempt(second.vasps.retrieve("V-1")));
console.log(await reader.vasps.retrieve("V-1"));
await first.close();
await reader.close();
console.log(await second.vasps.retrieve("V-1"));
await second.close();
console.log(await attempt(second.vasps.retrieve("V-1")));

// After close, any tool can read the file.
console.log(await readdir(folder), JSON.parse(await readFile(path, "utf8")).data.vasps);

// A changed file is rejected and left as it is.
await appendFile(path, "\n");
const third = createCompliance({ storage: jsonFileStorage(path) });
console.log(await attempt(third.vasps.retrieve("V-1")));
await third.close();

// Encrypted with a key of 32 bytes, which belongs into a secret store.
const encrypted = join(folder, "encrypted.json");
const key = randomBytes(32);
const fourth = createCompliance({ storage: jsonFileStorage(encrypted, { encryption: { key } }) });
await fourth.vasps.load([{ vasp_id: "V-1", name_legal: "Bitpanda GmbH" }]);
await fourth.close();
console.log((await readFile(encrypted, "utf8")).includes("Bitpanda"));
const keyless = createCompliance({ storage: jsonFileStorage(encrypted) });
console.log(await attempt(keyless.vasps.retrieve("V-1")));
await keyless.close();
await rm(folder, { recursive: true });
