import { describe, expect, it } from "vitest";
import { type BalanceSourceSubject, balanceSourceConformance } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { failuresOf } from "../support/failed-checks.js";
import { thrownBy } from "../support/outcomes.js";
import { check, right, subject, wrong } from "../support/wrong-sources/balances.js";

/** Returns the failed checks of a subject. */
const failuresFor = (given: BalanceSourceSubject): ReturnType<typeof failuresOf> =>
  failuresOf(balanceSourceConformance(given));

describe("balanceSourceConformance", () => {
  it.each(Object.entries(right))("pass for %s", async (_, given) => {
    expect(await failuresFor(given)).toEqual(new Map());
  });

  it.each(wrong)("fail for $fault: $breaks", async ({ breaks, changes }) => {
    const failures = await failuresFor({ ...subject, ...changes });
    expect([...failures.keys()]).toEqual(breaks.map((name) => check[name]));
    for (const [name, error] of failures) {
      expect(error.message).toContain(`The check "${name}" failed: `);
      // The message repeats neither the address nor anything of an answer or error.
      expect(isLeaked(ownWords(error))).toBe(false);
      expect(ownWords(error)).not.toMatch(/bc1q|5aAeb|tz1|7901|1234/);
      // The cause is what the part threw, and only present without a code.
      expect("cause" in error).toBe(error.message.includes("without a code of vaspkit"));
    }
  });

  it("have a wrong source for each check", () => {
    const names = balanceSourceConformance(subject).map(({ name }) => name);
    expect(names).toEqual(Object.values(check));
    expect(new Set(wrong.flatMap(({ breaks }) => breaks))).toEqual(new Set(Object.keys(check)));
  });

  it("all fail for a source that never answers, except those on refusals", async () => {
    const failures = await failuresFor({ ...subject, source: subject.failing ?? subject.source });
    expect([...failures.keys()]).toEqual([
      check.form,
      check.units,
      check.worth,
      check.belongs,
      check.mistyped,
      check.ended,
      check.givenUp,
      check.unsupported,
    ]);
  });

  it("report what was seen, where, and the promise", async () => {
    const failures = await failuresFor({
      ...subject,
      source: () => ({ balance: async () => ({ balance: "12345678", balance_usd: null }) }),
    });
    expect(failures.get(check.units)?.message).toBe(
      'The check "a balance is in whole units" failed: for known[0] balance is in minor units, 10^-8 BTC. ' +
        "balance counts bitcoin and not satoshi: it has no more decimals than the asset, and equals the known balance.",
    );
  });

  it("send no request before they run, and omit checks without their properties", () => {
    const untouched = (): never => {
      throw new Error("created too early");
    };
    const { known, unsupported = [] } = subject;
    const names = (given: BalanceSourceSubject) => balanceSourceConformance(given).map(({ name }) => name);
    const least = names({ source: untouched, known });
    expect(names({ source: untouched, known, unsupported })).toEqual([...least, check.unsupported]);
    expect(names({ source: untouched, known, failing: untouched })).toEqual([...least, check.failing]);
  });

  it.each([
    ["source", { source: { balance: async () => ({}) } }],
    ["source", { source: undefined }],
    ["known", { known: undefined }],
    ["known", { known: [] }],
    ["known[1]", { known: [...subject.known.slice(0, 1), { chain: "bitcoin", address: CANARY }] }],
    ["known[0]", { known: [{ chain: "ethereum", address: wallets.bitcoin.canonical }] }],
    ["known[0].balance", { known: [{ ...subject.known[0], balance: 0.5 }] }],
    ["known[0].balance", { known: [{ ...subject.known[0], balance: CANARY }] }],
    ["unsupported", { unsupported: null }],
    ["unsupported[0]", { unsupported: [{ chain: "monero", address: CANARY }] }],
    ["failing", { failing: {} }],
  ])("throw for a wrong argument: %s, %j", (place, changes) => {
    // Callers without types may pass anything.
    const given = { ...subject, ...changes } as BalanceSourceSubject;
    const { message } = thrownBy(() => balanceSourceConformance(given), "invalid_input");
    expect(message).toContain(`The argument of balanceSourceConformance is wrong, not the source: ${place} must `);
    expect(isLeaked(message)).toBe(false);
    expect(message).not.toMatch(/bc1q|tz1/);
  });

  it.each([undefined, null])("throw for %s instead of a subject", (given) => {
    // Callers without types may pass anything.
    const nothing = given as unknown as BalanceSourceSubject;
    expect(thrownBy(() => balanceSourceConformance(nothing), "invalid_input").message).toContain(
      "source must be a function",
    );
  });
});
