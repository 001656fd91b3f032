/** Runs pollution-child.ts: the library in a process whose `Object.prototype` is polluted. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import ts from "typescript";
import type { Difference, PollutionTask } from "./pollution-child.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");

/** Bundles the program and the battery into a folder. */
export async function bundlePollution(folder: string): Promise<void> {
  const common: BuildOptions = { bundle: true, platform: "node", target: "node20", logLevel: "error", outdir: folder };
  await build({
    ...common,
    entryPoints: [join(here, "pollution-child.ts")],
    format: "esm",
    outExtension: { ".js": ".mjs" },
  });
  await build({
    ...common,
    entryPoints: [join(here, "pollution-battery.ts")],
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    external: ["better-sqlite3", "kysely"],
  });
}

/** Runs a task in a process. Returns the pollutions that changed an answer. Rejects when the process ended early. */
export async function differencesOf(folder: string, task: PollutionTask): Promise<readonly Difference[]> {
  const given = [join(folder, "pollution-child.mjs"), join(folder, "pollution-battery.cjs"), JSON.stringify(task)];
  const env = { ...process.env, NODE_PATH: join(root, "node_modules") };
  const child = spawn(process.execPath, given, { env, stdio: ["ignore", "pipe", "inherit"] });
  const said: unknown[] = [];
  for await (const line of createInterface({ input: child.stdout })) said.push(JSON.parse(line));
  const end = said.pop();
  if (typeof end === "object" && end !== null && "operations" in end && end.operations === "done") {
    return said as Difference[]; // the lines of the program
  }
  throw new Error(`The process ended under a pollution. Its last difference: ${JSON.stringify(end)}`);
}

/**
 * Names that no library can withstand, because the language or Node itself reads them:
 * - `return`: the end of every destructured array
 * - `then` as a function: every await; the other values hold
 * - `toJSON` as a function: every `JSON.stringify`; the other values hold
 */
const NATIVE: readonly string[] = ["return"];

/** Names in the descriptor of a property. The driver of SQLite and the bundler's code define properties without care. */
export const DESCRIPTOR: readonly string[] = ["get", "set", "value", "writable", "enumerable", "configurable"];

/** The fields and settings of numbers in decimal.js. */
export const DECIMAL: readonly string[] = [
  ...["d", "e", "s", "toStringTag", "defaults", "precision", "rounding", "modulo", "crypto"],
  ...["minE", "maxE", "toExpNeg", "toExpPos"],
];

/** Read by Node, by a dependency or as an index of an array. Not all of them are names of the source. */
const FURTHER = [
  ...["0", "1", "2", "5", "-1", "length", "then", "toJSON", "cause", "encoding", "flag", "flush", "mode", "bigint"],
  ...["recursive", "once", "capture", "passive", "stream", "fatal", "ignoreBOM"],
  ...["status", "highWaterMark", "timeout", "const", "$ref", "oneOf", "required", ...DESCRIPTOR, ...DECIMAL],
  // Not in one group with "protocol": Node takes every path for a URL if `Object.prototype` has both.
  "href",
];

/** Names of properties that the library declares, writes or reads, from its source. Those of IVMS101 have a test of their own. */
export function propertyNames(): readonly string[] {
  const names = new Set(FURTHER);
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  for (const file of files) {
    if (!file.endsWith(".ts") || /^(?:testing|reference|ivms101)\b/.test(file)) continue;
    const text = readFileSync(join(root, "src", file), "utf8");
    const visit = (node: ts.Node): void => {
      const name = nameOf(node);
      if (name !== undefined) names.add(name);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  }
  // What is there already belongs to the language.
  return [...names].filter((name) => !(name in Object.prototype) && !NATIVE.includes(name));
}

function nameOf(node: ts.Node): string | undefined {
  const isMember = ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node);
  const name = ts.isBindingElement(node)
    ? (node.propertyName ?? node.name)
    : isMember || ts.isPropertyAccessExpression(node)
      ? node.name
      : undefined;
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
