import { test } from "node:test";
import { checks, options } from "./checks.mjs";

for (const check of checks) test(check.name, () => check.run(options));
