// The installed package from CommonJS, without any peer.
const { mkdtemp, rm } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const vaspkit = require("vaspkit");
const { jsonFileStorage } = require("vaspkit/json-file");
const { ecbRates } = require("vaspkit/providers");
const { story } = require("./story.cjs");

async function main() {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-cjs-"));
  try {
    await story(vaspkit, vaspkit.memoryStorage());
    await story(vaspkit, jsonFileStorage(join(folder, "directory.json")));
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
