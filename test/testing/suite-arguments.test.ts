/** Wrong arguments of the suites for outside parts, causes of their errors, and restored answers. */
import { describe, expect, it } from "vitest";
import { fixedRates } from "../../src/adapters/rates/fixed.js";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { balanceSourceConformance, fakes, rateSourceConformance, riskProviderConformance } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { CANARY, isLeaked, ownWords, personalNames } from "../support/canaries.js";
import { failuresOf } from "../support/failed-checks.js";
import { thrownBy } from "../support/outcomes.js";
import { at, copyOf, table } from "../support/wrong-sources/rates.js";

const query = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;
const ethereum = { chain: "ethereum", address: wallets.ethereum.canonical } as const;
const known = [query, ethereum];

/** The suites, called as without types: the change may be anything. */
const suites = {
  riskProviderConformance: (change: object) =>
    riskProviderConformance({ provider: () => fakes.riskProvider(), known, ...change }),
  rateSourceConformance: (change: object) => rateSourceConformance({ source: () => fixedRates(table), at, ...change }),
  balanceSourceConformance: (change: object) =>
    balanceSourceConformance({ source: () => fakes.balanceSource(), known, ...change }),
} as const;

describe("an unknown property of a subject", () => {
  it.each([
    ["riskProviderConformance", "provider", "unsuported", "provider, known, unsupported"],
    ["rateSourceConformance", "source", "currencys", "source, at, currencies, renew, failing"],
    ["balanceSourceConformance", "source", "fails", "source, known, unsupported, failing"],
  ] as const)("is refused by %s, because ignoring it would drop a check", (checks, part, name, names) => {
    const { message } = thrownBy(() => suites[checks]({ [name]: [] }), "invalid_input");
    expect(message).toBe(
      `The argument of ${checks} is wrong, not the ${part}: it has no property "${name}"; its properties are ${names}.`,
    );
  });

  it.each(personalNames)("is not printed where it may be personal: %s", (name) => {
    for (const checks of Object.values(suites)) {
      const { message } = thrownBy(() => checks({ [name]: [] }), "invalid_input");
      expect(message).toContain("it has no property of that name; its properties are ");
      expect(isLeaked(message)).toBe(false);
    }
  });

  it("is refused in a known balance, because it would not be compared", () => {
    const { message } = thrownBy(
      () => suites.balanceSourceConformance({ known: [query, { ...ethereum, balanse: "1" }] }),
      "invalid_input",
    );
    expect(message).toContain(
      'known[1] has no property "balanse"; its properties are chain, address, balance, balance_usd.',
    );
  });
});

describe("a created part without its method", () => {
  const promised = "it returned a promise: await it first, and pass a function that returns the result";
  it.each<[suite: keyof typeof suites, part: string, make: () => unknown, method: string, why: string]>([
    ["riskProviderConformance", "provider", async () => fakes.riskProvider(), "screen", promised],
    ["rateSourceConformance", "source", async () => fixedRates(table), "current", promised],
    ["rateSourceConformance", "source", () => table, "current", "what it returned has none"],
    ["rateSourceConformance", "source", () => undefined, "current", "what it returned has none"],
    ["balanceSourceConformance", "source", async () => fakes.balanceSource(), "balance", promised],
    ["balanceSourceConformance", "source", () => null, "balance", "what it returned has none"],
  ])("fails every check of %s: %s %s", async (suite, part, make, method, why) => {
    const checks = suites[suite]({ [part]: make });
    const errors = await failuresOf(checks);
    expect([...errors.keys()]).toEqual(checks.map(({ name }) => name));
    for (const error of errors.values()) {
      expect(error).toMatchObject({ code: "invalid_input" });
      expect(error.message).toContain(
        `not the ${part}: ${part}() must return a ${part} with a method ${method}; ${why}.`,
      );
    }
  });

  it.each(["rateSourceConformance", "balanceSourceConformance"] as const)(
    "fails the check of failing too: %s",
    async (suite) => {
      const errors = await failuresOf(suites[suite]({ failing: async () => ({}) }).slice(-1));
      expect([...errors.values()].map(({ message }) => message)).toEqual([
        expect.stringContaining("failing() must return a source with a method"),
      ]);
    },
  );

  it("does not hide what the creating function throws", async () => {
    const fault = new Error("no key");
    const make = () => {
      throw fault;
    };
    const changes = {
      riskProviderConformance: "provider",
      rateSourceConformance: "source",
      balanceSourceConformance: "source",
    } as const;
    for (const [suite, part] of Object.entries(changes)) {
      const checks = suites[suite as keyof typeof suites]({ [part]: make });
      const errors = await failuresOf(checks);
      expect([...errors.values()]).toEqual(checks.map(() => fault));
    }
  });
});

describe("an error without a code", () => {
  const fault = new TypeError(CANARY);
  const fail = async (): Promise<never> => {
    throw fault;
  };
  it.each([
    ["riskProviderConformance", { provider: () => ({ screen: fail }) }],
    ["rateSourceConformance", { source: () => ({ current: fail }), failing: () => ({ current: fail }) }],
    ["balanceSourceConformance", { source: () => ({ balance: fail }), failing: () => ({ balance: fail }) }],
  ] as const)("is the cause in %s, and not in the message", async (suite, changes) => {
    const errors = await failuresOf(suites[suite](changes));
    expect(errors.size).toBeGreaterThan(5);
    for (const error of errors.values()) {
      expect(error.cause).toBe(fault);
      expect(error.message).toContain("it threw an error without a code of vaspkit (see cause)");
      expect(isLeaked(ownWords(error))).toBe(false);
    }
  });

  it("is no cause when it has a code", async () => {
    const fail = async () => {
      throw new ComplianceError("provider_timeout", CANARY);
    };
    const errors = await failuresOf(suites.rateSourceConformance({ source: () => ({ current: fail }) }));
    for (const error of errors.values()) {
      expect(error.message).toContain("it threw provider_timeout");
      expect("cause" in error).toBe(false);
    }
  });
});

describe("concurrent requests that affect each other", () => {
  const name = "concurrent requests do not affect each other";
  /** Answers one at a time, and fails for the others. */
  function busy<T>(answer: T, fault: Error): () => Promise<T> {
    let isBusy = false;
    return async () => {
      if (isBusy) throw fault;
      isBusy = true;
      await new Promise((resolve) => setTimeout(resolve, 1));
      isBusy = false;
      return answer;
    };
  }

  it.each([
    ["riskProviderConformance", "for known[0]", (fault: Error) => ({ provider: () => ({ screen: busy([], fault) }) })],
    ["rateSourceConformance", "concurrently", (fault: Error) => ({ source: () => ({ current: busy(table, fault) }) })],
    ["balanceSourceConformance", "for known[0]", (fault: Error) => ({ source: () => ({ balance: busy({}, fault) }) })],
  ] as const)("are reported with the code of the outcome: %s", async (suite, place, changes) => {
    const coded = await failuresOf(suites[suite](changes(new ComplianceError("provider_rate_limited", CANARY))));
    expect(coded.get(name)?.message).toMatch(
      new RegExp(`failed: ${place.replace(/[[\]]/g, "\\$&")}.*it threw provider_rate_limited`),
    );
    const fault = new RangeError("busy");
    const uncoded = await failuresOf(suites[suite](changes(fault)));
    expect(uncoded.get(name)?.cause).toBe(fault);
  });

  it("are reported when there is never an answer", async () => {
    const current = async () => {
      throw new ComplianceError("rate_missing", CANARY);
    };
    const errors = await failuresOf(suites.rateSourceConformance({ source: () => ({ current }) }));
    expect(errors.get(name)?.message).toContain("failed: it threw rate_missing. Concurrent");
  });
});

describe("answers that a check overwrites", () => {
  it("are restored: a shared table", async () => {
    const shared = copyOf(table);
    const before = structuredClone(shared);
    const errors = await failuresOf(suites.rateSourceConformance({ source: () => ({ current: async () => shared }) }));
    expect([...errors.keys()]).toEqual(["changing a table does not change later answers"]);
    expect(shared).toEqual(before);
  });

  it("are restored when the source fails the second time", async () => {
    const shared = copyOf(table);
    const before = structuredClone(shared);
    let asked = 0;
    const current = async () => {
      asked += 1;
      if (asked === 2) throw new ComplianceError("provider_timeout", "It took too long.");
      return shared;
    };
    const checks = suites.rateSourceConformance({ source: () => ({ current }) });
    const errors = await failuresOf(
      checks.filter(({ name }) => name === "changing a table does not change later answers"),
    );
    expect([...errors.values()][0]?.message).toContain("the second time it threw provider_timeout");
    expect(shared).toEqual(before);
  });

  it("are restored: an answer about an address", async () => {
    const entries = await fakes.riskProvider().screen(query);
    const balance = { balance: "1.5", balance_usd: null };
    const before = structuredClone({ entries, balance });
    const belongs = "changing an answer does not change later answers";
    const risk = await failuresOf(
      suites.riskProviderConformance({ provider: () => ({ screen: async () => entries }) }),
    );
    const held = await failuresOf(
      suites.balanceSourceConformance({ source: () => ({ balance: async () => balance }) }),
    );
    expect([risk.has(belongs), held.has(belongs)]).toEqual([true, true]);
    expect({ entries, balance }).toEqual(before);
  });

  it("may be cyclic or refuse writes", async () => {
    const ring: Record<string, unknown> = { ...table };
    ring["self"] = ring;
    const guarded = Object.defineProperty(copyOf(table), "note", {
      enumerable: true,
      get: () => "as of today",
      set: () => {
        throw new TypeError("it is not yours");
      },
    });
    for (const shared of [ring, guarded]) {
      const errors = await failuresOf(
        suites.rateSourceConformance({ source: () => ({ current: async () => shared }) }),
      );
      expect(String(errors.get("changing a table does not change later answers") ?? "")).not.toMatch(
        /call stack|not yours/,
      );
      expect(shared["base"]).toBe("EUR");
    }
  });
});
