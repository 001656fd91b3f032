import { test } from "vitest";
import { checks, options } from "./checks.mjs";

for (const check of checks) test(check.name, { timeout: 60_000 }, () => check.run(options));
