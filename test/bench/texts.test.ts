import { describe, expect, it } from "vitest";
import { progressOn } from "../../bench/support/harness/progress.js";
import { tableText } from "../../bench/support/harness/table-text.js";
import { digits, duration, durations, percent, timesSpread, wrongOf } from "../../bench/support/texts.js";
import { timingsOf } from "../../bench/support/timing.js";
import { timingTable } from "../../bench/support/timing-table.js";

describe("numbers as people read them", () => {
  it("have three digits at most, unless they are whole", () => {
    expect([0.12345, 1.236, 12.34, 123.4, 1234.5, 4096, Number.NaN].map(digits)).toEqual([
      "0.123",
      "1.24",
      "12.3",
      "123",
      "1,235",
      "4,096",
      "?",
    ]);
  });

  it("have units, and their spread the same one", () => {
    expect([0.5, 999, 1500, 2.5e6, 3e9].map(duration)).toEqual(["0.5 ns", "999 ns", "1.5 µs", "2.5 ms", "3 s"]);
    expect(durations({ median: 1500, low: 900, high: 2500 })).toBe("1.5 µs (0.9–2.5)");
    expect(timesSpread({ median: 2, low: 1.5, high: 3 })).toBe("2 × (1.5–3)");
  });

  it("say how many answers were wrong", () => {
    expect(wrongOf(0, 10)).toBe("none");
    expect(wrongOf(3, 4096)).toBe("3 of 4,096 WRONG");
    expect([0, 0.0042, 0.173].map(percent)).toEqual(["0 %", "0.4 %", "17 %"]);
  });
});

describe("a table as text", () => {
  const table = {
    title: "Times",
    columns: ["", "time", "note"],
    rows: [
      ["ours", 5, "none"],
      ["the other", 1234.5, "2 of 3 WRONG"],
    ],
  };

  it("sets numbers to the right and texts to the left", () => {
    expect(tableText(table)).toBe(
      [
        "Times",
        "            time  note",
        "─────────────────────────────",
        "ours           5  none",
        "the other  1,235  2 of 3 WRONG",
      ]
        .join("\n")
        .replace(/─+/, "─".repeat(30)),
    );
  });

  it("marks what is wrong", () => {
    expect(tableText(table, (text) => `<${text}>`)).toContain("2 of 3 <WRONG>");
  });

  it("tells of contenders their time, the multiple of ours and the wrong answers", () => {
    const timings = timingsOf(
      new Map([
        ["ours", [10]],
        ["fast but wrong", [5]],
      ]),
    );
    const wrong = (name: string) => [name === "ours" ? 0 : 2, 3] as const;
    expect(timingTable({ title: "T", item: "one", timings, ours: "ours", wrong }).rows).toEqual([
      ["ours", "10 ns (10–10)", "", "none"],
      ["fast but wrong", "5 ns (5–5)", "0.5 × (0.5–0.5)", "2 of 3 WRONG"],
    ]);
  });
});

describe("progress", () => {
  function written(isTTY: boolean): readonly string[] {
    const all: string[] = [];
    const progress = progressOn({ isTTY, columns: 40, write: (text) => all.push(text) });
    progress.show("a question with a long name that goes on and on", 0.5);
    progress.clear();
    return all;
  }

  it("is one line that is written again, no longer than the terminal is wide", () => {
    const [shown = "", cleared] = written(true);
    expect(shown).toContain("50 % a question");
    expect(shown.replace("\r\u001b[K", "")).toHaveLength(39);
    expect(cleared).toBe("\r\u001b[K");
  });

  it("is nothing where there is no terminal", () => {
    expect(written(false)).toEqual([]);
  });
});
