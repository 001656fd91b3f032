/** Returns the thresholds in force at a time, as `createCompliance` takes them. */
export function thresholdsInForce(rows) {
  const inForce = rows.filter((row) => row.in_force_until === undefined);
  return Object.fromEntries(inForce.map(({ country, threshold }) => [country, threshold]));
}
