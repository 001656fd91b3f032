import { it } from "mocha";
import { checks, options } from "./checks.mjs";

for (const check of checks) it(check.name, () => check.run(options)).timeout(60_000);
