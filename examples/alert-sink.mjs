import { ComplianceError, createCompliance, memoryStorage } from "vaspkit";

let isQueueUp = false;
const queue = [];

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" },
  onAlert: async (alert) => {
    if (!isQueueUp) throw new Error("The queue is down.");
    queue.push(alert.alert_id);
  },
});

const transaction = { transaction_id: "T-1", amount: "3000", currency: "USD", country: "US" };
const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };

// The alert is stored first, then handed over. A sink that fails loses nothing.
try {
  await compliance.rules.evaluate(request);
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  const alerts = await compliance.alerts.list();
  console.log(error.code, "- stored:", alerts.ok && alerts.value.pagination.total, "- handed over:", queue.length);
}

// Evaluating again hands it over; a third time there is nothing left to do.
isQueueUp = true;
await compliance.rules.evaluate(request);
await compliance.rules.evaluate(request);
console.log(queue);
await compliance.close();
