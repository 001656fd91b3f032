/** Records of every event: what they contain, and that nothing personal is in them. */
import { describe, expect, it } from "vitest";
import { auditTrail, recordOfLine, replay, verifyAudit } from "../../src/audit.js";
import { tron } from "../../src/chains.js";
import { type Compliance, type ComplianceOptions, createCompliance, memoryStorage, unwrap } from "../../src/index.js";
import { eu, us } from "../../src/jurisdictions.js";
import { CUSTOMER, DECIDING, OWN_VASP, PROVING, withdrawal } from "../support/deciding.js";
import type { AddressedTransfer } from "../support/decision-samples.js";
import { provedWallet } from "../support/ownership/open-challenge.js";
import { untyped } from "../support/untyped.js";

const KEY = new Uint8Array(32).fill(9);
const CANARY = "Canary";
const OFFICER = { id: `officer ${CANARY}`, role: "compliance officer", kind: "person" } as const;

interface Recorded {
  readonly compliance: Compliance;
  readonly events: () => Promise<readonly string[]>;
}

async function recorded(options: Partial<ComplianceOptions> = {}): Promise<Recorded> {
  const storage = memoryStorage();
  const compliance = createCompliance({
    ...DECIDING,
    ownership: PROVING,
    storage,
    audit: auditTrail({ key: KEY }),
    ...options,
  });
  await compliance.vasps.load([OWN_VASP]);
  const { created: _, last_modified: _m, ...draft } = CUSTOMER;
  unwrap(await compliance.accounts.create(untyped({ ...draft, email: `${CANARY}@example.com` }), { actor: OFFICER }));
  const events = async () => {
    const { items } = unwrap(await compliance.audit.list({ size: 1_000 }));
    return items.map(({ record }) => record.event).reverse();
  };
  return { compliance, events };
}

/** The records verify, agree with a replay, and have no canary. */
async function expectFine({ audit }: Compliance): Promise<void> {
  const lines: string[] = [];
  for await (const line of audit.lines()) lines.push(line);
  expect(lines.join("\n")).not.toContain(CANARY);
  expect(await verifyAudit(lines, { heads: await audit.heads() })).toMatchObject({ ok: true, records: lines.length });
  const differing = lines.flatMap((line) => replay(recordOfLine(line)?.record ?? { content: {} }).differing);
  expect(differing).toEqual([]);
}

const ANSWER = {
  jurisdiction: "US",
  kind: "withdrawal_to_self_hosted",
  duties: ["verification", "ownership_check"],
  from: "2020-01-01",
} as const;

const transfer_id = `W ${CANARY}`;

function draft(amount = "10"): AddressedTransfer {
  return { ...withdrawal(transfer_id, amount), link_key: `link ${CANARY}` };
}

describe("records of the audit trail", () => {
  it("follow a transfer from its decision to its removal", async () => {
    const { compliance, events } = await recorded({
      riskProviders: { P: { screen: async () => Promise.reject(new Error(CANARY)) } },
    });
    const { transfers } = compliance;
    const decided = unwrap(await transfers.decide(draft(), { actor: OFFICER }));
    expect(decided.decision).toBe("suspend");
    unwrap(await transfers.review(transfer_id, { decision: "execute", note: `note ${CANARY}` }, { actor: OFFICER }));
    unwrap(
      await transfers.confirm(transfer_id, {
        outcome: "executed",
        transaction_hash: `0x${"ab".repeat(32)}`,
        note: CANARY,
      }),
    );
    await transfers.prune({ before: new Date() });
    expect(await events()).toEqual([
      ...["vasps.load", "vasps.load", "accounts.create", "transfers.decide", "transfers.review", "transfers.confirm"],
      ...["transfers.prune", "transfers.prune"],
    ]);
    await expectFine(compliance);
  });

  it("have the note of a review for who has the key", async () => {
    const { compliance } = await recorded({
      riskProviders: { P: { screen: async () => Promise.reject(new Error("down")) } },
    });
    unwrap(await compliance.transfers.decide(draft()));
    unwrap(
      await compliance.transfers.review(transfer_id, { decision: "reject", note: "too risky" }, { actor: OFFICER }),
    );
    const [review] = unwrap(await compliance.audit.list({ subject: { kind: "transfer", id: transfer_id } })).items;
    expect(review?.record).toMatchObject({ event: "transfers.review", content: { decision: "reject", version: 1 } });
    expect(review?.line).not.toContain("too risky");
    expect(review?.note).toBe("too risky");
    const account = { kind: "account", id: CUSTOMER.reference_id } as const;
    const [ofAccount] = unwrap(await compliance.audit.list({ subject: account })).items;
    expect(ofAccount?.record).toEqual(review?.record);
    expect(ofAccount?.note).toBeUndefined();
    const [ofAll] = unwrap(await compliance.audit.list()).items;
    expect(ofAll?.note).toBeUndefined();
  });

  it("follow a customer and a wallet", async () => {
    const { compliance, events } = await recorded();
    const { accounts, addresses, alerts, ownership, rules, vasps } = compliance;
    const place = { chain: "solana", address: "11111111111111111111111111111112" } as const;
    const account_ref_id = CUSTOMER.reference_id;
    unwrap(await addresses.create({ ...place, account_ref_id, is_self_hosted: true }, { actor: OFFICER }));
    unwrap(await addresses.assign({ ...place, reference_id: account_ref_id, tag: undefined }));
    const challenge = unwrap(await ownership.challenge({ ...place, account_ref_id, method: "message" }));
    const signature = "1".repeat(64);
    const { challenge_id } = challenge;
    expect(unwrap(await ownership.verify({ challenge_id, account_ref_id, signature }))).toMatchObject({
      status: "refused",
    });
    const transaction = { transaction_id: `T ${CANARY}`, amount: "5000", currency: "USD", country: "US" };
    const { results } = unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    const alert_id = String(results[0]?.alert_id);
    unwrap(await alerts.review(alert_id, { outcome: "dismissed", by: CANARY, note: CANARY }, { actor: OFFICER }));
    expect(await alerts.prune({ before: "9999-01-01", includeUndelivered: true })).toBe(1);
    // The challenge is still open.
    expect(await ownership.prune({ before: "9999-01-01" })).toBe(0);
    expect(await addresses.remove(place.chain, place.address, { actor: OFFICER })).toBe(true);
    expect(await vasps.remove(OWN_VASP.vasp_id)).toBe(true);
    expect(await rules.removeLinked("none")).toBe(0);
    unwrap(await accounts.erase(account_ref_id, { actor: OFFICER }));
    expect(await events()).toEqual([
      ...["vasps.load", "vasps.load", "accounts.create", "addresses.save", "ownership.challenge", "ownership.verify"],
      ...["rules.evaluate", "alerts.review", "alerts.prune", "alerts.prune", "ownership.prune", "ownership.prune"],
      ...["addresses.remove", "vasps.remove", "rules.removeLinked", "rules.removeLinked", "accounts.erase"],
    ]);
    await expectFine(compliance);
  });

  it("of a check have the issues and the requirements", async () => {
    const { compliance } = await recorded({ jurisdictions: [us], policy: undefined });
    const { transfer_id: _, link_key: _l, ...rest } = draft("5000");
    const checked = await compliance.transfers.check(untyped(rest));
    const [record] = unwrap(await compliance.audit.list({ size: 1 })).items;
    expect(record?.record.event).toBe("transfers.check");
    const issues = checked.ok ? [] : checked.issues.map(({ code, path }) => ({ code, path }));
    expect(record?.record.content["issues"]).toEqual(issues);
    expect(replay(record?.record ?? { content: {} }).parts).toContain("requirements");
    await expectFine(compliance);
  });

  it("of a check without packs have no requirements", async () => {
    const { compliance } = await recorded({ jurisdictions: undefined, policy: undefined });
    const { transfer_id: _, link_key: _l, ...rest } = draft();
    unwrap(await compliance.transfers.check(untyped(rest)));
    const [record] = unwrap(await compliance.audit.list({ size: 1 })).items;
    expect(record?.record.content).toEqual({ kind: "withdrawal_to_self_hosted", issues: [] });
  });

  it("have digests where a provider repeats the address", async () => {
    const address = "0x2000000000000000000000000000000000000002";
    const entry = {
      provider_name: "P",
      risk_ratio: 10,
      risk_descriptors: [`seen at ${address.toUpperCase().replace("0X", "0x")}`],
      vasp_name_legal: "",
      vasp_name_business: "",
      vasp_website: `https://explorer.example/${address}`,
      vasp_category: "",
    };
    const { compliance } = await recorded({ riskProviders: { P: { screen: async () => [entry] } } });
    unwrap(await compliance.transfers.decide(draft()));
    unwrap(await compliance.addresses.create({ chain: "ethereum", address, scan_for_risk: true, provider_name: "P" }));
    const lines: string[] = [];
    for await (const line of compliance.audit.lines()) lines.push(line);
    expect(lines.join()).not.toMatch(new RegExp(address, "i"));
    expect(lines.join()).toContain("https://explorer.example/");
    await expectFine(compliance);
  });

  it("of a check of a described party are about the account that is named", async () => {
    const { compliance } = await recorded({ jurisdictions: undefined, policy: undefined });
    const { transfer_id: _, link_key: _l, beneficiary_account_reference_id: _b, ...rest } = draft();
    const { reference_id: _r, created: _c, last_modified: _m, ...party } = CUSTOMER;
    unwrap(await compliance.transfers.check(untyped({ ...rest, beneficiary_account: party })));
    const subject = { kind: "account", id: CUSTOMER.reference_id } as const;
    const [record] = unwrap(await compliance.audit.list({ subject, size: 1 })).items;
    expect(record?.record).toMatchObject({ event: "transfers.check", subjects: [expect.any(String)] });
  });

  it("of a check that lacks fields have their codes and paths", async () => {
    const { compliance } = await recorded({ jurisdictions: [eu], policy: undefined });
    const { transfer_id: _, link_key: _l, ...rest } = { ...draft(), originator_country: "DE", currency: "EUR" };
    const checked = await compliance.transfers.check(untyped(rest));
    const [record] = unwrap(await compliance.audit.list({ size: 1 })).items;
    const issues = checked.ok ? [] : checked.issues.map(({ code, path }) => ({ code, path }));
    expect(issues).not.toEqual([]);
    expect(record?.record.content["issues"]).toEqual(issues);
    await expectFine(compliance);
  });

  it("of a decision with a proof have its time", async () => {
    const { compliance } = await recorded();
    const { ownership, transfers } = compliance;
    const account_ref_id = CUSTOMER.reference_id;
    const place = { chain: "solana", address: provedWallet.address } as const;
    const { challenge_id, text = "" } = unwrap(
      await ownership.challenge({ ...place, account_ref_id, method: "message" }),
    );
    unwrap(await ownership.verify({ challenge_id, account_ref_id, ...provedWallet.sign(text) }));
    const addresses = { originator_address: "11111111111111111111111111111112", beneficiary_address: place.address };
    const decided = unwrap(await transfers.decide({ ...draft(), chain: "solana", ...addresses }));
    expect(decided.proofs).toHaveLength(1);
    await expectFine(compliance);
  });

  it("of a decision have evidence, an answer of counsel and a proof without their texts", async () => {
    const { compliance } = await recorded({
      jurisdictions: [us],
      policy: { ...DECIDING.policy, answers: [{ ...ANSWER, by: CANARY, note: CANARY }] } as never,
    });
    const evidence = [{ duty: "verification", side: "originator", note: CANARY, at: "2026-01-01" }] as const;
    unwrap(await compliance.transfers.decide(draft(), { evidence }));
    await expectFine(compliance);
  });

  it("of a review have no name of counsel, whose answer left a duty open", async () => {
    const { compliance } = await recorded({
      policy: { ...DECIDING.policy, answers: [{ ...ANSWER, by: CANARY, note: CANARY }] } as never,
      riskProviders: { P: { screen: async () => Promise.reject(new Error("down")) } },
    });
    const decided = unwrap(await compliance.transfers.decide(draft()));
    expect(decided.reasons.map(({ code }) => code)).toContain("duty_open");
    unwrap(await compliance.transfers.review(transfer_id, { decision: "execute", note: "fine" }, { actor: OFFICER }));
    await expectFine(compliance);
  });

  it("follow a proof by a message and one by a transfer", async () => {
    const { compliance, events } = await recorded();
    const { addresses, ownership } = compliance;
    const account_ref_id = CUSTOMER.reference_id;
    const place = { chain: "solana", address: provedWallet.address } as const;
    const message = unwrap(
      await ownership.challenge({ ...place, account_ref_id, method: "message" }, { actor: OFFICER }),
    );
    const { challenge_id, text = "" } = message;
    const proved = unwrap(await ownership.verify({ challenge_id, account_ref_id, ...provedWallet.sign(text) }));
    expect(proved.status).toBe("proved");
    const deposit_address = "11111111111111111111111111111112";
    const transfer = unwrap(
      await ownership.challenge({ ...place, account_ref_id, method: "transfer", deposit_address }),
    );
    const observed = unwrap(
      await ownership.observe({
        challenge_id: transfer.challenge_id,
        account_ref_id,
        transaction: {
          hash: `hash${CANARY}`,
          chain: "solana",
          sender: place.address,
          recipient: deposit_address,
          amount: String(transfer.amount),
          at: transfer.issued,
        },
      }),
    );
    expect(observed.status).toBe("proved");
    const ripple = { chain: "ripple", address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59" } as const;
    unwrap(await addresses.create({ ...ripple, account_ref_id, tag: "7", vasp_id: OWN_VASP.vasp_id }));
    expect(await events()).toEqual([
      ...["vasps.load", "vasps.load", "accounts.create", "ownership.challenge", "ownership.verify"],
      ...["ownership.challenge", "addresses.save", "ownership.verify", "addresses.save"],
    ]);
    await expectFine(compliance);
  });

  it("of erased transfers are found by nobody, and of a time by its limits", async () => {
    const { compliance } = await recorded({
      riskProviders: { P: { screen: async () => Promise.reject(new Error("down")) } },
    });
    const { accounts, audit, transfers } = compliance;
    unwrap(await transfers.decide(draft()));
    unwrap(await transfers.confirm(transfer_id, { outcome: "cancelled" }));
    const subject = { kind: "transfer", id: transfer_id } as const;
    expect(unwrap(await audit.list({ subject, from: "2020-01-01", to: "9999-01-01" })).items).toHaveLength(2);
    expect(unwrap(await audit.list({ subject, to: "2020-01-01" })).items).toEqual([]);
    const first = unwrap(await audit.list({ size: 3 }));
    const rest = unwrap(await audit.list({ size: 3, cursor: first.next_cursor }));
    expect([...first.items, ...rest.items]).toHaveLength(5);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unwrap(await accounts.erase(CUSTOMER.reference_id))).toMatchObject({ transfers: 1 });
    expect(unwrap(await audit.list({ subject })).items).toEqual([]);
    await expectFine(compliance);
  });

  it("have another configuration where the options that decide are others", async () => {
    const configurations = new Set<string>();
    const source = { current: async () => ({ US: "1" }) };
    for (const options of [
      {},
      { thresholds: source },
      { thresholds: undefined },
      { chains: [tron] },
      { jurisdictions: [us, eu] },
    ]) {
      const { compliance } = await recorded(options as Partial<ComplianceOptions>);
      const [record] = unwrap(await compliance.audit.list({ size: 1 })).items;
      configurations.add(String(record?.record.configuration));
    }
    expect(configurations.size).toBe(5);
  });

  it("of a review without a note have none", async () => {
    const { compliance } = await recorded();
    const { alerts, audit, rules } = compliance;
    const transaction = { transaction_id: "T", amount: "5000", currency: "USD", country: "US" };
    const { results } = unwrap(await rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] }));
    unwrap(await alerts.review(String(results[0]?.alert_id), { outcome: "reported", by: "officer" }));
    const [review] = unwrap(await audit.list({ size: 1 })).items;
    expect(review?.record).toMatchObject({ event: "alerts.review", content: { outcome: "reported" } });
    expect(review?.record).not.toHaveProperty("note");
  });
});
