// The installed package from ECMAScript modules, without any peer.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vaspkit from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { ecbRates } from "vaspkit/providers";
import { story } from "./story.cjs";

const folder = await mkdtemp(join(tmpdir(), "vaspkit-esm-"));
try {
  await story(vaspkit, vaspkit.memoryStorage());
  await story(vaspkit, jsonFileStorage(join(folder, "directory.json")));
  const { mode } = await stat(join(folder, "directory.json"));
  if ((mode & 0o777) !== 0o600) throw new Error("Not so: the file is its owner's alone.");
  if (typeof ecbRates().current !== "function") throw new Error("Not so: ecbRates gives a rate source.");
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`ESM on Node ${process.versions.node}: ${Object.keys(vaspkit).length} names`);
