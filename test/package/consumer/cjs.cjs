// The installed package from CommonJS.
const { mkdtemp, rm } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const vaspkit = require("vaspkit");
const { jsonFileStorage } = require("vaspkit/json-file");
const { ecbRates, ofacList } = require("vaspkit/providers");
const { riskProviderLaws } = require("vaspkit/testing");
const { story } = require("./story.cjs");

/** The laws of a provider that needs no network. */
async function screen() {
  const address = "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h";
  const clock = () => new Date("2024-09-28T00:00:00Z");
  const provider = () => ofacList({ entries: [{ code: "XBT", address }], asOf: "2024-09-27", clock });
  const laws = riskProviderLaws({ provider, known: [{ chain: "bitcoin", address }] });
  for (const { run } of laws) await run();
}

async function main() {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-cjs-"));
  try {
    await story(vaspkit, vaspkit.memoryStorage());
    await story(vaspkit, jsonFileStorage(join(folder, "directory.json")));
    await screen();
    if (typeof ecbRates().current !== "function") throw new Error("Not so: ecbRates gives a rate source.");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`CommonJS on Node ${process.versions.node}: ${Object.keys(vaspkit).length} names`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
