/** Bars from zero, each with its name before and its value after it. */
import { type Captions, line, picture, round, SERIES_INKS, text } from "./svg-theme.js";

interface Bar {
  readonly name: string;
  readonly value: number;
  /** What stands after the bar. */
  readonly label: string;
  /** Bars of one kind have one colour; absent: strong for ours, pale for others. */
  readonly kind?: number;
  readonly isOurs?: boolean;
  /** What is wrong with the answers behind the value, marked after the label; the bar is hollow then. */
  readonly wrong?: string;
  /** The heading under which it stands; bars of one heading follow one another. */
  readonly under?: string;
}

export interface BarChart extends Captions {
  /** Below a scale in round numbers; empty: no scale, for the labels say all. */
  readonly xTitle: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 820;
const LEFT = 190;
const RIGHT = 620;
const TOP = 84;
const STEP = 30;
const THICK = 18;
const OURS_INK = 0;
const PEER_INK = 6;
/** The dashed edge of a hollow bar that is narrower looks torn. */
const DASHED_WIDTH = 16;
/** About the width of a character of labels. */
const CHARACTER = 7.4;

/** A bar that is so many times as long as the next one leaves nothing to see of the others: it is cut. */
const CUT = 4;

/** The chart as the text of an SVG file. */
export function barChart(chart: BarChart): string {
  const rows = placed(chart.bars);
  const bottom = rows.bottom;
  const most = longest(chart.bars.map(({ value }) => value));
  const ticks = roundSteps(most);
  const end = chart.xTitle === "" ? most : (ticks.at(-1) ?? 1);
  const toX = (value: number): number => LEFT + (Math.min(value, end) / end) * (RIGHT - LEFT);
  const scale =
    chart.xTitle === ""
      ? []
      : [
          ...ticks.map((tick) => line(toX(tick), TOP, toX(tick), bottom + 5, "grid")),
          ...ticks.map((tick) => text(toX(tick), bottom + 22, tick.toLocaleString("en"), "soft middle")),
          text((LEFT + RIGHT) / 2, bottom + 46, chart.xTitle, "soft middle"),
        ];
  const parts = [
    ...scale,
    ...rows.heads.map(({ y, under }) => text(20, y + 20, under, "head")),
    ...rows.bars.flatMap(({ y, bar }) => drawnBar(bar, y, toX(bar.value), bar.value > end)),
  ];
  return picture(WIDTH, bottom + (chart.xTitle === "" ? 18 : 64), chart, parts);
}

interface Rows {
  readonly heads: readonly { readonly y: number; readonly under: string }[];
  readonly bars: readonly { readonly y: number; readonly bar: Bar }[];
  readonly bottom: number;
}

function placed(bars: readonly Bar[]): Rows {
  const heads: { y: number; under: string }[] = [];
  const rows: { y: number; bar: Bar }[] = [];
  let y = TOP;
  let latest: string | undefined;
  for (const bar of bars) {
    if (bar.under !== undefined && bar.under !== latest) {
      heads.push({ y, under: bar.under });
      y += STEP;
    }
    latest = bar.under;
    rows.push({ y, bar });
    y += STEP;
  }
  return { heads, bars: rows, bottom: y };
}

function drawnBar(
  { name, label, kind, isOurs, wrong }: Bar,
  top: number,
  end: number,
  isCut: boolean,
): readonly string[] {
  const y = top + (STEP - THICK) / 2;
  const ink = (kind ?? (isOurs ? OURS_INK : PEER_INK)) % SERIES_INKS.length;
  const width = Math.max(1.5, end - LEFT);
  const shape =
    wrong === undefined ? `class="f${ink}"` : `class="hollow s${ink}${width < DASHED_WIDTH ? " narrow" : ""}"`;
  const said = wrong === undefined ? label.length : label.length + wrong.length + 4;
  return [
    text(LEFT - 12, y + 14, name, isOurs ? "end strong" : "end"),
    `<rect x="${LEFT}" y="${round(y)}" width="${round(width)}" height="${THICK}" rx="2" ${shape}/>`,
    ...(isCut ? [cutMark(end, y)] : []),
    // On its own paper, so that no line of the grid runs through it.
    `<rect x="${round(end + 4)}" y="${round(y)}" width="${round(said * CHARACTER)}" height="${THICK}" class="paper"/>`,
    text(end + 8, y + 14, label, `f${ink}${isOurs ? " strong" : ""}`),
    ...(wrong === undefined ? [] : [text(end + 8 + (label.length + 1) * CHARACTER, y + 14, `✗ ${wrong}`, "bad")]),
  ];
}

/** Two slanted strokes of paper through the bar: it goes on. */
function cutMark(end: number, y: number): string {
  const stroke = (x: number): string =>
    `<polygon points="${round(x)},${round(y + THICK + 1)} ${round(x + 5)},${round(y - 1)} ${round(x + 9)},${round(y - 1)} ${round(x + 4)},${round(y + THICK + 1)}" class="paper"/>`;
  return stroke(end - 34) + stroke(end - 22);
}

/** The longest value that is drawn in full; a longer one is cut a little after it. */
function longest(values: readonly number[]): number {
  const [most = 1, next = most] = [...values].sort((a, b) => b - a);
  return most > next * CUT ? next * 1.25 : most;
}

/** From 0 on in steps of 1, 2 or 5 times a power of ten, four to eight of them, past the value. */
function roundSteps(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = ([0.2, 0.5, 1].find((part) => most / (power * part) <= 8) ?? 2) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
