// What needs a peer, from CommonJS: fast-check for the checks, kysely and a driver for SQL.
const { PGlite } = require("@electric-sql/pglite");
const { Kysely } = require("kysely");
const { PGliteDialect } = require("kysely-pglite-dialect");
const vaspkit = require("vaspkit");
const { migrate, sqlStorage } = require("vaspkit/sql");
const { fakes, rateSourceConformance, storageConformance, thresholdConformance } = require("vaspkit/testing");
const { story } = require("./story.cjs");

async function main() {
  const database = new Kysely({ dialect: new PGliteDialect(new PGlite()) });
  await migrate(database);
  await story(vaspkit, sqlStorage(database));
  await database.destroy();
  const rates = { base: "EUR", date: "2026-11-20", source: "a made-up table", rates: { USD: "1.25" } };
  const at = new Date("2026-11-20T16:00:00Z");
  const checks = [
    ...storageConformance(vaspkit.memoryStorage),
    ...thresholdConformance({ thresholds: { US: "3000" }, rates, at }),
    ...rateSourceConformance({ source: () => fakes.rateSource(rates), at }),
  ];
  for (const check of checks) await check.run();
  console.log(`CommonJS on Node ${process.versions.node}: SQL over kysely, and the checks`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
