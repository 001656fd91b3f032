/** What two VASPs come to that exchange the messages of a transfer. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type TransferDecision, type TransferToDecide, unwrap } from "../../src/index.js";
import { encodeTravelAddress } from "../../src/ivms101.js";
import type { Exchange } from "../../src/storage.js";
import { DAY, OFFICER } from "../support/decision-samples.js";
import {
  type Carry,
  DEPOSIT,
  HOSTS,
  outgoing,
  type Side,
  type SideName,
  type SideOptions,
  twoSides,
  withCustomers,
} from "../support/trp-sides.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const TXID = "ab".repeat(32);
const EXECUTED = { outcome: "executed", transaction_hash: TXID } as const;
const OTHER_ADDRESS = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";

type Sides = Record<SideName, Side>;

/** Time passes, so that what was looked at is due again. */
function pass(milliseconds = 1_000): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

async function sidesWith(
  given: { readonly originator?: SideOptions; readonly beneficiary?: SideOptions } = {},
  carry?: Carry,
): Promise<Sides> {
  const sides = await twoSides(given, carry);
  await withCustomers(sides);
  return sides;
}

/** The originator decides the transfer, and stores the inquiry. */
async function ask({ originator, beneficiary }: Sides, transfer: TransferToDecide = outgoing("W-1")): Promise<string> {
  unwrap(await originator.compliance.transfers.decide(transfer));
  const travelAddress = unwrap(await beneficiary.trp.travelAddressFor("B-1"));
  unwrap(await originator.trp.send(transfer.transfer_id, travelAddress));
  return travelAddress;
}

/** Both sides look at their exchanges, so often that everything is said. */
async function talk({ originator, beneficiary }: Sides): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const { trp } of [originator, beneficiary]) {
      pass();
      expect((await trp.deliver()).failures).toEqual([]);
    }
  }
}

async function sent(sides: Sides, transfer_id = "W-1"): Promise<Exchange> {
  const exchange = await sides.originator.compliance.exchanges.retrieve(transfer_id);
  if (exchange === undefined) throw new Error("The originator has no exchange.");
  return exchange;
}

/** The only exchange of the beneficiary. */
async function received({ beneficiary }: Sides): Promise<Exchange> {
  const page = await beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 2 });
  const [exchange, ...others] = page?.items ?? [];
  if (exchange === undefined || others.length > 0) throw new Error("The beneficiary must have one exchange.");
  return exchange;
}

/** The states of both sides: of the originator, and of the beneficiary. */
async function states(sides: Sides): Promise<readonly [string, string]> {
  return [(await sent(sides)).state, (await received(sides)).state];
}

async function decided(sides: Sides, transfer: TransferToDecide = outgoing("W-1")): Promise<TransferDecision> {
  return unwrap(await sides.originator.compliance.transfers.decide(transfer));
}

/** The codes of the reasons of the beneficiary. */
async function reasonsOf({ beneficiary }: Sides, transfer_id: string): Promise<readonly string[]> {
  const record = await beneficiary.compliance.transfers.retrieve(transfer_id);
  return record?.versions.at(-1)?.reasons.map(({ code }) => code) ?? [];
}

function codes({ reasons }: TransferDecision): readonly string[] {
  return reasons.map(({ code }) => code);
}

describe("an approved transfer", () => {
  it("waits for the inquiry, for the answer, is executed, and settles on both sides", async () => {
    const sides = await sidesWith();
    const { originator } = sides;
    expect(codes(await decided(sides))).toEqual(["exchange_missing"]);
    await ask(sides);
    expect(codes(await decided(sides))).toEqual(["exchange_open"]);
    expect(await originator.trp.deliver()).toEqual({ looked: 1, sent: 1, failed: 0, failures: [] });
    expect(await states(sides)).toEqual(["review", "accepted"]);
    expect(codes(await decided(sides))).toEqual(["exchange_open"]);
    await talk(sides);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
    expect(await decided(sides)).toMatchObject({ decision: "execute", reasons: [] });
    unwrap(await originator.compliance.transfers.confirm("W-1", EXECUTED));
    await talk(sides);
    expect(await states(sides)).toEqual(["settled", "settled"]);
    expect(await received(sides)).toMatchObject({ transaction_hash: TXID, account: "B-1", address: DEPOSIT });
    pass(DAY);
    expect(await originator.trp.deliver()).toMatchObject({ looked: 0 });
  });

  it("is a transfer to the account of the travel address, with what the inquiry said of the originator", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await sides.originator.trp.deliver();
    const { transfer_id } = await received(sides);
    const record = await sides.beneficiary.compliance.transfers.retrieve(transfer_id);
    expect(record).toMatchObject({ direction: "incoming", kind: "vasp_to_vasp", decision: "execute" });
    expect(record?.versions.at(-1)?.transfer).toMatchObject({
      amount: "0.001",
      asset: "BTC",
      originator_vasp_id: "V-O",
      originator_account: { individual: { individual_name: { name_last: "Example-Mueller" } }, customer_id: "C-7" },
      beneficiary_account_reference_id: "B-1",
      beneficiary_address: DEPOSIT,
    });
  });

  it("calls onInquiry for the inquiry, and ignores what it throws", async () => {
    const onInquiry = vi.fn(() => Promise.reject(new Error("not ours")));
    const sides = await sidesWith({ beneficiary: { trp: { onInquiry } } });
    await ask(sides);
    await talk(sides);
    const { transfer_id } = await received(sides);
    expect(onInquiry.mock.calls).toEqual([[{ transfer_id, vasp_id: "V-O", is_decided: true }]]);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
  });

  it("is not executed to another address than the approved one", async () => {
    const sides = await sidesWith({ beneficiary: { trp: { depositAddress: () => OTHER_ADDRESS } } });
    await ask(sides);
    await talk(sides);
    expect(await sent(sides)).toMatchObject({ state: "accepted", alarm: "other_address", address: OTHER_ADDRESS });
    const decision = await decided(sides);
    expect([decision.decision, codes(decision)]).toEqual(["suspend", ["approved_address_differs"]]);
  });

  it("suspends when a second approval has another address", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await talk(sides);
    expect(await decided(sides)).toMatchObject({ decision: "execute" });
    const approval = { kind: "approval", from: "counterparty", message_id: "m-2", digest: "d-2" } as const;
    const event = { ...approval, address: OTHER_ADDRESS };
    await sides.originator.compliance.exchanges.record({ transfer_id: "W-1", event });
    expect(codes(await decided(sides))).toEqual(["approved_address_differs"]);
  });

  it("is answered at once by a VASP that decides at once", async () => {
    const callback = `https://${HOSTS.beneficiary}/confirmation`;
    const sides = await sidesWith({}, async (to, send) =>
      to === "beneficiary" ? Response.json({ approved: { address: DEPOSIT, callback } }) : send(),
    );
    await ask(sides);
    await sides.originator.trp.deliver();
    expect(await sent(sides)).toMatchObject({ state: "accepted", urls: { confirmation: callback } });
  });

  it("suspends when the approval leads to the host of somebody else, and keeps nothing of the approval", async () => {
    const callback = "https://trp.other.example/c";
    const sides = await sidesWith({}, async () => Response.json({ approved: { address: DEPOSIT, callback } }));
    await ask(sides);
    await sides.originator.trp.deliver();
    expect(await sent(sides)).toMatchObject({ state: "sent", alarm: "other_host", address: null });
    expect((await sent(sides)).urls.confirmation).toBeUndefined();
    expect(codes(await decided(sides))).toContain("counterparty_host_unbound");
  });
});

describe("deliver", () => {
  it("ends when the clock of the compliance stands still, or is behind", async () => {
    const clock = () => new Date("2026-11-29T11:59:59.500Z");
    const sides = await sidesWith({ originator: { compliance: { clock } } });
    await ask(sides);
    expect(await sides.originator.trp.deliver()).toMatchObject({ looked: 1, sent: 1 });
  });
});

describe("a rejected transfer", () => {
  it("is one that an officer rejects after a difference of names", async () => {
    const sides = await sidesWith();
    await ask(sides, outgoing("W-1", ["Pjotr", "Ivanov"]));
    await talk(sides);
    const { transfer_id } = await received(sides);
    expect(await states(sides)).toEqual(["review", "review"]);
    expect(await reasonsOf(sides, transfer_id)).toEqual(["beneficiary_name_differs"]);
    const review = { decision: "reject", note: "Another person" } as const;
    unwrap(await sides.beneficiary.compliance.transfers.review(transfer_id, review, { actor: OFFICER }));
    await talk(sides);
    expect(await states(sides)).toEqual(["rejected", "rejected"]);
    const decision = await decided(sides, outgoing("W-1", ["Pjotr", "Ivanov"]));
    expect([decision.decision, codes(decision)]).toEqual(["suspend", ["exchange_rejected"]]);
  });

  it("is one that the policy of the beneficiary rejects, and the answer does not say why", async () => {
    const risk = { provider_name: "P", risk_ratio: 99, risk_descriptors: ["sanctioned"] };
    const entry = { ...risk, vasp_name_legal: "", vasp_name_business: "", vasp_website: null, vasp_category: "" };
    const riskProviders = { P: { screen: async () => [entry] } };
    const sides = await sidesWith({ beneficiary: { compliance: { riskProviders } } });
    await ask(sides);
    await talk(sides);
    expect(await states(sides)).toEqual(["rejected", "rejected"]);
    const rejection = (await sent(sides)).events.at(-1);
    expect(rejection).toMatchObject({ kind: "rejection", reason: { code: 50 } });
    expect(JSON.stringify(rejection)).not.toContain("sanction");
  });

  it("keeps a free text of the counterparty in the record only", async () => {
    const text = "Ivan Petrov moved to 5 Canary Street";
    const sides = await sidesWith({}, async () => Response.json({ rejected: text }));
    await ask(sides);
    await sides.originator.trp.deliver();
    expect((await sent(sides)).events.at(-1)?.reason).toEqual({ code: null, text });
    expect(JSON.stringify(await decided(sides))).not.toContain("Canary");
  });
});

/** A document of IVMS101 whose natural person breaks C3: it has no place of birth beside the date. */
function withoutPlaceOfBirth(IVMS101: { originator: { originatorPersons: [{ naturalPerson: object }] } }): void {
  const [{ naturalPerson }] = IVMS101.originator.originatorPersons;
  Object.assign(naturalPerson, { dateAndPlaceOfBirth: { dateOfBirth: "1990-01-01" } });
}

/** Changes the body of each inquiry on its way. */
function changing(change: (body: never) => void): Carry {
  return async (_, send, request) => {
    const body = await request.clone().json();
    if (!("IVMS101" in body)) return send();
    change(body as never);
    const altered = new Request(request, { body: JSON.stringify(body) });
    return send(altered);
  };
}

describe("a repaired transfer", () => {
  /** Without the address, which the pack of the beneficiary requires. */
  const lacking = changing((body: { IVMS101: { originator: { originatorPersons: [{ naturalPerson: object }] } } }) => {
    const [{ naturalPerson }] = body.IVMS101.originator.originatorPersons;
    Reflect.deleteProperty(naturalPerson, "geographicAddress");
  });

  it("names the fields that the pack of the beneficiary requires; the corrected inquiry is approved", async () => {
    let lost = true;
    const sides = await sidesWith({}, (to, send, request) => (lost ? lacking(to, send, request) : send()));
    await ask(sides, { ...outgoing("W-1"), amount: "0.1" });
    await talk(sides);
    expect(await states(sides)).toEqual(["repair", "repair"]);
    expect((await sent(sides)).events.at(-1)).toMatchObject({ kind: "repair_request", reason: { code: 153 } });
    expect((await sent(sides)).events.at(-1)?.reason?.text).toMatch(/^153 MISSING_FIELDS: The originator lacks: \S+/);
    expect(codes(await decided(sides, { ...outgoing("W-1"), amount: "0.1" }))).toEqual(["exchange_open"]);
    lost = false;
    await ask(sides, { ...outgoing("W-1"), amount: "0.1" });
    await talk(sides);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
    const [first, second] = (await sent(sides)).inquiries;
    expect(second?.body).toMatchObject({
      extensions: { "vaspkit-correction": { corrects: first?.message_id } },
    });
    expect((await received(sides)).inquiries.map(({ message_id }) => message_id)).toEqual([
      first?.message_id,
      second?.message_id,
    ]);
  });

  it.each([
    ["C3", (body: { IVMS101: never }) => withoutPlaceOfBirth(body.IVMS101)],
    ["the form of a document", (body: { IVMS101: unknown }) => void Object.assign(body, { IVMS101: { x: 1 } })],
    ["the form of a name", (body: { IVMS101: unknown }) => void Object.assign(body, { IVMS101: "text" })],
  ] as const)("is recorded and answered with repair if the inquiry violates %s", async (_, change) => {
    const sides = await sidesWith({}, changing(change as never));
    await ask(sides);
    await talk(sides);
    expect(await states(sides)).toEqual(["repair", "repair"]);
    expect(await received(sides)).toMatchObject({ is_incomplete: true, inquiries: [{ body: { amount: 0.001 } }] });
    const { transfer_id } = await received(sides);
    expect(await sides.beneficiary.compliance.transfers.retrieve(transfer_id)).toBeUndefined();
    expect((await sent(sides)).events.at(-1)?.reason?.code).toBe(151);
  });

  it("is one whose inquiry does not name the beneficiary, so that no name can be compared", async () => {
    const sides = await sidesWith(
      {},
      changing((body: { IVMS101: object }) => void Reflect.deleteProperty(body.IVMS101, "beneficiary")),
    );
    await ask(sides);
    await talk(sides);
    expect(await states(sides)).toEqual(["repair", "repair"]);
  });

  it("asks again if the correction violates IVMS101, too", async () => {
    const sides = await sidesWith(
      {},
      changing((body: { IVMS101: never }) => withoutPlaceOfBirth(body.IVMS101)),
    );
    await ask(sides);
    await talk(sides);
    await ask(sides);
    await talk(sides);
    expect(await states(sides)).toEqual(["repair", "repair"]);
    expect((await received(sides)).events.map(({ kind }) => kind)).toEqual([
      ...(["inquiry", "repair_request", "correction", "repair_request"] as const),
    ]);
  });

  it("is not decided on its first inquiry again when that comes once more", async () => {
    let lost = true;
    const kept: (() => Promise<Response>)[] = [];
    const sides = await sidesWith({}, (to, send, request) => {
      if (to === "beneficiary" && lost) kept.push(() => lacking(to, send, request.clone()));
      return lost ? lacking(to, send, request.clone()) : send();
    });
    const transfer = { ...outgoing("W-1"), amount: "0.1" };
    await ask(sides, transfer);
    await talk(sides);
    lost = false;
    await ask(sides, transfer);
    await talk(sides);
    const { transfer_id } = await received(sides);
    const before = await sides.beneficiary.compliance.transfers.retrieve(transfer_id);
    const [again] = await Promise.all(kept.map((each) => each()));
    expect(again?.status).toBe(200);
    expect(await sides.beneficiary.compliance.transfers.retrieve(transfer_id)).toEqual(before);
  });

  it("sends the correction also if it was stored while the first inquiry was on its way", async () => {
    let flights = 0;
    const sides: Sides = await sidesWith({}, async (to, send, request) => {
      if (to === "originator") return send();
      flights += 1;
      if (flights > 1) return send();
      const answer = await lacking(to, send, request);
      await sides.beneficiary.trp.deliver();
      await ask(sides, transfer);
      return answer;
    });
    const transfer = { ...outgoing("W-1"), amount: "0.1" };
    await ask(sides, transfer);
    await talk(sides);
    expect((await received(sides)).inquiries).toHaveLength(2);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
  });
});

describe("an exchange that nobody answers in time", () => {
  it("expires on both sides, and the transfer suspends", async () => {
    const sides = await sidesWith();
    await ask(sides, outgoing("W-1", ["Pjotr", "Ivanov"]));
    await sides.originator.trp.deliver();
    expect(await states(sides)).toEqual(["review", "review"]);
    pass(DAY + 1);
    await talk(sides);
    expect(await states(sides)).toEqual(["expired", "expired"]);
    const decision = await decided(sides, outgoing("W-1", ["Pjotr", "Ivanov"]));
    expect([decision.decision, codes(decision)]).toEqual(["suspend", ["exchange_unanswered"]]);
  });

  it("counts as expired for a decision before anything looks at it", async () => {
    const sides = await sidesWith();
    await ask(sides);
    pass(DAY + 1);
    expect(codes(await decided(sides))).toEqual(["exchange_unanswered"]);
  });

  it("does not expire at its deadline, but after it", async () => {
    const sides = await sidesWith();
    await ask(sides);
    vi.setSystemTime(new Date((await sent(sides)).deadline ?? ""));
    expect(codes(await decided(sides))).toEqual(["exchange_open"]);
  });

  it("refuses a late approval, and the same message in the same way again", async () => {
    const statuses: number[] = [];
    const sides = await sidesWith({}, async (to, send) => {
      const answer = await send();
      if (to === "originator") statuses.push(answer.status);
      return answer;
    });
    const { originator, beneficiary } = sides;
    await ask(sides);
    await originator.trp.deliver();
    // The inquiry expires at the originator, whose deadline began before.
    const exchange = await sent(sides);
    await originator.storage.exchanges.save({
      ...exchange,
      deadline: "2026-11-29T11:00:00.000+00:00",
      revision: exchange.revision + 1,
    });
    pass();
    expect((await beneficiary.trp.deliver()).failures).toMatchObject([{ error: { code: "provider_rejected" } }]);
    pass(60_000);
    await beneficiary.trp.deliver();
    expect(statuses).toEqual([404, 404]);
    expect(await sent(sides)).toMatchObject({ state: "expired", address: null });
    const kinds = (await sent(sides)).events.map(({ kind }) => kind);
    expect(kinds).toEqual(["inquiry", "acknowledgement", "expiry", "late_answer"]);
    expect(await originator.compliance.vasps.standing("V-B")).toMatchObject({ transfers: 1, late: 1, unanswered: 0 });
  });

  it("records a transaction also after it has expired, on both sides", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await talk(sides);
    pass(DAY + 1);
    await talk(sides);
    expect(await states(sides)).toEqual(["expired", "expired"]);
    unwrap(await sides.originator.compliance.transfers.confirm("W-1", EXECUTED));
    await talk(sides);
    expect(await states(sides)).toEqual(["settled", "settled"]);
    expect((await received(sides)).transaction_hash).toBe(TXID);
  });
});

describe("a cancelled transfer", () => {
  it("cancels both sides after the approval", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await talk(sides);
    unwrap(await sides.originator.compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    await talk(sides);
    expect(await states(sides)).toEqual(["cancelled", "cancelled"]);
    expect((await received(sides)).events.at(-1)).toMatchObject({ kind: "cancellation", reason: { code: 199 } });
  });

  it("cannot be said before the approval: the other side ends by its deadline", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await sides.originator.trp.deliver();
    unwrap(await sides.originator.compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    pass();
    expect(await sides.originator.trp.deliver()).toMatchObject({ sent: 0, failed: 0 });
    expect(await states(sides)).toEqual(["cancelled", "accepted"]);
    // The approval comes too late, and nobody takes it.
    await sides.beneficiary.trp.deliver();
    pass(DAY + 1);
    await sides.beneficiary.trp.deliver();
    expect(await states(sides)).toEqual(["cancelled", "expired"]);
  });

  it("sends no inquiry that was not sent before", async () => {
    const sides = await sidesWith();
    await ask(sides);
    unwrap(await sides.originator.compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    expect(await sides.originator.trp.deliver()).toMatchObject({ sent: 0 });
    expect((await sent(sides)).state).toBe("cancelled");
  });
});

describe("a returned transfer", () => {
  it("is returned by the beneficiary, which does not credit it", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await talk(sides);
    const { originator, beneficiary } = sides;
    unwrap(await originator.compliance.transfers.confirm("W-1", EXECUTED));
    await talk(sides);
    expect(await states(sides)).toEqual(["settled", "settled"]);
    const { transfer_id } = await received(sides);
    unwrap(await beneficiary.compliance.transfers.confirm(transfer_id, { outcome: "returned" }));
    await talk(sides);
    expect(await states(sides)).toEqual(["settled", "returned"]);
  });
});

describe("a counterparty that cannot receive", () => {
  const exchange = { required: true, answerWithinMs: DAY, windowMs: 30 * DAY } as const;

  it.each([
    ["suspend", "suspend", ["counterparty_cannot_receive"]],
    ["execute_and_record", "execute", []],
  ] as const)("leads to what the policy says: %s", async (cannotReceive, decision, reasons) => {
    const sides = await sidesWith({ originator: { policy: { exchange: { ...exchange, cannotReceive } } } });
    const { originator } = sides;
    await decided(sides);
    expect(unwrap(await originator.trp.send("W-1", null))).toMatchObject({ state: "none", deadline: null });
    const made = await decided(sides);
    expect([made.decision, codes(made)]).toEqual([decision, reasons]);
    expect(await originator.trp.deliver()).toMatchObject({ looked: 0 });
    expect(await originator.compliance.vasps.standing("V-B")).toMatchObject({ transfers: 1, unanswered: 0 });
  });

  it.each(["suspend", "execute_and_record"] as const)("can be asked after all with %s", async (cannotReceive) => {
    const sides = await sidesWith({ originator: { policy: { exchange: { ...exchange, cannotReceive } } } });
    await decided(sides);
    unwrap(await sides.originator.trp.send("W-1", null));
    await ask(sides);
    expect(codes(await decided(sides))).toEqual(["exchange_open"]);
  });

  it("is not recorded after an inquiry was stored", async () => {
    const sides = await sidesWith();
    await ask(sides);
    const refused = await sides.originator.trp.send("W-1", null);
    expect(refused).toMatchObject({ ok: false, issues: [{ code: "not_allowed", path: "/transfer_id" }] });
  });
});

describe("send", () => {
  async function refusalOf(sides: Sides, travelAddress: string, transfer_id = "W-1"): Promise<readonly string[]> {
    const result = await sides.originator.trp.send(transfer_id, travelAddress);
    return result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);
  }

  const addressOf = (url: string) => unwrap(encodeTravelAddress(url));

  it("suspends the transfer and sends nothing if the travel address is of another host", async () => {
    const messages: string[] = [];
    const sides = await sidesWith({}, async (to, send) => {
      messages.push(to);
      return send();
    });
    await decided(sides);
    const other = addressOf("https://trp.other.example/x?t=i");
    expect(await refusalOf(sides, other)).toEqual(["not_allowed /travelAddress"]);
    const decision = await decided(sides);
    expect([decision.decision, codes(decision)]).toEqual([
      "suspend",
      ["counterparty_host_unbound", "exchange_missing"],
    ]);
    expect(await sent(sides)).toMatchObject({ state: "none", alarm: "other_host", inquiries: [], outgoing: null });
    pass();
    await sides.originator.trp.deliver();
    expect(messages).toEqual([]);
    // Nor to the right host, before an officer has seen it.
    expect(await refusalOf(sides, unwrap(await sides.beneficiary.trp.travelAddressFor("B-1")))).toEqual([
      "not_allowed /transfer_id",
    ]);
  });

  it.each(["https://10.0.0.1/x?t=i", "https://localhost/x?t=i", "https://[::1]/x?t=i"])(
    "refuses the private address %s, and stores nothing",
    async (url) => {
      const sides = await sidesWith();
      await decided(sides);
      expect(await refusalOf(sides, addressOf(url))).toEqual(["private_host /travelAddress"]);
      expect(await sides.originator.compliance.exchanges.retrieve("W-1")).toBeUndefined();
    },
  );

  it("refuses what is no travel address, and a transfer that is not stored", async () => {
    const sides = await sidesWith();
    await decided(sides);
    expect(await refusalOf(sides, "ta123")).not.toEqual([]);
    expect(await refusalOf(sides, "ta123", "W-2")).toEqual(["not_allowed /transfer_id"]);
  });

  it("refuses a transfer whose decision does not permit to send personal data", async () => {
    const sides = await sidesWith({ originator: { policy: { suspendOnBreach: true } } });
    const transfer = { ...outgoing("W-1"), amount: "1" };
    expect((await decided(sides, transfer)).decision).toBe("suspend");
    expect(await refusalOf(sides, unwrap(await sides.beneficiary.trp.travelAddressFor("B-1")))).toEqual([
      "not_allowed /transfer_id",
    ]);
  });

  it("stores the same inquiry once, and refuses another one after it was acknowledged", async () => {
    const sides = await sidesWith();
    const first = await ask(sides);
    expect(await refusalOf(sides, first)).toEqual([]);
    await talk(sides);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
    expect(await refusalOf(sides, first)).toEqual([]);
    const other = unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"));
    expect(await refusalOf(sides, other)).toEqual(["not_allowed /transfer_id"]);
    expect((await sent(sides)).inquiries).toHaveLength(1);
  });

  it("stores once that the counterparty cannot receive", async () => {
    const sides = await sidesWith();
    await decided(sides);
    const first = unwrap(await sides.originator.trp.send("W-1", null));
    expect(unwrap(await sides.originator.trp.send("W-1", null))).toEqual(first);
  });

  it("replaces an inquiry that was not acknowledged, such as one to an address that is over", async () => {
    const sides = await sidesWith();
    const over = addressOf(`https://${HOSTS.beneficiary}/trp/i/over?t=i`);
    await decided(sides);
    unwrap(await sides.originator.trp.send("W-1", over));
    const [failure] = (await sides.originator.trp.deliver()).failures;
    expect(failure?.error).toMatchObject({
      code: "provider_rejected",
      message: expect.stringMatching(/call send with it/),
    });
    await ask(sides);
    await talk(sides);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
    expect((await decided(sides)).decision).toBe("execute");
  });

  it("replaces an inquiry by one about the corrected transfer, which a correction then names", async () => {
    const sides = await sidesWith({}, async (_to, send, request) => {
      if (isLost) throw new TypeError("fetch failed");
      bodies.push(await request.clone().json());
      return send();
    });
    let isLost = true;
    const bodies: Record<string, unknown>[] = [];
    await ask(sides);
    await sides.originator.trp.deliver();
    const corrected = { ...outgoing("W-1", ["Other", "Name"]), amount: "0.002" };
    expect(codes(await decided(sides, corrected))).toEqual(["exchange_missing"]);
    await ask(sides, corrected);
    isLost = false;
    await talk(sides);
    // The name differs, so an officer of the beneficiary looks at it.
    expect(await states(sides)).toEqual(["review", "review"]);
    const reason = { code: 153, text: null };
    const repair = { kind: "repair_request", from: "counterparty", message_id: "m-9", digest: "d", reason } as const;
    await sides.originator.compliance.exchanges.record({ transfer_id: "W-1", event: repair });
    await ask(sides, corrected);
    pass();
    await sides.originator.trp.deliver();
    const [, second] = (await sent(sides)).inquiries;
    expect(bodies.at(-1)).toMatchObject({ extensions: { "vaspkit-correction": { corrects: second?.message_id } } });
  });

  it("refuses one about a confirmed transfer", async () => {
    const sides = await sidesWith();
    const travelAddress = await ask(sides);
    unwrap(await sides.originator.compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    expect(await refusalOf(sides, travelAddress)).toEqual(["not_allowed /transfer_id"]);
  });
});

describe("the name of the beneficiary", () => {
  it.each([
    ["as it is stored", ["Иван", "Петров"]],
    ["transliterated", ["Ivan", "Petrov"]],
    ["folded, in another order", ["PETROV", "ivan"]],
  ] as const)("agrees %s", async (_, name) => {
    const sides = await sidesWith();
    await ask(sides, outgoing("W-1", name));
    await talk(sides);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
  });

  it("that differs suspends, until an officer accepts it", async () => {
    const sides = await sidesWith();
    await ask(sides, outgoing("W-1", ["Ivan", "Sidorov"]));
    await talk(sides);
    const { transfer_id } = await received(sides);
    expect(await reasonsOf(sides, transfer_id)).toEqual(["beneficiary_name_differs"]);
    expect(await states(sides)).toEqual(["review", "review"]);
    const { transfers } = sides.beneficiary.compliance;
    unwrap(await transfers.review(transfer_id, { decision: "execute", note: "Her maiden name" }, { actor: OFFICER }));
    await talk(sides);
    expect(await states(sides)).toEqual(["accepted", "accepted"]);
    expect(await transfers.retrieve(transfer_id)).toMatchObject({ decision: "execute" });
  });
});

describe("a message whose answer is lost", () => {
  it("is sent again with the same identifier, and gets the same answer", async () => {
    const messages: { readonly to: SideName; readonly id: string | null; readonly status: number }[] = [];
    const before: string[] = [];
    const sides = await sidesWith({}, async (to, send, request) => {
      const answer = await send();
      const { headers, url } = request;
      messages.push({ to, id: headers.get("request-identifier"), status: answer.status });
      if (before.includes(url)) return answer;
      before.push(url);
      throw new Error("The answer is lost.");
    });
    const { originator, beneficiary } = sides;
    const insist = async (): Promise<void> => {
      for (let round = 0; round < 4; round += 1) {
        pass(60_000);
        await originator.trp.deliver();
        await beneficiary.trp.deliver();
      }
    };
    await ask(sides);
    await insist();
    unwrap(await originator.compliance.transfers.confirm("W-1", EXECUTED));
    await insist();
    expect(await states(sides)).toEqual(["settled", "settled"]);
    expect(messages.map(({ to, status }) => `${to} ${status}`)).toEqual([
      // The approval arrives before the inquiry is repeated.
      "beneficiary 200",
      ...["originator 204", "originator 204", "beneficiary 204", "beneficiary 204"],
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    const kinds = (await received(sides)).events.map(({ kind }) => kind);
    expect(kinds).toEqual(["inquiry", "approval", "confirmation"]);
    expect(await beneficiary.compliance.vasps.standing("V-O")).toMatchObject({ transfers: 1 });
  });

  it("waits longer after each failed delivery", async () => {
    const sides = await sidesWith({}, async () => new Response(null, { status: 400 }));
    const { originator } = sides;
    await ask(sides);
    const looks: number[] = [];
    for (let minute = 0; minute < 8; minute += 1) {
      const { failed, failures } = await originator.trp.deliver();
      expect(failures).toHaveLength(failed);
      looks.push(failed);
      pass(60_000);
    }
    expect(looks).toEqual([1, 1, 1, 0, 1, 0, 0, 0]);
    expect((await sent(sides)).outgoing?.attempts).toBe(4);
  });

  it("is not sent by two processes at once", async () => {
    let messages = 0;
    const sides = await sidesWith({}, async (_, send) => {
      messages += 1;
      return send();
    });
    await ask(sides);
    const reports = await Promise.all([sides.originator.trp.deliver(), sides.originator.trp.deliver()]);
    expect(reports.map((report) => report.sent).sort()).toEqual([0, 1]);
    expect(messages).toBe(1);
  });

  it("is not sent again after it was answered", async () => {
    const sides = await sidesWith();
    await ask(sides);
    expect(await sides.originator.trp.deliver()).toMatchObject({ sent: 1 });
    for (let round = 0; round < 3; round += 1) {
      pass(60_000);
      expect(await sides.originator.trp.deliver()).toMatchObject({ sent: 0, failed: 0 });
    }
  });
});

describe("deliver with options", () => {
  it("looks at no more exchanges than the limit, and at none after an abort", async () => {
    const sides = await sidesWith();
    for (const id of ["W-1", "W-2", "W-3"]) await ask(sides, outgoing(id));
    const { trp } = sides.originator;
    expect(await trp.deliver({ signal: AbortSignal.abort() })).toMatchObject({ looked: 0 });
    expect(await trp.deliver({ limit: 2 })).toMatchObject({ looked: 2, sent: 2 });
    expect(await trp.deliver()).toMatchObject({ sent: 1 });
  });
});

describe("vasps.standing", () => {
  it("counts what became of the exchanges with a VASP, in the window of the policy", async () => {
    const sides = await sidesWith();
    const { originator, beneficiary } = sides;
    await ask(sides);
    await ask(sides, outgoing("W-2", ["Pjotr", "Ivanov"]));
    await ask(sides, outgoing("W-3", ["Anna", "Ivanova"]));
    await talk(sides);
    const { items = [] } = (await beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 9 })) ?? {};
    const [open] = items.filter(({ state }) => state === "review");
    const review = { decision: "reject", note: "Another person" } as const;
    unwrap(await beneficiary.compliance.transfers.review(open?.transfer_id ?? "", review, { actor: OFFICER }));
    await talk(sides);
    const none = { incomplete: 0, late: 0 };
    const counts = { ...none, transfers: 3, rejected: 1, unanswered: 0 };
    expect(await originator.compliance.vasps.standing("V-B")).toEqual(counts);
    pass(DAY + 1);
    await talk(sides);
    expect(await originator.compliance.vasps.standing("V-B")).toEqual({ ...counts, unanswered: 1 });
    pass(31 * DAY);
    expect(await originator.compliance.vasps.standing("V-B")).toEqual({
      ...none,
      transfers: 0,
      rejected: 0,
      unanswered: 0,
    });
    expect(await originator.compliance.vasps.standing("unknown")).toMatchObject({ transfers: 0 });
  });

  it("counts the inquiries of a VASP that lack something", async () => {
    const sides = await sidesWith(
      {},
      changing((body: { IVMS101: never }) => withoutPlaceOfBirth(body.IVMS101)),
    );
    await ask(sides);
    await talk(sides);
    expect(await sides.beneficiary.compliance.vasps.standing("V-O")).toMatchObject({ transfers: 1, incomplete: 1 });
    expect(await sides.originator.compliance.vasps.standing("V-B")).toMatchObject({ transfers: 1, incomplete: 0 });
  });
});
