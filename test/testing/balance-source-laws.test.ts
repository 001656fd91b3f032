import { describe, expect, it } from "vitest";
import { type BalanceSourceSubject, balanceSourceConformance } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { brokenOf } from "../support/broken-laws.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { thrownBy } from "../support/outcomes.js";
import { law, right, subject, wrong } from "../support/wrong-sources/balances.js";

/** What the laws say of a subject. */
const brokenBy = (given: BalanceSourceSubject): ReturnType<typeof brokenOf> =>
  brokenOf(balanceSourceConformance(given));

describe("the laws of a balance source", () => {
  it.each(Object.entries(right))("are kept by %s", async (_, given) => {
    expect(await brokenBy(given)).toEqual(new Map());
  });

  it.each(wrong)("are broken by $fault: $breaks", async ({ breaks, changes }) => {
    const broken = await brokenBy({ ...subject, ...changes });
    expect([...broken.keys()]).toEqual(breaks.map((name) => law[name]));
    for (const [name, error] of broken) {
      expect(error.message).toContain(`The law "${name}" is broken: `);
      // Neither the address nor anything of an answer or an error.
      expect(isLeaked(ownWords(error))).toBe(false);
      expect(ownWords(error)).not.toMatch(/bc1q|5aAeb|tz1|7901|1234/);
      // What the part threw itself is only there where its code does not say it.
      expect("cause" in error).toBe(error.message.includes("no ComplianceError with a code"));
    }
  });

  it("have a wrong source each", () => {
    const names = balanceSourceConformance(subject).map(({ name }) => name);
    expect(names).toEqual(Object.values(law));
    expect(new Set(wrong.flatMap(({ breaks }) => breaks))).toEqual(new Set(Object.keys(law)));
  });

  it("are all broken by a source that never answers, save those on refusals", async () => {
    const broken = await brokenBy({ ...subject, source: subject.failing ?? subject.source });
    expect([...broken.keys()]).toEqual([
      law.form,
      law.units,
      law.worth,
      law.belongs,
      law.mistyped,
      law.ended,
      law.givenUp,
      law.unsupported,
    ]);
  });

  it("say what was seen, where, and what the law says", async () => {
    const broken = await brokenBy({
      ...subject,
      source: () => ({ balance: async () => ({ balance: "12345678", balance_usd: null }) }),
    });
    expect(broken.get(law.units)?.message).toBe(
      'The law "a balance is in whole units" is broken: of known[0] balance is in minor units, 10^-8 BTC. It says that ' +
        "balance counts bitcoin and not satoshi: it has no more decimals than the asset of the chain, and is what the " +
        "subject says that the address holds.",
    );
  });

  it("ask nothing before they run, and leave out what the subject says nothing of", () => {
    const untouched = (): never => {
      throw new Error("made too early");
    };
    const { known, unsupported = [] } = subject;
    const names = (given: BalanceSourceSubject) => balanceSourceConformance(given).map(({ name }) => name);
    const least = names({ source: untouched, known });
    expect(names({ source: untouched, known, unsupported })).toEqual([...least, law.unsupported]);
    expect(names({ source: untouched, known, failing: untouched })).toEqual([...least, law.failing]);
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
  ])("blame the test and not the source for %s: %j", (place, changes) => {
    // What a caller without types may give.
    const given = { ...subject, ...changes } as BalanceSourceSubject;
    const { message } = thrownBy(() => balanceSourceConformance(given), "invalid_input");
    expect(message).toContain(`What balanceSourceConformance was given is wrong, not the source: ${place} must `);
    expect(isLeaked(message)).toBe(false);
    expect(message).not.toMatch(/bc1q|tz1/);
  });

  it.each([undefined, null])("blame the test for %s in place of a subject", (given) => {
    // What a caller without types may give.
    const nothing = given as unknown as BalanceSourceSubject;
    expect(thrownBy(() => balanceSourceConformance(nothing), "invalid_input").message).toContain(
      "source must be a function",
    );
  });
});
