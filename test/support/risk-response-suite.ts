/** What a risk provider does with a service that fails, and makes of an example and of each of its members put otherwise. */
import type { RequestListener } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RiskEntry } from "../../src/domain/addresses/address.js";
import { parseRiskResponse } from "../../src/domain/addresses/responses.js";
import type { ComplianceErrorCode } from "../../src/domain/compliance-error.js";
import type { AddressQuery, RiskProvider } from "../../src/ports/risk-provider.js";
import { absent, withMember } from "./json-member.js";
import { withService } from "./local-server.js";
import { runs } from "./runs.js";
import { type SubjectOptions, serviceFaultSuite } from "./service-faults.js";

/** Values that are not so, for each kind of member. */
export const not = {
  text: [absent, null, true, 7, {}, []],
  textOrNull: [absent, true, 7, {}, []],
  /** Null and absent are as good as no text. */
  optionalText: [true, 7, {}, []],
  optionalBoolean: ["true", 1, 0, {}, []],
  array: [absent, null, true, 7, "", "[]", {}],
  /** An array of objects that have a member which is read. */
  objects: [absent, null, "", {}, [null], [7], ["text"], [[]], [{}]],
  object: [null, 7, "text", [], {}],
  optionalObject: [true, 7, "text", []],
  optionalObjects: [true, 7, "", {}, [null], [7], ["text"], [[]]],
  flag: [absent, null, true, false, 0, 1, "", "2", "true", " 1", "01", {}, []],
} as const;

/** The properties of an entry without a VASP. */
export const noVasp = { vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" } as const;

/** The options that every provider of a service takes. */
interface CommonOptions extends Partial<SubjectOptions> {
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly providerName?: string;
}

/** A provider, and an answer to it. */
export interface ResponseSubject {
  /** Creates it with a secret `canary-secret`. */
  readonly provider: (options: CommonOptions) => RiskProvider;
  /** The first request by default: its URL and its body. */
  readonly request: readonly [url: string, body?: unknown];
  /** Whether it retries after a temporary failure. @default true */
  readonly repeats?: boolean;
  /** An answer that is not finished, if there are such. */
  readonly unfinished?: string;
  readonly query: AddressQuery;
  /** Serves an answer as the service does. */
  readonly serving: (text: () => string) => RequestListener;
  readonly example: string;
  /** What the example says. */
  readonly entry: RiskEntry;
  /** The members that are read, as JSON pointers, with values that make the answer unreadable. */
  readonly members: Readonly<Record<string, readonly unknown[]>>;
  /** The members that are not read, or not in every case: whatever stands there. */
  readonly others?: readonly string[];
  /** The descriptors of which one comes with every ratio of 0: "answered, nothing found". */
  readonly nothingFound: readonly string[];
  /** What an answer that goes wrong may stand for besides `provider_unreadable`. */
  readonly failures?: readonly ComplianceErrorCode[];
}

/** Describes what one provider makes of its answers. */
export function riskResponseSuite(name: string, subject: ResponseSubject): void {
  const {
    provider,
    query,
    serving,
    example,
    entry,
    members,
    others = [],
    nothingFound,
    failures = [],
    unfinished,
  } = subject;
  serviceFaultSuite(name, {
    ask: (options, signal) => provider(options).screen({ ...query, ...(signal && { signal }) }),
    good: serving(() => example),
    repeats: subject.repeats ?? true,
  });

  /** Asks about the same address again and again, each time with another answer. */
  const reading = <T>(use: (screen: (text: string) => Promise<readonly RiskEntry[]>) => Promise<T>): Promise<T> => {
    let text = "";
    return withService([serving(() => text)], ({ url }) => {
      // Too short for a second look at an answer that is not finished.
      const asked = provider({ url: new URL(url).origin, timeoutMs: 450, tryTimeoutMs: 400 });
      return use((given) => {
        text = given;
        return asked.screen(query);
      });
    });
  };

  describe(name, () => {
    it("is frozen, and uses the public service by default", async () => {
      const requests: unknown[] = [];
      const fetch = async (url: string, { body }: RequestInit): Promise<Response> => {
        requests.push([url, body]);
        return new Response(example);
      };
      const byDefault = provider({ fetch });
      expect(Object.isFrozen(byDefault)).toBe(true);
      expect(await byDefault.screen(query)).toEqual([entry]);
      const [url, body] = subject.request;
      expect(requests[0]).toEqual([url, body]);
    });

    it("uses the option providerName", () =>
      withService([serving(() => example)], async ({ url }) => {
        const named = provider({ url: new URL(url).origin, providerName: "HOUSE" });
        expect([named.provider_name, provider({}).provider_name]).toEqual(["HOUSE", entry.provider_name]);
        expect(await named.screen(query)).toEqual([{ ...entry, provider_name: "HOUSE" }]);
      }));

    if (unfinished === undefined) return;
    it("polls until the result is finished, or the time is over", async () => {
      const [wait, finish] = [serving(() => unfinished), serving(() => example)];
      await withService([wait, wait, finish], async ({ url, requests }) => {
        expect(await provider({ url: new URL(url).origin }).screen(query)).toEqual([entry]);
        expect(requests()).toBe(3);
      });
      await withService([wait], async ({ url }) => {
        const asked = provider({ url: new URL(url).origin, timeoutMs: 800 }).screen(query);
        await expect(asked).rejects.toMatchObject({ code: "provider_pending" });
      });
    });
  });

  describe(`${name} reads answers`, () => {
    it("returns the entry of the example", () =>
      reading(async (screen) => expect(await screen(example)).toEqual([entry])));

    it.each(Object.entries(members))("throws provider_unreadable when %s is invalid", (pointer, values) =>
      reading(async (screen) => {
        for (const value of values) {
          const error: unknown = await screen(withMember(example, pointer, value)).catch((reason: unknown) => reason);
          expect(error, JSON.stringify(value)).toMatchObject({ code: "provider_unreadable" });
          expect(error).not.toHaveProperty("cause");
          expect(String(error)).not.toContain(query.address);
        }
      }),
    );

    it("returns 0 only when nothing was found, and throws a code otherwise", () => {
      const places = fc.constantFrom(...Object.keys(members), ...others);
      const values = fc.constantFrom(absent, null, true, false, 0, 1, 5, 15, "", "0", "1", "Low", "none", {}, [], [{}]);
      const changes = fc.array(fc.tuple(places, values), { minLength: 1, maxLength: 4 });
      return reading((screen) =>
        fc.assert(
          fc.asyncProperty(changes, async (given) => {
            const text = given.reduce((made, [pointer, value]) => changed(made, pointer, value), example);
            const outcome = await screen(text).catch((reason: unknown) => reason);
            if (Array.isArray(outcome)) expectSound(outcome, nothingFound);
            else expect(["provider_unreadable", ...failures]).toContain(Reflect.get(Object(outcome), "code"));
          }),
          { numRuns: runs(200) },
        ),
      );
    });
  });
}

/** Complete entries, of which those and only those with a ratio of 0 say that nothing was found. */
function expectSound(entries: readonly RiskEntry[], nothingFound: readonly string[]): void {
  expect(parseRiskResponse(entries)).toEqual({ ok: true, value: entries });
  for (const { risk_ratio, risk_descriptors } of entries) {
    expect(nothingFound.includes(risk_descriptors[0] ?? "")).toBe(risk_ratio === 0);
  }
}

/** A change of a member whose parent an earlier change took away is none. */
function changed(text: string, pointer: string, value: unknown): string {
  try {
    return withMember(text, pointer, value);
  } catch {
    return text;
  }
}
