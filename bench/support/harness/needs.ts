/** Makes what questions need, by the scripts that the tests use. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Need } from "../question.js";

const SCRIPTS: Readonly<Record<Need, string>> = { build: "build-if-stale.mjs", sqlite: "sqlite-driver.mjs" };

/** What is said meanwhile, for it can take a minute. */
export const making: Readonly<Record<Need, string>> = { build: "building dist", sqlite: "making the SQLite driver" };

/** Makes a need; rejects when that fails. */
export type Make = (need: Need) => Promise<void>;

const run = promisify(execFile);

/** Each need is made once, and what its script says is told only when it fails: it is warnings of a compiler. */
export function makerIn(scripts: URL): Make {
  const made = new Map<Need, Promise<void>>();
  const make = async (need: Need): Promise<void> => {
    await run(process.execPath, [fileURLToPath(new URL(SCRIPTS[need], scripts))], { maxBuffer: 2 ** 26 });
  };
  return (need) => {
    const one = made.get(need) ?? make(need);
    made.set(need, one);
    return one;
  };
}
