import { randomBytes } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { type Dialect, Kysely, PostgresDialect } from "kysely";
import { PGliteDialect } from "kysely-pglite-dialect";
import pg from "pg";
import { type Alert, ComplianceError, createCompliance } from "vaspkit";
import { ecbRates } from "vaspkit/providers";
import { migrate, sqlStorage } from "vaspkit/sql";
import { refreshedSanctionsList } from "./production-sanctions.js";

/** Your monitoring. Messages written by vaspkit contain no personal data. */
function report(error: unknown): void {
  console.log("report:", error instanceof ComplianceError ? error.code : "failed");
}

/** Your queue of cases. Return only after the alert is stored there. */
async function createCase(alert: Alert): Promise<void> {
  console.log("case:", alert.alert_id);
}

function postgres(connectionString: string): Dialect {
  // A signal does not interrupt the database, so limit every connection and statement, in milliseconds.
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 60_000 });
  // Without these listeners a broken connection ends the process.
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  return new PostgresDialect({ pool });
}

// Without DATABASE_URL this example runs PostgreSQL inside the process.
const { DATABASE_URL, DIRECTORY_KEY } = process.env;
if (DATABASE_URL !== undefined && DIRECTORY_KEY === undefined) {
  throw new Error("Set DIRECTORY_KEY to 32 random bytes in hex. Without the same key, records cannot be read again.");
}
const key = DIRECTORY_KEY === undefined ? randomBytes(32) : Buffer.from(DIRECTORY_KEY, "hex");
const embedded = () => new PGliteDialect(new PGlite({ extensions: { pg_trgm } }));
const kysely = new Kysely<unknown>({ dialect: DATABASE_URL === undefined ? embedded() : postgres(DATABASE_URL) });
await migrate(kysely);

const sanctions = refreshedSanctionsList(report);
await sanctions.refresh();

const compliance = createCompliance({
  storage: sqlStorage(kysely, { encryption: { key } }),
  thresholds: { US: "3000", DE: "1000" },
  rates: ecbRates(),
  riskProviders: { OFAC: sanctions.provider },
  onAlert: createCase,
  onAlertError: ({ error }) => report(error),
});

// Delivers alerts that a crash or a failing queue left pending. Several instances may do so at the same time.
let delivered: Promise<unknown> = Promise.resolve();
const delivery = setInterval(() => {
  delivered = delivered.then(() => compliance.alerts.deliver()).catch(report);
}, 600_000);

try {
  const transaction = { transaction_id: "T-1", amount: "5000.00", currency: "EUR", country: "US" };
  const evaluated = await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
  console.log(evaluated.ok ? evaluated.value.results[0]?.status : evaluated.issues);
  const address = { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" } as const;
  const screened = await compliance.addresses.create({ ...address, provider_name: "OFAC", scan_for_risk: true });
  console.log(screened.ok ? screened.value.risk_data?.[0]?.risk_ratio : screened.issues);
} catch (error) {
  report(error);
}

// At shutdown: stop the timers, finish what is running, then close the connections.
clearInterval(delivery);
sanctions.stop();
await delivered;
await compliance.close();
await kysely.destroy();
