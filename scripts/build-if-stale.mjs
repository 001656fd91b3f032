/**
 * Builds dist/ unless it is complete and newer than everything it is made of. Prints nothing when there is nothing to do,
 * and never to stdout, which belongs to the program that runs afterwards.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const built = leavesOf(exports).filter((path) => path.startsWith("./dist/"));
const madeOf = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsup.config.ts",
  ...readdirSync("src", { recursive: true }).map((path) => `src/${path}`),
];

if (Math.min(...built.map(timeOf)) <= Math.max(...madeOf.map(timeOf))) {
  console.error("Building (once, about half a minute) …");
  // Through node, since npx and shells differ between systems.
  const { status } = spawnSync(process.execPath, ["node_modules/tsup/dist/cli-default.js"], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  process.exitCode = status ?? 1;
}

function leavesOf(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(leavesOf);
}

/** When the file was last written, in milliseconds; 0 when it is not there. */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
