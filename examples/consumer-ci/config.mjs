import { readFileSync } from "node:fs";
import { fixedRates } from "vaspkit";
import { thresholdsInForce } from "./thresholds-in-force.mjs";

const DAY = 24 * 60 * 60 * 1000;

/** The thresholds that counsel signed, in the official currency of each country. The figures are made up. */
export const rows = read("thresholds.json");

export const thresholds = { current: async (at) => thresholdsInForce(rows, at) };

/** The latest rates of the treasury desk. */
export const rates = fixedRates(read("rates.json"));

/** Rates of Friday are valid until Monday. */
export const maxRateAgeMs = 4 * DAY;

/** The addresses that the desk has blocked. */
export const blocked = { bitcoin: ["12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h"], tezos: [] };

function read(name) {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}
