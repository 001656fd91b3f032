/**
 * An instance of a service: `alert-child.ts <URL> <file> <transaction>…`. It evaluates each transaction, all breaches, and
 * prints its id once it is answered. Meanwhile it calls `alerts.deliver` again and again. Its sink fails every other time.
 * When it succeeds, it first writes the alert and its process to the file. The process goes on until SIGTERM.
 */
import { appendFileSync, writeSync } from "node:fs";
import process, { argv, pid } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createCompliance } from "../../src/index.js";
import { sqlStorage } from "../../src/sql.js";
import { postgresAt } from "./sql-connections.js";

const [url = "", file = "", ...transactions] = argv.slice(2);
const rule_codes = ["THRESHOLD_BY_COUNTRY"] as const;

const { rules, alerts, close } = createCompliance({
  storage: sqlStorage(postgresAt(url, { connections: 4 })),
  thresholds: { DE: "1000" },
  onAlert: async ({ alert_id }) => {
    await pause(1);
    if (Math.random() < 0.5) throw new Error("The queue is down.");
    appendFileSync(file, `${alert_id} ${pid}\n`);
    // The process may end here, before the storage knows.
    await pause(2);
  },
});

async function evaluateAll(): Promise<void> {
  for (const transaction_id of transactions) {
    const transaction = { transaction_id, amount: "5000", currency: "EUR", country: "DE" } as const;
    const evaluated = await rules.evaluate({ transaction, rule_codes });
    const [result] = evaluated.ok ? evaluated.value.results : [];
    if (result?.status === "breach") writeSync(1, `${transaction_id}\n`);
  }
}

let isEnding = false;
process.once("SIGTERM", () => {
  isEnding = true;
});

async function deliverAgain(): Promise<void> {
  while (!isEnding) {
    await alerts.deliver({ limit: 50 });
    await pause(5);
  }
}

Promise.all([evaluateAll(), deliverAgain()])
  .then(close)
  .then(
    () => process.exit(0),
    (failure) => {
      writeSync(2, `${failure}\n`);
      process.exit(1);
    },
  );
