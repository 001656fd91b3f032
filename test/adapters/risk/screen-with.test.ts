/** Several risk providers as one. */
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainalysisSanctions } from "../../../src/adapters/risk/chainalysis.js";
import { goPlus } from "../../../src/adapters/risk/go-plus.js";
import { type ScreenWithOptions, screenWith } from "../../../src/adapters/risk/screen-with.js";
import type { RiskEntry } from "../../../src/domain/addresses/address.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import type { AddressQuery, RiskProvider } from "../../../src/ports/risk-provider.js";
import { entry as sample, wallets } from "../../support/address-samples.js";
import { throwing } from "../../support/canaries.js";
import { answering, resetting, withService } from "../../support/local-server.js";
import { failureOf, thrownBy } from "../../support/outcomes.js";
import { riskProviderSuite } from "../../support/risk-provider-suite.js";
import { noVasp } from "../../support/risk-response-suite.js";
import { runs } from "../../support/runs.js";
import { speaking } from "../../support/speaking.js";

const query = { chain: "ethereum", address: wallets.ethereum.canonical } as const;
const report: ScreenWithOptions = { onFailure: "report" };

const entryOf = (provider_name: string): RiskEntry => ({ ...sample, provider_name });

const notScreened = (provider_name: string, code: string): RiskEntry => ({
  provider_name,
  risk_ratio: 100,
  risk_descriptors: ["not-screened", `failure:${code}`],
  ...noVasp,
});

/** Answers after some milliseconds. */
function answersIn(provider_name: string, ms = 0, entries = [entryOf(provider_name)]): RiskProvider {
  return { provider_name, screen: () => sleep(ms, entries) };
}

/** Fails after some milliseconds. */
function failsIn(provider_name: string, fault: unknown, ms = 0): RiskProvider {
  return { provider_name, screen: () => sleep(ms).then(() => Promise.reject(fault)) };
}

/** Waits for its signal, and keeps what it was asked. */
function waits(provider_name: string): RiskProvider & { readonly queries: AddressQuery[] } {
  const queries: AddressQuery[] = [];
  const screen = (asked: AddressQuery): Promise<never> => {
    queries.push(asked);
    return new Promise((_, reject) => {
      asked.signal?.addEventListener("abort", () => reject(new ComplianceError("aborted", "It was ended.")));
    });
  };
  return { provider_name, screen, queries };
}

/** Never answers, whatever its signal says. */
const deaf: RiskProvider = { provider_name: "DEAF", screen: () => new Promise(() => undefined) };

const timeout = new ComplianceError("provider_timeout", "It took too long.");
const unknown = new ComplianceError("address_unknown", "It is not known.");

const good = answersIn("GOOD");
const clear: RiskEntry = { ...entryOf("CLEAR"), risk_ratio: 0 };
const lowOnly = (): RiskProvider => answersIn("LOW", 0, [{ ...entryOf("LOW"), risk_ratio: 1 }]);

describe("screenWith", () => {
  it("returns all entries in the order of the providers", async () => {
    const two = answersIn("TWO", 30, [entryOf("TWO"), entryOf("TWO-B")]);
    for (const options of [{}, { onFailure: "throw" } as const, report]) {
      const asked = screenWith(two, answersIn("ONE"), answersIn("LATE", 10), options).screen(query);
      expect((await asked).map((each) => each.provider_name)).toEqual(["TWO", "TWO-B", "ONE", "LATE"]);
    }
  });

  it("screens concurrently, with the same query", async () => {
    const [first, second] = [waits("ONE"), waits("TWO")];
    const leaving = new AbortController();
    const asked = screenWith(first, second).screen({ ...query, signal: leaving.signal });
    expect([...first.queries, ...second.queries]).toEqual(Array(2).fill({ ...query, signal: expect.any(AbortSignal) }));
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ code: "aborted" });
  });

  it("waits for all, and fails with the failure of the first provider that failed", async () => {
    const both = screenWith(answersIn("CLEAN", 0, [clear]), failsIn("LATER", unknown, 20), failsIn("SOON", timeout));
    await expect(both.screen(query)).rejects.toBe(unknown);
  });

  const low = { ...entryOf("LOW"), risk_ratio: 1 };
  const throttled = new ComplianceError("provider_rate_limited", "Too many requests.", { retryAfterMs: 1000 });

  it.each([
    ["the failure is first, and sooner", failsIn("DOWN", throttled), answersIn("LOW", 10, [clear, low])],
    ["the failure is first, and later", failsIn("DOWN", throttled, 10), answersIn("LOW", 0, [clear, low])],
    ["the failure is last, and sooner", answersIn("LOW", 10, [clear, low]), failsIn("DOWN", throttled)],
    ["the failure is last, and later", answersIn("LOW", 0, [clear, low]), failsIn("DOWN", throttled, 10)],
    ["it is of a combination", screenWith(failsIn("DOWN", throttled, 10), answersIn("LOW", 0, [low])), good],
    ["it is within a combination", answersIn("CLEAR", 0, [clear]), screenWith(failsIn("DOWN", throttled), lowOnly())],
    ["one reports", failsIn("DOWN", throttled), screenWith(failsIn("GONE", timeout), lowOnly(), report)],
  ])("throws an error that carries a hit: %s", async (_, ...providers) => {
    const failure = await failureOf(screenWith(...providers).screen(query), "provider_rate_limited");
    expect(failure.hits).toStrictEqual(providers.includes(good) ? [low, entryOf("GOOD")] : [low]);
    expect(failure).toMatchObject({ message: throttled.message, retryAfterMs: 1000, issues: [] });
    // It is not part of what a log prints.
    expect(Object.keys(failure)).not.toContain("hits");
    expect(throttled).not.toHaveProperty("hits");
  });

  it("reports the hits of a combination that failed", async () => {
    const failing = { ...screenWith(failsIn("DOWN", timeout), lowOnly()), provider_name: "INNER" };
    expect(await screenWith(good, failing, report).screen(query)).toEqual([
      entryOf("GOOD"),
      low,
      notScreened("INNER", "provider_timeout"),
    ]);
    const failure = await failureOf(screenWith(failing, failsIn("ALSO", unknown), report).screen(query), timeout.code);
    expect(failure.hits).toEqual([low]);
  });

  it("reports a failure as an entry, and waits for the others", async () => {
    const both = screenWith(failsIn("SOON", timeout), answersIn("LATE", 20), failsIn("LATER", unknown, 30), report);
    expect(await both.screen(query)).toEqual([
      notScreened("SOON", "provider_timeout"),
      entryOf("LATE"),
      notScreened("LATER", "address_unknown"),
    ]);
  });

  it("throws the failure of the first provider when all fail", async () => {
    const both = screenWith(failsIn("LATER", unknown, 20), failsIn("SOON", timeout), report);
    await expect(both.screen(query)).rejects.toBe(unknown);
    await expect(screenWith(failsIn("ONLY", timeout), report).screen(query)).rejects.toBe(timeout);
  });

  const fault = new TypeError("undefined is not a function");

  const screenBroken = (): never => {
    throw fault;
  };

  it.each([
    ["rejects", failsIn("BROKEN", fault)],
    ["throws", { provider_name: "BROKEN", screen: screenBroken }],
  ])("throws provider_unavailable for a provider that %s", async (_, broken) => {
    const failure = screenWith(broken, answersIn("CLEAR", 0, [clear])).screen(query);
    await expect(failure).rejects.toMatchObject({ code: "provider_unavailable", cause: fault });
    expect(await screenWith(broken, answersIn("GOOD"), report).screen(query)).toEqual([
      notScreened("BROKEN", "provider_unavailable"),
      entryOf("GOOD"),
    ]);
  });

  const zeroWithoutReason = { ...sample, risk_ratio: 0, risk_descriptors: [] };

  it.each<unknown>([
    ...[[], undefined, null, {}, [null], [{}], "clean"],
    ...[[{ ...sample, risk_ratio: 101 }], [zeroWithoutReason]],
  ])("does not let an answer that says nothing disappear among the others: %j", async (answer) => {
    // What a provider without types may answer is the point.
    const silent: RiskProvider = { provider_name: "SILENT", screen: async () => answer as readonly RiskEntry[] };
    const unreadable = { code: "provider_unreadable" };
    await expect(screenWith(answersIn("GOOD"), silent).screen(query)).rejects.toMatchObject(unreadable);
    expect(await screenWith(answersIn("GOOD"), silent, report).screen(query)).toEqual([
      entryOf("GOOD"),
      notScreened("SILENT", "provider_unreadable"),
    ]);
  });

  it("reports the failure of a provider without a name", async () => {
    const { screen } = failsIn("", new Error("broken"));
    const asked = screenWith({ screen }).screen(query);
    await expect(asked).rejects.toThrow("A risk provider without a name failed; see the cause.");
  });

  it.each([{}, report])("throws aborted when the caller aborts, whatever the providers do: %j", async (options) => {
    const leaving = new AbortController();
    const cross = failsIn("CROSS", timeout, 1000);
    const asked = screenWith(waits("WAITING"), deaf, cross, options).screen({ ...query, signal: leaving.signal });
    leaving.abort("left");
    await expect(asked).rejects.toMatchObject({ code: "aborted", cause: "left" });
  });

  it.each([{}, report])("calls no provider after an abort: %j", async (options) => {
    const waiting = waits("WAITING");
    const asked = screenWith(waiting, options).screen({ ...query, signal: AbortSignal.abort("left") });
    await expect(asked).rejects.toMatchObject({ code: "aborted", cause: "left" });
    expect(waiting.queries).toEqual([]);
  });

  it("leaves no listener on a long-lived signal", async () => {
    const { signal } = new AbortController();
    const both = screenWith(answersIn("ONE"), failsIn("TWO", timeout), report);
    for (let times = 0; times < 20; times += 1) await both.screen({ ...query, signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("never reports less than a screening could return, for any failures", () => {
    const provider = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 100 }));
    const property = fc.asyncProperty(fc.array(provider, { minLength: 1, maxLength: 6 }), async (given) => {
      const [first, ...others] = given.map(([fails, ms, risk_ratio], index) =>
        fails
          ? failsIn(`P${index}`, timeout, ms)
          : answersIn(`P${index}`, ms, [{ ...entryOf(`P${index}`), risk_ratio }]),
      );
      if (first === undefined) return;
      const asked = screenWith(first, ...others, report).screen(query);
      if (given.every(([fails]) => fails)) {
        await expect(asked).rejects.toBe(timeout);
        return;
      }
      const expected = given.map(([fails, , ratio], index) => [`P${index}`, fails ? 100 : ratio]);
      expect((await asked).map(({ provider_name, risk_ratio }) => [provider_name, risk_ratio])).toEqual(expected);
    });
    return fc.assert(property, { numRuns: runs(60) });
  });

  it("is frozen, and unaffected by later changes of a list or an entry", async () => {
    const entries = [entryOf("ONE")];
    const providers: [RiskProvider, ...RiskProvider[]] = [answersIn("ONE", 0, entries)];
    const one = screenWith(...providers);
    providers.push(failsIn("TWO", timeout));
    const [answer] = [await one.screen(query)];
    entries[0] = entryOf("OTHER");
    expect(answer).toEqual([entryOf("ONE")]);
    expect(Object.isFrozen(one)).toBe(true);
  });

  const { screen } = good;

  it.each<[string, unknown[]]>([
    ["no provider", []],
    ["options alone", [report]],
    ["something that is no provider", [good, {}, good]],
    ["null", [null]],
    ["a provider that is null", [null, good]],
    ["an unknown option", [good, { onFailures: "report" }]],
    ["an unknown value", [good, { onFailure: "ignore" }]],
    ["a value that is null", [good, { onFailure: null }]],
    ["options that cannot be read", [good, throwing({}, "onFailure")]],
    // what was meant for a provider must not pass for options
    ["undefined at the end", [good, undefined]],
    ["null at the end", [good, null]],
    ["a promise of a provider at the end", [good, Promise.resolve(good)]],
    ["a function at the end", [good, () => good]],
    ["a list at the end", [good, []]],
    ["something with a class at the end", [good, new (class {})()]],
    ["a number at the end", [good, 7]],
    ["a provider without a name to report under", [good, { screen }, report]],
    ["one whose name no record can have", [{ screen, provider_name: "" }, report]],
    ["one whose name is no text", [{ screen, provider_name: 7 }, report]],
    ["one whose name is a symbol", [{ screen, provider_name: Symbol("RDBIG") }, good]],
  ])("is not made of %s: configuration_invalid", (_, given) => {
    thrownBy(() => Reflect.apply(screenWith, undefined, given), "configuration_invalid");
  });

  it("compiles with providers first and options last, and not otherwise", () => {
    const never = (): void => {
      // @ts-expect-error: no provider
      screenWith();
      // @ts-expect-error: options alone
      screenWith({ onFailure: "report" });
      // @ts-expect-error: options first
      screenWith({ onFailure: "report" }, good);
      // @ts-expect-error: no such value
      screenWith(good, { onFailure: "ignore" });
    };
    expect(never).toBeTypeOf("function");
  });
});

/** Our own adapters, each over a service of its own. */
const clean = '{"code":1,"result":{"sanctioned":"0","money_laundering":"0","cybercrime":"0"}}';
const library = speaking(({ path }) => {
  if (!path.startsWith("/api/v1/address_security/")) throw new Error("no such endpoint");
  return clean;
});

describe("screenWith and adapters", () => {
  it.each([
    ["a service that breaks off", resetting, "provider_unreachable"],
    ["a key that is wrong", answering(401, '{"message":"Invalid API Key"}'), "provider_unauthorized"],
  ])("reports %s", (_, broken, code) =>
    withService([library], (one) =>
      withService([broken], async (two) => {
        const both = screenWith(
          goPlus({ url: new URL(one.url).origin }),
          chainalysisSanctions({ key: "key", url: new URL(two.url).origin, timeoutMs: 500 }),
          report,
        );
        const [first, second] = await both.screen(query);
        expect(first).toMatchObject({ provider_name: "GOPLUS", risk_ratio: 0 });
        expect(second).toEqual(notScreened("CHAINALYSIS_SANCTIONS", code));
      }),
    ),
  );

  it("counts an unsupported chain as a failure", () =>
    withService([answering(200, '{"identifications":[]}')], async ({ url }) => {
      const both = [chainalysisSanctions({ key: "key", url: new URL(url).origin }), goPlus()] as const;
      const bitcoin = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;
      await expect(screenWith(...both).screen(bitcoin)).rejects.toMatchObject({ code: "chain_unsupported" });
      const [first, second] = await screenWith(...both, report).screen(bitcoin);
      expect(first).toMatchObject({ provider_name: "CHAINALYSIS_SANCTIONS", risk_ratio: 0 });
      expect(second).toEqual(notScreened("GOPLUS", "chain_unsupported"));
    }));
});

for (const options of [{}, report]) {
  riskProviderSuite(`screenWith ${JSON.stringify(options)}`, {
    provider: (url) => screenWith(goPlus({ url }), goPlus({ url, providerName: "AGAIN" }), options),
    service: library,
    known: [query, { chain: "solana", address: wallets.solana.canonical }],
    unsupported: [{ chain: "bitcoin", address: wallets.bitcoin.canonical }],
  });
}
