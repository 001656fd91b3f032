/**
 * A process or worker thread that uses a JSON file: `json-file-thread-child.ts <path> <ending>`. It opens the file, inserts
 * accounts, and sends `open` and the id of each acknowledged one. With the ending `stay` it waits; with `write` it inserts
 * without end; otherwise it ends in that way without closing the storage.
 */
import { parentPort, threadId, workerData } from "node:worker_threads";
import { jsonFileStorage } from "../../src/json-file.js";
import { individual } from "./storage-records.js";

const [path = "", ending = ""] = (workerData as readonly string[] | null) ?? process.argv.slice(2);
const say = (line: string): void => {
  if (parentPort === null) process.stdout.write(`${line}\n`);
  else parentPort.postMessage(line);
};
const { accounts } = jsonFileStorage(path);
try {
  await accounts.find("");
  say("open");
} catch (error) {
  say(error instanceof Error ? error.message : "another error");
}
if (ending === "throw") throw new Error("The worker fails.");
if (ending === "exit") process.exit(0);
for (let index = 0; ending === "write"; index += 1) {
  await accounts.insert(individual(`w${threadId}-${index}`));
  say(`w${threadId}-${index}`);
}
if (ending === "stay") setInterval(() => undefined, 1000);
