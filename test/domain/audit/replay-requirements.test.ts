/** Stored requirements are the same again, from the tiers that were applied or listed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appliedPacks,
  replayedRequirements,
  type StoredRequirements,
} from "../../../src/domain/audit/replay-requirements.js";
import { decimalOf } from "../../../src/domain/decimal.js";
import type { Requirements, RequirementsQuery } from "../../../src/domain/jurisdictions/requirements.js";
import {
  moneyOf,
  requirementsFor,
  requirementsOf,
  selectTiers,
} from "../../../src/domain/jurisdictions/requirements-for.js";
import type { Jurisdiction, JurisdictionTier } from "../../../src/domain/jurisdictions/types.js";
import type { AppliedPrice } from "../../../src/domain/prices/types.js";
import { findRateIn } from "../../../src/domain/thresholds/rates.js";
import { withAnswers } from "../../../src/domain/transfers/answers.js";
import { type CounselAnswer, type RateTable, unwrap } from "../../../src/index.js";
import { defineJurisdiction, eu, jurisdictions, kr, sg, us } from "../../../src/jurisdictions.js";
import { isSameData } from "../../../src/ports/rows.js";
import { runs } from "../../support/runs.js";

/** Returns a value as a record contains it. */
function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

const ANY_AGE = { maxRateAgeMs: Number.POSITIVE_INFINITY };
const CODES = [...jurisdictions.flatMap(({ code, members }) => members ?? [code]), "ZW"];
const CURRENCIES = [...new Set(jurisdictions.flatMap(({ tiers }) => tiers.map(({ currency }) => currency))), "CHF"];
const KINDS = ["vasp_to_vasp", "withdrawal_to_self_hosted", "deposit_from_self_hosted"] as const;
const DISPUTE = [{ source: "a", date: "2024-06-28", base: "EUR", value: "1" }];

/** What requirements are found in. */
interface Drawn {
  readonly query: RequirementsQuery;
  readonly packs: readonly Jurisdiction[];
  readonly rates: RateTable | undefined;
  readonly price: AppliedPrice | undefined;
  readonly answers: readonly CounselAnswer[];
}

/** One in five draws has no value. */
function sometimes<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(values, { nil: undefined, freq: 4 });
}

const code = sometimes(fc.constantFrom(...CODES));
const currency = fc.constantFrom(...CURRENCIES);
const amount = fc.oneof(
  fc.constantFrom("0", "500", "999.99", "1000", "1000.01", 1500, "3000", 3500, "1000000", 1e21),
  fc.double({ min: 0, max: 10_000, noNaN: true }),
);
const factor = fc.constantFrom("1", "0.5", "1.0705", "171.94", "1474.86", "0", "x");
const rates = sometimes(
  fc
    .record({
      base: currency,
      factors: fc.array(factor, { minLength: CURRENCIES.length, maxLength: CURRENCIES.length }),
      missing: fc.subarray(CURRENCIES, { maxLength: 5 }),
      disputed: fc.subarray(CURRENCIES, { maxLength: 5 }),
    })
    .map(({ base, factors, missing, disputed }): RateTable => {
      const listed = CURRENCIES.map((each, index) => [each, each === base ? "1.0" : `${factors[index]}`] as const);
      return {
        base,
        date: "2018-12-31",
        source: "desk",
        rates: Object.fromEntries(listed.filter(([each]) => !missing.includes(each))),
        disputed: Object.fromEntries(disputed.map((each) => [each, DISPUTE])),
      };
    }),
);

/** Each real pack, with its doubtful tiers allowed, with tiers of another currency and operator, and again. */
const VARIANTS = jurisdictions.map((pack) => {
  const changes = (other: string): JurisdictionTier[] =>
    pack.tiers.map((tier) => {
      const operator = tier.effect === "all_transfers" ? ">=" : ">";
      return { ...tier, currency: other, operator, ...(tier.scope === "any" && { covers_self_hosted: true }) };
    });
  const others: readonly Jurisdiction[] = [
    { ...pack, allowed_tiers: pack.tiers.map(({ name }) => name) },
    { ...pack, tiers: changes("KRW") },
    { ...pack, tiers: changes("CHF") },
  ];
  return [pack, ...others.map((other) => unwrap(defineJurisdiction(other)))];
});

/** Some of them, or two of one code. */
const packs = fc
  .array(fc.constantFrom<number[]>([0], [0], [1], [2], [3], [0, 1], [2, 0], []), {
    minLength: VARIANTS.length,
    maxLength: VARIANTS.length,
  })
  .map((picks) => VARIANTS.flatMap((all, index) => all.filter((_, variant) => picks[index]?.includes(variant))));

const answers = fc.array(
  fc.record(
    {
      jurisdiction: fc.constantFrom("EU", ...CODES),
      kind: fc.constantFrom(...KINDS),
      duties: fc.subarray(["verification", "ownership_check", "mitigating_measure"] as const),
      by: fc.constant("Counsel LLP"),
      note: fc.string(),
      from: fc.constantFrom("2018-01-01", "2025-01-01"),
      until: fc.constantFrom("2024-01-01", "2031-01-01"),
    },
    { requiredKeys: ["jurisdiction", "kind", "duties", "by", "note", "from"] },
  ),
  { maxLength: 60 },
);

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    originator_country: code,
    beneficiary_country: code,
    kind: sometimes(fc.constantFrom(...KINDS)),
    at: fc.date({ min: new Date("2019-01-01"), max: new Date("2030-12-31"), noInvalidDate: true }),
    amount: sometimes(amount),
    currency: sometimes(currency),
    price: fc.option(fc.constantFrom("0.5", "60000", `0.${"3".repeat(90)}`), { nil: undefined }),
    packs,
    rates,
    answers,
  })
  .map(({ packs: given, rates: table, answers: all, price, currency: unit, ...query }): Drawn => {
    const { amount: units } = query;
    const isPriced = price !== undefined && unit !== undefined && units !== undefined;
    const time = "2026-11-22T12:00:00Z";
    return {
      query: isPriced ? query : { ...query, currency: unit },
      packs: given,
      rates: table,
      price: isPriced ? { asset: "BTC", asset_amount: units, price, currency: unit, source: "desk", time } : undefined,
      answers: all,
    };
  });

/** Finds requirements as transfers.check and transfers.decide do. */
function found({ query, packs: given, rates: table, price }: Drawn): Requirements {
  const priced = price && { amount: decimalOf(price.asset_amount).times(price.price), currency: price.currency };
  return requirementsOf(selectTiers(query, given), priced ?? moneyOf(query), findRateIn(table));
}

function storedOf(given: Drawn, requirements: Requirements): StoredRequirements {
  const { query, packs: all, price } = given;
  // The time of a stored query is a text.
  return stored({
    query: { ...query, at: query.at.toISOString() },
    packs: appliedPacks(requirements, query, all),
    requirements,
    price,
  });
}

describe("stored requirements", () => {
  it("are the same again, with disputed, invalid and missing rates, prices and changed packs", () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const requirements = found(given);
        const read = storedOf(given, requirements);
        const replayed = replayedRequirements(read);
        expect(isSameData(replayed, read.requirements)).toBe(true);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("are the same again with the answers of counsel that count", () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const { query, packs: all, answers: asked } = given;
        const { kind = "vasp_to_vasp", at } = query;
        const answered = withAnswers(found(given), asked, { jurisdictions: all, kind, at });
        const read = { ...storedOf(given, answered.requirements), answers: stored(answered.answers) };
        expect(isSameData(replayedRequirements(read), read.requirements)).toBe(true);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe("an answer of counsel", () => {
  it("is about transfers between VASPs if the query has no kind", () => {
    const silent = unwrap(defineJurisdiction({ ...us, tiers: [] }));
    const query = { originator_country: "US", beneficiary_country: "DE", at: AT };
    const answer = {
      jurisdiction: "US",
      kind: "vasp_to_vasp",
      duties: ["verification"],
      by: "Counsel LLP",
      note: "checked",
    } as const;
    const given = { query, packs: [silent, eu], rates: undefined, price: undefined, answers: [] };
    const replayed = replayedRequirements({
      ...storedOf(given, found(given)),
      answers: [{ ...answer, from: "2026-01-01" }],
    });
    expect(replayed).toMatchObject({ status: "decided", duties: [{ duty: "verification", side: "originator" }] });
  });
});

describe("the failures to find a rate", () => {
  it("are those of each tier, also where two packs of one code have tiers of one name", () => {
    const korean = unwrap(defineJurisdiction({ ...sg, tiers: sg.tiers.map((tier) => ({ ...tier, currency: "KRW" })) }));
    const query = { originator_country: "SG", beneficiary_country: "SG", amount: "1", currency: "AED", at: AT };
    const table = { ...TABLE, base: "AED", rates: {}, disputed: { KRW: DISPUTE } };
    const given = { query, packs: [sg, korean], rates: table, price: undefined, answers: [] };
    const requirements = found(given);
    const reasons = ["rate_missing", "rate_disputed", "rate_missing", "rate_disputed"];
    expect(requirements.undecided.map(({ reason }) => reason)).toEqual(reasons);
    const read = storedOf(given, requirements);
    expect(isSameData(replayedRequirements(read), read.requirements)).toBe(true);
    expect(replayedRequirements(changed(read, ["requirements", "undecided"], []))?.undecided).toMatchObject(
      reasons.map(() => ({ reason: "rate_missing" })),
    );
  });
});

describe("the applied packs", () => {
  it("require the same as the whole packs, and have no other tiers", () => {
    fc.assert(
      fc.property(drawn, ({ query, packs: all, rates: table }) => {
        const whole = requirementsFor(query, all, table, ANY_AGE);
        const reduced = appliedPacks(whole, query, all);
        expect(isSameData(requirementsFor(query, stored(reduced), table, ANY_AGE), whole)).toBe(true);
        const names = new Set([...whole.tiers, ...whole.listed].map(({ tier }) => tier.name));
        for (const { tiers } of reduced) for (const { name } of tiers) expect(names).toContain(name);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("are packs without tiers where a pack says nothing about such a transfer", () => {
    const query = { originator_country: "US", kind: "withdrawal_to_self_hosted", at: AT } as const;
    const requirements = requirementsFor(query, [us, eu]);
    expect(requirements.undecided).toMatchObject([{ reason: "no_tier" }]);
    const reduced = appliedPacks(requirements, query, [us, eu]);
    expect(reduced).toEqual([{ ...us, tiers: [] }]);
    expect(requirementsFor(query, reduced)).toEqual(requirements);
  });

  it("keep the allowed tiers that apply, in the order of the packs", () => {
    const allowed = { ...kr, allowed_tiers: kr.tiers.map(({ name }) => name) };
    const query = { originator_country: "KR", beneficiary_country: "SG", at: new Date("2027-12-01T00:00:00Z") };
    const given = [sg, unwrap(defineJurisdiction(allowed)), us];
    const requirements = requirementsFor(query, given);
    const reduced = appliedPacks(requirements, query, given);
    expect(reduced.map(({ code: each }) => each)).toEqual(["SG", "KR"]);
    const names = reduced[1]?.tiers.map(({ name }) => name) ?? [];
    expect(reduced[1]?.allowed_tiers).toEqual(names);
    expect([names.length, names.length < kr.tiers.length]).toEqual([1, true]);
  });
});

const AT = new Date("2026-11-23T04:00:00Z");
const TABLE = { base: "EUR", date: "2026-11-22", source: "desk", rates: { SGD: "1.45", USD: "1.07" } };

function sample(query: Partial<RequirementsQuery> = {}): StoredRequirements {
  const given = { originator_country: "SG", beneficiary_country: "DE", amount: "1034.48", currency: "EUR", at: AT };
  const all = { query: { ...given, ...query }, packs: [eu, sg, us], rates: TABLE, price: undefined, answers: [] };
  return storedOf(all, found(all));
}

type Path = readonly (string | number)[];

/** Returns a copy with another value at a path; without a value, the property is removed. */
function changed<T>(given: T, path: Path, value?: unknown): T {
  const copy = structuredClone(given);
  const place = path.slice(0, -1).reduce((at: unknown, name) => Reflect.get(Object(at), name), copy);
  if (value === undefined) Reflect.deleteProperty(Object(place), path.at(-1) ?? "");
  else Reflect.set(Object(place), path.at(-1) ?? "", value);
  return copy;
}

describe("changed requirements", () => {
  // 1034.48 EUR are 1499.996 SGD; the threshold of Singapore is 1,500 SGD.
  it.each<[string, Path, unknown]>([
    ["amount", ["query", "amount"], "1034.49"],
    ["currency", ["query", "currency"], "SGD"],
    ["country", ["query", "beneficiary_country"], "US"],
    ["kind", ["query", "kind"], "withdrawal_to_self_hosted"],
    ["day", ["query", "at"], "2019-01-01"],
    ["threshold", ["packs", 1, "tiers", 0, "threshold"], "1499"],
    ["operator", ["packs", 1, "tiers", 0, "operator"], ">="],
    ["rate", ["requirements", "tiers", 0, "rate", "to"], "1.46"],
    ["source of the rate", ["requirements", "tiers", 0, "rate", "source"], ""],
    ["comparison", ["requirements", "tiers", 0, "comparison"], "above"],
    ["set of fields", ["requirements", "originator", "required"], []],
  ])("with another %s do not agree", (_, path, value) => {
    const given = sample();
    expect(given.requirements.tiers[0]).toMatchObject({ jurisdiction: "SG", reached: false, comparison: "below" });
    const tampered = changed(given, path, value);
    expect(isSameData(replayedRequirements(tampered), tampered.requirements)).toBe(false);
  });

  it("with a larger amount have the fields above the threshold", () => {
    const replayed = replayedRequirements(changed(sample(), ["query", "amount"], "1034.49"));
    expect(replayed?.tiers[0]).toMatchObject({ reached: true, comparison: "above" });
  });

  it("with answers of counsel that do not count are those before the answers", () => {
    const given = sample({ kind: "withdrawal_to_self_hosted", originator_country: "US" });
    const answer: CounselAnswer = {
      jurisdiction: "US",
      kind: "withdrawal_to_self_hosted",
      duties: ["verification"],
      by: "Counsel LLP",
      note: "checked",
      from: "2026-01-01",
    };
    expect(replayedRequirements({ ...given, answers: [answer] })?.duties).toHaveLength(1);
    expect(replayedRequirements({ ...given, answers: [{ ...answer, from: "2027-01-01" }] })).toEqual(
      given.requirements,
    );
  });
});

const PRICE = {
  asset: "BTC",
  asset_amount: "2",
  price: "600",
  currency: "SGD",
  source: "desk",
  time: "2026-11-22T12:00:00Z",
};
const junk = [null, true, -1, 1.5, "", "x", "NaN", "1e999999", [], {}, ["1"]];

/** Returns the paths of all values in plain data. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...at, name]))];
}

describe("malformed data", () => {
  it("is never an exception, whatever value is missing or another one", () => {
    const given = { ...sample({ amount: "2", currency: undefined }), price: PRICE, answers: [] };
    expect(replayedRequirements(given)?.tiers[0]).toMatchObject({ comparison: "below", converted: "1200.00" });
    const isFine = (replayed: Requirements | undefined): boolean =>
      replayed === undefined || ["decided", "undecided"].includes(replayed.status);
    const place = fc.constantFrom(...pathsIn(given).slice(1));
    fc.assert(
      fc.property(place, fc.constantFrom(undefined, ...junk), (path, value) =>
        isFine(replayedRequirements(changed(given, path, value))),
      ),
      { numRuns: runs(1_000) },
    );
    // The cast: data of any form.
    fc.assert(fc.property(fc.anything(), (any) => replayedRequirements(any as StoredRequirements) === undefined));
  });

  it.each<[string, Path, unknown]>([
    ["no time", ["query", "at"], undefined],
    ["a time without an offset", ["query", "at"], "2026-11-23T04:00:00"],
    ["an unknown property of the query", ["query", "customer"], "x"],
    ["an invalid pack", ["packs", 0, "zones"], ["Mars/Base"]],
    ["no packs", ["packs"], undefined],
    ["no tiers", ["requirements", "tiers"], undefined],
    ["a price beside a currency", ["price"], PRICE],
  ])("with %s has no requirements", (_, path, value) => {
    expect(replayedRequirements(changed(sample({ amount: "2", currency: "SGD" }), path, value))).toBeUndefined();
  });

  it.each<[string, Path, unknown]>([
    ["of another amount", ["price", "asset_amount"], "3"],
    ["without an amount of the query", ["query", "amount"], undefined],
    ["of 0", ["price", "price"], "0"],
    ["in no currency", ["price", "currency"], "BTC"],
  ])("with a price %s has no requirements", (_, path, value) => {
    const given = { ...sample({ amount: "2", currency: undefined }), price: PRICE };
    expect(replayedRequirements(changed(given, path, value))).toBeUndefined();
  });
});
