import { describe, expect, it } from "vitest";
import { checkedQuery } from "../../src/adapters/checked-query.js";
import { ComplianceError, type ComplianceErrorCode } from "../../src/domain/compliance-error.js";
import type { AddressQuery, RiskEntry, RiskProvider } from "../../src/index.js";
import { type ConformanceCheck, type RiskProviderSubject, riskProviderConformance } from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { CANARY, isLeaked, ownWords } from "../support/canaries.js";
import { thrownBy } from "../support/outcomes.js";

const known: readonly AddressQuery[] = [
  { chain: "bitcoin", address: wallets.bitcoin.canonical },
  { chain: "ethereum", address: wallets.ethereum.canonical },
];
const unsupported: readonly AddressQuery[] = [{ chain: "tezos", address: wallets.tezos.canonical }];

function entryOf({ chain }: AddressQuery): RiskEntry {
  return {
    provider_name: "HOUSE",
    risk_ratio: chain === "bitcoin" ? 0 : 70,
    risk_descriptors: chain === "bitcoin" ? ["house:not-listed"] : ["house:listed", "mixer"],
    vasp_name_legal: "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
  };
}

function isScreened(chain: string): boolean {
  return chain === "bitcoin" || chain === "ethereum";
}

/** A correct provider: a list of our own. */
const house: RiskProvider = {
  provider_name: "HOUSE",
  screen: async (query) => {
    checkedQuery(query, "The house list", isScreened);
    if (query.signal?.aborted) throw new ComplianceError("aborted", "The caller has ended this.");
    return [entryOf(query)];
  },
};

/** Returns another answer, of any type. */
function answering(change: (entry: RiskEntry) => unknown): RiskProvider {
  const screen = async (query: AddressQuery): Promise<unknown> => {
    const [entry] = await house.screen(query);
    return change(entry ?? entryOf(query));
  };
  return { ...house, screen: screen as RiskProvider["screen"] };
}

/** Fails before the answer. */
function failing(fail: (query: AddressQuery) => void): RiskProvider {
  const screen: RiskProvider["screen"] = async (query) => {
    fail(query);
    return house.screen(query);
  };
  return { ...house, screen };
}

function refusing(code: string, message = "It is refused."): never {
  // A caller without types may give any code.
  throw new ComplianceError(code as ComplianceErrorCode, message);
}

/** Returns one object to every caller. */
function keeping(): RiskProvider {
  const kept = new Map<string, readonly RiskEntry[]>();
  return {
    ...house,
    screen: async (query) => {
      const entries = await house.screen(query);
      if (!kept.has(query.address)) kept.set(query.address, entries);
      return kept.get(query.address) ?? entries;
    },
  };
}

/** Answers for the address of the latest request. */
function forgetful(): RiskProvider {
  let last: AddressQuery | undefined;
  return {
    ...house,
    screen: async (query) => {
      await house.screen(query);
      last = query;
      await Promise.resolve();
      return [entryOf(last)];
    },
  };
}

/** A slow service, and its reaction to an abort. */
function leaving(onAbort: (reject: (error: Error) => void) => void): RiskProvider {
  return {
    ...house,
    screen: async (query) => {
      const entries = await house.screen(query);
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, 5);
        query.signal?.addEventListener("abort", () => onAbort(reject));
        if (query.signal?.aborted) onAbort(reject);
      });
      return entries;
    },
  };
}

/** Answers one request at a time, and refuses the others. */
function busy(): RiskProvider {
  let isBusy = false;
  return {
    ...house,
    screen: async (query) => {
      const entries = await house.screen(query);
      if (isBusy) return refusing("provider_rate_limited");
      isBusy = true;
      await Promise.resolve();
      isBusy = false;
      return entries;
    },
  };
}

const canonicals: readonly string[] = known.map(({ address }) => address);

/** Wrong providers, each with the check that it must fail. */
const wrong: readonly { readonly check: string; readonly fault: string; readonly provider: () => RiskProvider }[] = [
  {
    check: "an answer has at least one entry",
    fault: "an empty answer for an unknown address",
    provider: () => answering(() => []),
  },
  {
    check: "an answer has at least one entry",
    fault: "an entry that is not in an array",
    provider: () => answering((entry) => entry),
  },
  {
    check: "an entry is complete",
    fault: "an entry without vasp_website",
    provider: () => answering(({ vasp_website: _, ...entry }) => [entry]),
  },
  {
    check: "an entry is complete",
    fault: "an unknown property",
    provider: () => answering((entry) => [{ ...entry, score: 6.4 }]),
  },
  {
    check: "an entry is complete",
    fault: "a ratio that is text",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: "70" }]),
  },
  {
    check: "an entry is complete",
    fault: "descriptors that are null",
    provider: () => answering((entry) => [{ ...entry, risk_descriptors: null }]),
  },
  {
    check: "an entry is complete",
    fault: "a descriptor that is empty",
    provider: () => answering((entry) => [{ ...entry, risk_descriptors: [""] }]),
  },
  {
    check: "an entry is complete",
    fault: "a name with a line break",
    provider: () => answering((entry) => [{ ...entry, vasp_name_business: `${CANARY}\n` }]),
  },
  {
    check: "an entry is complete",
    fault: "a second entry that is null",
    provider: () => answering((entry) => [entry, null]),
  },
  {
    check: "a ratio is an integer from 0 to 100",
    fault: "a ratio of 6.4",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: 6.4 }]),
  },
  {
    check: "a ratio is an integer from 0 to 100",
    fault: "a ratio of 101 in the second entry",
    provider: () => answering((entry) => [entry, { ...entry, risk_ratio: 101 }]),
  },
  {
    check: "a ratio is an integer from 0 to 100",
    fault: "a ratio below 0",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: -1 }]),
  },
  {
    check: "a ratio is an integer from 0 to 100",
    fault: "a ratio that is not a number",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: Number.NaN }]),
  },
  {
    check: "a ratio of 0 has a reason",
    fault: "a 0 without a word",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: 0, risk_descriptors: [] }]),
  },
  {
    check: "an entry has the provider's code",
    fault: "the code of another provider",
    provider: () => answering((entry) => [entry, { ...entry, provider_name: "OFAC" }]),
  },
  {
    check: "changing an answer does not change later answers",
    fault: "a cached answer object",
    provider: keeping,
  },
  {
    check: "concurrent requests do not affect each other",
    fault: "an answer for the latest requested address",
    provider: forgetful,
  },
  { check: "concurrent requests do not affect each other", fault: "an error while busy", provider: busy },
  {
    check: "an invalid address is never screened",
    fault: "an entry about what is no address",
    provider: () => ({ ...house, screen: async (query) => [entryOf(query)] }),
  },
  {
    check: "an invalid address is never screened",
    fault: "an error of another type",
    provider: () =>
      failing(({ address }) => {
        if (!canonicals.includes(address)) throw new TypeError(CANARY);
      }),
  },
  {
    check: "an invalid address is never screened",
    fault: "a code that is no provider's",
    provider: () => failing(({ address }) => canonicals.includes(address) || refusing("storage_locked")),
  },
  {
    check: "an invalid address is never screened",
    fault: "an unknown code",
    provider: () => failing(({ address }) => canonicals.includes(address) || refusing(`to${CANARY}`)),
  },
  {
    check: "an aborted request gets no answer",
    fault: "an answer despite an aborted signal",
    provider: () => ({ ...house, screen: ({ chain, address }) => house.screen({ chain, address }) }),
  },
  {
    check: "an aborted request gets no answer",
    fault: "provider_timeout for an aborted signal",
    provider: () => failing(({ signal }) => signal?.aborted && refusing("provider_timeout")),
  },
  {
    check: "aborting ends a request",
    fault: "an answer after an abort",
    provider: () => leaving(() => undefined),
  },
  {
    check: "aborting ends a request",
    fault: "an error that is the platform's",
    provider: () => leaving((reject) => reject(new DOMException(CANARY, "AbortError"))),
  },
  {
    check: "aborting ends a request",
    fault: "another code",
    provider: () => leaving((reject) => reject(new ComplianceError("provider_timeout", "It took too long."))),
  },
  {
    check: "aborting ends a request",
    fault: "no end at all",
    provider: () => ({
      ...house,
      screen: async (query) => (query.signal?.aborted === false ? new Promise(() => undefined) : house.screen(query)),
    }),
  },
  {
    check: "errors do not repeat the address",
    fault: "the address in a message",
    provider: () => failing(({ address, signal }) => signal?.aborted && refusing("aborted", `${CANARY} ${address}`)),
  },
  {
    check: "errors do not repeat the address",
    fault: "the address in another case",
    provider: () =>
      failing(({ address, signal }) => signal?.aborted && refusing("aborted", `${CANARY} ${address.toUpperCase()}`)),
  },
  {
    check: "errors do not repeat the address",
    fault: "the address beside what is no JSON",
    provider: () =>
      failing(({ address, signal }) => {
        if (!signal?.aborted) return;
        const error = new ComplianceError("aborted", "It was ended.");
        throw Object.assign(error, { size: 1n, about: `${CANARY} ${address}` });
      }),
  },
  {
    check: "errors do not repeat the address",
    fault: "a mistyped address in the cause of a cause",
    provider: () =>
      failing(({ address }) => {
        if (canonicals.includes(address)) return;
        const cause = new Error("bad input", { cause: `${CANARY} ${address}` });
        throw new ComplianceError("invalid_input", "It is no address.", { cause });
      }),
  },
  {
    check: "errors do not repeat the address",
    fault: "the address in a cause that is no error",
    provider: () =>
      failing(({ address, signal }) => {
        const cause = { about: [`${CANARY} ${address}`] };
        if (signal?.aborted) throw new ComplianceError("aborted", "It was ended.", { cause });
      }),
  },
  {
    check: "errors do not repeat the address",
    fault: "the address in the cause of a cause that is no error",
    provider: () =>
      failing(({ address, signal }) => {
        const cause = { cause: new Error(`${CANARY} ${address}`) };
        if (signal?.aborted) throw new ComplianceError("aborted", "It was ended.", { cause });
      }),
  },
  {
    check: "an unsupported chain is refused",
    fault: "an entry about what it does not know",
    provider: () => failingOnly("tezos", (query) => [entryOf(query)]),
  },
  {
    check: "an unsupported chain is refused",
    fault: "another code",
    provider: () => failingOnly("tezos", () => refusing("provider_rejected")),
  },
];

/** Answers differently for one chain. */
function failingOnly(chain: string, screen: (query: AddressQuery) => readonly RiskEntry[]): RiskProvider {
  return { ...house, screen: async (query) => (query.chain === chain ? screen(query) : house.screen(query)) };
}

function subjectOf(provider: () => RiskProvider): RiskProviderSubject {
  return { provider, known, unsupported };
}

async function failuresFor(provider: () => RiskProvider): Promise<readonly (readonly [check: string, error: Error])[]> {
  const failures: [string, Error][] = [];
  for (const { name, run } of riskProviderConformance(subjectOf(provider))) {
    await run().catch((error: Error) => failures.push([name, error]));
  }
  return failures;
}

describe("riskProviderConformance", () => {
  it.each(riskProviderConformance(subjectOf(() => house)))(
    "pass for a list of our own: $name",
    async ({ run }: ConformanceCheck) => {
      await run();
    },
  );

  it.each(wrong)("$check: fails for $fault", async ({ check, provider }) => {
    const failures = await failuresFor(provider);
    expect(failures.map(([name]) => name)).toContain(check);
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
    const checks = riskProviderConformance(subjectOf(() => house));
    expect(new Set(wrong.map(({ check }) => check))).toEqual(new Set(checks.map(({ name }) => name)));
  });

  it("all fail for a provider that never answers, except those on refusals", async () => {
    const failures = await failuresFor(() =>
      failing(({ address }) => canonicals.includes(address) && refusing("aborted")),
    );
    expect(failures.map(([name]) => name)).toEqual([
      "an answer has at least one entry",
      "an entry is complete",
      "a ratio is an integer from 0 to 100",
      "a ratio of 0 has a reason",
      "an entry has the provider's code",
      "changing an answer does not change later answers",
    ]);
  });

  it("report what was seen, where, and the promise", async () => {
    const [broken] = await failuresFor(() => answering((entry) => [{ ...entry, risk_ratio: 6.4 }]));
    expect(broken?.[1].message).toBe(
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
    expect(() => riskProviderConformance({ provider: () => house, known: [] })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it.each([
    ["provider", { provider: house, known }],
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
      wrong && ("provider" in wrong || place === "provider" ? wrong : { ...subjectOf(() => house), ...wrong });
    // Callers without types may pass anything.
    const { message } = thrownBy(() => riskProviderConformance(subject as RiskProviderSubject), "invalid_input");
    expect(message).toContain(`The argument of riskProviderConformance is wrong, not the provider: ${place} must be `);
    expect(isLeaked(message)).toBe(false);
    expect(message).not.toMatch(/bc1q|tz1/);
  });

  it("do not compare codes of a provider without one", async () => {
    const { provider_name: _, ...nameless } = house;
    expect(await failuresFor(() => nameless)).toEqual([]);
  });

  it("pass for frozen answers", async () => {
    const frozen = answering((entry) => Object.freeze([Object.freeze(entry)]));
    expect(await failuresFor(() => frozen)).toEqual([]);
  });
});
