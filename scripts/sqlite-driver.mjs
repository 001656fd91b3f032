/**
 * Makes the SQLite driver of the tests and benchmarks ready: downloads a built one or compiles it, a minute or two, where
 * it is not there yet. Not a part of `npm ci`, which has to work where neither can be done. Headers that came with this
 * Node are used.
 */
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

function isReady() {
  try {
    new (require("better-sqlite3"))(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

if (!isReady()) {
  console.log("Making the SQLite driver ready for the tests; this is done once, and may take a minute or two.");
  const home = dirname(dirname(process.execPath));
  const headers = existsSync(`${home}/include/node/node.h`) ? { npm_config_nodedir: home } : {};
  const folder = fileURLToPath(new URL("../node_modules/better-sqlite3", import.meta.url));
  // The compiler warns even when it succeeds. When it fails, the error has what it wrote.
  execSync("npm run --silent install", {
    cwd: folder,
    env: { ...process.env, ...headers },
    stdio: ["ignore", "ignore", "pipe"],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
}
