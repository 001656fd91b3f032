/** Wraps any storage, and adds a line to our audit trail for each stored alert. */
export function auditedStorage(storage, trail) {
  return {
    ...storage,
    alerts: {
      ...storage.alerts,
      async insert(alert, recording) {
        const outcome = await storage.alerts.insert(alert, recording);
        if (outcome === "inserted") trail.push(`${alert.raised_at} ${alert.alert_id}`);
        return outcome;
      },
    },
  };
}
