// @ts-check
/**
 * Tests examples/consumer-ci with a packed tarball: `node scripts/ci/consumer-ci.mjs TARBALL`.
 *
 * It installs the example in a temporary folder with an empty home, and runs its checks under all four runners. Then it
 * copies each mistake of `wrong/` over it. Under node:test and vitest, exactly the checks of `expected.txt` must fail,
 * with that text. A run with a random seed must find the same failures, and its seed and path must replay them. It prints
 * one line for each result, or the log and exit code 1. `--update` rewrites each `expected.txt` and the README, for review.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const example = fileURLToPath(new URL("../../examples/consumer-ci/", import.meta.url));
const [tarball = "", flag] = process.argv.slice(2);
const isUpdate = flag === "--update";
if (tarball === "") throw new Error("Usage: node scripts/ci/consumer-ci.mjs TARBALL [--update]");

const work = mkdtempSync(join(tmpdir(), "consumer-ci-"));
const folder = join(work, "consumer");
const { NODE_OPTIONS: _, FORCE_COLOR: _forced, ...given } = process.env;
const env = { ...given, CI: "true", NO_COLOR: "1", HOME: join(work, "home"), TMPDIR: join(work, "tmp") };

/** A fixed output format of node:test, which is parsed here, in every version of Node. */
const TAP = { NODE_OPTIONS: "--test-reporter=tap" };
/** The seed of the texts in `expected.txt`. */
const SEED = "1";
const TIMEOUT = 120_000;

/** @type {import("node:child_process").ChildProcess | undefined} */
let running;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.once(signal, () => process.exit(130));
process.once("exit", () => {
  end(running);
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
});

await install();
await correctPasses();
for (const mistake of readdirSync(join(example, "wrong"))) await mistakeFails(mistake);
checkReadme();

/** Without saving, so that npm compares the tarball with the version that package.json requires. */
async function install() {
  for (const path of ["home", "tmp"]) mkdirSync(join(work, path));
  cpSync(example, folder, { recursive: true });
  const how = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  await succeeds("npm", ["install", ...how, resolve(tarball)]);
  const tree = await succeeds("npm", ["ls"]);
  report(`installs: ${Array.from(tree.matchAll(/[\w-]+@\d\S+/g), ([each]) => each).join(", ")}`);
}

async function correctPasses() {
  const counts = new Set();
  for (const script of ["test:vitest", "test:node", "test:jest", "test:mocha"]) {
    const output = await succeeds("npm", ["run", "--silent", script], TAP);
    const [, count] = /^(?: *Tests:? +| +|# pass )(\d+)(?: pass(?:ed|ing)\b.*)?$/m.exec(output) ?? [];
    counts.add(count);
    report(`${script}: ${count} checks pass`);
  }
  if (counts.size !== 1) fail("the runners do not run the same number of checks");
}

/** @param {string} mistake */
async function mistakeFails(mistake) {
  const overlay = join(example, "wrong", mistake);
  const expectedPath = join(overlay, "expected.txt");
  cpSync(overlay, folder, { recursive: true });

  const failures = failuresOf(await fails("test:node", { SEED }));
  const printed = [...failures.values()].map((text) => `${text}\n`).join("\n");
  if (isUpdate) writeFileSync(expectedPath, printed);
  const expected = readFileSync(expectedPath, "utf8");
  if (printed !== expected) fail(`wrong/${mistake}: node:test printed\n${printed}\nand expected was\n${expected}`);
  report(`wrong/${mistake}: node:test fails as in expected.txt: ${named(failures)}`);

  const output = await fails("test:vitest", { SEED });
  checkFailed(output, failures, mistake);
  for (const text of failures.values()) {
    if (!squeezed(output).includes(squeezed(text)))
      fail(`wrong/${mistake}: vitest does not print\n${text}\nbut\n${output}`);
  }
  report(`wrong/${mistake}: vitest fails the same checks, with the same text`);

  if (/seed: /.test(printed)) {
    const drawn = await fails("test:vitest", {});
    checkFailed(drawn, failures, mistake);
    for (const CHECK of failures.keys()) await replays(mistake, CHECK, drawn);
  }
  for (const path of readdirSync(overlay).filter((name) => name !== "expected.txt")) {
    cpSync(join(example, path), join(folder, path));
  }
}

/**
 * The seed and path of a failure under vitest replay the same counterexample under node:test.
 * @param {string} mistake @param {string} CHECK @param {string} output
 */
async function replays(mistake, CHECK, output) {
  const from = output.slice(output.indexOf(` > ${CHECK}\n`));
  const text = from.slice(from.indexOf("Error: ") + "Error: ".length, from.search(/^ *❯ /m));
  const [, seed = "", path = '""'] = /seed: (-?\d+), path: ("[^"]*")/.exec(text) ?? [];
  const again =
    failuresOf(await fails("test:node", { CHECK, SEED: seed, CASE: JSON.parse(path) })).get(CHECK) ?? "nothing";
  const isSame = uncounted(again) === uncounted(text);
  if (!isSame) fail(`wrong/${mistake}: printed was\n${text}\nand with its seed and path\n${again}`);
  report(`wrong/${mistake}: a random seed finds and replays it: seed ${seed}, path ${path}`);
}

/** Removes counts, because a replay runs one case. @param {string} text */
function uncounted(text) {
  return squeezed(text.replace(/\(case .*\)/g, "")).trim();
}

/** Returns the failed tests under node:test, with their messages. @param {string} output */
function failuresOf(output) {
  const tests = output.matchAll(
    /^not ok \d+ - (.+)\n {2}---\n(?: {2}[a-z].*\n)*? {2}error: (?:\|-\n((?: {4}.*\n|\n)+)|'(.*)'\n)/gm,
  );
  return new Map(
    Array.from(tests, ([, name = "", lines, line = ""]) => [name, lines?.replace(/^ {4}/gm, "").trimEnd() ?? line]),
  );
}

/** Compares the failed tests of vitest. @param {string} output @param {ReadonlyMap<string, string>} failures @param {string} mistake */
function checkFailed(output, failures, mistake) {
  const names = new Set(Array.from(output.matchAll(/^ *FAIL +\S+ > (.+)$/gm), ([, name = ""]) => name.trim()));
  const isSame = names.size === failures.size && [...names].every((name) => failures.has(name));
  if (!isSame) fail(`wrong/${mistake}: ${named(failures)} should fail, and under vitest it is\n${output}`);
}

/** @param {ReadonlyMap<string, string>} failures */
function named(failures) {
  return [...failures.keys()].map((name) => `"${name}"`).join(", ");
}

/** Every block of the README equals the file named in the comment above it. */
function checkReadme() {
  const path = join(example, "README.md");
  const written = readFileSync(path, "utf8");
  const right = written.replace(
    /^(<!-- (\S+) -->\n```\w+\n).*?^```$/gms,
    (_block, head, name) => `${head}${readFileSync(join(example, name), "utf8")}\`\`\``,
  );
  if (isUpdate) writeFileSync(path, right);
  else if (written !== right) fail(`README.md should be\n${right}`);
  report("README.md shows the files of the example");
}

/** @param {string} command @param {readonly string[]} args @param {Readonly<Record<string, string>>} [more] */
async function succeeds(command, args, more) {
  const { status, output } = await run(command, args, more);
  if (status !== 0) fail(`${command} ${args.join(" ")} ended with ${status}\n${output}`);
  return output;
}

/** Runs tests that must fail, and end. @param {string} script @param {Readonly<Record<string, string>>} more */
async function fails(script, more) {
  const { status, output } = await run("npm", ["run", "--silent", script], { ...TAP, ...more });
  if (status === 0 || status === null) fail(`${script} should have failed and ended with ${status}\n${output}`);
  return output;
}

/** @param {string} command @param {readonly string[]} args @param {Readonly<Record<string, string>>} [more] */
async function run(command, args, more) {
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  const timer = setTimeout(end, TIMEOUT, child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  /** @type {number | null} */
  const status = await new Promise((done, failed) => child.once("error", failed).once("close", done));
  clearTimeout(timer);
  running = undefined;
  return { status, output };
}

/** Ends the process group: npm starts a shell, which starts the runner. @param {typeof running} child */
function end(child) {
  if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL");
}

/** Normalizes white space, which differs between runners. @param {string} text */
function squeezed(text) {
  return text.replace(/\s+/g, " ");
}

/** @param {string} what */
function report(what) {
  console.log(`ok  ${what}`);
}

/** @param {string} what @returns {never} */
function fail(what) {
  console.log(`FAILED  ${what}`);
  process.exit(1);
}
