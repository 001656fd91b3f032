/** docs/http.md: each curl command, literally, and the answer that the page shows. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleServer, startExample } from "../support/http-example.js";

const run = promisify(execFile);
const page = readFileSync(new URL("../../docs/http.md", import.meta.url), "utf8");
const commands = Array.from(
  page.matchAll(/^### (.+?)\n\n```sh\n(.*?)^```\n\n```json\n(.*?)^```$/gms),
  ([, ...parts]) => parts,
);

let server: ExampleServer;

beforeAll(async () => {
  server = await startExample();
});

afterAll(async () => {
  await server.stop();
  expect(server.errors()).toBe("");
});

/** Times and days keep their format only. */
function withoutTimes(json: string): unknown {
  const time = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d\.\d{3}(?: ?[+-]\d\d:?\d\d)?)?/g;
  return JSON.parse(json.replace(time, (text) => text.replace(/\d/g, "0")));
}

describe("the commands of docs/http.md", () => {
  it("show every clause of §4", () => {
    const clauses = commands.flatMap(([title]) => /§4\.\d/.exec(title ?? "") ?? []);
    expect(clauses.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((clause) => `§4.${clause}`));
    // Every command is one with an answer.
    expect(page.match(/^curl /gm)).toHaveLength(commands.length);
  });

  // In the order of the page: later commands need what earlier ones stored.
  it.sequential.each(commands)("return what the page shows: %s", async (_, command = "", answer = "") => {
    const env = { ...process.env, BASE: server.base, TOKEN: server.token };
    const { stdout, stderr } = await run("bash", ["-c", command], { env });
    expect(stderr).toBe("");
    expect(withoutTimes(stdout)).toEqual(withoutTimes(answer));
  });
});
