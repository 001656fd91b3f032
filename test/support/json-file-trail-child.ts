/**
 * A process of several concurrent writers with an audit trail: `json-file-trail-child.ts <path> <round> <compactAt>`. It
 * prints `open`, and the id of each call that was answered (trail-writing.ts).
 */
import { argv, stdout } from "node:process";
import { openWith } from "./json-file.js";
import { idsOfCalls, makeCall, withTrail } from "./trail-writing.js";

const WRITERS = 6;
const CALLS = 1_000;

const [path = "", round = "", compactAt = ""] = argv.slice(2);
const storage = openWith(path, { compactAt: Number(compactAt) });
const compliance = withTrail(storage);
/** Resolves once the line is written, so that a writer is at most one call ahead of its output. */
const say = (line: string): Promise<unknown> => new Promise((resolve) => stdout.write(`${line}\n`, resolve));

await storage.accounts.find("");
await say("open");
for (let writer = 0; writer < WRITERS; writer += 1) void write(writer);
setInterval(() => undefined, 1000);

async function write(writer: number): Promise<void> {
  for (const id of idsOfCalls(`${round}-${writer}`, CALLS)) {
    await makeCall(compliance, id);
    await say(id);
  }
}
