import { test } from "vitest";
import { laws, options } from "./laws.mjs";

for (const law of laws) test(law.name, { timeout: 60_000 }, () => law.run(options));
