/** import-time.bench.ts times imports in processes of their own. */
import { describe, expect, it } from "vitest";
import { FLOOR, type Format, timeImports } from "../../bench/support/import-timing.js";

describe.each<Format>(["ESM", "CJS"])("%s", (format) => {
  it("takes longer for a package than for nothing", async () => {
    const progress: number[] = [];
    const timings = await timeImports(format, ["ajv"], 3, (done) => progress.push(done));
    expect(timings.names).toEqual([FLOOR, "ajv"]);
    expect(timings.ratio("ajv", FLOOR).low).toBeGreaterThan(1);
    expect(progress.at(-1)).toBe(1);
  });

  it("fails for what is not there", async () => {
    await expect(timeImports(format, ["./nothing-there.js"], 1, () => undefined)).rejects.toThrow("nothing-there");
  });
});
