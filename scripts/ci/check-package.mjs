/**
 * Checks what would be published: `npm pack --json … | node scripts/ci/check-package.mjs`. Only the built files and the
 * documents that belong to them, nothing that runs at installation. Prints the size.
 */
import { readFileSync } from "node:fs";

const [{ files, size, unpackedSize }] = JSON.parse(readFileSync(0, "utf8"));
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

const documents = [
  "package.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "THIRD-PARTY-NOTICES.md",
  "examples/deposit.ts",
  "examples/deposit-run.ts",
  "examples/exchange/backend.ts",
  "examples/exchange/expected.txt",
  "examples/exchange/run.ts",
  "examples/own-storage.mjs",
  "examples/trp/expected.txt",
  "examples/trp/run.ts",
  "examples/trp/vasp.ts",
  "examples/trp.ts",
  "examples/trp-parts.ts",
  "examples/withdrawal.ts",
  "examples/withdrawal-run.ts",
];
const wanted = /^(dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)|docs\/[\w-]+\.md|docs\/(charts\/)?[\w-]+\.svg)$/;

const paths = files.map(({ path }) => path);
const faults = [
  ...paths
    .filter((path) => !wanted.test(path) && !documents.includes(path))
    .map((path) => `${path} does not belong in it`),
  ...documents.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
  ...["preinstall", "install", "postinstall", "prepare"]
    .filter((name) => name in scripts)
    .map((name) => `it has a ${name} script`),
];

console.log(`${paths.length} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`);
if (faults.length > 0) throw new Error(`The package is not as it should be: ${faults.join("; ")}.`);

function kilobytes(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}
