import { test } from "@jest/globals";
import { laws, options } from "./laws.mjs";

for (const law of laws) test(law.name, () => law.run(options), 60_000);
