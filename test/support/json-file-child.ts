/**
 * A process or worker thread that uses a JSON file: `json-file-child.ts <path> <task> <prefix>`. It opens the file, and says
 * `open`, or the code and the message of the failure. Then `hold` waits, `create` inserts accounts without end and says each
 * id once it is acknowledged, and `throw`, `exit` and `run out` end without closing the storage. A thread with `workerData`
 * sends its lines to its parent.
 */
import { writeSync } from "node:fs";
import { argv } from "node:process";
import { parentPort, threadId, workerData } from "node:worker_threads";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { jsonFileStorage } from "../../src/json-file.js";
import { individual } from "./storage-records.js";

// null in a process, and undefined in a thread without it.
const given: readonly string[] | null | undefined = workerData;
// From the end, because a worker thread has one argument less before them.
const [path = "", task = "", prefix = ""] = given ?? argv.slice(-3);
const say = (line: string): void => {
  if (!given) writeSync(1, `${line}\n`);
  else parentPort?.postMessage(line);
};
const { accounts } = jsonFileStorage(path);
try {
  await accounts.find("");
  say("open");
} catch (error) {
  say(error instanceof ComplianceError ? `${error.code}: ${error.message}` : "another error");
  process.exit(1);
}
if (task === "throw") throw new Error("The worker fails.");
if (task === "exit") process.exit(0);
for (let index = 0; task === "create"; index += 1) {
  const id = `${prefix || `w${threadId}`}-${index}`;
  await accounts.insert(individual(id));
  say(id);
}
if (task === "hold") setInterval(() => undefined, 1000);
