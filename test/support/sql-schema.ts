/** The steps of the schema, in the order in which `migrate` applies them. */
export const MIGRATIONS: readonly string[] = ["0001_rows"];
