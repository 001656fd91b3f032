/** The export of one transfer: what it contains, what an erasure leaves of it, and how it fails. */
import { describe, expect, it } from "vitest";
import { recordOfLine, verifyInclusion } from "../../src/audit.js";
import type { CaseLine } from "../../src/domain/audit/case.js";
import {
  type Compliance,
  type ComplianceEvent,
  type ComplianceStorage,
  type CounselAnswer,
  memoryStorage,
  type TransferToDecide,
  unwrap,
} from "../../src/index.js";
import { audited, PROVED, passed, reviewed } from "../support/audit-cases.js";
import {
  CLEAN,
  type Deciding,
  decided,
  deciding,
  INTERNAL,
  NOW,
  OFFICER,
  OUTGOING,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { provedWallet } from "../support/ownership/open-challenge.js";
import { individual } from "../support/samples.js";
import { untyped } from "../support/untyped.js";

interface Exported {
  readonly lines: readonly CaseLine[];
  readonly text: string;
  readonly html: string;
}

async function exported(
  { audit }: Compliance,
  transfer_id: string,
  options: object = { actor: OFFICER },
): Promise<Exported> {
  const { lines, html } = unwrap(await audit.exportCase(transfer_id, options));
  return { lines: lines.map((line) => JSON.parse(line) as CaseLine), text: lines.join("\n"), html };
}

function ofKind<Kind extends CaseLine["kind"]>({ lines }: Exported, kind: Kind) {
  return lines.filter((line): line is Extract<CaseLine, { readonly kind: Kind }> => line.kind === kind);
}

/** A storage whose lists have one record a page. */
function pagedStorage(): ComplianceStorage {
  const { alerts, audit, ...rest } = memoryStorage();
  return {
    ...rest,
    alerts: { ...alerts, list: (query) => alerts.list({ ...query, size: 1 }) },
    audit: { ...audit, list: (query) => audit.list({ ...query, size: 1 }) },
  };
}

describe("audit.exportCase", () => {
  it("has everything about a transfer that was reviewed, from all pages, in one order", async () => {
    const compliance = await audited({ storage: pagedStorage() });
    const { transfers, vasps } = compliance;
    const transfer_id = await reviewed(compliance);
    await reviewed(compliance, { ...OUTGOING, transfer_id: "O-2", amount: "2000" });
    const found = await exported(compliance, transfer_id);
    expect(found.lines.map(({ kind }) => kind)).toEqual([
      ...["case", "transfer", "account", "vasp", "vasp", "address", "address", "alert", "alert"],
      ...["audit", "audit", "audit", "audit", "audit", "audit"],
    ]);
    expect(found.lines[0]).toEqual({
      ...{ kind: "case", transfer_id, exported_at: "2026-12-01T14:06:00.000+00:00", library: "0.1.0", erased: false },
      ...{ versions: 2, accounts: 1, vasps: 2, addresses: 2, alerts: 2, proofs: 0, records: 6 },
    });
    expect(ofKind(found, "transfer")[0]?.transfer).toEqual(await transfers.retrieve(transfer_id));
    expect(ofKind(found, "account")[0]?.account).toEqual(await compliance.storage.accounts.find("A-1"));
    expect(ofKind(found, "vasp")[0]?.vasp).toEqual(await vasps.retrieve("V-OWN"));
    expect(ofKind(found, "vasp")[1]?.vasp).toEqual(await vasps.retrieve("V-2"));
    const alerts = ofKind(found, "alert").map(({ alert }) => alert);
    expect(alerts.map(({ country, reviews }) => [country, reviews.map(({ by }) => by)])).toEqual([
      ["DE", ["Jane Doe"]],
      ["FR", ["Jane Doe"]],
    ]);
    expect(alerts[0]).toEqual(await compliance.alerts.retrieve(String(alerts[0]?.alert_id)));
    const [originator, beneficiary] = ofKind(found, "address");
    expect(originator).toEqual({
      kind: "address",
      side: "originator",
      chain: "ethereum",
      address: OUTGOING.originator_address,
      stored: null,
    });
    expect(beneficiary?.stored?.screenings).toHaveLength(2);
  });

  it("counts its lines in the event for the observer", async () => {
    const events: ComplianceEvent[] = [];
    const compliance = await audited({ observe: (event) => events.push(event) });
    const transfer_id = await reviewed(compliance);
    const { lines } = await exported(compliance, transfer_id);
    const event = { kind: "operation", name: "audit.exportCase", outcome: "ok", counts: { results: lines.length } };
    expect(events).toContainEqual(expect.objectContaining(event));
  });

  it("has the records of the trail, oldest first, with their notes and what shows that they are in it", async () => {
    const compliance = await audited({ storage: pagedStorage() });
    const transfer_id = await reviewed(compliance);
    const records = ofKind(await exported(compliance, transfer_id), "audit");
    expect(records.map(({ line, note }) => [recordOfLine(line)?.record.event, note])).toEqual([
      ["transfers.decide", "The risk was assessed"],
      ["transfers.decide", "The risk was assessed"],
      ["alerts.review", "Expected amount"],
      ["alerts.review", "Expected amount"],
      ["transfers.review", "Source of funds was shown by the customer"],
      ["transfers.confirm", undefined],
    ]);
    for (const { line, inclusion, head } of records) {
      const { hash, record } = recordOfLine(line) ?? {};
      expect(inclusion).toMatchObject({ hash, index: record?.seq, root: head?.root, size: Number(head?.seq) + 1 });
      expect(inclusion && verifyInclusion(inclusion)).toBe(true);
      expect(inclusion && verifyInclusion({ ...inclusion, hash: "0".repeat(64) })).toBe(false);
    }
  });

  it("is recorded itself, with its actor, and has the head that was published before", async () => {
    const compliance = await audited();
    const transfer_id = await passed(compliance);
    const [head] = await compliance.audit.heads();
    const first = await exported(compliance, transfer_id);
    expect(ofKind(first, "audit").at(-1)?.head).toEqual(head);
    const [newest] = unwrap(await compliance.audit.list({ subject: { kind: "transfer", id: transfer_id } })).items;
    expect(newest?.record).toMatchObject({
      event: "audit.exportCase",
      actor: { role: OFFICER.role, kind: "person" },
      content: { erased: false, lines: first.lines.length },
    });
    const second = await exported(compliance, transfer_id, {});
    expect(ofKind(second, "audit")).toHaveLength(ofKind(first, "audit").length + 1);
    expect(second.html).toContain("Case exported");
  });

  it("has the proofs and links of the accounts of the transfer, and no other customer", async () => {
    const compliance = await audited();
    const { addresses, ownership } = compliance;
    const transfer_id = await passed(compliance);
    const [chain, address] = ["solana", provedWallet.address] as const;
    await compliance.accounts.create({ ...individual, reference_id: "other customer" });
    const made = unwrap(
      await ownership.challenge({ chain, address, account_ref_id: "other customer", method: "message" }),
    );
    const { challenge_id, text = "" } = made;
    unwrap(await ownership.verify({ challenge_id, account_ref_id: "other customer", ...provedWallet.sign(text) }));
    unwrap(await addresses.create({ chain, address, account_ref_id: "other customer", relink: true }));
    await decided(compliance, { ...PROVED, transfer_id: "another transfer" });
    unwrap(await compliance.transfers.confirm("another transfer", { outcome: "executed" }));
    const found = await exported(compliance, transfer_id);
    const [proof, ...others] = ofKind(found, "proof");
    expect(others).toEqual([]);
    expect(proof?.proof).toMatchObject({ account_ref_id: "A-1", method: "message", status: "proved" });
    const wallet = ofKind(found, "address").find(({ side }) => side === "beneficiary")?.stored;
    expect(wallet?.links.map(({ account_ref_id }) => account_ref_id)).toEqual(["A-1"]);
    expect(wallet?.uses.map((use) => use.transfer_id)).toEqual([transfer_id]);
    expect(found.text + found.html).not.toMatch(/other customer|another transfer/);
  });

  it("has the addresses of all versions, a proof of one on both sides once, and the VASP of a label", async () => {
    const compliance = await audited();
    await passed(compliance);
    const [chain, address] = ["solana", provedWallet.address] as const;
    await decided(compliance, { ...PROVED, transfer_id: "twice" });
    unwrap(await compliance.addresses.create({ chain, address, is_self_hosted: false, vasp_id: "V-3" }));
    const turned = { originator_address: address, beneficiary_address: "11111111111111111111111111111112" };
    await decided(compliance, { ...PROVED, ...turned, transfer_id: "twice" });
    const found = await exported(compliance, "twice");
    const sides = ["originator", "beneficiary", "originator", "beneficiary"];
    expect(ofKind(found, "address").map(({ side }) => side)).toEqual(sides);
    expect(ofKind(found, "proof")).toHaveLength(1);
    expect(ofKind(found, "vasp").map(({ vasp }) => vasp.vasp_id)).toEqual(["V-OWN", "V-3"]);
  });

  it("of a transfer without a chain has the addresses alone", async () => {
    const compliance = await audited();
    await decided(compliance, { ...OUTGOING, chain: undefined });
    const found = await exported(compliance, OUTGOING.transfer_id);
    expect(ofKind(found, "address").map(({ chain, stored }) => [chain, stored])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("shows no record to be in a chain behind one that was removed", async () => {
    const { audit, ...rest } = memoryStorage();
    let isRemoved = false;
    const storage: ComplianceStorage = {
      ...rest,
      audit: {
        ...audit,
        list: async (query) => {
          const page = await audit.list(query);
          const isCut = isRemoved && query.chain !== undefined && page !== undefined;
          return isCut ? { ...page, items: page.items.toSpliced(-2, 1) } : page;
        },
      },
    };
    const compliance = await audited({ storage });
    const transfer_id = await reviewed(compliance);
    isRemoved = true;
    const found = await exported(compliance, transfer_id);
    const records = ofKind(found, "audit");
    expect(records.map(({ inclusion, head }) => inclusion !== null && head !== null)).toEqual([
      ...[true, true, true, true, false, false],
    ]);
    expect(found.html).toContain("not shown");
  });

  it("throws for a record of the transfer that was changed", async () => {
    const { audit, ...rest } = memoryStorage();
    const changed = { line: "{}", salt: "" };
    const storage = { ...rest, audit: { ...audit, list: async () => ({ items: [changed], next_cursor: null }) } };
    const compliance = await audited({ storage });
    await rest.transfers.save(await recordOf(), undefined);
    await expect(compliance.audit.exportCase("W-1")).rejects.toMatchObject({ code: "storage_corrupt" });
  });
});

/** A stored transfer. */
async function recordOf() {
  const compliance = await deciding();
  await decided(compliance, WITHDRAWAL);
  const record = await compliance.transfers.retrieve("W-1");
  if (record === undefined) throw new Error("It was decided.");
  return record;
}

const CANARY = "Canary";

const CANARY_ACCOUNT = {
  ...individual,
  reference_id: `id ${CANARY}`,
  customer_id: `customer ${CANARY}`,
  email: `${CANARY}@example.com`,
  individual: {
    ...individual.individual,
    individual_name: { name_type: "LEGL", name_first: `First ${CANARY}`, name_last: `Last ${CANARY}` },
    individual_localname: { name_type: "LEGL", name_last: `Local ${CANARY}` },
    date_of_birth: "1901-02-03",
    place_of_birth: `Born ${CANARY}`,
  },
  address: { ...individual.address, address_line: `Street ${CANARY}`, address_city: `City ${CANARY}` },
  national_id: { ...individual.national_id, national_id: `P ${CANARY}` },
} as const;

const CANARY_ENTITY = {
  reference_id: `id ${CANARY}`,
  account_type: "entity",
  customer_id: `customer ${CANARY}`,
  entity: { entity_name: { name_type: "LEGL", name_legal: `Legal ${CANARY}`, name_business: `Trade ${CANARY}` } },
} as const;

async function erasedAfter(compliance: Deciding): Promise<void> {
  const erased = unwrap(await compliance.accounts.erase(CANARY_ACCOUNT.reference_id, { keep: "transfers" }));
  expect(erased).toMatchObject({ account: true, kept_transfers: 1 });
}

describe("audit.exportCase after an erasure", () => {
  it("has digests in place of the account's values, also in the page, and the same one for the same value", async () => {
    const address = provedWallet.address;
    const balance = { balance: "987.654321", balance_usd: "9.5" };
    const compliance = await audited({ balances: { balance: async () => balance } });
    const { accounts, addresses, ownership, transfers, screenWith } = compliance;
    const account_ref_id = CANARY_ACCOUNT.reference_id;
    unwrap(await accounts.create(CANARY_ACCOUNT));
    const risk_descriptors = [`see https://explorer.example/${address}`, address.toLowerCase()];
    screenWith(async () => [{ ...CLEAN, risk_descriptors }]);
    unwrap(await addresses.create({ chain: "solana", address, account_ref_id, is_self_hosted: true }));
    const made = unwrap(await ownership.challenge({ chain: "solana", address, account_ref_id, method: "message" }));
    const { signature, ...key } = provedWallet.sign(made.text ?? "");
    unwrap(await ownership.verify({ challenge_id: made.challenge_id, account_ref_id, signature, ...key }));
    const both = { originator_account_reference_id: account_ref_id, beneficiary_account_reference_id: account_ref_id };
    await decided(compliance, untyped({ ...PROVED, ...both, link_key: `link ${CANARY}` }) as TransferToDecide);
    const transaction_hash = "5".repeat(88);
    unwrap(await transfers.confirm("W-1", { outcome: "executed", transaction_hash }));

    const before = await exported(compliance, "W-1");
    const values = [
      CANARY,
      "1901-02-03",
      address,
      address.toLowerCase(),
      signature,
      transaction_hash,
      made.challenge_id,
    ];
    for (const value of [...values, balance.balance]) expect(before.text).toContain(value);
    await erasedAfter(compliance);
    const after = await exported(compliance, "W-1");
    // What a provider says about an address is plain in the trail, and an exact line stays.
    const rest = after.lines.filter(({ kind }) => kind !== "audit");
    const left = JSON.stringify(rest) + after.html;
    expect([...values, balance.balance].filter((value) => left.includes(value))).toEqual([]);
    expect(after.text).not.toContain(CANARY);

    expect(before.lines[0]).toMatchObject({ erased: false, accounts: 1, proofs: 1 });
    expect(after.lines[0]).toMatchObject({ erased: true, accounts: 0, proofs: 0 });
    expect(before.html).not.toContain("was erased");
    expect(after.html).toContain("An account of this transfer was erased.");
    const [version] = ofKind(after, "transfer")[0]?.transfer.versions ?? [];
    const id = version?.transfer.originator_account_reference_id;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect([version?.transfer.beneficiary_account_reference_id, version?.known.beneficiary.account]).toEqual([id, id]);
    // What decides stays.
    expect(version?.transfer).toMatchObject({
      amount: "0.5",
      asset: "BTC",
      chain: "solana",
      originator_vasp_id: "V-OWN",
    });
    expect(version?.originator_account).toMatchObject({ account_type: "individual", account_category: "customer" });
    const again = ofKind(await exported(compliance, "W-1"), "transfer")[0]?.transfer.versions[0]?.transfer;
    expect(again?.originator_account_reference_id).not.toBe(id);
    // The exact lines still verify.
    for (const { line, inclusion } of ofKind(after, "audit")) {
      expect(recordOfLine(line)?.hash).toBe(inclusion?.hash);
      expect(inclusion && verifyInclusion(inclusion)).toBe(true);
    }
  });

  it("has digests for tags, short addresses and entities, and keeps the other customer of an internal transfer", async () => {
    const compliance = await audited();
    unwrap(await compliance.accounts.create(CANARY_ENTITY));
    const beneficiary = {
      beneficiary_account_reference_id: CANARY_ENTITY.reference_id,
      beneficiary_address: `a ${CANARY}`,
    };
    const transfer = { ...INTERNAL, chain: undefined, ...beneficiary, beneficiary_tag: `tag ${CANARY}` };
    await decided(compliance, { ...transfer, originator_address: "another address" });
    unwrap(await compliance.transfers.confirm(INTERNAL.transfer_id, { outcome: "cancelled" }));
    await erasedAfter(compliance);
    const found = await exported(compliance, INTERNAL.transfer_id);
    expect(found.text + found.html).not.toContain(CANARY);
    expect(found.lines[0]).toMatchObject({ erased: true, accounts: 1 });
    expect(ofKind(found, "account")[0]?.account).toEqual(await compliance.storage.accounts.find("A-1"));
    const [version] = ofKind(found, "transfer")[0]?.transfer.versions ?? [];
    expect(version?.transfer).toMatchObject({
      originator_address: "another address",
      originator_account_reference_id: "A-1",
    });
    expect(version?.originator_account).toMatchObject({ individual: individual.individual });
  });

  it("does not take an account that got the same id later for the erased one", async () => {
    const compliance = await audited();
    unwrap(await compliance.accounts.create(CANARY_ENTITY));
    const originator_account_reference_id = CANARY_ENTITY.reference_id;
    await decided(compliance, { ...OUTGOING, originator_account_reference_id });
    unwrap(await compliance.transfers.confirm(OUTGOING.transfer_id, { outcome: "cancelled" }));
    await erasedAfter(compliance);
    unwrap(await compliance.accounts.create({ ...individual, reference_id: CANARY_ENTITY.reference_id }));
    const found = await exported(compliance, OUTGOING.transfer_id);
    expect(ofKind(found, "account")).toEqual([]);
    expect(found.text + found.html).not.toContain(CANARY);
  });
});

describe("the page of a case", () => {
  const hostile = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `]]></svg></style></title>`,
    `' onmouseover='alert(1)`,
    `a\u202ereversed\u2069\u2066 b`,
    `${"W".repeat(900)}`,
    "`$" + "{alert(1)}`",
    `مرحبا بالعالم`,
  ];

  it.each(hostile)("escapes %j wherever it comes from", async (text) => {
    const compliance = await audited();
    const { screenWith, transfers, vasps } = compliance;
    const entry = { ...CLEAN, risk_ratio: 61, risk_descriptors: [text], vasp_name_legal: text, vasp_category: text };
    screenWith(async () => [entry]);
    await vasps.load([{ vasp_id: "V-2", name_legal: text, address_country_code: "FR" }]);
    const actor = { id: text, role: text, kind: "person" } as const;
    const name = { name_type: "LEGL", name_first: text, name_last: text } as const;
    const beneficiary_account = {
      account_type: "individual",
      individual: { individual_name: name },
      customer_id: text,
    } as const;
    await decided(compliance, { ...OUTGOING, transfer_id: text, beneficiary_account }, { actor });
    unwrap(await transfers.review(text, { decision: "execute", note: text }, { actor }));
    unwrap(await transfers.confirm(text, { outcome: "executed", note: text }, { actor }));
    const { html } = await exported(compliance, text);
    // Nothing but the elements and attributes of the page.
    const tags = new Set([...html.matchAll(/<(\/?[a-z][^\s>/]*)/gi)].map(([, tag]) => tag?.replace("/", "")));
    expect([...tags].sort().join(" ")).toBe(
      "bdi body br circle col colgroup dd desc div dl dt g h1 h2 head html main meta p path section span style svg table tbody td text th thead time title tr",
    );
    expect(html).not.toMatch(/<[^>]*\son[a-z]+=/i);
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    const shown = text
      .replaceAll("\u202e", "⟨U+202E⟩")
      .replaceAll("\u2069", "⟨U+2069⟩")
      .replaceAll("\u2066", "⟨U+2066⟩");
    expect(unescaped(html).split(shown).length).toBeGreaterThan(10);
  });

  it("says what there is none of", async () => {
    const compliance = await audited({ thresholds: undefined });
    await decided(compliance, WITHDRAWAL, {});
    const { html } = await exported(compliance, "W-1");
    for (const none of ["No threshold was evaluated.", "No proof is stored.", "Nothing was confirmed."]) {
      expect(html).toContain(none);
    }
  });
});

/** Where the pack of the United States has no tier. */
const ANSWER: CounselAnswer = {
  jurisdiction: "US",
  kind: "withdrawal_to_self_hosted",
  duties: ["verification"],
  by: "counsel & partners",
  note: "Verify the wallet",
  from: "2020-01-01",
  until: "2027-01-01",
};

describe("the page of a long case", () => {
  it("has missing fields, open questions, answers of counsel, rates, and an execution that nothing permitted", async () => {
    const compliance = await audited({}, { ownVasp: "V-US", answers: [ANSWER], otherAccounts: "suspend" });
    const { screenWith, transfers, wait } = compliance;
    const own = { originator_vasp_id: "V-US", beneficiary_vasp_id: "V-US" } as const;
    const first = { ...WITHDRAWAL, ...own, amount: "5000", link_key: "customer" };
    screenWith(() => Promise.reject(new Error("down")));
    for (let round = 0; round < 12; round += 1) {
      await decided(compliance, first, {});
      wait(1_000);
    }
    screenWith(async () => []);
    const beneficiary = {
      account_type: "entity",
      entity: { entity_name: { name_type: "LEGL", name_legal: "Shop" } },
    } as const;
    const { beneficiary_account_reference_id: _, ...other } = first;
    await decided(compliance, { ...other, beneficiary_account: beneficiary, beneficiary_vasp_id: "V-US" }, {});
    wait(5_000);
    const executed_at = new Date(NOW.getTime() + 13_000).toISOString();
    unwrap(await transfers.confirm("W-1", { outcome: "executed", executed_at }));
    const { html } = await exported(compliance, "W-1");
    const found = unescaped(html);
    const texts = [
      ...["It was executed although nothing permitted it.", "Time line, part 1 of 3", "Time line, part 3 of 3"],
      ...["counsel & partners", "2020-01-01 to 2027-01-01", "sum of 1 transactions", "1 to 1.25 for 1 EUR"],
      ...[
        "test, 2026-12-01",
        "Confirmed: executed without permission",
        "Linked sum of US: breach",
        "Shop",
        "1 provider failed",
      ],
    ];
    expect(texts.filter((text) => !found.includes(text))).toEqual([]);
  });

  it("has the tags of links, the end of one, and a label with a VASP", async () => {
    const compliance = await audited();
    const { accounts, addresses } = compliance;
    const place = { chain: "ripple", address: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh" } as const;
    unwrap(await addresses.create({ ...place, account_ref_id: "A-1", tag: "7", vasp_id: "V-2" }));
    unwrap(await addresses.create({ ...place, account_ref_id: "A-2", tag: "7", relink: true }));
    unwrap(await accounts.put({ ...individual, reference_id: "A-1", national_id: undefined } as never));
    const from = {
      originator_address_is_self_hosted: false,
      originator_address: "rrrrrrrrrrrrrrrrrrrrBZbvji",
      chain: "ripple",
    } as const;
    await decided(compliance, { ...OUTGOING, ...from, beneficiary_address: place.address, beneficiary_tag: "8" });
    const { html } = await exported(compliance, OUTGOING.transfer_id);
    expect(html).toContain("A-1, tag 7, until 2026-12-01 12:00:00 UTC");
    expect(html).toContain("V-2");
  });
});

function unescaped(html: string): string {
  const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#96;": "`", "&amp;": "&" };
  return Object.entries(entities).reduce((text, [entity, character]) => text.replaceAll(entity, character), html);
}

describe("audit.exportCase fails", () => {
  it("without a trail, and for an unknown transfer, which has no record", async () => {
    const { audit } = await deciding();
    await expect(audit.exportCase("W-1")).rejects.toMatchObject({ code: "not_configured" });
    const compliance = await audited();
    for (const id of ["none", ""]) {
      expect(await compliance.audit.exportCase(id)).toMatchObject({
        ok: false,
        issues: [{ code: "unknown_transfer" }],
      });
    }
    const events = unwrap(await compliance.audit.list()).items.map(({ record }) => record.event);
    expect(events).not.toContain("audit.exportCase");
  });

  it("when its signal aborts, before and while it reads; nothing is recorded", async () => {
    const controller = new AbortController();
    const { addresses, ...rest } = memoryStorage();
    const storage: ComplianceStorage = {
      ...rest,
      addresses: {
        ...addresses,
        history: async (chain, address) => {
          controller.abort(new Error("closed"));
          return addresses.history(chain, address);
        },
      },
    };
    const compliance = await audited({ storage });
    await decided(compliance, WITHDRAWAL);
    const early = compliance.audit.exportCase("W-1", { signal: AbortSignal.abort() });
    await expect(early).rejects.toMatchObject({ code: "aborted" });
    const late = compliance.audit.exportCase("W-1", { signal: controller.signal });
    await expect(late).rejects.toMatchObject({ code: "aborted", cause: new Error("closed") });
    const events = unwrap(await compliance.audit.list()).items.map(({ record }) => record.event);
    expect(events).not.toContain("audit.exportCase");
  });

  it("when other calls change the transfer again and again, and reads again after one change", async () => {
    let changes = 0;
    const { alerts, ...rest } = memoryStorage();
    const changing: Compliance[] = [];
    const storage: ComplianceStorage = {
      ...rest,
      alerts: {
        ...alerts,
        list: async (query) => {
          changes -= 1;
          const amount = String(1_000 + changes);
          for (const compliance of changes < 0 ? [] : changing)
            await decided(compliance as Deciding, { ...OUTGOING, amount });
          return alerts.list(query);
        },
      },
    };
    const compliance = await audited({ storage });
    changing.push(compliance);
    await decided(compliance, OUTGOING);
    changes = 2;
    expect((await exported(compliance, OUTGOING.transfer_id)).lines[0]).toMatchObject({ versions: 3 });
    changes = 1_000;
    await expect(compliance.audit.exportCase(OUTGOING.transfer_id)).rejects.toMatchObject({
      code: "storage_unavailable",
    });
  });

  it("with unknown_transfer if the transfer was removed meanwhile", async () => {
    const { alerts, ...rest } = memoryStorage();
    const storage: ComplianceStorage = {
      ...rest,
      alerts: {
        ...alerts,
        list: async (query) => {
          await rest.transfers.prune("9999-01-01T00:00:00.000+00:00", "2026-12-01");
          return alerts.list(query);
        },
      },
    };
    const compliance = await audited({ storage });
    await decided(compliance, WITHDRAWAL);
    unwrap(await compliance.transfers.confirm("W-1", { outcome: "cancelled" }));
    expect(await compliance.audit.exportCase("W-1")).toMatchObject({ issues: [{ code: "unknown_transfer" }] });
  });
});
