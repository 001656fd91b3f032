/** Lines over a logarithmic grid, each with its name and last value beside its end: nothing to look up in a legend. */
import { type Captions, line, picture, round, SERIES_INKS, text } from "./svg-theme.js";

export interface Series {
  readonly name: string;
  /** The number of its colour and marker. */
  readonly ink: number;
  /** What is said of the last value, such as "0.3 ms". */
  readonly label: string;
  /** x and y, both above 0, x rising. */
  readonly points: readonly (readonly [number, number])[];
}

export interface LineChart extends Captions {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly series: readonly Series[];
}

const WIDTH = 900;
const HEIGHT = 480;
const LEFT = 84;
const RIGHT = 560;
const TOP = 92;
const BOTTOM = 420;
const LABELS = 592;
/** Labels are never closer than this, so that none covers another. */
const LABEL_GAP = 19;

type Scale = (value: number) => number;

/** The chart as the text of an SVG file. */
export function lineChart(chart: LineChart): string {
  const xs = chart.series.flatMap(({ points }) => points.map(([x]) => x));
  const ys = chart.series.flatMap(({ points }) => points.map(([, y]) => y));
  const [xAxis, yAxis] = [axisOf(xs), axisOf(ys)];
  const [xTicks, yTicks] = [ticksOf(xAxis), ticksOf(yAxis)];
  const toX = logScale(xAxis, LEFT, RIGHT);
  const toY = logScale(yAxis, BOTTOM, TOP);
  const parts = [
    ...yTicks.map((y) => line(LEFT, toY(y), RIGHT, toY(y), "grid")),
    ...yTicks.map((y) =>
      text(LEFT - 10, toY(y) + 4, y.toLocaleString("en", { maximumSignificantDigits: 1 }), "soft end"),
    ),
    ...xTicks.map((x) => line(toX(x), BOTTOM, toX(x), BOTTOM + 5, "grid")),
    ...xTicks.map((x) => text(toX(x), BOTTOM + 22, x.toLocaleString("en"), "soft middle")),
    text(20, 76, chart.yTitle, "soft"),
    text((LEFT + RIGHT) / 2, BOTTOM + 46, chart.xTitle, "soft middle"),
    ...chart.series.map(({ points, ink }) => drawn(points, ink, toX, toY)),
    ...labels(chart, toX, toY),
  ];
  return picture(WIDTH, HEIGHT, chart, parts);
}

/** Where an axis begins and ends, as exponents of ten. */
interface Axis {
  readonly first: number;
  readonly last: number;
}

/** From the power of ten below the values to half a power above them at most, so that little of the height is empty. */
function axisOf(values: readonly number[]): Axis {
  const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const last = Math.ceil(2 * Math.log10(Math.max(...values)) - 1e-9) / 2;
  return { first, last: Math.max(first + 1, last) };
}

/** The powers of ten on it. */
function ticksOf({ first, last }: Axis): readonly number[] {
  return Array.from({ length: Math.floor(last) - first + 1 }, (_, index) => 10 ** (first + index));
}

function logScale({ first, last }: Axis, from: number, to: number): Scale {
  return (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
}

function drawn(points: Series["points"], ink: number, toX: Scale, toY: Scale): string {
  const places = points.map(([x, y]) => `${round(toX(x))},${round(toY(y))}`);
  const markers = points.map(([x, y]) => marker(toX(x), toY(y), ink));
  return [`<polyline points="${places.join(" ")}" class="line s${colourOf(ink)}"/>`, ...markers].join("\n");
}

/** Without a colour nothing would be seen of a line: more lines than colours share them. */
function colourOf(ink: number): number {
  return ink % SERIES_INKS.length;
}

function marker(x: number, y: number, ink: number): string {
  const classes = `class="halo f${colourOf(ink)}"`;
  const at = (dx: number, dy: number): string => `${round(x + dx)},${round(y + dy)}`;
  switch (ink % 4) {
    case 0:
      return `<circle cx="${round(x)}" cy="${round(y)}" r="4.5" ${classes}/>`;
    case 1:
      return `<polygon points="${[at(-4.2, -4.2), at(4.2, -4.2), at(4.2, 4.2), at(-4.2, 4.2)].join(" ")}" ${classes}/>`;
    case 2:
      return `<polygon points="${[at(0, -5.6), at(5.2, 4), at(-5.2, 4)].join(" ")}" ${classes}/>`;
    default:
      return `<polygon points="${[at(0, -6), at(6, 0), at(0, 6), at(-6, 0)].join(" ")}" ${classes}/>`;
  }
}

function labels({ series }: LineChart, toX: Scale, toY: Scale): readonly string[] {
  const furthest = Math.max(...series.map(({ points }) => points.at(-1)?.[0] ?? 0));
  const ends = series.flatMap(({ name, ink, label, points }) => {
    const last = points.at(-1);
    if (last === undefined) return [];
    const [x, y] = last;
    const where = x === furthest ? "" : ` at ${x.toLocaleString("en")}`;
    return [{ said: `${name}: ${label}${where}`, ink, x: toX(x), y: toY(y) }];
  });
  const ordered = ends.toSorted((a, b) => a.y - b.y);
  const heights = apart(ordered.map(({ y }) => y));
  return ordered.flatMap(({ said, ink, x, y }, place) => {
    const height = heights[place] ?? y;
    const corner = `${round(x + 8)},${round(y)} ${round(Math.max(x + 8, RIGHT + 8))},${round(y)} ${LABELS - 6},${round(height)}`;
    return [
      `<polyline points="${corner}" class="lead s${colourOf(ink)}"/>`,
      text(LABELS, height + 4, said, `f${colourOf(ink)}`),
    ];
  });
}

/** The heights, moved as little as keeps them apart and on the chart. They come and go in order. */
function apart(wanted: readonly number[]): readonly number[] {
  const heights = [...wanted];
  for (let index = 1; index < heights.length; index += 1) {
    heights[index] = Math.max(heights[index] ?? 0, (heights[index - 1] ?? 0) + LABEL_GAP);
  }
  let limit = BOTTOM;
  for (let index = heights.length - 1; index >= 0; index -= 1) {
    heights[index] = Math.min(heights[index] ?? 0, limit);
    limit = (heights[index] ?? 0) - LABEL_GAP;
  }
  return heights;
}
