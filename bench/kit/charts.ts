/** Charts of the documentation: Vega-Lite draws them from the results file, for light and dark backgrounds. */
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";

/** Horizontal bars from zero, each with its value after it. */
export interface Chart {
  readonly title: string;
  readonly subtitle: readonly string[];
  /** Read by screen readers. */
  readonly description: string;
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly name: string;
  readonly value: number;
  /** Stands after the bar. */
  readonly label: string;
  readonly isOurs?: boolean;
  /** Bars of a group stand together under its name. */
  readonly group?: string;
  /** The results behind the value are wrong. The bar is hollow. */
  readonly isWrong?: boolean;
}

/** Light and dark variant of each colour. Contrast of texts is at least 4.5. */
const OURS = ["#0a5fb4", "#6cb6ff"] as const;
const PEER = ["#57606a", "#a3adb8"] as const;
const TEXT = ["#1f2328", "#e6edf3"] as const;
const PAPER = ["#ffffff", "#0d1117"] as const;
const BAD = ["#c1121f", "#ff7b72"] as const;

const DARK = [OURS, PEER, TEXT, PAPER, BAD]
  .flatMap(([light, dark]) => [`[fill="${light}"]{fill:${dark}}`, `[stroke="${light}"]{stroke:${dark}}`])
  .join("");

const TOTAL_WIDTH = 840;

const config = {
  aria: false,
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif",
  view: { stroke: null },
  title: { color: TEXT[0], subtitleColor: PEER[0], subtitleFontSize: 13 },
  axis: { domain: false, ticks: false, labelColor: TEXT[0], labelFontSize: 13, labelPadding: 8 },
  text: { fontSize: 13 },
};

/** Returns the chart as the text of an SVG file. */
export async function drawn(chart: Chart): Promise<string> {
  const { title: text, subtitle, description } = chart;
  const spec = {
    vconcat: groupsOf(chart),
    spacing: 14,
    title: { text, subtitle, anchor: "start", frame: "bounds", offset: 16, fontSize: 16, subtitlePadding: 6 },
    background: PAPER[0],
    padding: 16,
    config,
  };
  // The type of a specification is too large to build one from parts.
  const svg = await new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: "none" }).toSVG();
  // Without a canvas Vega overestimates the width of texts.
  const sized = svg
    .replace(/ width="\d+"/, ` width="${TOTAL_WIDTH}"`)
    .replace(/viewBox="0 0 \d+/, `viewBox="0 0 ${TOTAL_WIDTH}`);
  const head = `<title>${escaped(text)}</title><desc>${escaped(description)}</desc>`;
  const style = `<style>@media (prefers-color-scheme:dark){${DARK}}</style>`;
  return `${sized.replace(/^<svg /, '<svg role="img" ').replace(">", `>${head}${style}`)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function groupsOf({ bars }: Chart): readonly object[] {
  const values = bars.map((bar) => {
    const [ink] = bar.isOurs ? OURS : PEER;
    return { ...bar, ink, fill: bar.isWrong ? PAPER[0] : ink, textInk: bar.isWrong ? BAD[0] : ink };
  });
  const colour = (field: string): object => ({ field, type: "nominal", scale: null });
  const y = { field: "name", type: "nominal", sort: null, axis: { title: null, labelLimit: 250 } };
  const scale = { domain: [0, Math.max(...bars.map(({ value }) => value))], nice: false };
  const x = { field: "value", type: "quantitative", axis: null, scale };
  const bar = { type: "bar", size: 17, strokeWidth: 1.5 };
  const label = { type: "text", align: "left", dx: 8 };
  return [...new Set(bars.map(({ group }) => group))].map((group) => ({
    ...(group !== undefined && { title: { text: group, anchor: "start", frame: "group", fontSize: 13, offset: 6 } }),
    data: { values: values.filter((each) => each.group === group) },
    width: 430,
    height: { step: 29 },
    layer: [
      { mark: bar, encoding: { y, x, fill: colour("fill"), stroke: colour("ink") } },
      { mark: label, encoding: { y, x, text: { field: "label" }, color: colour("textInk") } },
    ],
  }));
}
