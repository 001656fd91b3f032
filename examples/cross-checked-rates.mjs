import { crossCheckedRates, fixedRates } from "vaspkit";

// A redenominated currency under the same code: one source still has the old pounds, 100 for a new one.
const desk = { base: "USD", date: "2026-01-06", source: "treasury desk", rates: { EUR: "0.92", SYP: "110.5" } };
const service = { base: "EUR", date: "2026-01-05", source: "rate service", rates: { USD: "1.087", SYP: "12010.9" } };

const rates = crossCheckedRates([fixedRates(desk), fixedRates(service)], { maxDeviation: "0.02" });
console.log(await rates.current(new Date("2026-01-06T12:00:00Z")));
