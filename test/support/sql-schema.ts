/** The steps of the schema, in the order in which `migrate` applies them. */
export const MIGRATIONS: readonly string[] = [
  "0001_directory",
  "0002_alert_outbox",
  "0003_account_times",
  "0004_links",
  "0005_delivery_rounds",
  "0006_linked_transactions",
];
