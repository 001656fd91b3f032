import { describe, expect, it } from "vitest";
import type { RiskProvider } from "../../src/index.js";
import { type ConformanceCheck, type RiskProviderSubject, riskProviderConformance } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { failuresOf } from "../support/failed-checks.js";
import { thrownBy } from "../support/outcomes.js";
import { refusing } from "../support/wrong-sources/calls.js";
import { answering, failing, isKnown, known, providerOf, wrongProviders } from "../support/wrong-sources/risk.js";

const unsupported = [{ chain: "tezos", address: wallets.tezos.canonical }] as const;

const wrong = Object.entries(wrongProviders).flatMap(([check, faults]) =>
  Object.entries(faults).map(([fault, make]) => ({ check, fault, make })),
);

function subjectOf(provider: () => RiskProvider): RiskProviderSubject {
  return { provider, known, unsupported };
}

/** Returns the failed checks of a provider. */
const failuresFor = (provider: () => RiskProvider): ReturnType<typeof failuresOf> =>
  failuresOf(riskProviderConformance(subjectOf(provider)));

describe("riskProviderConformance", () => {
  it.each(riskProviderConformance(subjectOf(() => providerOf())))(
    "pass for a list of our own: $name",
    async ({ run }: ConformanceCheck) => {
      await run();
    },
  );

  it.each(wrong)("$check: fails for $fault", async ({ check, make }) => {
    const failures = await failuresFor(() => providerOf(make()));
    expect([...failures.keys()]).toContain(check);
    for (const [name, error] of failures) {
      expect(error.message).toContain(`The check "${name}" failed: `);
      // The message repeats neither the address nor anything of an answer or error.
      expect(isLeaked(ownWords(error))).toBe(false);
      expect(ownWords(error)).not.toMatch(/bc1q|5aAeb/);
      // The cause is what the part threw, and only present without a code.
      expect("cause" in error).toBe(error.message.includes("without a code of vaspkit"));
    }
  });

  it("have a wrong provider for each check", () => {
    const checks = riskProviderConformance(subjectOf(() => providerOf()));
    expect(new Set(wrong.map(({ check }) => check))).toEqual(new Set(checks.map(({ name }) => name)));
  });

  it("all fail for a provider that never answers, except those on refusals", async () => {
    const failures = await failuresFor(() => providerOf(failing((query) => isKnown(query) && refusing("aborted"))));
    expect([...failures.keys()]).toEqual([
      "an answer has at least one entry",
      "an entry is complete",
      "a ratio is an integer from 0 to 100",
      "a ratio of 0 has a reason",
      "an entry has the provider's code",
      "changing an answer does not change later answers",
    ]);
  });

  it("report what was seen, where, and the promise", async () => {
    const failures = await failuresFor(() => providerOf(answering((entry) => [{ ...entry, risk_ratio: 6.4 }])));
    expect(failures.get("a ratio is an integer from 0 to 100")?.message).toBe(
      'The check "a ratio is an integer from 0 to 100" failed: for known[0] the answer has the issue out_of_range at "/0/risk_ratio". ' +
        "risk_ratio of every entry is an integer from 0 to 100.",
    );
  });

  it("send no request before they run, and omit the check on chains without such an address", () => {
    const untouched = (): RiskProvider => {
      throw new Error("created too early");
    };
    const checks = riskProviderConformance({ provider: untouched, known });
    expect(checks.map(({ name }) => name)).not.toContain("an unsupported chain is refused");
    expect(riskProviderConformance({ provider: untouched, known, unsupported })).toHaveLength(checks.length + 1);
  });

  it("throw without an address, because anything would pass", () => {
    expect(() => riskProviderConformance({ provider: () => providerOf(), known: [] })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it.each([
    ["provider", { provider: providerOf(), known }],
    ["provider", { known }],
    ["provider", undefined],
    ["provider", null],
    ["known", { known: undefined }],
    ["known", { known: { ...known } }],
    ["known[1]", { known: [known[0], { chain: "bitcoin", address: CANARY }] }],
    ["known[0]", { known: [{ chain: "ethereum", address: wallets.bitcoin.canonical }] }],
    ["known[0]", { known: [{ chain: CANARY, address: wallets.bitcoin.canonical }] }],
    ["known[0]", { known: [null] }],
    ["unsupported", { unsupported: null }],
    ["unsupported[0]", { unsupported: [{ chain: "tezos", address: `${wallets.tezos.canonical}x` }] }],
    ["unsupported[0]", { unsupported: [{ chain: "monero", address: CANARY }] }],
  ])("throw for a wrong argument: %s, %j", (place, wrong) => {
    const subject =
      wrong && ("provider" in wrong || place === "provider" ? wrong : { ...subjectOf(() => providerOf()), ...wrong });
    // Callers without types may pass anything.
    const { message } = thrownBy(() => riskProviderConformance(subject as RiskProviderSubject), "invalid_input");
    expect(message).toContain(`The argument of riskProviderConformance is wrong, not the provider: ${place} must be `);
    expect(isLeaked(message)).toBe(false);
    expect(message).not.toMatch(/bc1q|tz1/);
  });

  it("do not compare codes of a provider without one", async () => {
    const { provider_name: _, ...nameless } = providerOf();
    expect(await failuresFor(() => nameless)).toEqual(new Map());
  });

  it("pass for frozen answers", async () => {
    const frozen = answering((entry) => Object.freeze([Object.freeze(entry)]));
    expect(await failuresFor(() => providerOf(frozen))).toEqual(new Map());
  });
});
