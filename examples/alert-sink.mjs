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
const [{ status, alert_id }] = unwrap(await compliance.rules.evaluate(request)).results;
console.log(status, alert_id);

// While the queue is down, the alert stays pending.
console.log((await compliance.alerts.deliver()).failed, "failed");
isQueueUp = true;
console.log(await compliance.alerts.deliver(), queue);

// The same transaction raises no second alert. Another amount does. Closing waits for deliveries.
await compliance.rules.evaluate(request);
await compliance.rules.evaluate({ ...request, transaction: { ...transaction, amount: "3500" } });
await compliance.close();
console.log(queue);
