/**
 * Nothing personal leaves by an issue, an error or a log. Marks are planted in every field, valid or broken, and looked
 * for in all that comes back. `cause` is left out: it is what the caller's own rate source, alert sink or disk threw.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ComplianceOptions, type ComplianceStorage, memoryStorage, unwrap } from "../../src/index.js";
import { addedAt, isRecord, nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { CANARY, isLeaked, isText, ownWords, personalNames, planting, throwing, written } from "../support/canaries.js";
import { runs } from "../support/runs.js";
import { answerSubjects, type Subject, subjects } from "../support/subjects.js";
import { watchedCompliance } from "../support/watched-compliance.js";

/** Everything that comes back for an input which is not its value: issues, and what `unwrap` makes of them. */
async function saidOf({ parse, run }: Subject, input: unknown): Promise<string> {
  const { compliance } = watchedCompliance();
  const said: string[] = [];
  for (const ask of [async () => parse(input), async () => run?.(compliance, input)]) {
    try {
      const result = await ask();
      if (result === undefined || result.ok) continue;
      said.push(JSON.stringify(result.issues));
      unwrap(result);
    } catch (error) {
      said.push(ownWords(error));
    }
  }
  return said.join("\n");
}

describe.each([...subjects, ...answerSubjects])("what is said of $name", (subject) => {
  it("never holds a value of it, however that is broken", async () => {
    const property = fc.asyncProperty(subject.valid("all"), fc.nat(), planting(), async (document, pick, plant) => {
      const places = nodesOf(document).filter(isText);
      const place = places[pick % Math.max(places.length, 1)] ?? { path: "/size", value: "50" };
      const input = replacedAt(document, place.path, plant(String(place.value)));
      expect(isLeaked(await saidOf(subject, input))).toBe(false);
    });
    const log = await written(() => fc.assert(property, { numRuns: runs(200) }));
    expect(isLeaked(log)).toBe(false);
  });

  it("never holds a value of it when another member is wrong", async () => {
    const property = fc.asyncProperty(subject.valid("all"), fc.nat(), async (document, pick) => {
      const marked = nodesOf(document)
        .filter(isText)
        .reduce<unknown>((input, { path }) => replacedAt(input, path, `${CANARY} ${path}`), document);
      const objects = nodesOf(marked).filter(({ value }) => isRecord(value));
      const input = addedAt(marked, objects[pick % objects.length]?.path ?? "", "extra", CANARY);
      expect(isLeaked(await saidOf(subject, input))).toBe(false);
    });
    const log = await written(() => fc.assert(property, { numRuns: runs(20) }));
    expect(isLeaked(log)).toBe(false);
  });

  it("never holds a name that could be a person's, or what a getter threw", async () => {
    const property = fc.asyncProperty(
      subject.valid("all"),
      fc.nat(),
      fc.constantFrom(...personalNames),
      fc.constantFrom<unknown>(CANARY, "", { [CANARY]: "" }, [{ [`${CANARY} `]: "\0" }]),
      async (document, pick, name, value) => {
        const objects = nodesOf(document).filter((place) => isRecord(place.value));
        const place = objects[pick % objects.length] ?? { path: "", value: document };
        expect(isLeaked(await saidOf(subject, addedAt(document, place.path, name, value)))).toBe(false);
        const thrown = replacedAt(document, place.path, throwing(place.value, name));
        expect(isLeaked(await saidOf(subject, thrown))).toBe(false);
      },
    );
    const log = await written(() => fc.assert(property, { numRuns: runs(50) }));
    expect(isLeaked(log)).toBe(false);
  });
});

const thrown = [
  ["an error", () => new Error(`${CANARY} failed`)],
  ["an error with a cause", () => new TypeError("no", { cause: { name: CANARY } })],
  ["a text", () => CANARY],
  ["an object", () => ({ message: CANARY, stack: CANARY, code: CANARY })],
] as const;

const breach = {
  transaction: { transaction_id: `T ${CANARY}`, amount: 1, currency: "CHF", country: "CH" },
  rule_codes: ["THRESHOLD_BY_COUNTRY"],
};

async function errorOf(options: Partial<ComplianceOptions>, input: unknown = breach): Promise<unknown> {
  const { compliance } = watchedCompliance(options);
  return compliance.rules.evaluate(input).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(thrown)("when a part of the caller throws %s with personal data", (_, make) => {
  const fail = (): Promise<never> => Promise.reject(make());

  it("a failing onAlert is reported in our words, with its error as cause", async () => {
    let answer: Promise<unknown> = Promise.resolve();
    const error = await new Promise((resolve) => {
      answer = errorOf({ onAlert: fail, onAlertError: (failure) => resolve(failure.error) });
    });
    expect(await answer).toBeUndefined();
    expect(error).toMatchObject({ name: "ComplianceError", code: "alert_delivery_failed", cause: make() });
    expect(isLeaked(ownWords(error))).toBe(false);
  });

  it("a failing rate source or threshold source is reported in our words, with its error as cause", async () => {
    const converting = { ...breach, transaction: { ...breach.transaction, currency: "EUR" } };
    const failing = { current: fail };
    for (const error of [await errorOf({ rates: failing }, converting), await errorOf({ thresholds: failing })]) {
      expect(error).toMatchObject({ name: "ComplianceError", code: "provider_unavailable", cause: make() });
      expect(isLeaked(ownWords(error))).toBe(false);
    }
  });

  it("a failing risk provider or balance source is reported in our words, with its error as cause", async () => {
    const address = { chain: "near", address: `${CANARY.toLowerCase()}.near` } as const;
    const scan = { ...address, scan_for_risk: true, provider_name: "FAILS" } as const;
    for (const options of [{ riskProviders: { FAILS: { screen: fail } } }, { balances: { balance: fail } }]) {
      const { addresses } = watchedCompliance(options).compliance;
      const request = "balances" in options ? address : scan;
      const error: unknown = await addresses.create(request).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "ComplianceError", code: "provider_unavailable", cause: make() });
      expect(isLeaked(ownWords(error))).toBe(false);
    }
  });

  it("a failing storage of the caller comes through as it is: nothing of ours is added", async () => {
    const storage: ComplianceStorage = { ...memoryStorage(), alerts: { ...memoryStorage().alerts, insert: fail } };
    expect(await errorOf({ storage })).toEqual(make());
  });

  it("a failing source of VASP records is reported in our words", async () => {
    const { compliance } = watchedCompliance();
    const source = (function* () {
      yield { vasp_id: CANARY, name_legal: CANARY };
      throw make();
    })();
    const error: unknown = await compliance.vasps.load(source).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "load_interrupted", cause: make() });
    expect(isLeaked(ownWords(error))).toBe(false);
  });
});

describe("an answer of a provider that is none", () => {
  it("is reported by codes and paths only, without a cause", async () => {
    const property = fc.asyncProperty(planting(), fc.constantFrom(...personalNames), async (plant, name) => {
      const marked = { risk_ratio: plant("87"), risk_descriptors: [plant("mixer")], vasp_website: plant("a") };
      const answer = [{ ...marked, [name]: CANARY }, plant("entry")];
      for (const given of [answer, { entries: plant("entries") }, throwing(marked, name)]) {
        // The point is a provider without types.
        const riskProviders = { BAD: { screen: async () => given as never } };
        const { compliance, writes } = watchedCompliance({ riskProviders });
        const request = { chain: "near", address: "relay.aurora", scan_for_risk: true, provider_name: "BAD" } as const;
        const error: unknown = await compliance.addresses.create(request).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ name: "ComplianceError", code: "provider_unreadable" });
        expect(error).not.toHaveProperty("cause");
        expect(isLeaked(ownWords(error))).toBe(false);
        expect(writes()).toBe(0);
      }
    });
    const log = await written(() => fc.assert(property, { numRuns: runs(100) }));
    expect(isLeaked(log)).toBe(false);
  });
});

describe("the errors of an evaluation", () => {
  it("name no transaction", async () => {
    const usd = { ...breach, transaction: { ...breach.transaction, currency: "USD" } };
    const us = { ...breach, transaction: { ...breach.transaction, country: "US" } };
    const errors = [
      await errorOf({}, usd),
      await errorOf({}, us),
      await errorOf({ maxRateAgeMs: 1 }, { ...breach, transaction: { ...breach.transaction, currency: "EUR" } }),
    ];
    expect(errors.map((error) => error instanceof Error && "code" in error && error.code)).toEqual([
      "rate_missing",
      "threshold_missing",
      "rate_stale",
    ]);
    expect(isLeaked(errors.map(ownWords).join("\n"))).toBe(false);
  });
});
