/** The charts of the documents, as data: what was found draws them again without being measured again. */
import { type BarChart, barChart } from "./svg-bars.js";
import { type DotChart, dotChart } from "./svg-dots.js";
import { type LineChart, lineChart } from "./svg-lines.js";

export type Chart =
  | ({ readonly kind: "bars" } & BarChart)
  | ({ readonly kind: "dots" } & DotChart)
  | ({ readonly kind: "lines" } & LineChart);

/** The chart as the text of an SVG file. */
export function drawn(chart: Chart): string {
  switch (chart.kind) {
    case "bars":
      return barChart(chart);
    case "dots":
      return dotChart(chart);
    case "lines":
      return lineChart(chart);
  }
}
