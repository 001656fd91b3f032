import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCompliance } from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";

const folder = await mkdtemp(join(tmpdir(), "vaspkit-"));
const path = join(folder, "directory.json");
const encryption = { key: randomBytes(32) }; // From your secret store. Without this key, the records cannot be read.

// When load resolves, the records are on disk.
const first = createCompliance({ storage: jsonFileStorage(path, { encryption }) });
console.log(await first.vasps.load([{ vasp_id: "V-1", name_legal: "Bitpanda GmbH" }]));

// One storage at a time writes to the file. Any number may read it.
const second = createCompliance({ storage: jsonFileStorage(path, { encryption }) });
const reader = createCompliance({ storage: jsonFileStorage(path, { encryption, readOnly: true }) });
console.log(await second.vasps.retrieve("V-1").catch(({ code }) => code));
console.log(await reader.vasps.retrieve("V-1"));
await first.close();
await reader.close();
console.log(await second.vasps.retrieve("V-1"));
await second.close();

// After close, the file alone holds everything, here encrypted.
console.log(await readdir(folder), (await readFile(path, "utf8")).includes("Bitpanda"));
await rm(folder, { recursive: true });
