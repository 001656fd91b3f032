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

// Once the queue is up again, hand over what is owed; evaluating the transaction again would do so as well.
isQueueUp = true;
const owed = await compliance.alerts.list({ delivered: false });
console.log("owed:", owed.ok && owed.value.items.map(({ alert_id }) => alert_id));
console.log(await compliance.alerts.deliver(), queue);

// The same transaction raises no second alert; another amount is another thing to review.
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: 3000 } });
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: "3500" } });
console.log(queue);
await compliance.close();
