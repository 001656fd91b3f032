/** Bearer tokens: which headers identify a client, and which hashes are refused. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bearerTokens } from "../../src/http/bearer.js";
import { ComplianceError } from "../../src/index.js";
import { runs } from "../support/runs.js";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function withHeader(value: string): Request {
  return new Request("https://service.example/", { headers: { authorization: value } });
}

const first = "kq3PpWv1cN-_.~+/0=";
const second = "second==";
const authenticate = bearerTokens({
  [sha256(first)]: "tenant-1",
  [sha256(second).toUpperCase()]: "tenant-2",
  [sha256("other")]: "tenant-1",
});

describe("bearerTokens", () => {
  it("hashes with SHA-256: the example of its documentation is the token test", async () => {
    const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    expect(await bearerTokens({ [hash]: 7 })(withHeader("Bearer test"))).toBe(7);
  });

  it.each([
    [`Bearer ${first}`, "tenant-1"],
    [`bearer ${first}`, "tenant-1"],
    [`BEARER   ${second}`, "tenant-2"],
    ["Bearer other", "tenant-1"],
    // The platform removes white space around a header.
    [` Bearer ${second} `, "tenant-2"],
  ])("accepts %j", async (header, client) => expect(await authenticate(withHeader(header))).toBe(client));

  it.each([
    "",
    "Bearer",
    "Bearer ",
    "Bearer unknown",
    `Bearer${second}`,
    `Basic ${second}`,
    second,
    `Bearer ${second} x`,
    `Bearer ${second}, Bearer ${second}`,
    `Bearer ${second},`,
    `Bearer "${second}"`,
    `Bearer\t${second}`,
    `Bearer ${second}=`,
    `Bearer ${second.slice(0, -1)}`,
    `Bearer =${second}`,
    `Bearer token=${second}`,
    `Bearer ${sha256(second)}`,
    "Bearer sécond==",
  ])("refuses %j", async (header) => expect(await authenticate(withHeader(header))).toBeUndefined());

  it("refuses a request without the header, and one that has it twice", async () => {
    expect(await authenticate(new Request("https://service.example/"))).toBeUndefined();
    const twice = new Headers();
    twice.append("authorization", `Bearer ${second}`);
    twice.append("authorization", `Bearer ${second}`);
    expect(await authenticate({ headers: twice })).toBeUndefined();
  });

  it("identifies the client of each token, and of no other text", async () => {
    const token = fc.stringMatching(/^[\w.~+/-]{1,40}={0,2}$/);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(token, { minLength: 1, maxLength: 8 }), token, async (tokens, stranger) => {
        const find = bearerTokens(Object.fromEntries(tokens.map((each, index) => [sha256(each), { index }])));
        for (const [index, each] of tokens.entries())
          expect(await find(withHeader(`Bearer ${each}`))).toEqual({ index });
        const found = await find(withHeader(`Bearer ${stranger}`));
        expect(found !== undefined).toBe(tokens.includes(stranger));
      }),
      { numRuns: runs(200) },
    );
  });

  it("takes time in proportion to the header, however it is malformed", async () => {
    const startedAt = performance.now();
    for (const text of [`Bearer ${" ".repeat(100_000)}!`, `Bearer ${"a=".repeat(100_000)}`, "bearer ".repeat(50_000)]) {
      expect(await authenticate(withHeader(text))).toBeUndefined();
    }
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it("keeps a client whose hash is added to the object later out", async () => {
    const hashes: Record<string, string> = { [sha256("a")]: "tenant-1" };
    const find = bearerTokens(hashes);
    hashes[sha256("b")] = "tenant-2";
    hashes[sha256("a")] = "tenant-2";
    expect(await find(withHeader("Bearer b"))).toBeUndefined();
    expect(await find(withHeader("Bearer a"))).toBe("tenant-1");
  });

  it.each<[problem: string, hashes: unknown]>([
    ["is not a SHA-256 hash", { "plain-token": "tenant-1" }],
    ["is not a SHA-256 hash", { [sha256("a").slice(1)]: "tenant-1" }],
    ["is not a SHA-256 hash", { [`${sha256("a")} `]: "tenant-1" }],
    ["has the hash of another one", { [sha256("a")]: "tenant-1", [sha256("a").toUpperCase()]: "tenant-2" }],
    ["has no client", { [sha256("a")]: undefined }],
    ["has no client", { [sha256("a")]: null }],
    ["has no client", { [sha256("a")]: false }],
    ["takes an object", {}],
    ["takes an object", undefined],
    ["takes an object", [sha256("a")]],
    ["takes an object", new Map([[sha256("a"), "tenant-1"]])],
  ])("rejects a configuration that %s, and repeats none of it", (problem, hashes) => {
    // The cast: as callers without types call it.
    const creating = () => bearerTokens(hashes as Record<string, string>);
    expect(creating).toThrow(ComplianceError);
    expect(creating).toThrow(problem);
    expect(creating).not.toThrow(/plain-token|[\da-f]{60}|tenant/i);
  });
});
