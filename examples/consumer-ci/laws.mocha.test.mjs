import { it } from "mocha";
import { laws, options } from "./laws.mjs";

for (const law of laws) it(law.name, () => law.run(options)).timeout(60_000);
