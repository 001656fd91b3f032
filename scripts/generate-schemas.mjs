/**
 * Generates the table of JSON Schemas, `src/generated/schema-table.ts`, from types and rules (scripts/schemas). For the command
 * line, see generator.mjs.
 */
import { runBundledGenerator } from "./bundled-generator.mjs";

await runBundledGenerator("scripts/schemas/generate.ts");
