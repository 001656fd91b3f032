/** Returns the thresholds in force at a time, as `createCompliance` takes them. */
export function thresholdsInForce(rows, at) {
  const day = at.toISOString().slice(0, 10);
  const inForce = rows.filter((row) => row.in_force_from <= day && day <= (row.in_force_until ?? day));
  return Object.fromEntries(inForce.map(({ country, threshold }) => [country, threshold]));
}
