import { describe, expect, it } from "vitest";
import { fakes } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { thrownBy } from "../support/outcomes.js";
import { ecbRates20240628 as friday } from "../support/rates.js";

const question = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;

/** Returns the message of the thrown configuration_invalid. It must not repeat a value. */
function refusal(act: () => unknown): string {
  const error = thrownBy(act, "configuration_invalid");
  expect(isLeaked(ownWords(error))).toBe(false);
  expect(error.message).not.toMatch(/bc1q/);
  return error.message;
}

/** Calls a function as without types. */
function untyped(make: unknown): (...given: readonly unknown[]) => unknown {
  return make as (...given: readonly unknown[]) => unknown;
}

describe("options of a fake that are not valid throw configuration_invalid at once", () => {
  it.each<[string, unknown]>([
    ["the options", null],
    ["the options", []],
    ["the options", { provider: CANARY }],
    ["providerName", { providerName: "" }],
    ["providerName", { providerName: `${CANARY}\n` }],
    ["providerName", { providerName: 7 }],
    ["entries", { entries: {} }],
    ["entries[0]", { entries: [null] }],
    ["entries[0]", { entries: [{ ...question, address: CANARY }] }],
    ["entries[0]", { entries: [{ ...question, chain: CANARY }] }],
    ["entries[0]", { entries: [{ ...question, provider_name: CANARY }] }],
    ["entries[1]", { entries: [question, { ...question, risk_ratio: 101 }] }],
    ["entries[0]", { entries: [{ ...question, risk_ratio: "70" }] }],
    ["entries[0]", { entries: [{ ...question, risk_descriptors: [`${CANARY}\0`] }] }],
    ["entries[0]", { entries: [{ ...question, risk_ratio: 0, risk_descriptors: [] }] }],
    ["chains", { chains: "bitcoin" }],
    ["chains", { chains: [CANARY] }],
  ])("fakes.riskProvider: %s of %j", (place, options) => {
    expect(refusal(() => untyped(fakes.riskProvider)(options))).toContain(`In fakes.riskProvider, ${place} `);
  });

  it.each<[string, () => unknown]>([
    [
      'the options object has no property "provider"; its properties are providerName, entries, chains.',
      () => untyped(fakes.riskProvider)({ provider: CANARY }),
    ],
    [
      'balances[0] has no property "currency"; its properties are chain, address, balance, balance_usd.',
      () => untyped(fakes.balanceSource)({ balances: [{ ...question, balance: "1", currency: CANARY }] }),
    ],
    [
      "the options object has no property of that name; its properties are",
      () => untyped(fakes.riskProvider)({ [`${CANARY} Doe`]: 1 }),
    ],
  ])("with the name of an unknown property: %s", (said, act) => {
    expect(refusal(act)).toContain(said);
  });

  it.each<[string, unknown]>([
    ["the options", "bitcoin"],
    ["the options", { balance: [] }],
    ["balances", { balances: "1" }],
    ["balances[0]", { balances: [question] }],
    ["balances[0]", { balances: [{ ...question, balance: 1.5 }] }],
    ["balances[0]", { balances: [{ ...question, balance: CANARY }] }],
    ["balances[0]", { balances: [{ ...question, balance: "1", balance_usd: "-1" }] }],
    ["balances[0].balance_usd", { balances: [{ ...question, balance: "1", balance_usd: "1.005" }] }],
    ["balances[0]", { balances: [{ ...question, balance: "1", currency: CANARY }] }],
    ["balances[0]", { balances: [{ chain: "bitcoin", address: CANARY, balance: "1" }] }],
    [
      "balances[1]",
      {
        balances: [
          { ...question, balance: "1" },
          { ...question, address: wallets.bitcoin.given, balance: "2" },
        ],
      },
    ],
    ["chains", { chains: ["dogecoin"] }],
  ])("fakes.balanceSource: %s of %j", (place, options) => {
    expect(refusal(() => untyped(fakes.balanceSource)(options))).toContain(`In fakes.balanceSource, ${place} `);
  });

  it.each<[string, unknown]>([
    ["the table", undefined],
    ["the table", { ...friday, rates: { USD: 1.07 } }],
    ["the table", { ...friday, rates: {} }],
    ["the table", { ...friday, rates: { EUR: "1" } }],
    ["the table", { ...friday, date: CANARY }],
    ["tables[1]", [friday, { ...friday, date: "2024-06-31" }]],
    ["tables[0]", [null]],
    ["there must be at least one table", []],
    ["there must be at least one table, and only one for each day", [friday, { ...friday }]],
  ])("fakes.rateSource: %s of %j", (place, tables) => {
    expect(refusal(() => untyped(fakes.rateSource)(tables))).toContain(`In fakes.rateSource, ${place}`);
  });

  it.each([
    ["an invalid date", new Date(Number.NaN)],
    ["a number", 0],
    ["null", null],
    ["another text", CANARY],
    ["a day that does not exist", "2026-13-01"],
    ["a time of day without an offset", "2026-11-20T16:00:00"],
    ["a local date format", "11/20/2026"],
  ])("fakes.clock: %s", (_, time) => {
    expect(refusal(() => untyped(fakes.clock)(time))).toContain("a time must be a Date or a text such as");
    const clock = fakes.clock("2026-11-20");
    refusal(() => untyped(clock.set)(time));
    expect(clock()).toEqual(new Date("2026-11-20"));
  });

  it.each([-1, Number.NaN, "5", undefined, 9e15])("fakes.clock advanced by %s", (ms) => {
    const clock = fakes.clock("2026-11-20");
    refusal(() => untyped(clock.advance)(ms));
    expect(clock()).toEqual(new Date("2026-11-20"));
  });
});

const invalidForAll = [
  "slow",
  "NONE",
  null,
  undefined,
  7,
  {},
  [],
  { slowMs: -1 },
  { slowMs: Number.NaN },
  { slowMs: "50" },
  { slowMs: 2 ** 31 },
  { slowMs: Number.POSITIVE_INFINITY },
  { slowMs: 50, reject: "provider_timeout" },
  { hang: true },
  { reject: CANARY },
  { reject: "storage_locked" },
  { reject: undefined },
];

describe("a script that is not valid throws configuration_invalid, and the earlier one stays", () => {
  const parts = {
    riskProvider: { make: () => fakes.riskProvider(), wrong: [{ reject: "rate_missing" }] },
    balanceSource: { make: () => fakes.balanceSource(), wrong: [{ reject: "address_unknown" }] },
    rateSource: {
      make: () => fakes.rateSource(friday),
      wrong: [{ reject: "aborted" }, { reject: "chain_unsupported" }],
    },
    alertSink: { make: () => fakes.alertSink(), wrong: ["malformed", { reject: "provider_timeout" }] },
  } as const;

  it.each(Object.entries(parts))("fakes.%s", (name, { make, wrong }) => {
    for (const fault of [...invalidForAll, ...wrong]) {
      const part = make();
      expect(refusal(() => untyped(part.script)("none", fault))).toContain(
        `In fakes.${name}, fault 2 of the script must be `,
      );
    }
  });

  it("keeps a valid script after an invalid one", async () => {
    const provider = fakes.riskProvider();
    provider.script("reject");
    refusal(() => untyped(provider.script)("none", "nonsense"));
    await expect(provider.screen(question)).rejects.toMatchObject({ code: "provider_unavailable" });
  });
});

describe("the fakes", () => {
  it("cannot be replaced, but the fakes that they create can be spied on", () => {
    expect(Object.isFrozen(fakes)).toBe(true);
    expect(Object.isFrozen(fakes.riskProvider())).toBe(false);
  });
});
