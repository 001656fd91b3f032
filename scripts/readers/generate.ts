/** What scripts/generate-readers.mjs bundles and runs. */
import { schemas } from "./schemas.shape.js";
import { writeReaders } from "./write-reader.js";

export const files: Readonly<Record<string, string>> = writeReaders(schemas);
