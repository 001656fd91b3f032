// @ts-check
/**
 * Proves examples/consumer-ci with a packed tarball, as whoever copies the folder would use it:
 * `node scripts/ci/consumer-ci.mjs TARBALL`. In a temporary folder with an empty home it installs the example and runs its
 * laws under all four runners. Then it lays each mistake of `wrong/` over it: under node:test and vitest the laws that its
 * `expected.txt` shows must fail, and no other, with that text; a run with a seed that nobody chose must find the same,
 * and its seed and path lead to it again. One line for each thing proven; otherwise the log, and exit code 1.
 * With `--update` it writes what is printed into each `expected.txt` and the README, for review.
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

/** What node:test prints is read here, so that its form must not depend on the version of Node. */
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
await rightIsKept();
for (const mistake of readdirSync(join(example, "wrong"))) await wrongIsFound(mistake);
checkReadme();

/** Without saving: package.json goes on asking for the version of the registry, and npm says whether this is such a one. */
async function install() {
  for (const path of ["home", "tmp"]) mkdirSync(join(work, path));
  cpSync(example, folder, { recursive: true });
  const how = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  await succeeds("npm", ["install", ...how, resolve(tarball)]);
  const tree = await succeeds("npm", ["ls"]);
  proven(`installs: ${Array.from(tree.matchAll(/[\w-]+@\d\S+/g), ([each]) => each).join(", ")}`);
}

async function rightIsKept() {
  const counts = new Set();
  for (const script of ["test:vitest", "test:node", "test:jest", "test:mocha"]) {
    const said = await succeeds("npm", ["run", "--silent", script], TAP);
    const [, count] = /^(?: *Tests:? +| +|# pass )(\d+)(?: pass(?:ed|ing)\b.*)?$/m.exec(said) ?? [];
    counts.add(count);
    proven(`${script}: ${count} laws are kept`);
  }
  if (counts.size !== 1) fail("the runners do not run the same number of laws");
}

/** @param {string} mistake */
async function wrongIsFound(mistake) {
  const overlay = join(example, "wrong", mistake);
  const expectedPath = join(overlay, "expected.txt");
  cpSync(overlay, folder, { recursive: true });

  const broken = brokenOf(await fails("test:node", { SEED }));
  const printed = [...broken.values()].map((text) => `${text}\n`).join("\n");
  if (isUpdate) writeFileSync(expectedPath, printed);
  const expected = readFileSync(expectedPath, "utf8");
  if (printed !== expected) fail(`wrong/${mistake}: node:test printed\n${printed}\nand expected was\n${expected}`);
  proven(`wrong/${mistake}: node:test fails as in expected.txt: ${named(broken)}`);

  const said = await fails("test:vitest", { SEED });
  checkFailed(said, broken, mistake);
  for (const text of broken.values()) {
    if (!squeezed(said).includes(squeezed(text)))
      fail(`wrong/${mistake}: vitest does not print\n${text}\nbut\n${said}`);
  }
  proven(`wrong/${mistake}: vitest fails in the same laws, with the same text`);

  if (/seed: /.test(printed)) {
    const drawn = await fails("test:vitest", {});
    checkFailed(drawn, broken, mistake);
    for (const LAW of broken.keys()) await runsAgain(mistake, LAW, drawn);
  }
  for (const path of readdirSync(overlay).filter((name) => name !== "expected.txt")) {
    cpSync(join(example, path), join(folder, path));
  }
}

/**
 * The seed and path that a run under vitest printed lead to the same counterexample, under node:test.
 * @param {string} mistake @param {string} LAW @param {string} said
 */
async function runsAgain(mistake, LAW, said) {
  const from = said.slice(said.indexOf(` > ${LAW}\n`));
  const text = from.slice(from.indexOf("Error: ") + "Error: ".length, from.search(/^ *❯ /m));
  const [, seed = "", path = '""'] = /seed: (-?\d+), path: ("[^"]*")/.exec(text) ?? [];
  const again = brokenOf(await fails("test:node", { LAW, SEED: seed, CASE: JSON.parse(path) })).get(LAW) ?? "nothing";
  const isSame = uncounted(again) === uncounted(text);
  if (!isSame) fail(`wrong/${mistake}: printed was\n${text}\nand with its seed and path\n${again}`);
  proven(`wrong/${mistake}: a seed that nobody chose finds it too, and again: seed ${seed}, path ${path}`);
}

/** A run of one case tries and shrinks no other. @param {string} text */
function uncounted(text) {
  return squeezed(text.replace(/\(case .*\)|after \d+ tests|Shrunk \d+ time/g, "")).trim();
}

/** Which tests failed under node:test, and what it prints of each. @param {string} said */
function brokenOf(said) {
  const tests = said.matchAll(
    /^not ok \d+ - (.+)\n {2}---\n(?: {2}[a-z].*\n)*? {2}error: (?:\|-\n((?: {4}.*\n|\n)+)|'(.*)'\n)/gm,
  );
  return new Map(
    Array.from(tests, ([, name = "", lines, line = ""]) => [name, lines?.replace(/^ {4}/gm, "").trimEnd() ?? line]),
  );
}

/** Vitest names the same tests. @param {string} said @param {ReadonlyMap<string, string>} broken @param {string} mistake */
function checkFailed(said, broken, mistake) {
  const names = new Set(Array.from(said.matchAll(/^ *FAIL +\S+ > (.+)$/gm), ([, name = ""]) => name.trim()));
  const isSame = names.size === broken.size && [...names].every((name) => broken.has(name));
  if (!isSame) fail(`wrong/${mistake}: ${named(broken)} should fail, and under vitest it is\n${said}`);
}

/** @param {ReadonlyMap<string, string>} broken */
function named(broken) {
  return [...broken.keys()].map((name) => `"${name}"`).join(", ");
}

/** What the README shows is a file of the example, letter for letter; a comment above each block names it. */
function checkReadme() {
  const path = join(example, "README.md");
  const written = readFileSync(path, "utf8");
  const right = written.replace(
    /^(<!-- (\S+) -->\n```\w+\n).*?^```$/gms,
    (_block, head, name) => `${head}${readFileSync(join(example, name), "utf8")}\`\`\``,
  );
  if (isUpdate) writeFileSync(path, right);
  else if (written !== right) fail(`README.md should be\n${right}`);
  proven("README.md shows the files of the example as they are");
}

/** @param {string} command @param {readonly string[]} args @param {Readonly<Record<string, string>>} [more] */
async function succeeds(command, args, more) {
  const { status, said } = await run(command, args, more);
  if (status !== 0) fail(`${command} ${args.join(" ")} ended with ${status}\n${said}`);
  return said;
}

/** A run of the tests that must fail, and not for want of an end. @param {string} script @param {Readonly<Record<string, string>>} more */
async function fails(script, more) {
  const { status, said } = await run("npm", ["run", "--silent", script], { ...TAP, ...more });
  if (status === 0 || status === null) fail(`${script} should have failed and ended with ${status}\n${said}`);
  return said;
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
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  /** @type {number | null} */
  const status = await new Promise((done, failed) => child.once("error", failed).once("close", done));
  clearTimeout(timer);
  running = undefined;
  return { status, said };
}

/** Ends the whole group: npm starts a shell, and that the runner. @param {typeof running} child */
function end(child) {
  if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL");
}

/** Each runner indents and breaks lines in its own way. @param {string} text */
function squeezed(text) {
  return text.replace(/\s+/g, " ");
}

/** @param {string} what */
function proven(what) {
  console.log(`ok  ${what}`);
}

/** @param {string} what @returns {never} */
function fail(what) {
  console.log(`FAILED  ${what}`);
  process.exit(1);
}
