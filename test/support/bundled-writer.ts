/** json-file-writer-child.ts as one file of JavaScript: a process that begins with it starts several times faster. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface BundledWriter {
  /** Its path. */
  readonly program: string;
  remove(): Promise<void>;
}

export async function bundledWriter(): Promise<BundledWriter> {
  const folder = await mkdtemp(join(tmpdir(), "vaspkit-test-"));
  const program = join(folder, "writer.mjs");
  const entryPoints = [fileURLToPath(new URL("json-file-writer-child.ts", import.meta.url))];
  await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return { program, remove: () => rm(folder, { recursive: true, force: true }) };
}
