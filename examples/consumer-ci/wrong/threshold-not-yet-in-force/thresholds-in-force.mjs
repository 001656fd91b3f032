/** Of counsel's rows those that are in force at that time, as `createCompliance` takes them. */
export function thresholdsInForce(rows) {
  const inForce = rows.filter((row) => row.in_force_until === undefined);
  return Object.fromEntries(inForce.map(({ country, threshold }) => [country, threshold]));
}
