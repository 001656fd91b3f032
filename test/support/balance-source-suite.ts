/** What every source of balances does, whatever protocol it speaks: one suite for all of them. */
import type { RequestListener } from "node:http";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chains } from "../../src/domain/chains/registry.js";
import type { BalanceSource } from "../../src/ports/balance-source.js";
import { compare, readDecimal } from "../../src/testing/rational.js";
import { addressesOf, type BalanceConformanceSubject, balanceConformanceSuite } from "./balance-conformance-suite.js";
import { absent, withMember } from "./json-member.js";
import { answering, withService } from "./local-server.js";
import { runs } from "./runs.js";
import { serviceFaultSuite } from "./service-faults.js";

/** A source under test. */
export interface BalanceSubject extends BalanceConformanceSubject {
  readonly example: AnswerExample;
  readonly network: NetworkExample;
  /** How many requests come before the one that fails. @default 1 */
  readonly before?: number;
}

/** An answer, member by member. */
interface AnswerExample {
  readonly address: string;
  readonly text: string;
  /** What it says. */
  readonly balance: string;
  /** The members that are read, as JSON pointers. What is no such thing makes the answer unreadable. */
  readonly members: Readonly<Record<string, keyof typeof wrongValues>>;
  /** Serves this text where the balance is asked for. */
  readonly serving: (text: string) => RequestListener;
}

/** The answer to the question which network a node serves. */
interface NetworkExample {
  /** A node that gives this answer, and balances like any other. */
  readonly telling: (answer: string) => RequestListener;
  readonly right: string;
  /** Those of other networks. */
  readonly wrong: readonly string[];
  /** What is no answer. */
  readonly unreadable: readonly string[];
}

/** What is not so, for each kind of member. */
const wrongValues = {
  "whole number": [absent, null, true, "7", "", {}, [], -1, 1.5],
  digits: [absent, null, true, 7, "", "a sentence", "-1", "1.5", " 1", "01", "0x1", "1e3", {}, []],
  "amount with seven decimals": [
    absent,
    null,
    true,
    7,
    "",
    "7",
    "7.5",
    "-7.0000000",
    "07.0000000",
    "7,0000000",
    {},
    [],
  ],
  "hex quantity": [absent, null, true, 7, "", "0x", "7", "0xg", "-0x7", " 0x7", `0x1${"0".repeat(64)}`, {}, []],
  "address that was asked about": [absent, null, 7, "", "another", {}, []],
  "id of the call": [absent, null, 77, "1", "", {}, []],
  "object with such members": [absent, null, 7, "", [], {}],
  "text of the protocol": [absent, null, 7, "", "another", {}, []],
  true: [absent, null, false, "true", 1, {}, []],
} as const;

/** Describes one source. */
export function balanceSourceSuite(name: string, subject: BalanceSubject): void {
  const { chain, make, node, example, network, unknowable = [], before = 1 } = subject;
  balanceConformanceSuite(name, subject);
  const good = node(() => 1n);
  serviceFaultSuite(`${name} on ${chain}`, {
    ask: (options, signal) => make(options).balance({ chain, address: example.address, ...(signal && { signal }) }),
    good,
    before: Array(before).fill(good),
    repeats: true,
  });
  const addresses = addressesOf(chain, (format) => !unknowable.includes(format));

  /** Uses the source over a node. */
  const over = <T>(
    listener: RequestListener,
    use: (source: BalanceSource, requests: () => number) => Promise<T>,
  ): Promise<T> => withService([listener], ({ url, requests }) => use(make({ url: new URL(url).origin }), requests));

  const expectUnits = (balance: string, units: bigint): void => {
    const exact = { numerator: units, denominator: 10n ** BigInt(chains[chain].decimals) };
    expect(compare(readDecimal(balance), exact)).toBe("equal");
  };

  describe(`${name} on ${chain}`, () => {
    it("returns every minor unit, in the shortest decimal text, for every spelling of an address", () => {
      const holdings = new Map<string, bigint>();
      const amounts = fc.oneof(fc.bigInt(0n, 2n ** 70n), fc.constantFrom(0n, 1n, 9007199254740993n, 10n ** 18n));
      const property = (source: BalanceSource) =>
        fc.asyncProperty(addresses, amounts, async ({ text, canonical }, units) => {
          holdings.set(canonical, units);
          const { balance, balance_usd } = await source.balance({ chain, address: text });
          expect(balance).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
          expectUnits(balance, units);
          expect(balance_usd).toBeNull();
        });
      // An address that nobody asks about holds what no test expects.
      return over(
        node((address) => holdings.get(address) ?? 987_654_321n),
        (source) => fc.assert(property(source), { numRuns: runs(60) }),
      );
    });

    const { address, text, balance, members, serving } = example;

    it("reads the example", () =>
      over(serving(text), async (source) =>
        expect(await source.balance({ chain, address })).toEqual({ balance, balance_usd: null }),
      ));

    it.each(Object.entries(members))("throws provider_unreadable when %s is not a %s", async (pointer, kind) => {
      const others = kind === "address that was asked about" ? fc.sample(addresses, 2) : [];
      for (const wrong of [...wrongValues[kind], ...others.map(({ canonical }) => canonical)]) {
        await over(serving(withMember(text, pointer, wrong)), async (source) => {
          const error: unknown = await source.balance({ chain, address }).catch((reason: unknown) => reason);
          expect(error, String(wrong)).toMatchObject({ code: "provider_unreadable" });
          expect(error).not.toHaveProperty("cause");
          expect(String(error)).not.toContain(address);
        });
      }
    });

    const failureOf = (listener: RequestListener): Promise<unknown> =>
      over(listener, (source) => source.balance({ chain, address }).catch((reason: unknown) => reason));

    it.each(network.wrong)("throws configuration_invalid for another network: %s", async (answer) => {
      const error = await failureOf(network.telling(answer));
      expect(error).toMatchObject({ code: "configuration_invalid" });
      expect(error).not.toHaveProperty("cause");
      expect(String(error)).not.toContain(address);
    });

    it.each(network.unreadable)("throws provider_unreadable for the network %s", async (answer) => {
      const error = await failureOf(network.telling(answer));
      expect(error).toMatchObject({ code: "provider_unreadable" });
      expect(error).not.toHaveProperty("cause");
    });

    it("checks the network until it was correct once", () => {
      const { telling, right, wrong } = network;
      return withService([telling(wrong[0] ?? ""), answering(401), telling(right)], async ({ url, requests }) => {
        const source = make({ url: new URL(url).origin });
        const ask = () => source.balance({ chain, address });
        await expect(ask()).rejects.toMatchObject({ code: "configuration_invalid" });
        await expect(ask()).rejects.toMatchObject({ code: "provider_unauthorized" });
        expect(requests()).toBe(2);
        await ask();
        const untilRight = requests();
        expect(untilRight).toBeGreaterThan(3);
        await Promise.all([ask(), ask(), ask()]);
        expect(requests()).toBe(untilRight + 3);
      });
    });
  });
}
