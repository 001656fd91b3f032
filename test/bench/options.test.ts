import { describe, expect, it } from "vitest";
import { optionsOf } from "../../bench/support/harness/options.js";
import { questionIn, questionNames, unknownNames } from "../../bench/support/harness/questions.js";

const fixtures = new URL("../support/bench/", import.meta.url);

describe("the command line of the benchmark", () => {
  it("names questions and how they are asked", () => {
    expect(optionsOf(["threshold", "--quick", "search", "--check"])).toMatchObject({
      names: ["threshold", "search"],
      isQuick: true,
      isChecked: true,
      isBudget: false,
    });
    expect(optionsOf([])).toMatchObject({ names: [], isQuick: false, isList: false, isDraw: false });
  });

  it("asks for help", () => {
    expect(optionsOf(["--help"])).toMatchObject({ isHelp: true });
    expect(optionsOf(["-h"])).toMatchObject({ isHelp: true });
  });

  it("refuses options that there are none of, and those that exclude each other", () => {
    expect(optionsOf(["--fast"])).toContain("--fast");
    expect(optionsOf(["--check", "--budget"])).toContain("one at a time");
  });
});

describe("the names of questions", { timeout: 60_000 }, () => {
  it("are those of the files", async () => {
    expect(await questionNames(fixtures)).toEqual(["broken", "even", "exact", "gone", "needy", "wrong"]);
    expect(unknownNames(["even", "odd", "Even"], ["even"])).toEqual(["odd", "Even"]);
  });

  it("are those that the questions have themselves", async () => {
    const file = new URL("even.bench.ts", fixtures).href;
    expect((await questionIn(file)).asks).toMatch(/\?$/);
    await expect(questionIn(`${file}?`)).rejects.toThrow("calls itself even");
    await expect(questionIn(new URL("../../../bench/support/random.ts", fixtures).href)).rejects.toThrow(
      "exports no question",
    );
  });
});
