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

/** A list of one's own, as somebody may keep it. */
const house: RiskProvider = {
  provider_name: "HOUSE",
  screen: async (query) => {
    checkedQuery(query, "The house list", isScreened);
    if (query.signal?.aborted) throw new ComplianceError("aborted", "The caller has ended this.");
    return [entryOf(query)];
  },
};

/** The house list with another answer. It is what callers without types may build, so it may be anything. */
function answering(change: (entry: RiskEntry) => unknown): RiskProvider {
  const screen = async (query: AddressQuery): Promise<unknown> => {
    const [entry] = await house.screen(query);
    return change(entry ?? entryOf(query));
  };
  return { ...house, screen: screen as RiskProvider["screen"] };
}

/** The house list with something wrong before it answers. */
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

/** One answer for everybody. */
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

/** Remembers whom it was asked about last. */
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

/** A service that takes its time, and what becomes of a question whose caller leaves meanwhile. */
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

/** Answers one at a time, and refuses the others. */
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

/** Deliberately wrong providers, each with the law that it must break. */
const wrong: readonly { readonly law: string; readonly fault: string; readonly provider: () => RiskProvider }[] = [
  {
    law: "an answer has at least one entry",
    fault: "an empty answer for whom it does not know",
    provider: () => answering(() => []),
  },
  {
    law: "an answer has at least one entry",
    fault: "an entry that is not in an array",
    provider: () => answering((entry) => entry),
  },
  {
    law: "an entry is complete",
    fault: "an entry without vasp_website",
    provider: () => answering(({ vasp_website: _, ...entry }) => [entry]),
  },
  {
    law: "an entry is complete",
    fault: "a field of its own",
    provider: () => answering((entry) => [{ ...entry, score: 6.4 }]),
  },
  {
    law: "an entry is complete",
    fault: "a ratio that is text",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: "70" }]),
  },
  {
    law: "an entry is complete",
    fault: "descriptors that are null",
    provider: () => answering((entry) => [{ ...entry, risk_descriptors: null }]),
  },
  {
    law: "an entry is complete",
    fault: "a descriptor that is empty",
    provider: () => answering((entry) => [{ ...entry, risk_descriptors: [""] }]),
  },
  {
    law: "an entry is complete",
    fault: "a name with a line break",
    provider: () => answering((entry) => [{ ...entry, vasp_name_business: `${CANARY}\n` }]),
  },
  {
    law: "an entry is complete",
    fault: "a second entry that is null",
    provider: () => answering((entry) => [entry, null]),
  },
  {
    law: "a ratio is an integer from 0 to 100",
    fault: "a ratio of 6.4",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: 6.4 }]),
  },
  {
    law: "a ratio is an integer from 0 to 100",
    fault: "a ratio of 101 in the second entry",
    provider: () => answering((entry) => [entry, { ...entry, risk_ratio: 101 }]),
  },
  {
    law: "a ratio is an integer from 0 to 100",
    fault: "a ratio below 0",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: -1 }]),
  },
  {
    law: "a ratio is an integer from 0 to 100",
    fault: "a ratio that is not a number",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: Number.NaN }]),
  },
  {
    law: "a ratio of 0 has its reason",
    fault: "a 0 without a word",
    provider: () => answering((entry) => [{ ...entry, risk_ratio: 0, risk_descriptors: [] }]),
  },
  {
    law: "an entry carries the code of its provider",
    fault: "the code of another provider",
    provider: () => answering((entry) => [entry, { ...entry, provider_name: "OFAC" }]),
  },
  { law: "an answer belongs to its caller", fault: "an answer that it keeps for later", provider: keeping },
  {
    law: "questions do not disturb one another",
    fault: "an answer about the address that was asked for last",
    provider: forgetful,
  },
  { law: "questions do not disturb one another", fault: "a refusal while it is busy", provider: busy },
  {
    law: "a mistyped address is never screened",
    fault: "an entry about what is no address",
    provider: () => ({ ...house, screen: async (query) => [entryOf(query)] }),
  },
  {
    law: "a mistyped address is never screened",
    fault: "an error of another kind",
    provider: () =>
      failing(({ address }) => {
        if (!canonicals.includes(address)) throw new TypeError(CANARY);
      }),
  },
  {
    law: "a mistyped address is never screened",
    fault: "a code that is no provider's",
    provider: () => failing(({ address }) => canonicals.includes(address) || refusing("storage_locked")),
  },
  {
    law: "a mistyped address is never screened",
    fault: "a code that vaspkit does not have",
    provider: () => failing(({ address }) => canonicals.includes(address) || refusing(`to${CANARY}`)),
  },
  {
    law: "a question that has ended is not answered",
    fault: "an answer for nobody",
    provider: () => ({ ...house, screen: ({ chain, address }) => house.screen({ chain, address }) }),
  },
  {
    law: "a question that has ended is not answered",
    fault: "a time-out that was none",
    provider: () => failing(({ signal }) => signal?.aborted && refusing("provider_timeout")),
  },
  {
    law: "a question that is given up ends",
    fault: "an answer for a caller who has left",
    provider: () => leaving(() => undefined),
  },
  {
    law: "a question that is given up ends",
    fault: "an error that is the platform's",
    provider: () => leaving((reject) => reject(new DOMException(CANARY, "AbortError"))),
  },
  {
    law: "a question that is given up ends",
    fault: "another code",
    provider: () => leaving((reject) => reject(new ComplianceError("provider_timeout", "It took too long."))),
  },
  {
    law: "a question that is given up ends",
    fault: "no end at all",
    provider: () => ({
      ...house,
      screen: async (query) => (query.signal?.aborted === false ? new Promise(() => undefined) : house.screen(query)),
    }),
  },
  {
    law: "an error tells nothing personal",
    fault: "the address in a message",
    provider: () => failing(({ address, signal }) => signal?.aborted && refusing("aborted", `${CANARY} ${address}`)),
  },
  {
    law: "an error tells nothing personal",
    fault: "the address in another case",
    provider: () =>
      failing(({ address, signal }) => signal?.aborted && refusing("aborted", `${CANARY} ${address.toUpperCase()}`)),
  },
  {
    law: "an error tells nothing personal",
    fault: "the address beside what is no JSON",
    provider: () =>
      failing(({ address, signal }) => {
        if (!signal?.aborted) return;
        const error = new ComplianceError("aborted", "It was ended.");
        throw Object.assign(error, { size: 1n, about: `${CANARY} ${address}` });
      }),
  },
  {
    law: "an error tells nothing personal",
    fault: "a mistyped address in the cause of a cause",
    provider: () =>
      failing(({ address }) => {
        if (canonicals.includes(address)) return;
        const cause = new Error("bad input", { cause: `${CANARY} ${address}` });
        throw new ComplianceError("invalid_input", "It is no address.", { cause });
      }),
  },
  {
    law: "a chain that it does not screen is refused",
    fault: "an entry about what it does not know",
    provider: () => failingOnly("tezos", (query) => [entryOf(query)]),
  },
  {
    law: "a chain that it does not screen is refused",
    fault: "another code",
    provider: () => failingOnly("tezos", () => refusing("provider_rejected")),
  },
];

/** The house list with something of its own for one chain. */
function failingOnly(chain: string, screen: (query: AddressQuery) => readonly RiskEntry[]): RiskProvider {
  return { ...house, screen: async (query) => (query.chain === chain ? screen(query) : house.screen(query)) };
}

function subjectOf(provider: () => RiskProvider): RiskProviderSubject {
  return { provider, known, unsupported };
}

async function brokenBy(provider: () => RiskProvider): Promise<readonly (readonly [law: string, error: Error])[]> {
  const broken: [string, Error][] = [];
  for (const { name, run } of riskProviderConformance(subjectOf(provider))) {
    await run().catch((error: Error) => broken.push([name, error]));
  }
  return broken;
}

describe("the laws of a risk provider", () => {
  it.each(riskProviderConformance(subjectOf(() => house)))(
    "are kept by a list of one's own: $name",
    async ({ run }: ConformanceCheck) => {
      await run();
    },
  );

  it.each(wrong)("$law: broken by $fault", async ({ law, provider }) => {
    const broken = await brokenBy(provider);
    expect(broken.map(([name]) => name)).toContain(law);
    for (const [name, error] of broken) {
      expect(error.message).toContain(`The law "${name}" is broken: `);
      // Neither the address nor anything of an answer or an error.
      expect(isLeaked(ownWords(error))).toBe(false);
      expect(ownWords(error)).not.toMatch(/bc1q|5aAeb/);
      // What the part threw itself is only there where its code does not say it.
      expect("cause" in error).toBe(error.message.includes("no ComplianceError with a code"));
    }
  });

  it("have a wrong provider each", () => {
    const laws = riskProviderConformance(subjectOf(() => house));
    expect(new Set(wrong.map(({ law }) => law))).toEqual(new Set(laws.map(({ name }) => name)));
  });

  it("are all broken by a provider that never answers, save those on refusals", async () => {
    const broken = await brokenBy(() => failing(({ address }) => canonicals.includes(address) && refusing("aborted")));
    expect(broken.map(([name]) => name)).toEqual([
      "an answer has at least one entry",
      "an entry is complete",
      "a ratio is an integer from 0 to 100",
      "a ratio of 0 has its reason",
      "an entry carries the code of its provider",
      "an answer belongs to its caller",
    ]);
  });

  it("say what was seen, where, and what the law says", async () => {
    const [broken] = await brokenBy(() => answering((entry) => [{ ...entry, risk_ratio: 6.4 }]));
    expect(broken?.[1].message).toBe(
      'The law "a ratio is an integer from 0 to 100" is broken: of known[0] there is out_of_range at "/0/risk_ratio". ' +
        "It says that risk_ratio of every entry is one of the integers from 0 to 100.",
    );
  });

  it("ask nothing before they run, and leave out the law on chains when no such address is given", () => {
    const untouched = (): RiskProvider => {
      throw new Error("made too early");
    };
    const laws = riskProviderConformance({ provider: untouched, known });
    expect(laws.map(({ name }) => name)).not.toContain("a chain that it does not screen is refused");
    expect(riskProviderConformance({ provider: untouched, known, unsupported })).toHaveLength(laws.length + 1);
  });

  it("are not to be had without an address: anything would keep them", () => {
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
  ])("blame the test and not the provider for %s: %j", (place, wrong) => {
    const subject =
      wrong && ("provider" in wrong || place === "provider" ? wrong : { ...subjectOf(() => house), ...wrong });
    // What a caller without types may give.
    const { message } = thrownBy(() => riskProviderConformance(subject as RiskProviderSubject), "invalid_input");
    expect(message).toContain(`What riskProviderConformance was given is wrong, not the provider: ${place} must be `);
    expect(isLeaked(message)).toBe(false);
    expect(message).not.toMatch(/bc1q|tz1/);
  });

  it("do not hold a provider to a code that it has not", async () => {
    const { provider_name: _, ...nameless } = house;
    expect(await brokenBy(() => nameless)).toEqual([]);
  });

  it("leave a frozen answer as it is", async () => {
    const frozen = answering((entry) => Object.freeze([Object.freeze(entry)]));
    expect(await brokenBy(() => frozen)).toEqual([]);
  });
});
