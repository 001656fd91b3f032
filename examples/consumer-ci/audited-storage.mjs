/** A storage of our own: any other one, with a line in our audit trail for each alert that is stored. */
export function auditedStorage(storage, trail) {
  return {
    ...storage,
    alerts: {
      ...storage.alerts,
      async insert(alert) {
        const outcome = await storage.alerts.insert(alert);
        if (outcome === "inserted") trail.push(`${alert.raised_at} ${alert.alert_id}`);
        return outcome;
      },
    },
  };
}
