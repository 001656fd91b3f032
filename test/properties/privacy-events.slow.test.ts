/** No event of `observe` contains a personal value: of inputs, records, answers of parts, or errors. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ComplianceError,
  type ComplianceEvent,
  type ComplianceOptions,
  type ComplianceStorage,
  memoryStorage,
} from "../../src/index.js";
import { addedAt, isRecord, nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { CANARY, isLeaked, isText, personalNames, planting, throwing } from "../support/canaries.js";
import { type Callable, hostileCalls } from "../support/hostile-calls.js";
import { ended } from "../support/outcomes.js";
import { runs } from "../support/runs.js";
import { answerSubjects, subjects } from "../support/subjects.js";
import { untyped } from "../support/untyped.js";
import { type Watched, watchedCompliance } from "../support/watched-compliance.js";

/** A compliance whose events are kept. */
function observed(options: Partial<ComplianceOptions> = {}): Watched & { readonly events: ComplianceEvent[] } {
  const events: ComplianceEvent[] = [];
  return { ...watchedCompliance({ observe: (event) => events.push(event), ...options }), events };
}

function expectSilent(events: readonly ComplianceEvent[]): void {
  expect(isLeaked(JSON.stringify(events))).toBe(false);
  const values = events.flatMap((event) => Object.values(event));
  const isPlain = (value: unknown) =>
    ["string", "number", "undefined"].includes(typeof value) || isRecord(value) || Array.isArray(value);
  expect(values.every(isPlain)).toBe(true);
}

const operations = [...subjects, ...answerSubjects].filter(({ run }) => run !== undefined);

describe.each(operations)("events about $name", ({ valid, run }) => {
  it("contain no value of it, valid or invalid", async () => {
    const property = fc.asyncProperty(valid("all"), fc.nat(), planting(), async (document, pick, plant) => {
      const places = nodesOf(document).filter(isText);
      const place = places[pick % Math.max(places.length, 1)] ?? { path: "/size", value: "50" };
      const marked = places.reduce<unknown>((input, { path }) => replacedAt(input, path, `${CANARY}${path}`), document);
      const named = addedAt(document, "", personalNames[pick % personalNames.length] ?? CANARY, CANARY);
      const inputs = [replacedAt(document, place.path, plant(String(place.value))), marked, named];
      for (const input of [...inputs, throwing(document, "reference_id")]) {
        const { compliance, events } = observed();
        await ended(async () => run?.(compliance, input));
        expect(events.filter(({ kind }) => kind === "operation")).toHaveLength(1);
        expectSilent(events);
      }
    });
    await fc.assert(property, { numRuns: runs(100) });
  });
});

const thrown: readonly (readonly [string, () => unknown])[] = [
  ["an error", () => new Error(CANARY)],
  ["an error with a code", () => new ComplianceError(CANARY as never, CANARY)],
  ["an error with a sentence as code", () => new ComplianceError(`${CANARY} ${CANARY}` as never, CANARY)],
  ["an object with a code", () => ({ name: CANARY, message: CANARY, code: CANARY, issues: [{ code: CANARY }] })],
  ["a text", () => CANARY],
  ["a proxy that throws", () => new Proxy(new Error(CANARY), { get: () => fail() })],
];

function fail(): never {
  throw new Error(CANARY);
}

const address = { chain: "near", address: `${CANARY.toLowerCase()}.near` } as const;

const breach = {
  transaction: { transaction_id: `T ${CANARY}`, amount: 1, currency: "CHF", country: "CH" },
  rule_codes: ["THRESHOLD_BY_COUNTRY"],
};

describe.each(thrown)("when every part throws %s with personal data", (_, make) => {
  const reject = () => Promise.reject(make());
  /** A storage of which every method rejects. */
  const failing = {
    ...Object.fromEntries(
      Object.entries(memoryStorage()).map(([name, repository]) => [
        name,
        typeof repository === "function"
          ? reject
          : Object.fromEntries(Object.keys(repository).map((method) => [method, reject])),
      ]),
    ),
  };

  it("the events of all operations contain none of it", async () => {
    for (const storage of [memoryStorage(), failing]) {
      const { compliance, events } = observed({
        storage: storage as ComplianceStorage,
        riskProviders: { FAILS: { screen: reject } },
        balances: { balance: reject },
        rates: { current: reject },
        thresholds: { current: reject },
        onAlert: reject,
      });
      await ended(() => compliance.addresses.create({ ...address, scan_for_risk: true, provider_name: "FAILS" }));
      await ended(() => compliance.addresses.create(address));
      await ended(() => compliance.rules.evaluate(untyped(breach)));
      await ended(() =>
        observed({ storage: storage as ComplianceStorage, onAlert: reject }).compliance.rules.evaluate(untyped(breach)),
      );
      const { close: _close, ...groups } = compliance;
      for (const [, group] of Object.entries(groups)) {
        for (const call of Object.values(group)) {
          for (const [, hostile] of hostileCalls(call as Callable, [])) await ended(hostile);
        }
      }
      expect(events.length).toBeGreaterThan(20);
      expectSilent(events);
    }
  });
});
