import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraries, type PropertyCheck, propertyCheck } from "../../src/testing.js";
import { thrownBy } from "../support/outcomes.js";

const keeping = {
  name: "our form keeps names",
  rule: "a name is stored as it was typed",
  drawn: fc.nat().map((number) => ({ name: `N${number}` })),
  holds: () => true,
} satisfies PropertyCheck<{ name: string }>;

async function messageOf(law: PropertyCheck<{ name: string }>, options = { seed: 1 }): Promise<string> {
  const error: unknown = await propertyCheck(law)
    .run(options)
    .catch((reason: unknown) => reason);
  return error instanceof Error ? error.message : "kept";
}

describe("a law of one's own", () => {
  it.each([() => true, () => undefined, async () => "yes", async () => 0])("is kept by %s", async (holds) => {
    await propertyCheck({ ...keeping, holds }).run();
  });

  it("says the smallest case, the sentence, and how to run it again", async () => {
    const holds = async ({ name }: { name: string }) => name.length < 4;
    const message = await messageOf({ ...keeping, holds });
    expect(message.split("\n")).toEqual([
      'The law "our form keeps names" is broken: it does not hold. It says that a name is stored as it was typed.',
      expect.stringMatching(/^The smallest that was found \(case \d+, then \d+ times smaller\):$/),
      '  {"name":"N100"}',
      expect.stringMatching(/^Run it again with law\.run\(\{ seed: 1, path: "[\d:]+" \}\)\.$/),
    ]);
    const [, path = ""] = /path: "([^"]*)"/.exec(message) ?? [];
    expect((await messageOf({ ...keeping, holds }, { seed: 1, ...{ path } })).split("\n")[2]).toBe('  {"name":"N100"}');
  });

  it("says the first line of what was thrown, and carries it as its cause", async () => {
    const failure = new TypeError("names differ\n- Expected\n+ Received");
    const spoiling = (drawn: { name: string }) => {
      drawn.name = "spoilt";
      throw failure;
    };
    const error: unknown = await propertyCheck({ ...keeping, holds: spoiling })
      .run()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ cause: failure });
    expect(String(error)).toContain("is broken: TypeError: names differ. It says that ");
    expect(String(error)).toContain('\n  {"name":"N0"}\n');
  });

  it("tries as many cases as it is told to", async () => {
    let asked = 0;
    const holds = () => {
      asked += 1;
    };
    await propertyCheck({ ...keeping, holds, runs: 7 }).run();
    expect(asked).toBe(7);
    await propertyCheck({ ...keeping, holds }).run({ runs: 3 });
    expect(asked).toBe(10);
  });

  it("draws what vaspkit draws", async () => {
    const holds = (name: string) => name.length <= 1_000;
    await propertyCheck({ ...keeping, drawn: arbitraries.name(), holds }).run();
  });

  it.each([
    ["ended", { interruptAfterTimeLimit: 0 }],
    ["ended and failed", { interruptAfterTimeLimit: 0, markInterruptAsFailure: true }],
    ["skipped", { skipAllAfterTimeLimit: 0 }],
  ])("is not kept where a limit for all properties has it %s", async (_, limit) => {
    const before = fc.readConfigureGlobal();
    fc.configureGlobal({ ...before, ...limit });
    try {
      await expect(propertyCheck(keeping).run()).rejects.toThrow(
        'The law "our form keeps names" was not checked: a limit',
      );
    } finally {
      fc.configureGlobal(before);
    }
  });

  it.each<[code: "invalid_input" | "configuration_invalid", change: object]>([
    ["invalid_input", { name: "" }],
    ["invalid_input", { rule: undefined }],
    ["invalid_input", { drawn: ["N1"] }],
    ["invalid_input", { holds: true }],
    ["configuration_invalid", { runs: 0 }],
    ["configuration_invalid", { seed: 1 }],
  ])("is refused at once when the call is at fault: %s, %j", (code, change) => {
    thrownBy(() => propertyCheck({ ...keeping, ...change }), code);
  });

  it("is refused when there is none", () => {
    // What a caller without types may give.
    thrownBy(() => propertyCheck(undefined as unknown as PropertyCheck<unknown>), "invalid_input");
  });
});
