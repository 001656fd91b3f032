import { test } from "@jest/globals";
import { checks, options } from "./checks.mjs";

for (const check of checks) test(check.name, () => check.run(options), 60_000);
