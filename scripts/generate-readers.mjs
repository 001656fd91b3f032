/**
 * Generates the readers of inputs, `src/generated/*.reader.ts`, from types and rules (scripts/readers). For the command line,
 * see generator.mjs.
 */
import { runBundledGenerator } from "./bundled-generator.mjs";

await runBundledGenerator("scripts/readers/generate.ts");
