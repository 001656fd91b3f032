/** What the figures were taken on. */
import { readFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";

/** Node, V8, the system and the processors. */
export function machine(): string {
  const { version, versions, platform, arch } = process;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `Node ${version}, V8 ${versions.v8}, ${platform} ${arch}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${memory}`;
}

/** "decimal.js 10.6.0, …". Read as files: not every package lets its package.json be imported. */
export async function versionsOf(packages: readonly string[]): Promise<string> {
  const versions = packages.map(async (name) => {
    const text = await readFile(new URL(`../../../node_modules/${name}/package.json`, import.meta.url), "utf8");
    return `${name} ${(JSON.parse(text) as { version: string }).version}`;
  });
  return (await Promise.all(versions)).join(", ");
}
