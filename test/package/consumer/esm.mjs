// The installed package from ECMAScript modules.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vaspkit from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { ecbRates, ofacList } from "vaspkit/providers";
import { riskProviderLaws } from "vaspkit/testing";
import { story } from "./story.cjs";

/** The laws of a provider that needs no network. */
async function screen() {
  const address = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
  const clock = () => new Date("2024-09-28T00:00:00Z");
  const provider = () => ofacList({ entries: [{ code: "XBT", address }], asOf: "2024-09-27", clock });
  const laws = riskProviderLaws({ provider, known: [{ chain: "bitcoin", address }] });
  for (const { run } of laws) await run();
}

const folder = await mkdtemp(join(tmpdir(), "vaspkit-esm-"));
try {
  await story(vaspkit, vaspkit.memoryStorage());
  await story(vaspkit, jsonFileStorage(join(folder, "directory.json")));
  const { mode } = await stat(join(folder, "directory.json"));
  if ((mode & 0o777) !== 0o600) throw new Error("Not so: the file is its owner's alone.");
  await screen();
  if (typeof ecbRates().current !== "function") throw new Error("Not so: ecbRates gives a rate source.");
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`ESM on Node ${process.versions.node}: ${Object.keys(vaspkit).length} names`);
