/**
 * A process or worker thread that uses a JSON file: `json-file-child.ts <path> (hold|create) <prefix>`. `hold` opens it,
 * prints `open` and keeps it open. `create` also inserts accounts, and prints each id once it is acknowledged.
 */
import { writeSync } from "node:fs";
import { argv } from "node:process";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { individual } from "./storage-records.js";

// From the end, because a worker thread has one argument less before them.
const [path = "", task = "", prefix = ""] = argv.slice(-3);
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};
const { accounts } = jsonFileStorage(path);
try {
  await accounts.find("");
  say("open");
} catch (error) {
  say(error instanceof ComplianceError ? error.code : "another error");
  process.exit(1);
}
if (task === "create") {
  for (let index = 0; ; index += 1) {
    await accounts.insert(individual(`${prefix}-${index}`));
    say(`${prefix}-${index}`);
  }
}
setInterval(() => undefined, 1000);
