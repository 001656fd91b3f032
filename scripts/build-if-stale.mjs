/**
 * Builds dist/ unless it is complete and newer than everything it is made of; with `--site`, then site/ in the same way.
 * Prints nothing when there is nothing to do, and never to stdout, which belongs to the program that runs afterwards.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const built = leavesOf(exports).filter((path) => path.startsWith("./dist/"));
const madeOf = ["package.json", "package-lock.json", "tsconfig.json", "tsup.config.ts", ...pathsIn("src")];

if (isStale(built, madeOf)) build("Building (once, about half a minute) …", ["tsup/dist/cli-default.js"]);

if (process.argv.includes("--site")) {
  const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "typedoc.json", ...pathsIn("docs")];
  // The API is written last.
  const isSiteStale = isStale(["site/api/index.html"], [...built, ...pages]);
  if (isSiteStale) build("Building the site (once, about a minute) …", ["vitepress/bin/vitepress.js", "build", "docs"]);
}

/** @param {readonly string[]} outputs @param {readonly string[]} inputs */
function isStale(outputs, inputs) {
  return Math.min(...outputs.map(timeOf)) <= Math.max(...inputs.map(timeOf));
}

/** Runs a program of node_modules. Through node, since npx and shells differ between systems. */
function build(message, [program, ...args]) {
  console.error(message);
  const { status } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Folders are included, because deleting a file changes only them. */
function pathsIn(folder) {
  return readdirSync(folder, { recursive: true }).map((path) => `${folder}/${path}`);
}

function leavesOf(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(leavesOf);
}

/** When the file was last written, in milliseconds; 0 when it is not there. */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
