/**
 * A process of its own that writes a JSON file by several writers at once, so many changes each, and then keeps it open
 * until it is killed: `json-file-writer-child.ts <path> <round> <compactAt> <key in hex or "plain"> <changes>`. It says
 * `open`, and after each acknowledged change `<writer> <index>` (json-file-writing.ts).
 */
import { argv, stdout } from "node:process";
import { openWith } from "./json-file-open.js";
import { makeChange, WRITERS } from "./json-file-writing.js";

const [path = "", round = "", compactAt = "", key = "", changes = ""] = argv.slice(2);
const encryption = key === "plain" ? {} : { encryption: { key: Buffer.from(key, "hex") } };
const storage = openWith(path, { ...encryption, compactAt: Number(compactAt) });
/** Resolves once it is said, so that no writer is further ahead of what it said than one change. */
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
