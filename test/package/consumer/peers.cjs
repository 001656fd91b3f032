// What needs a peer, from CommonJS: fast-check for the laws, kysely and a driver for SQL.
const { PGlite } = require("@electric-sql/pglite");
const { Kysely } = require("kysely");
const { PGliteDialect } = require("kysely-pglite-dialect");
const vaspkit = require("vaspkit");
const { migrate, sqlStorage } = require("vaspkit/sql");
const { storageLaws } = require("vaspkit/testing");
const { story } = require("./story.cjs");

async function main() {
  const database = new Kysely({ dialect: new PGliteDialect(new PGlite()) });
  await migrate(database);
  await story(vaspkit, sqlStorage(database));
  await database.destroy();
  for (const law of storageLaws(vaspkit.memoryStorage)) await law.run();
  console.log(`CommonJS on Node ${process.versions.node}: SQL over kysely, and the laws`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
