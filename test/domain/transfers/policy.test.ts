/** The option `policy` of `createCompliance` is checked when it is created. */
import { describe, expect, it } from "vitest";
import { defaultChains, tron } from "../../../src/chains.js";
import { type ComplianceOptions, createCompliance, memoryStorage, type Policy } from "../../../src/index.js";
import { eu, us } from "../../../src/jurisdictions.js";
import { CLEAN, HOT_WALLET, POLICY } from "../../support/decision-samples.js";
import { thrownBy } from "../../support/outcomes.js";

const OPTIONS: ComplianceOptions = {
  storage: memoryStorage(),
  jurisdictions: [eu, us],
  riskProviders: { P: { screen: async () => [CLEAN] }, Q: { screen: async () => [CLEAN] } },
  thresholds: { DE: "1000" },
};

function created(policy: unknown, options: Partial<ComplianceOptions> = {}): unknown {
  // Callers without types pass anything.
  return createCompliance({ ...OPTIONS, ...options, policy: policy as Policy });
}

function messageOf(change: object, options: Partial<ComplianceOptions> = {}): string {
  return thrownBy(() => created({ ...POLICY, ...change }, options), "configuration_invalid").message;
}

/** With the tag 1. */
const X_ADDRESS = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";

const ANSWER = {
  jurisdiction: "US",
  kind: "withdrawal_to_self_hosted",
  duties: ["ownership_check"],
  by: "counsel",
  note: "Of 2026",
  from: "2026-01-01",
} as const;

const EXCHANGE = { required: true, answerWithinMs: 1, windowMs: 1, cannotReceive: "suspend" } as const;

describe("a valid policy", () => {
  it.each<[string, Partial<Policy>]>([
    ["without what has a default", {}],
    ["with everything", { ownAddresses: [{ chain: "ethereum", address: HOT_WALLET, tag: "1" }], answers: [ANSWER] }],
    ["with undefined in place of what has a default", { ownAddresses: undefined, answers: undefined }],
    ["with the least numbers", { rejectRisk: 1, suspendRisk: 1, decisionMaxAgeMs: 1, retentionMs: 0 }],
    ["with the greatest numbers", { rejectRisk: 100, suspendRisk: 100, retentionMs: 3_162_240_000_000 }],
    ["with several providers", { screenWith: ["P", "Q"] }],
    ["with the shortest times of an exchange", { exchange: EXCHANGE }],
    ["that records what cannot be received", { exchange: { ...EXCHANGE, cannotReceive: "execute_and_record" } }],
    [
      "with an answer for one day, and one without duties from the next",
      {
        answers: [
          { ...ANSWER, until: "2026-01-01" },
          { ...ANSWER, from: "2026-01-02", duties: [] },
        ],
      },
    ],
    [
      "with answers about other transfers and other jurisdictions on the same day",
      { answers: [ANSWER, { ...ANSWER, kind: "deposit_from_self_hosted" }, { ...ANSWER, jurisdiction: "EU" }] },
    ],
  ])("%s", (_, change) => {
    expect(() => created({ ...POLICY, ...change })).not.toThrow();
  });

  it("has own addresses on further chains, if they are registered", () => {
    const ownAddresses = [{ chain: "tron", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" }];
    expect(() => created({ ...POLICY, ownAddresses }, { chains: [...defaultChains, tron] } as never)).not.toThrow();
    expect(messageOf({ ownAddresses })).toContain('not_allowed at "/ownAddresses/0/chain"');
  });

  it("needs no thresholds without suspendOnBreach", () => {
    expect(() => created(POLICY, { thresholds: undefined })).not.toThrow();
  });
});

describe("a wrong policy throws configuration_invalid", () => {
  it.each([
    ["null", null],
    ["a text", "suspend"],
    ["a list", []],
    ["nothing", {}],
  ])("for %s", (_, policy) => {
    // Null is no policy.
    if (policy === null) expect(() => created(policy)).not.toThrow();
    else thrownBy(() => created(policy), "configuration_invalid");
  });

  it.each([
    ...["ownVasp", "screenWith", "rejectRisk", "suspendRisk", "suspendOnBreach", "otherAccounts", "claimedVasp"],
    ...["decisionMaxAgeMs", "retentionMs"],
  ])("without %s, which has no default", (name) => {
    expect(messageOf({ [name]: undefined })).toBe(
      `The option policy of createCompliance is invalid: required at "/${name}".`,
    );
  });

  it.each<[object, string]>([
    [{ ownVasp: " " }, 'text_blank at "/ownVasp"'],
    [{ otherAccounts: "execute" }, 'not_allowed at "/otherAccounts"'],
    [{ claimedVasp: "reject" }, 'not_allowed at "/claimedVasp"'],
    [{ suspendOnBreach: "yes" }, 'wrong_type at "/suspendOnBreach"'],
    [{ screenWith: "P" }, 'wrong_type at "/screenWith"'],
    [{ rejectRisks: 90 }, 'unknown_property at "/rejectRisks"'],
    [{ ownAddresses: [{ chain: "mars", address: "x" }] }, 'not_allowed at "/ownAddresses/0/chain"'],
    [{ answers: [{ ...ANSWER, kind: "any" }] }, 'not_allowed at "/answers/0/kind"'],
    [{ answers: [{ ...ANSWER, duties: ["none"] }] }, 'not_allowed at "/answers/0/duties/0"'],
    [{ answers: [{ ...ANSWER, by: undefined }] }, 'required at "/answers/0/by"'],
    [
      { ownVasp: 1, otherAccounts: 1, claimedVasp: 1, suspendOnBreach: 1 },
      'wrong_type at "/ownVasp", wrong_type at "/suspendOnBreach", wrong_type at "/otherAccounts", wrong_type at "/claimedVasp"',
    ],
  ])("for %j: with all codes and paths", (change, named) => {
    expect(messageOf(change)).toBe(`The option policy of createCompliance is invalid: ${named}.`);
  });

  it.each([
    [{ rejectRisk: 0, suspendRisk: 0 }],
    [{ rejectRisk: 101 }],
    [{ suspendRisk: 0 }],
    [{ rejectRisk: 49, suspendRisk: 50 }],
    [{ rejectRisk: 89.5 }],
    [{ suspendRisk: 1.5 }],
  ])("for the limits %j", (change) => {
    expect(messageOf(change)).toContain("needs integers from 1 to 100 as rejectRisk and suspendRisk");
  });

  it.each([
    [{ decisionMaxAgeMs: 0 }],
    [{ decisionMaxAgeMs: 1.5 }],
    [{ decisionMaxAgeMs: 3_162_240_000_001 }],
    [{ retentionMs: -1 }],
    [{ retentionMs: 0.5 }],
    [{ retentionMs: Number.MAX_SAFE_INTEGER }],
  ])("for the periods %j", (change) => {
    expect(messageOf(change)).toContain("needs whole milliseconds, at most 100 years");
  });

  it.each([[{ answerTimeoutMs: 0 }], [{ answerTimeoutMs: 2 ** 31 }]])("for the time-out %j", (change) => {
    expect(messageOf(change)).toContain("needs whole milliseconds from 1 to 2147483647 as answerTimeoutMs");
  });

  it.each([[{ rejectRisk: Number.NaN }], [{ retentionMs: Number.POSITIVE_INFINITY }]])(
    "for numbers that are none: %j",
    (change) => {
      expect(messageOf(change)).toMatch(/invalid|needs/);
    },
  );

  it.each([[[]], [["none"]], [["P", "none"]], [["constructor"]], [["__proto__"]]])(
    "for screenWith %j",
    (screenWith) => {
      expect(messageOf({ screenWith })).toContain("at least one key of the option riskProviders, and no other names");
    },
  );

  it("with a provider twice in screenWith", () => {
    expect(messageOf({ screenWith: ["P", "P"] })).toBe(
      "The option policy of createCompliance has a name twice in screenWith.",
    );
  });

  it("without riskProviders, without packs, and without the thresholds of suspendOnBreach", () => {
    expect(messageOf({}, { riskProviders: undefined })).toContain("needs screenWith");
    expect(messageOf({}, { jurisdictions: undefined })).toBe(
      "The option policy of createCompliance needs the option jurisdictions: the packs say which duties there are.",
    );
    expect(messageOf({ suspendOnBreach: true }, { thresholds: undefined })).toBe(
      "The option policy of createCompliance needs the option thresholds for suspendOnBreach.",
    );
  });

  it.each([
    ["address_length", "address", { chain: "ethereum", address: "0x1" }],
    ["address_other_network", "address", { chain: "ripple", address: HOT_WALLET }],
    ["tag_contradicts", "tag", { chain: "ripple", address: X_ADDRESS, tag: "2" }],
    ["tag_malformed", "tag", { chain: "ripple", address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", tag: "no tag" }],
  ] as const)("for an own address that could never be recognized: %s", (code, name, address) => {
    const message = messageOf({ ownAddresses: [{ chain: "ethereum", address: HOT_WALLET }, address] });
    expect(message).toBe(`The option policy of createCompliance is invalid: ${code} at "/ownAddresses/1/${name}".`);
  });

  it.each([[{ jurisdiction: "FR" }], [{ jurisdiction: "GB" }], [{ jurisdiction: "us" }]])(
    "for an answer about a jurisdiction without a pack: %j",
    (change) => {
      expect(messageOf({ answers: [{ ...ANSWER, ...change }] })).toContain("no code of a pack");
    },
  );

  it.each([
    [{ from: "2026" }],
    [{ from: "2026-02-30" }],
    [{ from: "2026-01-01T00:00:00Z" }],
    [{ until: "soon" }],
    [{ until: "2025-12-31" }],
  ])("for an answer with the days %j", (change) => {
    expect(messageOf({ answers: [ANSWER, { ...ANSWER, ...change }] })).toContain("from and until");
  });

  it.each([
    [{}, {}],
    [{}, { from: "2027-01-01" }],
    [{ until: "2026-06-30" }, { from: "2026-06-30" }],
    [{ from: "2026-03-01" }, { until: "2026-03-01" }],
  ])("for two answers about one day: %j, %j", (one, other) => {
    const answers = [
      { ...ANSWER, ...one },
      { ...ANSWER, by: "other counsel", duties: [], ...other },
    ];
    for (const each of [answers, [...answers].reverse()]) {
      expect(messageOf({ answers: each })).toContain("two answers about the same jurisdiction, kind and day");
    }
  });
});

it("is copied: a later change of the object changes no decision", async () => {
  const ownAddresses = [{ chain: "ethereum", address: HOT_WALLET }] as const;
  const policy = { ...POLICY, ownAddresses: [...ownAddresses], screenWith: ["P"] };
  const { transfers } = createCompliance({ ...OPTIONS, policy });
  policy.ownVasp = "changed";
  policy.screenWith.push("none");
  const given = await transfers.decide({ originator_vasp_id: "changed" } as unknown);
  expect(given.ok).toBe(false);
});

describe("exchange", () => {
  it.each([
    ["no time for an answer", { answerWithinMs: 0 }],
    ["half a millisecond", { windowMs: 0.5 }],
    ["more than 100 years", { windowMs: 100 * 366 * 86_400_000 + 1 }],
  ])("refuses %s", (_, change) => {
    expect(messageOf({ exchange: { ...EXCHANGE, ...change } })).toMatch(
      /exchange\.answerWithinMs and exchange\.windowMs/,
    );
  });

  it.each([
    ["required", { required: "yes" }],
    ["cannotReceive", { cannotReceive: "execute" }],
    ["answerWithinMs", { answerWithinMs: "1" }],
  ])("refuses another type of %s", (name, change) => {
    expect(messageOf({ exchange: { ...EXCHANGE, ...change } })).toContain(`at "/exchange/${name}"`);
  });
});
