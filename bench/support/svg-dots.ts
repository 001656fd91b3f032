/** Two dots a row on a logarithmic scale, joined by a line: how far apart two things are. */
import { type Captions, line, picture, round, text } from "./svg-theme.js";

interface Row {
  readonly name: string;
  readonly values: readonly [number, number];
  /** What stands behind the dots. */
  readonly label: string;
}

export interface DotChart extends Captions {
  readonly xTitle: string;
  /** What the first and the second dot of a row are; both stand above the first row. */
  readonly names: readonly [string, string];
  readonly rows: readonly Row[];
}

const WIDTH = 820;
const LEFT = 190;
const RIGHT = 620;
const TOP = 112;
const STEP = 38;

/** The chart as the text of an SVG file. */
export function dotChart({ rows, names, xTitle, ...captions }: DotChart): string {
  const all = rows.flatMap(({ values }) => values);
  const first = Math.floor(Math.log10(Math.min(...all)));
  const last = Math.ceil(Math.log10(Math.max(...all)));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
  const toX = (value: number): number => LEFT + ((Math.log10(value) - first) / (last - first)) * (RIGHT - LEFT);
  const bottom = TOP + STEP * rows.length;
  const parts = [
    ...ticks.map((tick) => line(toX(tick), TOP, toX(tick), bottom + 5, "grid")),
    ...ticks.map((tick) => text(toX(tick), bottom + 22, tickText(tick), "soft middle")),
    text((LEFT + RIGHT) / 2, bottom + 46, xTitle, "soft middle"),
    ...names.map((name, index) => headOf(name, index, 20 + index * 190)),
    ...rows.flatMap(({ name, values: [one, other], label }, index) => {
      const y = TOP + STEP * (index + 0.5);
      return [
        text(LEFT - 16, y + 4, name, "end"),
        line(toX(one), y, toX(other), y, "line s6"),
        dot(toX(one), y, 0),
        dot(toX(other), y, 1),
        text(RIGHT + 20, y + 4, label),
      ];
    }),
  ];
  return picture(WIDTH, bottom + 64, captions, parts);
}

function headOf(name: string, index: number, x: number): string {
  return `${dot(x + 6, 80, index)}\n${text(x + 20, 84, name, `f${index}`)}`;
}

/** The two differ by shape as well as by colour. */
function dot(x: number, y: number, index: number): string {
  if (index === 0) return `<circle cx="${round(x)}" cy="${round(y)}" r="6" class="halo f0"/>`;
  return `<rect x="${round(x - 5.5)}" y="${round(y - 5.5)}" width="11" height="11" class="halo f1"/>`;
}

function tickText(tick: number): string {
  return tick >= 1 ? tick.toLocaleString("en") : String(Number(tick.toPrecision(1)));
}
