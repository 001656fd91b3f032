/** How often a property is tried: as given, or as the environment variable FC_RUNS says, for a longer search. */
export function runs(usual: number): number {
  const asked = Number(process.env["FC_RUNS"]);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : usual;
}
