/** `transfers.decide` with a transfer_id that was decided before. */
import { describe, expect, it } from "vitest";
import {
  ComplianceError,
  type ComplianceStorage,
  memoryStorage,
  type TransferDecision,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import {
  CLEAN,
  codesOf,
  type Deciding,
  decided,
  deciding,
  MEASURE,
  NOW,
  OFFICER,
  OUTGOING,
  POLICY,
  PROGRAM,
  THIRD_WALLET,
  WALLET,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { failureOf, faultsOf } from "../support/outcomes.js";
import { entity, individual } from "../support/samples.js";

const MAX_AGE = 900_000;

async function versionsOf({ transfers }: Deciding, transfer_id = "W-1") {
  return (await transfers.retrieve(transfer_id))?.versions ?? [];
}

/** Decides twice, with something between. */
async function again(
  between: (compliance: Deciding) => unknown,
  transfer: TransferToDecide = WITHDRAWAL,
  options: Parameters<typeof decided>[2] = { evidence: MEASURE },
): Promise<{ readonly first: TransferDecision; readonly second: TransferDecision; readonly compliance: Deciding }> {
  const compliance = await deciding();
  const first = await decided(compliance, WITHDRAWAL);
  await between(compliance);
  return { first, second: await decided(compliance, transfer, options), compliance };
}

describe("the same content", () => {
  it("returns the stored decision, and stores nothing", async () => {
    const { first, second, compliance } = await again(() => undefined);
    expect(second).toStrictEqual(first);
    expect(first).toMatchObject({ decision: "execute", version: 1, decided_at: "2026-12-01T12:00:00.000+00:00" });
    expect(await versionsOf(compliance)).toHaveLength(1);
  });

  it.each<[string, Partial<TransferToDecide>]>([
    ["another spelling of the address", { beneficiary_address: WALLET.toUpperCase().replace("0X", "0x") }],
    ["an amount as a number", { amount: 10 }],
    ["an amount with further zeros", { amount: "10.00" }],
    ["the default of a flag", { originator_address_is_self_hosted: false }],
  ])("is the same with %s", async (_, change) => {
    // The cast: the compiler cannot see which variant of a transfer it is.
    const { first, second } = await again(() => undefined, { ...WITHDRAWAL, ...change } as TransferToDecide);
    expect(second).toStrictEqual(first);
  });

  it("is that of a call without evidence, which stays with the content", async () => {
    const { first, second } = await again(() => undefined, WITHDRAWAL, {});
    expect(second).toStrictEqual(first);
  });

  it("is decided anew one millisecond after decisionMaxAgeMs, with its evidence", async () => {
    const still = await again(({ wait }) => wait(MAX_AGE));
    expect(still.second).toStrictEqual(still.first);
    expect(still.first.valid_until).toBe("2026-12-01T12:15:00.000+00:00");
    const { second, compliance } = await again(({ wait }) => wait(MAX_AGE + 1), WITHDRAWAL, {});
    expect(second).toMatchObject({ decision: "execute", version: 2, decided_at: "2026-12-01T12:15:00.001+00:00" });
    expect(second.evidence).toHaveLength(1);
    expect(await versionsOf(compliance)).toHaveLength(2);
  });

  it("is decided anew if it is later than now by more than decisionMaxAgeMs, with a later time", async () => {
    const ahead = await again(({ wait }) => wait(-MAX_AGE));
    expect(ahead.second).toStrictEqual(ahead.first);
    const { second } = await again(({ wait }) => wait(-MAX_AGE - 1));
    expect(second).toMatchObject({ version: 2, decided_at: "2026-12-01T12:00:00.001+00:00" });
  });

  it("is decided anew while a reason has retry, until it has none", async () => {
    const compliance = await deciding();
    compliance.screenWith(() => Promise.reject(new Error("down")));
    for (const version of [1, 2]) {
      const decision = await decided(compliance, WITHDRAWAL);
      expect(decision).toMatchObject({ version, decision: "suspend", reasons: [{ retry: true }] });
    }
    compliance.screenWith(async () => [CLEAN]);
    expect(await decided(compliance, WITHDRAWAL)).toMatchObject({ version: 3, decision: "execute" });
    expect(await decided(compliance, WITHDRAWAL)).toMatchObject({ version: 3 });
  });
});

describe("something new about the same content", () => {
  it("evidence: decided anew with all of it, but not for the same evidence", async () => {
    const compliance = await deciding();
    const first = await decided(compliance, WITHDRAWAL, {});
    expect([first.decision, codesOf(first)]).toEqual(["request_information", ["duty_open"]]);
    expect(first.missing).toMatchObject([{ duty: "mitigating_measure", side: "originator" }]);
    const second = await decided(compliance, WITHDRAWAL);
    expect(second).toMatchObject({ version: 2, decision: "execute", missing: [] });
    expect(second.evidence).toEqual([{ ...MEASURE[0], at: "2026-12-01T00:00:00.000+00:00" }]);
    const more = [{ ...MEASURE[0], duty: "verification" as const }, ...MEASURE];
    const third = await decided(compliance, WITHDRAWAL, { evidence: more });
    expect(third).toMatchObject({ version: 3, evidence: [{ duty: "mitigating_measure" }, { duty: "verification" }] });
    expect(await decided(compliance, WITHDRAWAL, { evidence: more })).toStrictEqual(third);
  });

  it.each<[string, (compliance: Deciding) => Promise<unknown>, readonly string[]]>([
    ["fields of a party", ({ accounts }) => accounts.put({ ...entity, reference_id: "A-1" }), []],
    [
      "a label against the claim",
      ({ addresses }) => addresses.create({ chain: "ethereum", address: WALLET, is_self_hosted: false }),
      ["self_hosted_contradicts"],
    ],
    [
      "a label for the claim",
      ({ addresses }) => addresses.create({ chain: "ethereum", address: WALLET, is_self_hosted: true }),
      [],
    ],
    [
      "a link to another account",
      ({ addresses }) => addresses.create({ chain: "ethereum", address: WALLET, account_ref_id: "A-2" }),
      ["address_of_other_account"],
    ],
  ])("%s: decided anew", async (_, change, codes) => {
    const { second } = await again(change);
    expect([second.version, codesOf(second)]).toEqual([2, codes]);
  });

  it("a screening by another call changes nothing", async () => {
    const { first, second } = await again(({ addresses }) =>
      addresses.create({ chain: "ethereum", address: WALLET, scan_for_risk: true, provider_name: "P" }),
    );
    expect(second).toStrictEqual(first);
  });
});

describe("changed content", () => {
  it("is a new version without the evidence of the old one, which is kept", async () => {
    const { first, second, compliance } = await again(() => undefined, { ...WITHDRAWAL, amount: "11" }, {});
    expect(second).toMatchObject({ version: 2, decision: "request_information", evidence: [] });
    const versions = await versionsOf(compliance);
    expect(versions.map(({ decision, transfer }) => [decision, transfer.amount])).toEqual([
      ["execute", "10"],
      ["request_information", "11"],
    ]);
    expect(versions[0]?.decided_at).toBe(first.decided_at);
    // The times differ although the clock stands.
    expect(versions[1]?.decided_at).toBe("2026-12-01T12:00:00.001+00:00");
    expect(await compliance.transfers.retrieve("W-1")).toMatchObject({ decided_at: first.decided_at, revision: 2 });
  });

  it("may be that of an earlier version, and is then a further one", async () => {
    const compliance = await deciding();
    await decided(compliance, WITHDRAWAL);
    await decided(compliance, { ...WITHDRAWAL, amount: "11" });
    expect(await decided(compliance, WITHDRAWAL)).toMatchObject({ version: 3, decision: "execute" });
  });

  it("of other accounts is transfer_id_taken, whatever the content is, and changes nothing", async () => {
    const compliance = await deciding();
    await decided(compliance, WITHDRAWAL);
    const before = await compliance.transfers.retrieve("W-1");
    for (const taken of [
      { ...WITHDRAWAL, originator_account_reference_id: "A-2", beneficiary_account_reference_id: "A-2" },
      { ...WITHDRAWAL, beneficiary_account_reference_id: "A-2" },
      { ...OUTGOING, transfer_id: "W-1", originator_account_reference_id: "A-2" },
      { ...WITHDRAWAL, originator_account_reference_id: "A-none", beneficiary_account_reference_id: "A-none" },
    ]) {
      const result = await compliance.transfers.decide(taken as unknown, { evidence: MEASURE });
      expect(faultsOf(result)).toEqual([["transfer_id_taken", "/transfer_id", "2.9"]]);
    }
    expect(await compliance.transfers.retrieve("W-1")).toStrictEqual(before);
  });
});

describe("a closed transfer", () => {
  it.each(["executed", "rejected", "returned", "cancelled"] as const)("%s: is not decided again", async (outcome) => {
    const compliance = await deciding();
    await decided(compliance, WITHDRAWAL);
    unwrap(await compliance.transfers.confirm("W-1", { outcome }));
    for (const transfer of [WITHDRAWAL, { ...WITHDRAWAL, amount: "11" }, OTHERS]) {
      const result = await compliance.transfers.decide(transfer);
      expect(faultsOf(result)).toEqual([["transfer_closed", "/transfer_id", "2.9"]]);
    }
    expect(await versionsOf(compliance)).toHaveLength(1);
  });
});

const OTHERS = {
  ...WITHDRAWAL,
  originator_account_reference_id: "A-2",
  beneficiary_account_reference_id: "A-2",
} as const;

describe("a reviewed transfer", () => {
  const SUSPENDED = { ...WITHDRAWAL, beneficiary_address: THIRD_WALLET } as const;

  async function reviewed(decision: "execute" | "reject") {
    const compliance = await deciding();
    compliance.screenWith(async () => [{ ...CLEAN, risk_ratio: 60 }]);
    await decided(compliance, SUSPENDED);
    compliance.wait(1000);
    unwrap(await compliance.transfers.review("W-1", { decision, note: "seen" }, { actor: OFFICER }));
    return compliance;
  }

  it("permits the same content for decisionMaxAgeMs from the review", async () => {
    const compliance = await reviewed("execute");
    const decision = await decided(compliance, SUSPENDED);
    expect(decision).toMatchObject({ version: 1, decision: "execute", valid_until: "2026-12-01T12:15:01.000+00:00" });
    expect(codesOf(decision)).toEqual(["risk_suspended"]);
    compliance.wait(MAX_AGE);
    expect(await decided(compliance, SUSPENDED)).toMatchObject({ version: 1, decision: "execute" });
    compliance.wait(1);
    expect(await decided(compliance, SUSPENDED)).toMatchObject({ version: 2, decision: "suspend", review: null });
  });

  it("permits no other content", async () => {
    const compliance = await reviewed("execute");
    const other = await decided(compliance, { ...SUSPENDED, amount: "10.01" });
    expect(other).toMatchObject({ version: 2, decision: "suspend", review: null, valid_until: null });
    // Nor the reviewed content, once another one was decided.
    expect(await decided(compliance, SUSPENDED)).toMatchObject({ version: 3, decision: "suspend" });
  });

  it("permits nothing after a new label", async () => {
    const compliance = await reviewed("execute");
    await compliance.addresses.create({ chain: "ethereum", address: THIRD_WALLET, is_self_hosted: true });
    expect(await decided(compliance, SUSPENDED)).toMatchObject({ version: 2, decision: "suspend" });
  });

  it("stays rejected after a rejection", async () => {
    const compliance = await reviewed("reject");
    expect(await decided(compliance, SUSPENDED)).toMatchObject({ version: 1, decision: "reject", valid_until: null });
  });

  it("stays rejected after a rejection, also when other content was decided meanwhile", async () => {
    const compliance = await reviewed("reject");
    compliance.screenWith(async () => [CLEAN]);
    expect(await decided(compliance, { ...SUSPENDED, amount: "11" })).toMatchObject({ version: 2, review: null });
    compliance.wait(1000);
    const again = { version: 3, decision: "reject", valid_until: null, review: { decision: "reject", actor: OFFICER } };
    expect(await decided(compliance, SUSPENDED)).toMatchObject(again);
    expect(await decided(compliance, SUSPENDED)).toMatchObject(again);
    expect(await compliance.transfers.retrieve("W-1")).toMatchObject({ decision: "reject", versions: { length: 3 } });
    // It ended with this version, not with the review.
    compliance.wait(POLICY.retentionMs);
    expect(await compliance.transfers.prune({ before: new Date(NOW.getTime() + POLICY.retentionMs * 2) })).toEqual({
      removed: 0,
      held: 0,
    });
    compliance.wait(1);
    expect(await compliance.transfers.prune({ before: new Date(NOW.getTime() + POLICY.retentionMs * 2) })).toEqual({
      removed: 1,
      held: 0,
    });
  });

  it("is not decided again because of a reason with retry", async () => {
    const compliance = await deciding();
    compliance.screenWith(() => Promise.reject(new Error("down")));
    await decided(compliance, WITHDRAWAL);
    unwrap(await compliance.transfers.review("W-1", { decision: "execute", note: "seen" }, { actor: OFFICER }));
    expect(await decided(compliance, WITHDRAWAL)).toMatchObject({ version: 1, decision: "execute" });
  });
});

describe("concurrent calls", () => {
  it("with the same content give one version and one answer", async () => {
    const compliance = await deciding();
    const answers = await Promise.all(Array.from({ length: 5 }, () => decided(compliance, WITHDRAWAL)));
    for (const answer of answers) expect(answer).toStrictEqual(answers[0]);
    expect(await versionsOf(compliance)).toHaveLength(1);
  });

  it("with different content give a version each, one after the other", async () => {
    const compliance = await deciding();
    const amounts = ["10", "11", "12"];
    await Promise.all(amounts.map((amount) => decided(compliance, { ...WITHDRAWAL, amount })));
    const versions = await versionsOf(compliance);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(versions.map(({ transfer }) => transfer.amount).toSorted()).toEqual(amounts);
    expect(new Set(versions.map(({ decided_at }) => decided_at)).size).toBe(3);
  });

  it("throw storage_unavailable if others are always first", async () => {
    const inner = memoryStorage();
    const save: ComplianceStorage["transfers"]["save"] = async () => "changed_meanwhile";
    const compliance = await deciding({ storage: { ...inner, transfers: { ...inner.transfers, save } } });
    const { message } = await failureOf(compliance.transfers.decide(WITHDRAWAL), "storage_unavailable");
    expect(message).toBe("Other calls decided the transfer again and again. Retry.");
  });

  it("with the removal of the account give unknown_account, and store nothing", async () => {
    const compliance = await deciding();
    compliance.screenWith(async () => {
      await compliance.accounts.remove("A-1");
      return [CLEAN];
    });
    const result = await compliance.transfers.decide(WITHDRAWAL, { evidence: MEASURE });
    expect(faultsOf(result)).toEqual([
      ["unknown_account", "/originator_account_reference_id", "2.9"],
      ["unknown_account", "/beneficiary_account_reference_id", "2.9"],
    ]);
    expect(await compliance.transfers.retrieve("W-1")).toBeUndefined();
  });

  it("with an erasure of the account, whose id somebody else gets, decide about the new one only", async () => {
    const compliance = await deciding();
    const { accounts, transfers } = compliance;
    const individual_name = { name_type: "LEGL", name_first: "New", name_last: "Person" } as const;
    let isErased = false;
    compliance.screenWith(async () => {
      if (!isErased) unwrap(await accounts.erase("A-1"));
      compliance.wait(1);
      await accounts.create({ ...individual, reference_id: "A-1", individual: { individual_name } });
      isErased = true;
      return [CLEAN];
    });
    await decided(compliance, WITHDRAWAL);
    const record = await transfers.retrieve("W-1");
    expect(record?.versions.map(({ originator_account }) => originator_account)).toMatchObject([
      { individual: { individual_name } },
    ]);
    expect(JSON.stringify(record)).not.toContain(individual.individual.individual_name.name_first);
  });
});

describe("what is stored", () => {
  it("is what the decision was made on, and who asked", async () => {
    const compliance = await deciding();
    await compliance.addresses.create({ chain: "ethereum", address: WALLET, account_ref_id: "A-1" });
    const decision = await decided(compliance, WITHDRAWAL, { evidence: MEASURE, actor: PROGRAM });
    const record = await compliance.transfers.retrieve("W-1");
    expect(record).toMatchObject({
      ...{ transfer_id: "W-1", state: "open", decision: "execute", direction: "outgoing", revision: 1 },
      ...{ kind: "withdrawal_to_self_hosted", accounts: ["A-1"], executed_without_permission: false },
      confirmations: [],
    });
    const { transfer_id: _, valid_until: _until, ...rest } = decision;
    expect(record?.versions).toMatchObject([{ ...rest, actor: PROGRAM }]);
    const { reference_id: _id, ...party } = individual;
    expect(record?.versions[0]).toMatchObject({
      originator_account: party,
      transfer: { beneficiary_address: WALLET, amount: "10", originator_address_is_self_hosted: false },
      known: { originator: { is_own: false, account: null }, beneficiary: { account: "A-1", shared_by: [] } },
    });
  });

  it("is an unnamed program without an actor", async () => {
    const compliance = await deciding();
    await decided(compliance, WITHDRAWAL);
    const [version] = await versionsOf(compliance);
    expect(version?.actor).toEqual({ id: "unnamed", role: "program", kind: "program" });
  });

  it("are the screenings, with the time of the clock", async () => {
    const compliance = await deciding();
    const { screenings } = await decided(compliance, WITHDRAWAL);
    const created = "2026-12-01T12:00:00.000+00:00";
    const entries = [{ ...CLEAN, created }];
    expect(screenings).toEqual([{ side: "beneficiary", chain: "ethereum", address: WALLET, entries, failures: [] }]);
    expect((await compliance.addresses.history("ethereum", WALLET))?.screenings).toEqual([entries]);
    expect(NOW.toISOString()).toContain("2026-12-01T12:00:00.000");
  });

  it("are those of all transfers that meet at an address, also if it is new to all of them", async () => {
    const compliance = await deciding();
    const ids = ["W-1", "W-2", "W-3"];
    const answers = await Promise.all(ids.map((transfer_id) => decided(compliance, { ...WITHDRAWAL, transfer_id })));
    const entries = answers.map(({ screenings }) => screenings[0]?.entries);
    expect(answers.map(({ version }) => version)).toEqual([1, 1, 1]);
    expect((await compliance.addresses.history("ethereum", WALLET))?.screenings).toEqual(entries);
  });
});

it("has a further version at the end of the calendar, where no time is later", async () => {
  let now = "9999-12-31T23:59:59.999Z";
  const compliance = await deciding({ clock: () => new Date(now), rates: undefined, prices: undefined });
  const last = "9999-12-31T23:59:59.999+00:00";
  const first = await decided(compliance, WITHDRAWAL);
  expect(first).toMatchObject({ decided_at: last, valid_until: last });
  expect(await decided(compliance, { ...WITHDRAWAL, amount: "11" })).toMatchObject({ version: 2, decided_at: last });
  now = "2026-12-01T12:00:00Z";
  expect(await decided(compliance, WITHDRAWAL)).toMatchObject({ version: 3, decision: "execute" });
});

it("needs the option policy", async () => {
  const compliance = await deciding({ policy: undefined });
  const error = await failureOf(compliance.transfers.decide(WITHDRAWAL), "not_configured");
  expect(error).toBeInstanceOf(ComplianceError);
  expect(error.message).toBe("transfers.decide needs the option policy of createCompliance. Add it.");
});
