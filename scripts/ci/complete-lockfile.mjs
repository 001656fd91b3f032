/**
 * Writes into package-lock.json the platform packages (@biomejs/cli-darwin-arm64, …) that a registry mirror did not
 * serve. Without their entries `npm ci` refuses the lock file everywhere, although no one here would install them.
 * Run it after `npm install` added or raised a dependency: `node scripts/ci/complete-lockfile.mjs`.
 * Entries written here have no integrity, since nothing was downloaded; npm fills it in on a platform that can.
 */
import { readFileSync, writeFileSync } from "node:fs";

const lockUrl = new URL("../../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(lockUrl, "utf8"));

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** What the package's name says of where it runs: `…-linux-x64-musl` is os linux, cpu x64, libc musl. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`${name} does not name one platform; add its entry by hand.`);
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : ["glibc"];
  return os[0] === "linux" ? { cpu, libc, os } : { cpu, os };
}

const added = [];
for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const here = `node_modules/${name}`;
    if (here in lock.packages || `${place}/${here}` in lock.packages) continue;
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name}@${version} is not one exact version.`);
    const { cpu, libc, os } = platformOf(name);
    lock.packages[here] = { version, cpu, ...(parent.dev && { dev: true }), ...(libc && { libc }), optional: true, os };
    added.push(name);
  }
}

if (added.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(lockUrl, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${added.length} entries added to package-lock.json`);
