/** What the laws of outside parts say when the test and not the part is at fault, and what they leave behind. */
import { describe, expect, it } from "vitest";
import { fixedRates } from "../../src/adapters/rates/fixed.js";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import {
  balanceSourceConformance,
  type ConformanceCheck,
  fakes,
  rateSourceConformance,
  riskProviderConformance,
} from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { CANARY, isLeaked, ownWords, personalNames } from "../support/canaries.js";
import { thrownBy } from "../support/outcomes.js";
import { at, copyOf, table } from "../support/wrong-sources/desks.js";

const query = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;
const ethereum = { chain: "ethereum", address: wallets.ethereum.canonical } as const;
const known = [query, ethereum];

/** As callers without types give a subject, and what their laws say; the change may be anything. */
const suites = {
  riskProviderConformance: (change: object) =>
    riskProviderConformance({ provider: () => fakes.riskProvider(), known, ...change }),
  rateSourceConformance: (change: object) => rateSourceConformance({ source: () => fixedRates(table), at, ...change }),
  balanceSourceConformance: (change: object) =>
    balanceSourceConformance({ source: () => fakes.balanceSource(), known, ...change }),
} as const;

async function errorsOf(laws: readonly ConformanceCheck[]): Promise<ReadonlyMap<string, Error>> {
  const errors = new Map<string, Error>();
  for (const { name, run } of laws) await run().catch((error: Error) => errors.set(name, error));
  return errors;
}

describe("a member that the subject does not have", () => {
  it.each([
    ["riskProviderConformance", "provider", "unsuported", "provider, known, unsupported"],
    ["rateSourceConformance", "source", "currencys", "source, at, currencies, renew, failing"],
    ["balanceSourceConformance", "source", "fails", "source, known, unsupported, failing"],
  ] as const)("is refused by %s, for a law would be lost", (laws, part, name, names) => {
    const { message } = thrownBy(() => suites[laws]({ [name]: [] }), "invalid_input");
    expect(message).toBe(
      `What ${laws} was given is wrong, not the ${part}: it has no member "${name}"; its members are ${names}.`,
    );
  });

  it.each(personalNames)("is not named where it could be a person's: %s", (name) => {
    for (const laws of Object.values(suites)) {
      const { message } = thrownBy(() => laws({ [name]: [] }), "invalid_input");
      expect(message).toContain("it has no member of that name; its members are ");
      expect(isLeaked(message)).toBe(false);
    }
  });

  it("is refused in a known balance, which would be looked at by nobody", () => {
    const { message } = thrownBy(
      () => suites.balanceSourceConformance({ known: [query, { ...ethereum, balanse: "1" }] }),
      "invalid_input",
    );
    expect(message).toContain(
      'known[1] has no member "balanse"; its members are chain, address, signal, balance, balance_usd.',
    );
  });
});

describe("what was made that cannot be asked", () => {
  const promised = "it made a promise: await that first, and give a function that returns what came of it";
  it.each<[suite: keyof typeof suites, part: string, make: () => unknown, method: string, why: string]>([
    ["riskProviderConformance", "provider", async () => fakes.riskProvider(), "screen", promised],
    ["rateSourceConformance", "source", async () => fixedRates(table), "current", promised],
    ["rateSourceConformance", "source", () => table, "current", "what it made has none"],
    ["rateSourceConformance", "source", () => undefined, "current", "what it made has none"],
    ["balanceSourceConformance", "source", async () => fakes.balanceSource(), "balance", promised],
    ["balanceSourceConformance", "source", () => null, "balance", "what it made has none"],
  ])("is said by every law of %s: %s %s", async (suite, part, make, method, why) => {
    const laws = suites[suite]({ [part]: make });
    const errors = await errorsOf(laws);
    expect([...errors.keys()]).toEqual(laws.map(({ name }) => name));
    for (const error of errors.values()) {
      expect(error).toMatchObject({ code: "invalid_input" });
      expect(error.message).toContain(
        `not the ${part}: ${part}() must make a ${part}, which has a function ${method}; ${why}.`,
      );
    }
  });

  it.each(["rateSourceConformance", "balanceSourceConformance"] as const)(
    "is said of failing as well: %s",
    async (suite) => {
      const errors = await errorsOf(suites[suite]({ failing: async () => ({}) }).slice(-1));
      expect([...errors.values()].map(({ message }) => message)).toEqual([
        expect.stringContaining("failing() must make a source, which has a function"),
      ]);
    },
  );

  it("does not hide what the function that makes it throws", async () => {
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
      const laws = suites[suite as keyof typeof suites]({ [part]: make });
      const errors = await errorsOf(laws);
      expect([...errors.values()]).toEqual(laws.map(() => fault));
    }
  });
});

describe("what a part throws that is no ComplianceError", () => {
  const fault = new TypeError(CANARY);
  const fail = async (): Promise<never> => {
    throw fault;
  };
  it.each([
    ["riskProviderConformance", { provider: () => ({ screen: fail }) }],
    ["rateSourceConformance", { source: () => ({ current: fail }), failing: () => ({ current: fail }) }],
    ["balanceSourceConformance", { source: () => ({ balance: fail }), failing: () => ({ balance: fail }) }],
  ] as const)("is the cause of the errors of %s, and nowhere in their words", async (suite, changes) => {
    const errors = await errorsOf(suites[suite](changes));
    expect(errors.size).toBeGreaterThan(5);
    for (const error of errors.values()) {
      expect(error.cause).toBe(fault);
      expect(error.message).toContain(
        "there is no answer but an error that is no ComplianceError with a code of vaspkit",
      );
      expect(isLeaked(ownWords(error))).toBe(false);
    }
  });

  it("is no cause where it is one of ours, whose code says it", async () => {
    const fail = async () => {
      throw new ComplianceError("provider_timeout", CANARY);
    };
    const errors = await errorsOf(suites.rateSourceConformance({ source: () => ({ current: fail }) }));
    for (const error of errors.values()) {
      expect(error.message).toContain("there is no answer but provider_timeout");
      expect("cause" in error).toBe(false);
    }
  });
});

describe("questions that disturb one another", () => {
  const name = "questions do not disturb one another";
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
    ["riskProviderConformance", "of known[0]", (fault: Error) => ({ provider: () => ({ screen: busy([], fault) }) })],
    ["rateSourceConformance", "asked", (fault: Error) => ({ source: () => ({ current: busy(table, fault) }) })],
    ["balanceSourceConformance", "of known[0]", (fault: Error) => ({ source: () => ({ balance: busy({}, fault) }) })],
  ] as const)("are told with the code of what came of it: %s", async (suite, place, changes) => {
    const coded = await errorsOf(suites[suite](changes(new ComplianceError("provider_rate_limited", CANARY))));
    expect(coded.get(name)?.message).toMatch(
      new RegExp(
        `is broken: ${place.replace(/[[\]]/g, "\\$&")}.* with others,? there is no answer but provider_rate_limited`,
      ),
    );
    const fault = new RangeError("busy");
    const uncoded = await errorsOf(suites[suite](changes(fault)));
    expect(uncoded.get(name)?.cause).toBe(fault);
  });

  it("are told so when there is never an answer", async () => {
    const current = async () => {
      throw new ComplianceError("rate_missing", CANARY);
    };
    const errors = await errorsOf(suites.rateSourceConformance({ source: () => ({ current }) }));
    expect(errors.get(name)?.message).toContain("is broken: there is no answer but rate_missing. It says");
  });
});

describe("what the laws spoil to see whose it is", () => {
  it("is a shared table that says again what it said", async () => {
    const shared = copyOf(table);
    const before = structuredClone(shared);
    const errors = await errorsOf(suites.rateSourceConformance({ source: () => ({ current: async () => shared }) }));
    expect([...errors.keys()]).toEqual(["a table is nobody's to change"]);
    expect(shared).toEqual(before);
  });

  it("is put back also where the source fails the second time", async () => {
    const shared = copyOf(table);
    const before = structuredClone(shared);
    let asked = 0;
    const current = async () => {
      asked += 1;
      if (asked === 2) throw new ComplianceError("provider_timeout", "It took too long.");
      return shared;
    };
    const laws = suites.rateSourceConformance({ source: () => ({ current }) });
    const errors = await errorsOf(laws.filter(({ name }) => name === "a table is nobody's to change"));
    expect([...errors.values()][0]?.message).toContain("the second time there is no answer but provider_timeout");
    expect(shared).toEqual(before);
  });

  it("is an answer about an address that says again what it said", async () => {
    const entries = await fakes.riskProvider().screen(query);
    const balance = { balance: "1.5", balance_usd: null };
    const before = structuredClone({ entries, balance });
    const belongs = "an answer belongs to its caller";
    const risk = await errorsOf(suites.riskProviderConformance({ provider: () => ({ screen: async () => entries }) }));
    const held = await errorsOf(suites.balanceSourceConformance({ source: () => ({ balance: async () => balance }) }));
    expect([risk.has(belongs), held.has(belongs)]).toEqual([true, true]);
    expect({ entries, balance }).toEqual(before);
  });

  it("may hold itself, or keep itself from being written to", async () => {
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
      const errors = await errorsOf(suites.rateSourceConformance({ source: () => ({ current: async () => shared }) }));
      expect(String(errors.get("a table is nobody's to change") ?? "")).not.toMatch(/call stack|not yours/);
      expect(shared["base"]).toBe("EUR");
    }
  });
});
