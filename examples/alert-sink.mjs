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

// The alert is stored first, then delivered. A failing onAlert loses nothing.
try {
  await compliance.rules.evaluate(request);
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  const alerts = await compliance.alerts.list();
  console.log(error.code, "- stored:", alerts.ok && alerts.value.pagination.total, "- delivered:", queue.length);
}

// When the queue works again, deliver the pending alerts. Evaluating the transaction again would deliver them too.
isQueueUp = true;
const pending = await compliance.alerts.list({ delivered: false });
console.log("pending:", pending.ok && pending.value.items.map(({ alert_id }) => alert_id));
console.log(await compliance.alerts.deliver(), queue);

// The same transaction raises no second alert. Another amount does.
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: 3000 } });
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: "3500" } });
console.log(queue);
await compliance.close();
