import { describe, expect, it } from "vitest";
import { drawn } from "../../bench/support/chart.js";

const captions = { title: "Who <wins> & why?", subtitle: "Shorter is better.", description: "Bars." };

function bars(values: readonly number[]): string {
  const [ours = 1, ...others] = values;
  return drawn({
    kind: "bars",
    ...captions,
    xTitle: "",
    bars: [
      { name: "ours", value: ours, label: "5 ns", isOurs: true, under: "valid" },
      ...others.map((value, index) => ({ name: `peer ${index}`, value, label: `${value} ns`, wrong: "wrong in 3 %" })),
    ],
  });
}

/** Widths of the bars, ours first. */
function widths(svg: string): readonly number[] {
  return [...svg.matchAll(/<rect [^>]*width="([\d.]+)" height="18" rx="2"/g)].map(([, width]) => Number(width));
}

describe("a chart of bars", () => {
  it("escapes what it says, and has colours for light and dark", () => {
    const svg = bars([5, 10]);
    expect(svg).toContain("Who &lt;wins&gt; &amp; why?");
    expect(svg).toContain("prefers-color-scheme:dark");
  });

  it("draws bars as long as their values", () => {
    const [ours = 0, peer = 0] = widths(bars([5, 10]));
    expect(peer / ours).toBeCloseTo(2, 1);
  });

  it("makes ours stand out, marks what is wrong with others, and says its headings", () => {
    const svg = bars([5, 10]);
    expect(svg).toMatch(/class="end strong">ours</);
    expect(svg).toMatch(/class="bad">✗ wrong in 3 %</);
    expect(svg).toMatch(/class="head">valid</);
    expect(svg.match(/class="hollow/g)).toHaveLength(1);
  });

  it("cuts a bar that would leave nothing to see of the others", () => {
    const [ours = 0, , longest = 0] = widths(bars([5, 10, 10_000]));
    expect(longest / ours).toBeLessThan(3);
    expect(bars([5, 10, 10_000]).match(/<polygon/g)).toHaveLength(2);
    expect(bars([5, 10, 20])).not.toContain("<polygon");
  });
});

describe("other charts", () => {
  it("are drawn of what JSON holds", () => {
    const lines = {
      kind: "lines",
      ...captions,
      xTitle: "accounts",
      yTitle: "ms",
      series: [
        {
          name: "ours",
          ink: 0,
          label: "2 ms",
          points: [
            [1000, 1],
            [10_000, 2],
          ],
        },
      ],
    } as const;
    const dots = {
      kind: "dots",
      ...captions,
      xTitle: "ms",
      names: ["index", "scan"],
      rows: [{ name: "3", values: [0.1, 10], label: "100 times" }],
    } as const;
    for (const chart of [lines, dots]) expect(drawn(JSON.parse(JSON.stringify(chart)))).toBe(drawn(chart));
    expect(drawn(lines)).toContain("ours: 2 ms");
    expect(drawn(dots)).toContain("100 times");
  });
});
