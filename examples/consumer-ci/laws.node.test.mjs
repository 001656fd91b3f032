import { test } from "node:test";
import { laws, options } from "./laws.mjs";

for (const law of laws) test(law.name, () => law.run(options));
