/** size.bench.ts counts what a bundle has, and its budget names what is measured. */
import { describe, expect, it } from "vitest";
import budget from "../../bench/size-budget.json" with { type: "json" };
import { checkers, others, ours, sizeOf } from "../../bench/support/size-bundles.js";

describe("the size of an import", () => {
  it("is that of what is left of it, minified and packed", async () => {
    const { minified, gzip } = await sizeOf(`export const text = "${"a".repeat(5_000)}";`);
    expect(minified).toBeGreaterThan(5_000);
    expect(minified).toBeLessThan(5_100);
    expect(gzip).toBeLessThan(200);
  });

  it("leaves out what is not imported, and the peers", async () => {
    const all = await sizeOf('export * from "valibot"');
    expect((await sizeOf('export { string } from "valibot"')).minified).toBeLessThan(all.minified / 10);
    expect((await sizeOf('export { sql } from "kysely"')).minified).toBeLessThan(100);
    expect(await sizeOf("")).toMatchObject({ minified: 0 });
  });

  it("of a package is more than of nothing", async () => {
    for (const source of Object.values(others)) expect((await sizeOf(source)).minified).toBeGreaterThan(10_000);
  });

  it("of what checks an account is more than of nothing, and there is one of each", async () => {
    expect(Object.keys(checkers).map((name) => name.split(":")[0])).toEqual(["vaspkit", "zod", "ajv", "valibot"]);
    for (const source of Object.values(checkers)) expect((await sizeOf(source)).minified).toBeGreaterThan(5_000);
  });

  it("fails where there is nothing to import", async () => {
    await expect(sizeOf('export * from "./dist/nothing.js"')).rejects.toThrow();
  });
});

it("has a budget for each of ours, and for nothing else", () => {
  expect(Object.keys(budget)).toEqual(Object.keys(ours));
});
