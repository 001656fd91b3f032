/** Bars from zero, each with its name before and its value after it. */
import { type Captions, line, picture, round, SERIES_INKS, text } from "./svg-theme.js";

interface Bar {
  readonly name: string;
  readonly value: number;
  /** What stands after the bar. */
  readonly label: string;
  /** Bars of one kind have one colour. */
  readonly kind: number;
}

export interface BarChart extends Captions {
  readonly xTitle: string;
  readonly bars: readonly Bar[];
}

const WIDTH = 820;
const LEFT = 190;
const RIGHT = 620;
const TOP = 76;
const STEP = 30;
const THICK = 18;

/** The chart as the text of an SVG file. */
export function barChart(chart: BarChart): string {
  const ticks = roundSteps(Math.max(...chart.bars.map(({ value }) => value)));
  const toX = (value: number): number => LEFT + (value / (ticks.at(-1) ?? 1)) * (RIGHT - LEFT);
  const bottom = TOP + STEP * chart.bars.length;
  const parts = [
    ...ticks.map((tick) => line(toX(tick), TOP, toX(tick), bottom + 5, "grid")),
    ...ticks.map((tick) => text(toX(tick), bottom + 22, tick.toLocaleString("en"), "soft middle")),
    text((LEFT + RIGHT) / 2, bottom + 46, chart.xTitle, "soft middle"),
    ...chart.bars.flatMap(({ name, value, label, kind }, index) => {
      const y = TOP + STEP * index + (STEP - THICK) / 2;
      const colour = kind % SERIES_INKS.length;
      return [
        text(LEFT - 12, y + 14, name, "end"),
        `<rect x="${LEFT}" y="${round(y)}" width="${round(toX(value) - LEFT)}" height="${THICK}" rx="2" class="f${colour}"/>`,
        // On its own paper, so that no line of the grid runs through it.
        `<rect x="${round(toX(value) + 4)}" y="${round(y)}" width="${label.length * 7.4}" height="${THICK}" class="paper"/>`,
        text(toX(value) + 8, y + 14, label, `f${colour}`),
      ];
    }),
  ];
  return picture(WIDTH, bottom + 64, chart, parts);
}

/** From 0 on in steps of 1, 2 or 5 times a power of ten, four to eight of them, past the value. */
function roundSteps(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = ([0.2, 0.5, 1].find((part) => most / (power * part) <= 8) ?? 2) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
