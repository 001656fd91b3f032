import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraries, type PropertyCheck, propertyCheck } from "../../src/testing.js";
import { thrownBy } from "../support/outcomes.js";

const keeping = {
  name: "our form keeps names",
  promise: "A name is stored as it was typed.",
  arbitrary: fc.nat().map((number) => ({ name: `N${number}` })),
  holds: () => true,
} satisfies PropertyCheck<{ name: string }>;

async function messageOf(check: PropertyCheck<{ name: string }>, options = { seed: 1 }): Promise<string> {
  const error: unknown = await propertyCheck(check)
    .run(options)
    .catch((reason: unknown) => reason);
  return error instanceof Error ? error.message : "kept";
}

describe("propertyCheck", () => {
  it.each([() => true, () => undefined, async () => "yes", async () => 0])("passes when holds is %s", async (holds) => {
    await propertyCheck({ ...keeping, holds }).run();
  });

  it("prints the smallest case, the promise, and how to replay it", async () => {
    const holds = async ({ name }: { name: string }) => name.length < 4;
    const message = await messageOf({ ...keeping, holds });
    expect(message.split("\n")).toEqual([
      'The check "our form keeps names" failed: it does not hold. A name is stored as it was typed.',
      expect.stringMatching(/^Smallest case found \(case \d+, shrunk \d+ times\):$/),
      '  {"name":"N100"}',
      expect.stringMatching(/^Replay it with check\.run\(\{ seed: 1, path: "[\d:]+" \}\)\.$/),
    ]);
    const [, path = ""] = /path: "([^"]*)"/.exec(message) ?? [];
    expect((await messageOf({ ...keeping, holds }, { seed: 1, ...{ path } })).split("\n")[2]).toBe('  {"name":"N100"}');
  });

  it("prints the first line of a thrown error, which is the cause", async () => {
    const failure = new TypeError("names differ\n- Expected\n+ Received");
    const spoiling = (drawn: { name: string }) => {
      drawn.name = "spoilt";
      throw failure;
    };
    const error: unknown = await propertyCheck({ ...keeping, holds: spoiling })
      .run()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ cause: failure });
    expect(String(error)).toContain("failed: TypeError: names differ. A name ");
    expect(String(error)).toContain('\n  {"name":"N0"}\n');
  });

  it("tries as many cases as runs", async () => {
    let asked = 0;
    const holds = () => {
      asked += 1;
    };
    await propertyCheck({ ...keeping, holds, runs: 7 }).run();
    expect(asked).toBe(7);
    await propertyCheck({ ...keeping, holds }).run({ runs: 3 });
    expect(asked).toBe(10);
  });

  it("draws from the arbitraries of vaspkit", async () => {
    const holds = (name: string) => name.length <= 1_000;
    await propertyCheck({ ...keeping, arbitrary: arbitraries.name(), holds }).run();
  });

  it.each([
    ["ended", { interruptAfterTimeLimit: 0 }],
    ["ended and failed", { interruptAfterTimeLimit: 0, markInterruptAsFailure: true }],
    ["skipped", { skipAllAfterTimeLimit: 0 }],
  ])("does not pass when a global limit has it %s", async (_, limit) => {
    const before = fc.readConfigureGlobal();
    fc.configureGlobal({ ...before, ...limit });
    try {
      await expect(propertyCheck(keeping).run()).rejects.toThrow(
        'The check "our form keeps names" did not finish: a limit',
      );
    } finally {
      fc.configureGlobal(before);
    }
  });

  it.each<[code: "invalid_input" | "configuration_invalid", change: object]>([
    ["invalid_input", { name: "" }],
    ["invalid_input", { promise: undefined }],
    ["invalid_input", { arbitrary: ["N1"] }],
    ["invalid_input", { holds: true }],
    ["configuration_invalid", { runs: 0 }],
    ["configuration_invalid", { seed: 1 }],
  ])("throws at once for a wrong argument: %s, %j", (code, change) => {
    thrownBy(() => propertyCheck({ ...keeping, ...change }), code);
  });

  it("throws without an argument", () => {
    // What a caller without types may give.
    thrownBy(() => propertyCheck(undefined as unknown as PropertyCheck<unknown>), "invalid_input");
  });
});
