/** Attacks on exchanges: what was asked, by whom, of whom, and what is still permitted when a message is sent. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryStorage, type TransferToDecide, unwrap } from "../../src/index.js";
import { CLEAN, DAY, OFFICER } from "../support/decision-samples.js";
import {
  type Carry,
  DEPOSIT,
  HOSTS,
  outgoing,
  person,
  type Side,
  type SideName,
  type SideOptions,
  twoSides,
  VASPS,
  withCustomers,
} from "../support/trp-sides.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const OTHER = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const LISTED = " 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S";
const XRP = {
  ...outgoing("W-1"),
  ...{ asset: "XRP", chain: "ripple", originator_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59" },
} as const;
const XRP_TARGET = "rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH";
const ALIAS = JSON.stringify({ primaryIdentifier: "Mallory", nameIdentifierType: "ALIA" });
const subject = { side: "originator", vasp_id: "V-B", account: "A-1" } as const;
const PEERS = {
  "V-B": { hosts: [HOSTS.beneficiary], authenticated: "beneficiary" },
  "V-C": { hosts: [HOSTS.beneficiary], authenticated: "third" },
};

type Sides = Record<SideName, Side>;

async function sidesWith(
  given: { readonly originator?: SideOptions; readonly beneficiary?: SideOptions } = {},
  carry?: Carry,
): Promise<Sides> {
  const sides = await twoSides(given, carry);
  await withCustomers(sides);
  const third = { vasp_id: "V-C", name_legal: "Third Ltd", address_country_code: "US" } as const;
  for (const { compliance } of [sides.originator, sides.beneficiary]) {
    await compliance.vasps.load([third, ...VASPS]);
  }
  return sides;
}

async function decided({ compliance }: Side, draft: object) {
  const { decision, reasons } = unwrap(await compliance.transfers.decide(draft as TransferToDecide));
  return [decision, ...reasons.map(({ code }) => code)];
}

async function ask({ originator, beneficiary }: Sides, draft: object = outgoing("W-1")): Promise<string> {
  await decided(originator, draft);
  const travelAddress = unwrap(await beneficiary.trp.travelAddressFor("B-1"));
  unwrap(await originator.trp.send("W-1", travelAddress));
  return travelAddress;
}

async function deliver({ trp }: Side) {
  vi.setSystemTime(Date.now() + 1_000);
  return trp.deliver();
}

/** Asks, and the inquiry is approved. */
async function accepted(given: Parameters<typeof sidesWith>[0] = {}): Promise<Sides> {
  const sides = await sidesWith(given);
  await ask(sides);
  await deliver(sides.originator);
  await deliver(sides.beneficiary);
  return sides;
}

/** Records an own inquiry, without sending it. */
async function recordInquiry({ compliance }: Side): Promise<void> {
  const event = { kind: "inquiry", from: "own", message_id: "m-1", body: {} } as const;
  await compliance.exchanges.record({ transfer_id: "W-1", subject, event });
}

/** Records an approval of the counterparty. */
async function approve({ compliance }: Side, address: string, message_id = "m-9") {
  const event = { kind: "approval", from: "counterparty", message_id, digest: message_id, address } as const;
  return compliance.exchanges.record({ transfer_id: "W-1", event });
}

/** The exchange of the beneficiary, with its only transfer. */
async function received({ storage, compliance }: Side) {
  const page = await storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 2 });
  const exchange = page?.items.at(0);
  const record = await compliance.transfers.retrieve(exchange?.transfer_id ?? "");
  if (exchange === undefined || record === undefined) throw new Error("Nothing was received.");
  const draft = { ...record.versions.at(-1)?.transfer, transfer_id: record.transfer_id };
  return { exchange, record, draft, transfer_id: record.transfer_id };
}

describe("an acceptance counts for one VASP only", () => {
  const other = { ...outgoing("W-1"), beneficiary_vasp_id: "V-C" };

  it("also if both have one host, and a correction is requested", async () => {
    const sides = await sidesWith({ originator: { trp: { peers: PEERS } } });
    const travelAddress = await ask(sides);
    const event = { kind: "repair_request", from: "counterparty", message_id: "m-1", digest: "d" } as const;
    await sides.originator.compliance.exchanges.record({ transfer_id: "W-1", event });
    expect(await decided(sides.originator, other)).toEqual(["suspend", "exchange_of_other_content"]);
    expect(await sides.originator.trp.send("W-1", travelAddress)).toMatchObject({ issues: [{ code: "not_allowed" }] });
  });

  it("also if the inquiry was not acknowledged", async () => {
    const sides = await sidesWith({ originator: { trp: { peers: PEERS } } });
    const travelAddress = await ask(sides);
    expect(await decided(sides.originator, other)).toEqual(["suspend", "exchange_of_other_content"]);
    expect(await sides.originator.trp.send("W-1", travelAddress)).toMatchObject({ issues: [{ code: "not_allowed" }] });
  });
});

describe("the tag of the destination", () => {
  it("cannot change after the acceptance of a transfer to a travel address", async () => {
    const { originator } = await sidesWith();
    const { beneficiary_address: _, ...rest } = XRP;
    const draft = { ...rest, beneficiary_travel_address: "ta1" };
    await decided(originator, draft);
    await recordInquiry(originator);
    await approve(originator, XRP_TARGET);
    expect(await decided(originator, draft)).toEqual(["execute"]);
    expect(await decided(originator, { ...draft, beneficiary_tag: "222" })).toEqual([
      "suspend",
      "exchange_of_other_content",
    ]);
    expect(await decided(originator, draft)).toEqual(["execute"]);
  });

  it("is accepted with the address, which most approvals name alone", async () => {
    const { originator } = await sidesWith();
    const draft = { ...XRP, beneficiary_address: XRP_TARGET, beneficiary_tag: "7" };
    await decided(originator, draft);
    await recordInquiry(originator);
    await approve(originator, XRP_TARGET);
    expect(await decided(originator, draft)).toEqual(["execute"]);
  });

  it("may be in the approved address", async () => {
    const { originator } = await sidesWith();
    const target = { beneficiary_address: XRP.originator_address, beneficiary_tag: "1" };
    const draft = { ...XRP, originator_address: XRP_TARGET, ...target };
    await decided(originator, draft);
    await recordInquiry(originator);
    await approve(originator, "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
    expect(await decided(originator, draft)).toEqual(["execute"]);
  });

  it.each([
    ["of the transfer", { beneficiary_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", beneficiary_tag: "2" }],
    [
      "beside a travel address",
      { beneficiary_address: undefined, beneficiary_travel_address: "ta1", beneficiary_tag: "2" },
    ],
  ])("%s must be that of an approved address with a tag", async (_, changed) => {
    const { originator } = await sidesWith();
    const { beneficiary_address, ...draft } = { ...XRP, originator_address: XRP_TARGET, ...changed };
    const given = beneficiary_address === undefined ? draft : { ...draft, beneficiary_address };
    await decided(originator, given);
    await recordInquiry(originator);
    // The address r9cZ… with the tag 1.
    const { exchange } = await approve(originator, "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu");
    expect(exchange).toMatchObject({ alarm: "other_address" });
  });
});

describe("an approval", () => {
  it.each([
    [DEPOSIT, null],
    [OTHER, "other_address"],
  ])("of a transfer without a chain must name its address: %s", async (address, alarm) => {
    const { originator } = await sidesWith();
    const { chain: _, asset: _asset, ...draft } = outgoing("W-1");
    await decided(originator, { ...draft, currency: "USD", amount: "10" });
    await recordInquiry(originator);
    expect(await approve(originator, address)).toMatchObject({ exchange: { state: "accepted", alarm } });
  });

  it("that was there before its transfer does not count", async () => {
    const { originator } = await sidesWith();
    await recordInquiry(originator);
    await approve(originator, "no address");
    const { beneficiary_address: _, ...draft } = outgoing("W-1");
    expect(await decided(originator, { ...draft, beneficiary_travel_address: "ta1" })).toEqual([
      "suspend",
      "exchange_of_other_content",
      "beneficiary_address_missing",
    ]);
  });

  it("in another spelling says nothing new", async () => {
    const { originator } = await sidesWith();
    await decided(originator, outgoing("W-1"));
    await recordInquiry(originator);
    await approve(originator, DEPOSIT, "m-2");
    expect(await approve(originator, DEPOSIT.toUpperCase(), "m-3")).toMatchObject({ outcome: "repeated" });
  });

  it("of another address, and a rejection, are seen also where other content was permitted", async () => {
    for (const answer of ["approval", "rejection"] as const) {
      const { originator } = await sidesWith();
      const { exchanges, transfers } = originator.compliance;
      await decided(originator, outgoing("W-1"));
      await recordInquiry(originator);
      const from = { from: "counterparty", message_id: "m-2", digest: "d" } as const;
      await exchanges.record({ transfer_id: "W-1", event: { kind: "acknowledgement", ...from } });
      await decided(originator, { ...outgoing("W-1"), amount: "0.002" });
      unwrap(await transfers.review("W-1", { decision: "execute", note: "Called" }, { actor: OFFICER }));
      if (answer === "approval") await approve(originator, OTHER);
      else await exchanges.record({ transfer_id: "W-1", event: { kind: "rejection", ...from, message_id: "m-3" } });
      const record = await transfers.retrieve("W-1");
      expect([record?.decision, record?.versions.at(-1)?.reasons.length]).toEqual(["suspend", 2]);
    }
  });

  it("names the address as the wallet writes it, with its tag", async () => {
    const ripple = { asset: "XRP", chain: "ripple", decimals: 6 } as const;
    const depositAddress = () => "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";
    const sides = await sidesWith({
      originator: { trp: { assets: [ripple] } },
      beneficiary: { trp: { assets: [ripple], depositAddress } },
    });
    const { beneficiary_address: _, ...rest } = { ...XRP, amount: "10", originator_address: XRP_TARGET };
    const travelAddress = unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"));
    const draft = { ...rest, beneficiary_travel_address: travelAddress };
    await decided(sides.originator, draft);
    unwrap(await sides.originator.trp.send("W-1", travelAddress));
    await deliver(sides.originator);
    await deliver(sides.beneficiary);
    const record = await sides.originator.compliance.transfers.retrieve("W-1");
    const place = { beneficiary_address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59", beneficiary_tag: "1" };
    expect(record).toMatchObject({ decision: "execute" });
    expect(record?.versions.at(-1)?.transfer).toMatchObject(place);
    expect((await received(sides.beneficiary)).draft).toMatchObject(place);
  });

  it("can be taken back while its delivery is not seen", async () => {
    let isLost = true;
    const sides = await sidesWith({}, async (to, send) => {
      const response = await send();
      if (to === "originator" && isLost) throw new TypeError("fetch failed");
      return response;
    });
    await ask(sides);
    await deliver(sides.originator);
    await deliver(sides.beneficiary);
    expect(await decided(sides.originator, outgoing("W-1"))).toEqual(["execute"]);
    const { transfer_id } = await received(sides.beneficiary);
    unwrap(await sides.beneficiary.compliance.transfers.confirm(transfer_id, { outcome: "cancelled" }));
    isLost = false;
    vi.setSystemTime(Date.now() + 60_000);
    await deliver(sides.beneficiary);
    expect(await decided(sides.originator, outgoing("W-1"))).toEqual(["suspend", "exchange_rejected"]);
  });
});

describe("a party that changes after the acceptance", () => {
  it("in what is not sent changes nothing, and the transaction of a reviewed transfer is sent", async () => {
    const sides = await accepted();
    const { accounts, transfers, exchanges } = sides.originator.compliance;
    const account = { reference_id: "A-1", ...person("Zoë", "Example-Müller") };
    const individual = { ...account.individual, nationality_country: "US" } as const;
    unwrap(await accounts.put({ ...account, individual, email: "zoe@example.com" }));
    expect(await decided(sides.originator, outgoing("W-1"))).toEqual(["execute"]);
    unwrap(await accounts.put({ ...account, customer_id: "C-8" }));
    expect(await decided(sides.originator, outgoing("W-1"))).toEqual(["suspend", "exchange_of_other_content"]);
    unwrap(await transfers.review("W-1", { decision: "execute", note: "Called" }, { actor: OFFICER }));
    unwrap(await transfers.confirm("W-1", { outcome: "executed", transaction_hash: "ab".repeat(32) }));
    await deliver(sides.originator);
    expect(await exchanges.retrieve("W-1")).toMatchObject({ state: "settled" });
    expect((await received(sides.beneficiary)).exchange).toMatchObject({ state: "settled" });
  });

  it("suspends", async () => {
    const { originator } = await accepted();
    expect(await decided(originator, outgoing("W-1"))).toEqual(["execute"]);
    unwrap(await originator.compliance.accounts.put({ reference_id: "A-1", ...person("Eve", "Mallory") }));
    expect(await decided(originator, outgoing("W-1"))).toEqual(["suspend", "exchange_of_other_content"]);
  });

  it("before the inquiry is delivered needs a new inquiry", async () => {
    const sides = await sidesWith();
    const { originator } = sides;
    const travelAddress = await ask(sides);
    unwrap(await originator.compliance.accounts.put({ reference_id: "A-1", ...person("Zoë", "Sample") }));
    expect(await deliver(originator)).toMatchObject({ sent: 0, failed: 0 });
    expect(await decided(originator, outgoing("W-1"))).toEqual(["request_information", "exchange_missing"]);
    unwrap(await originator.trp.send("W-1", travelAddress));
    expect(await deliver(originator)).toMatchObject({ sent: 1 });
    const { exchange } = await received(sides.beneficiary);
    expect(JSON.stringify(exchange.inquiries)).toMatch("Sample");
    expect(JSON.stringify(exchange.inquiries)).not.toMatch("Müller");
  });

  it("or is removed is not sent any more", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await sides.originator.compliance.accounts.remove("A-1");
    expect(await deliver(sides.originator)).toMatchObject({ sent: 0, failed: 0 });
  });
});

describe("an approval that was not delivered", () => {
  it.each(["reject", "cancel"])("becomes a rejection after a %s", async (how) => {
    const sides = await sidesWith();
    await ask(sides);
    await deliver(sides.originator);
    const { compliance } = sides.beneficiary;
    const { transfer_id, draft } = await received(sides.beneficiary);
    unwrap(await compliance.accounts.put({ reference_id: "B-1", ...person("Totally", "Different") }));
    expect(await decided(sides.beneficiary, draft)).toEqual(["suspend", "beneficiary_name_differs"]);
    // While it is suspended, nothing is said.
    expect(await deliver(sides.beneficiary)).toMatchObject({ sent: 0, failed: 0 });
    if (how === "cancel") unwrap(await compliance.transfers.confirm(transfer_id, { outcome: "cancelled" }));
    else {
      const review = { decision: "reject", note: "Another person" } as const;
      unwrap(await compliance.transfers.review(transfer_id, review, { actor: OFFICER }));
    }
    expect(await deliver(sides.beneficiary)).toMatchObject({ sent: 1 });
    expect(await sides.originator.compliance.exchanges.retrieve("W-1")).toMatchObject({ state: "rejected" });
    expect((await received(sides.beneficiary)).exchange).toMatchObject({ state: "rejected" });
  });

  it("is sent although the coins have come", async () => {
    const sides = await sidesWith();
    await ask(sides);
    await deliver(sides.originator);
    const { transfer_id } = await received(sides.beneficiary);
    unwrap(await sides.beneficiary.compliance.transfers.confirm(transfer_id, { outcome: "executed" }));
    await deliver(sides.beneficiary);
    expect(await sides.originator.compliance.exchanges.retrieve("W-1")).toMatchObject({ state: "accepted" });
  });
});

describe("a review", () => {
  const { beneficiary_address: _, ...unaddressed } = outgoing("W-1");
  const draft = { ...unaddressed, beneficiary_travel_address: "ta1" };
  const review = { decision: "execute", note: "Called" } as const;

  it("cannot execute a transfer before its address is known and screened", async () => {
    const { originator } = await sidesWith();
    const { transfers } = originator.compliance;
    await decided(originator, draft);
    await recordInquiry(originator);
    const { exchange } = await approve(originator, LISTED);
    // What is no address, perhaps a secret key, is not stored.
    expect(exchange).toMatchObject({ state: "accepted", address: null, alarm: "other_address" });
    expect(await transfers.review("W-1", review, { actor: OFFICER })).toMatchObject({
      issues: [{ code: "not_allowed", path: "/decision", clause: "2.9" }],
    });
    unwrap(await transfers.review("W-1", { ...review, decision: "reject" }, { actor: OFFICER }));
  });

  it("does not count for an approval of a further address", async () => {
    const { originator } = await accepted();
    await approve(originator, OTHER, "m-7");
    unwrap(await originator.compliance.transfers.review("W-1", review, { actor: OFFICER }));
    expect((await originator.compliance.transfers.retrieve("W-1"))?.decision).toBe("execute");
    expect(await approve(originator, "12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S", "m-8")).toMatchObject({
      outcome: "recorded",
    });
    expect((await originator.compliance.transfers.retrieve("W-1"))?.decision).toBe("suspend");
  });
});

describe("a deposit", () => {
  it.each([
    ["amount", { amount: "5" }],
    ["asset", { asset: "XBT" }],
    ["address", { beneficiary_address: OTHER }],
    ["sender", { originator_address: OTHER }],
    ["VASP", { originator_vasp_id: "V-C" }],
    ["originator", { originator_account: { ...person("Eve", "Mallory"), account_category: "non-customer" } }],
  ])("with another %s than that of the approved inquiry suspends", async (_, changed) => {
    const { beneficiary } = await accepted();
    const { draft } = await received(beneficiary);
    const [decision, ...codes] = await decided(beneficiary, { ...draft, ...changed });
    expect([decision, codes]).toEqual(["suspend", expect.arrayContaining(["exchange_of_other_content"])]);
    // The link key is the own one.
    expect(await decided(beneficiary, { ...draft, link_key: "L-1" })).toEqual(["execute"]);
  });

  it("of a cancelled transfer suspends", async () => {
    const sides = await accepted();
    unwrap(await sides.originator.compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    await deliver(sides.originator);
    const { draft, exchange } = await received(sides.beneficiary);
    expect(exchange.state).toBe("cancelled");
    expect(await decided(sides.beneficiary, draft)).toEqual(["suspend", "exchange_unanswered"]);
  });

  it("of a rejected transfer suspends, whatever is found now", async () => {
    const { beneficiary } = await sidesWith();
    const event = { kind: "inquiry", from: "counterparty", message_id: "m-1", digest: "d" } as const;
    const { exchanges } = beneficiary.compliance;
    await exchanges.record({ transfer_id: "D-1", subject: { ...subject, side: "beneficiary", vasp_id: "V-O" }, event });
    await exchanges.record({ transfer_id: "D-1", event: { kind: "rejection", from: "own", message_id: "m-2" } });
    const draft = {
      ...outgoing("D-1"),
      originator_account_reference_id: undefined,
      originator_account: { ...person("Zoë", "Sample"), account_category: "non-customer" },
      beneficiary_account: undefined,
      beneficiary_account_reference_id: "B-1",
    };
    const given = JSON.parse(JSON.stringify(draft));
    expect(await decided(beneficiary, given)).toEqual(["suspend", "exchange_rejected"]);
  });
});

it("a rejection counts also where no acceptance is required", async () => {
  const exchange = { required: false, answerWithinMs: DAY, windowMs: DAY, cannotReceive: "suspend" } as const;
  const sides = await sidesWith({ originator: { policy: { exchange } } });
  await ask(sides);
  expect(await decided(sides.originator, outgoing("W-1"))).toEqual(["execute"]);
  const event = { kind: "rejection", from: "counterparty", message_id: "m-1", digest: "d" } as const;
  await sides.originator.compliance.exchanges.record({ transfer_id: "W-1", event });
  expect(await decided(sides.originator, outgoing("W-1"))).toEqual(["suspend", "exchange_rejected"]);
});

describe("vasps.standing counts as unanswered", () => {
  it("neither what the own side did not answer, nor what it never sent", async () => {
    const P = { screen: async () => [{ ...CLEAN, risk_ratio: 60, risk_descriptors: ["drawn"] }] };
    const silent = await sidesWith({ beneficiary: { compliance: { riskProviders: { P } } } });
    await ask(silent);
    await deliver(silent.originator);
    const withheld = await sidesWith();
    await ask(withheld);
    await decided(withheld.originator, { ...outgoing("W-1"), amount: "0.002" });
    vi.setSystemTime(Date.now() + 2 * DAY);
    await deliver(silent.beneficiary);
    await deliver(withheld.originator);
    expect((await received(silent.beneficiary)).exchange.state).toBe("expired");
    const unanswered = { transfers: 1, unanswered: 0 };
    expect(await silent.beneficiary.compliance.vasps.standing("V-O")).toMatchObject(unanswered);
    expect(await withheld.originator.compliance.exchanges.retrieve("W-1")).toMatchObject({ state: "expired" });
    expect(await withheld.originator.compliance.vasps.standing("V-B")).toMatchObject(unanswered);
  });

  it("an approval after which the counterparty said nothing", async () => {
    const { beneficiary } = await accepted();
    vi.setSystemTime(Date.now() + 2 * DAY);
    await deliver(beneficiary);
    expect(await beneficiary.compliance.vasps.standing("V-O")).toMatchObject({ transfers: 1, unanswered: 1 });
  });
});

describe("while a provider is down", () => {
  it("deliver stores no version for each look", async () => {
    let isDown = false;
    const P = {
      screen: async () => {
        if (isDown) throw new Error("down");
        return [CLEAN];
      },
    };
    const sides = await sidesWith({ originator: { compliance: { riskProviders: { P } } } });
    await ask(sides);
    isDown = true;
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    for (let look = 0; look < 5; look += 1) expect(await deliver(sides.originator)).toMatchObject({ sent: 0 });
    const record = await sides.originator.compliance.transfers.retrieve("W-1");
    expect(record?.versions.length).toBeLessThanOrEqual(3);
    isDown = false;
    expect(await deliver(sides.originator)).toMatchObject({ sent: 0 });
    vi.setSystemTime(Date.now() + 600_000);
    expect(await deliver(sides.originator)).toMatchObject({ sent: 1 });
  });
});

it("a transfer that was executed without permission sends no inquiry", async () => {
  const sides = await sidesWith();
  await ask(sides);
  unwrap(await sides.originator.compliance.transfers.confirm("W-1", { outcome: "executed" }));
  expect(await deliver(sides.originator)).toMatchObject({ sent: 0, failed: 0 });
});

it("an answer about a version that was decided meanwhile decides the newest one", async () => {
  const storage = memoryStorage();
  let isArmed = false;
  const find: typeof storage.transfers.find = async (id) => {
    const before = await storage.transfers.find(id);
    if (isArmed) {
      isArmed = false;
      await decided(originator, { ...outgoing("W-1"), amount: "0.002" });
    }
    return before;
  };
  const { originator } = await sidesWith({
    originator: { storage: { ...storage, transfers: { ...storage.transfers, find } } },
  });
  await decided(originator, outgoing("W-1"));
  await recordInquiry(originator);
  isArmed = true;
  await approve(originator, DEPOSIT);
  const newest = (await originator.compliance.transfers.retrieve("W-1"))?.versions.at(-1);
  expect(newest).toMatchObject({ transfer: { amount: "0.002" }, decision: "suspend" });
});

it("an acceptance of a transfer to a company counts", async () => {
  const { originator } = await sidesWith();
  const entity = { entity_name: { name_type: "LEGL", name_legal: "Target Customer Ltd" } };
  const company = { account_type: "entity", account_category: "non-customer", entity };
  const draft = { ...outgoing("W-1"), beneficiary_account: company };
  await decided(originator, draft);
  await recordInquiry(originator);
  await approve(originator, DEPOSIT);
  expect(await decided(originator, draft)).toEqual(["execute"]);
});

it("a version that was decided meanwhile stays the newest", async () => {
  const { originator } = await sidesWith();
  const { transfers } = originator.compliance;
  await decided(originator, outgoing("W-1"));
  await decided(originator, { ...outgoing("W-1"), amount: "0.002" });
  expect(await transfers.decide(outgoing("W-1"), { ifVersion: 1 })).toMatchObject({
    issues: [{ code: "changed_meanwhile", path: "/transfer_id", clause: "2.9" }],
  });
  expect(await transfers.decide(outgoing("W-2"), { ifVersion: 1 })).toMatchObject({ ok: false });
  expect(unwrap(await transfers.decide(outgoing("W-1"), { ifVersion: 2 }))).toMatchObject({ version: 3 });
});

describe("a received inquiry", () => {
  /** What the originator's inquiry is changed to on its way. */
  async function inquired(change: (body: Record<string, never>) => object) {
    const responses: Response[] = [];
    const sides = await sidesWith({}, async (to, send, request) => {
      if (to === "originator") return send();
      const body = JSON.stringify(change(await request.json()));
      const response = await send(new Request(request.url, { method: "POST", headers: request.headers, body }));
      responses.push(response.clone());
      return response;
    });
    await ask(sides);
    await deliver(sides.originator);
    return { ...sides, status: responses.at(-1)?.status, body: await responses.at(-1)?.json() };
  }

  it("that names two assets is rejected", async () => {
    const { body } = await inquired((given) => ({ ...given, asset: { dti: "4H95J0R2X", slip0044: 60 } }));
    expect(body).toEqual({ rejected: expect.stringMatching(/^60 /) });
  });

  it("of a token with the coin type of its chain is that of its DTI", async () => {
    const { body } = await inquired((given) => ({ ...given, asset: { dti: "4H95J0R2X", slip0044: "BTC" } }));
    expect(body).toMatchObject({ version: "3.2.1" });
  });

  type Person = Record<string, never>;

  it.each([
    ["two beneficiaries", (persons: Person[]) => [...persons, ...persons], "repair"],
    ["a further name of the beneficiary", (persons: Person[]) => persons.map(withAlias), "review"],
  ])("with %s is not approved", async (_, change, state) => {
    const { originator, beneficiary } = await inquired((given) => {
      const { IVMS101 } = given as unknown as { readonly IVMS101: Record<string, Record<string, Person[]>> };
      const [name = ""] = Object.keys(IVMS101["beneficiary"] ?? {}).filter((each) => each.endsWith("ersons"));
      const persons = change(IVMS101["beneficiary"]?.[name] ?? []);
      return { ...given, IVMS101: { ...IVMS101, beneficiary: { ...IVMS101["beneficiary"], [name]: persons } } };
    });
    await deliver(beneficiary);
    expect(await originator.compliance.exchanges.retrieve("W-1")).toMatchObject({ state });
  });

  function withAlias(given: Person): Person {
    const text = JSON.stringify(given);
    return JSON.parse(text.replace('"nameIdentifier":[', `"nameIdentifier":[${ALIAS},`));
  }

  it("of nothing is refused", async () => {
    const { status, body } = await inquired((given) => ({ ...given, amount: 0 }));
    expect([status, body.issues]).toEqual([400, [{ code: "amount_malformed", path: "/amount" }]]);
  });
});

it("an inquiry is not stored with more decimals than the asset has, or about nothing", async () => {
  const sides = await sidesWith();
  for (const amount of ["0.000000001", "0"]) {
    await decided(sides.originator, { ...outgoing("W-1"), amount });
    const travelAddress = unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"));
    expect(await sides.originator.trp.send("W-1", travelAddress)).toMatchObject({
      issues: [{ code: "amount_malformed", path: "/amount" }],
    });
  }
});

it("a travel address is over by the option clock, and needs an account", async () => {
  let now = Date.now();
  const sides = await sidesWith({ beneficiary: { compliance: { clock: () => new Date(now) } } });
  const travelAddress = unwrap(await sides.beneficiary.trp.travelAddressFor("B-1"));
  expect(await sides.beneficiary.trp.travelAddressFor("nobody")).toMatchObject({ issues: [{ code: "not_allowed" }] });
  now += 31 * DAY;
  await decided(sides.originator, outgoing("W-1"));
  unwrap(await sides.originator.trp.send("W-1", travelAddress));
  expect(await deliver(sides.originator)).toMatchObject({ failed: 1 });
});
