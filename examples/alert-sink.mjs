import { createCompliance, memoryStorage, unwrap } from "vaspkit";

let isQueueUp = false;
const queue = [];

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" },
  onAlert: async (alert, { signal }) => {
    signal.throwIfAborted();
    if (!isQueueUp) throw new Error("The queue is down.");
    queue.push(alert.alert_id);
  },
  onAlertError: ({ alert_id, error }) => console.log("not delivered:", alert_id, error.code),
});

const transaction = { transaction_id: "T-1", amount: "3000", currency: "USD", country: "US" };
const request = { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] };

// The alert is stored before the answer. A failing onAlert changes neither.
const [result] = unwrap(await compliance.rules.evaluate(request)).results;
console.log(result.status, result.decision.comparison, result.alert_id);

// While the queue is down, alerts stay pending. First, deliver waits for the delivery that the evaluation has started.
console.log((await compliance.alerts.deliver()).failed.length, "failed");

// When the queue works again, deliver the pending alerts.
isQueueUp = true;
console.log(await compliance.alerts.deliver(), queue);

// The same transaction raises no second alert. Another amount does. Closing waits for deliveries.
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: 3000 } });
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: "3500" } });
await compliance.close();
console.log(queue);
