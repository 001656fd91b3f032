/**
 * A process of several concurrent writers, which make so many changes each and keep the file open until it is killed:
 * `json-file-writer-child.ts <path> <round> <compactAt> <key in hex or "plain"> <changes>`. It prints `open`, and
 * `<writer> <index>` after each acknowledged change (json-file-writing.ts).
 */
import { argv, stdout } from "node:process";
import { openWith } from "./json-file.js";
import { makeChange, WRITERS } from "./json-file-writing.js";

const [path = "", round = "", compactAt = "", key = "", changes = ""] = argv.slice(2);
const encryption = key === "plain" ? {} : { encryption: { key: Buffer.from(key, "hex") } };
const storage = openWith(path, { ...encryption, compactAt: Number(compactAt) });
/** Resolves once the line is written, so that a writer is at most one change ahead of its output. */
const say = (line: string): Promise<unknown> => new Promise((resolve) => stdout.write(`${line}\n`, resolve));

await storage.accounts.find("");
await say("open");
for (let writer = 0; writer < WRITERS; writer += 1) void write(writer);
setInterval(() => undefined, 1000);

async function write(writer: number): Promise<void> {
  for (let index = 0; index < Number(changes); index += 1) {
    await makeChange(storage, Number(round), writer, index);
    await say(`${writer} ${index}`);
  }
}
