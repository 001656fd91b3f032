import { createCompliance, memoryStorage } from "vaspkit";
import {
  rateSourceConformance,
  riskProviderConformance,
  storageConformance,
  thresholdConformance,
  wrapperConformance,
} from "vaspkit/testing";
import { auditedStorage } from "./audited-storage.mjs";
import { blocked, maxRateAgeMs, rates, rows, thresholds } from "./config.mjs";
import { houseList } from "./house-list.mjs";
import { mustReport } from "./must-report.mjs";
import { ownChecks } from "./own-checks.mjs";

// This example uses a fixed day. If you download your rates, omit `at`: the checks then use the present.
const at = new Date("2024-06-28T16:00:00Z");
const config = { thresholds, rates, rows, maxRateAgeMs, at };

// The wrapper is tested on the day of the rates. Another check reports outdated rates.
const day = new Date((await rates.current(at)).date);
const compliance = createCompliance({ storage: memoryStorage(), thresholds, rates, maxRateAgeMs, clock: () => day });
const evaluate = async ({ transaction_id: id, ...rest }) =>
  (await mustReport(compliance, { id, ...rest })) ? "breach" : "pass";

const known = [
  { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" },
  { chain: "bitcoin", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
  { chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" },
];
const unsupported = [{ chain: "litecoin", address: "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz" }];

const all = [
  ...thresholdConformance(config),
  ...wrapperConformance(evaluate, { ...config, at: day }),
  ...rateSourceConformance({ source: () => rates, at, currencies: ["USD", "JPY", "SGD", "CHF"] }),
  ...riskProviderConformance({ provider: () => houseList(blocked), known, unsupported }),
  ...storageConformance(() => auditedStorage(memoryStorage(), []), { runs: 20 }),
  ...ownChecks,
];

// Replays one check with the seed and path of its error: CHECK="its name" SEED=42 CASE=3:0:1 npm test
const { CHECK, SEED, CASE } = process.env;

/** The checks of vaspkit on our configuration and parts, and our own. */
export const checks = all.filter(({ name }) => CHECK === undefined || name === CHECK);

export const options = { ...(SEED && { seed: Number(SEED) }), ...(CASE && { path: CASE }) };
