/** Challenges, their answers, and what proofs do for transfers. */
import { describe, expect, it } from "vitest";
import {
  type ChallengeRequest,
  type Compliance,
  ComplianceError,
  type ComplianceStorage,
  createCompliance,
  memoryStorage,
  type ObservedTransaction,
  type OwnershipOptions,
  unwrap,
} from "../../src/index.js";
import { evmMessages, nearMessages, solanaMessages, tezosMessages, verifySignature } from "../../src/ownership.js";
import { isRecoveryPhrase } from "../../src/recovery-phrases.js";
import {
  CLEAN,
  DAY,
  type Deciding,
  deciding,
  HOT_WALLET,
  NOW,
  OFFICER,
  WITHDRAWAL,
} from "../support/decision-samples.js";
import { failureOf, faultsOf, thrownBy, without } from "../support/outcomes.js";
import { evmWallets } from "../support/ownership/evm-wallets.js";
import { nearWallets } from "../support/ownership/near-wallet.js";
import { solanaWallet } from "../support/ownership/solana-wallet.js";
import { tezosWallets } from "../support/ownership/tezos-wallets.js";
import { individual } from "../support/samples.js";

const seed = new Uint8Array(32).fill(7);
const wallet = solanaWallet.wallet(seed);
const stranger = solanaWallet.wallet(new Uint8Array(32).fill(8));
const REQUEST = { account_ref_id: "A-1", chain: "solana", address: wallet.address, method: "message" } as const;
const OWNERSHIP: OwnershipOptions = {
  domain: "exchange.example",
  methods: [solanaMessages, evmMessages, nearMessages],
  maxAgeMs: 30 * DAY,
};
const MINUTE = 60_000;
const WALLET_OF_CUSTOMER = "0x52908400098527886E0F7030069857D2E4169EE7";

function proving(options: Parameters<typeof deciding>[0] = {}): Promise<Deciding> {
  return deciding({ ownership: OWNERSHIP, ...options });
}

/** Makes a challenge and signs it. */
async function signed({ ownership }: Compliance, request: ChallengeRequest = REQUEST, by = wallet) {
  const challenge = unwrap(await ownership.challenge(request));
  const { challenge_id, account_ref_id, text = "" } = challenge;
  return { challenge, answer: { challenge_id, account_ref_id, ...by.sign(text) } };
}

describe("a challenge", () => {
  it("has the text of CAIP-122, and nothing of the account but a salted digest", async () => {
    const { ownership, storage } = await proving();
    const challenge = unwrap(await ownership.challenge(REQUEST));
    const stored = await storage.ownership.find(challenge.challenge_id);
    expect(challenge.text?.split("\n")).toEqual([
      "exchange.example wants you to sign in with your Solana account:",
      wallet.address,
      "",
      "I confirm that I control this address. Signing sends no transaction.",
      "",
      "URI: https://exchange.example",
      "Version: 1",
      "Chain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
      expect.stringMatching(/^Nonce: [0-9a-f]{32}$/),
      "Issued At: 2026-12-01T12:00:00.000Z",
      "Expiration Time: 2026-12-01T12:15:00.000Z",
      expect.stringMatching(/^Request ID: [0-9a-f]{64}$/),
    ]);
    expect(challenge.text).not.toContain("A-1");
    expect(challenge.text).not.toContain(stored?.salt);
    expect(Object.keys(challenge).sort()).toEqual(
      ["account_ref_id", "address", "chain", "challenge_id", "expires", "issued", "method", "text"].sort(),
    );
  });

  it("differs each time", async () => {
    const { ownership } = await proving();
    const made = await Promise.all([1, 2].map(async () => unwrap(await ownership.challenge(REQUEST))));
    expect(new Set(made.map(({ text }) => text)).size).toBe(2);
    expect(new Set(made.map(({ challenge_id }) => challenge_id)).size).toBe(2);
  });

  it("passes message, nonce and recipient where the wallet composes the text", async () => {
    const compliance = await proving();
    const near = nearWallets[0]?.wallet(seed);
    const request = { ...REQUEST, chain: "near", address: near?.address ?? "" } as const;
    const challenge = unwrap(await compliance.ownership.challenge(request));
    expect(challenge).toMatchObject({ message: challenge.text, recipient: "exchange.example" });
    expect(challenge.nonce).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["doge", "DFundmtrigzA6E25Swr2pRe4Eb79bGP8G1", "DDTtqnuZ5kfRT5qh2c7sNtqrJmV3iXYdGG", /^100[1-9]\d{3}$/],
    ["ethereum", HOT_WALLET, WALLET_OF_CUSTOMER, /^[1-9]\d{13}$/],
    ["ripple", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "rrrrrrrrrrrrrrrrrrrrrhoLvTp", /^[1-9]\d{3}$/],
  ] as const)(
    "of a transfer on %s has an address and an exact amount",
    async (chain, address, deposit_address, amount) => {
      const { ownership } = await proving();
      const request = { account_ref_id: "A-1", chain, address, method: "transfer", deposit_address } as const;
      const made = await ownership.challenge(request);
      const challenge = unwrap(made);
      expect(challenge).toMatchObject({ deposit_address, amount: expect.stringMatching(amount) });
      expect(challenge).toMatchObject({
        issued: "2026-12-01T12:00:00.000+00:00",
        expires: "2026-12-02T12:00:00.000+00:00",
      });
      expect(challenge).not.toHaveProperty("text");
    },
  );

  it("has issues for what cannot be proved so", async () => {
    const { ownership } = await proving();
    const faults = async (more: object) => faultsOf(await ownership.challenge({ ...REQUEST, ...more } as unknown));
    expect(await faults({ account_ref_id: "none" })).toEqual([["unknown_account", "/account_ref_id", "2.9"]]);
    expect(await faults({ method: "typed_data" })).toEqual([["not_allowed", "/method", "2.9"]]);
    expect(await faults({ chain: "bitcoin", address: "1BitcoinEaterAddressDontSendf59kuE" })).toEqual([
      ["not_allowed", "/chain", "2.9"],
    ]);
    expect(await faults({ method: "transfer" })).toEqual([["required", "/deposit_address", "2.9"]]);
    expect(await faults({ deposit_address: wallet.address })).toEqual([["not_allowed", "/deposit_address", "2.9"]]);
    const itself = { method: "transfer", deposit_address: wallet.address };
    expect(await faults(itself)).toEqual([["not_allowed", "/deposit_address", "2.9"]]);
    expect(await faults({ expires_in_ms: 999 })).toEqual([["out_of_range", "/expires_in_ms", "2.9"]]);
    expect(await faults({ address: "0" })).toEqual([["address_characters", "/address", "2.9"]]);
  });

  it("needs the option ownership", async () => {
    const { ownership } = createCompliance({ storage: memoryStorage() });
    await failureOf(ownership.challenge(REQUEST), "not_configured");
    await failureOf(ownership.verify({ challenge_id: "c", account_ref_id: "A-1", signature: "s" }), "not_configured");
    expect(await ownership.of("solana", wallet.address)).toEqual([]);
  });
});

describe("a signature", () => {
  it("is stored as a proof that verifies again", async () => {
    const compliance = await proving();
    const { challenge, answer } = await signed(compliance);
    compliance.wait(MINUTE);
    const proof = unwrap(await compliance.ownership.verify(answer, { actor: OFFICER }));
    const { expires: _, ...asked } = challenge;
    expect(proof).toEqual({
      ...asked,
      status: "proved",
      format: "solana",
      signature: answer.signature,
      proved_at: "2026-12-01T12:01:00.000+00:00",
      actor: OFFICER,
    });
    expect(await compliance.ownership.of("solana", wallet.address)).toEqual([proof]);
    const again = verifySignature(solanaMessages, {
      ...REQUEST,
      text: challenge.text ?? "",
      signature: answer.signature,
    });
    expect(again.status).toBe("proved");
  });

  it("is stored with the public key of the wallet, where the address has only its hash", async () => {
    const by = tezosWallets[0]?.wallet(seed) ?? wallet;
    const compliance = await proving({ ownership: { ...OWNERSHIP, methods: [tezosMessages] } });
    const { answer } = await signed(compliance, { ...REQUEST, chain: "tezos", address: by.address }, by);
    const proof = unwrap(await compliance.ownership.verify(answer));
    expect(answer.public_key).toMatch(/^edpk/);
    expect(proof).toMatchObject({ status: "proved", public_key: answer.public_key });
  });

  it.each([
    ["a text about a person", "Zoe Example, born 1990-02-28"],
    ["another key", stranger.address],
  ])("is stored without a public key that it does not need, such as %s", async (_, public_key) => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const proof = unwrap(await compliance.ownership.verify({ ...answer, public_key }));
    expect(proof).toMatchObject({ status: "proved" });
    expect(JSON.stringify([proof, await compliance.storage.ownership.find(answer.challenge_id)])).not.toContain(
      public_key,
    );
  });

  it("is used once, also if fifty answer at the same time", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const answers = await Promise.all(Array.from({ length: 50 }, () => compliance.ownership.verify(answer)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.filter(({ ok }) => !ok).map(faultsOf);
    expect(refused).toEqual(Array(49).fill([["challenge_used", "/challenge_id", "2.9"]]));
    expect(await compliance.ownership.of("solana", wallet.address)).toHaveLength(1);
  });

  it("of another wallet does not use the challenge up, ten times", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance, REQUEST, stranger);
    const left: unknown[] = [];
    for (let tries = 0; tries < 10; tries += 1) {
      const tried = unwrap(await compliance.ownership.verify(answer));
      expect(tried).toMatchObject({ status: "refused", reason: "signature_wrong", message: expect.any(String) });
      left.push(tried.status === "refused" && tried.tries_left);
    }
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const refused = await compliance.ownership.verify(answer);
    expect(faultsOf(refused)).toEqual([["challenge_exhausted", "/challenge_id", "2.9"]]);
    const stored = await compliance.storage.ownership.find(answer.challenge_id);
    expect(stored?.tries[0]).toEqual({
      tried_at: "2026-12-01T12:00:00.000+00:00",
      status: "refused",
      reason: "signature_wrong",
      actor: { id: "unnamed", role: "program", kind: "program" },
    });
  });

  it("for another account is unknown, and does not count", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const foreign = await compliance.ownership.verify({ ...answer, account_ref_id: "A-2" });
    expect(faultsOf(foreign)).toEqual([["unknown_challenge", "/challenge_id", "2.9"]]);
    expect((await compliance.storage.ownership.find(answer.challenge_id))?.tries).toEqual([]);
    expect(unwrap(await compliance.ownership.verify(answer)).status).toBe("proved");
  });

  it("counts until the challenge expires, that moment included", async () => {
    const compliance = await proving();
    const [first, second] = [await signed(compliance), await signed(compliance)];
    compliance.wait(15 * MINUTE);
    expect(unwrap(await compliance.ownership.verify(first.answer)).status).toBe("proved");
    compliance.wait(1);
    const late = await compliance.ownership.verify(second.answer);
    expect(faultsOf(late)).toEqual([["challenge_expired", "/challenge_id", "2.9"]]);
  });

  it("that is a secret is refused and not stored", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const secret = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    const refused = unwrap(await compliance.ownership.verify({ ...answer, signature: secret }));
    expect(refused).toMatchObject({ status: "refused", reason: "secret_key" });
    expect(JSON.stringify([refused, await compliance.storage.ownership.find(answer.challenge_id)])).not.toContain(
      "winner",
    );
  });

  it("that only the option isRecoveryPhrase finds to be a secret is refused", async () => {
    // Of the Italian list of BIP-39. English words have at most eight letters.
    const phrase =
      "cellulare detersivo manifesto movimento offuscato perdonato preparato residente rinsavito sbirciare scrutinio settimana";
    const found = await proving({ isRecoveryPhrase });
    const { answer } = await signed(found);
    for (const given of [{ signature: phrase }, { public_key: phrase }]) {
      const refused = unwrap(await found.ownership.verify({ ...answer, ...given }));
      expect(refused).toMatchObject({ status: "refused", reason: "secret_key" });
    }
    expect(unwrap(await found.ownership.verify({ ...answer, public_key: wallet.address })).status).toBe("proved");
    const unfound = await proving();
    const again = await signed(unfound);
    const refused = unwrap(await unfound.ownership.verify({ ...again.answer, signature: phrase }));
    expect(refused).toMatchObject({ reason: "signature_malformed" });
  });

  it("has at most 10,000 characters, as its public key, and says so", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const [least, long] = ["a".repeat(10_000), "a".repeat(10_001)];
    const given = { ...answer, signature: long, public_key: long, format: "a".repeat(1_001) };
    const result = await compliance.ownership.verify(given);
    expect(faultsOf(result)).toEqual([
      ["text_too_long", "/signature", "2.9"],
      ["text_too_long", "/public_key", "2.9"],
      ["text_too_long", "/format", "2.9"],
    ]);
    expect(result.ok ? [] : result.issues.map(({ params }) => params)).toEqual([
      { maxLength: 10_000 },
      { maxLength: 10_000 },
      { maxLength: 1_000 },
    ]);
    expect(unwrap(await compliance.ownership.verify({ ...answer, signature: least })).status).toBe("refused");
  });

  it("has a format of the chain", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const wrong = await compliance.ownership.verify({ ...answer, format: "eip-191" });
    expect(faultsOf(wrong)).toEqual([["not_allowed", "/format", "2.9"]]);
    expect(unwrap(await compliance.ownership.verify({ ...answer, format: "solana" })).status).toBe("proved");
  });

  it("does not answer a transfer, and a transfer is no signature", async () => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    const answered = await compliance.ownership.verify({ ...transfer, signature: "any" });
    expect(faultsOf(answered)).toEqual([["not_allowed", "/challenge_id", "2.9"]]);
    const { answer } = await signed(compliance);
    const observed = await compliance.ownership.observe({
      challenge_id: answer.challenge_id,
      account_ref_id: "A-1",
      transaction,
    });
    expect(faultsOf(observed)).toEqual([["not_allowed", "/challenge_id", "2.9"]]);
  });

  it("of typed data is proved", async () => {
    const typed = evmWallets.find(({ format }) => format === "eip-712");
    const by = typed?.wallet(seed) ?? wallet;
    const compliance = await proving();
    const request = { ...REQUEST, chain: "ethereum", address: by.address, method: "typed_data" } as const;
    const { answer } = await signed(compliance, request, by);
    expect(unwrap(await compliance.ownership.verify(answer))).toMatchObject({ status: "proved", format: "eip-712" });
  });

  it("with the format of typed data is an issue of the caller, and no try", async () => {
    const by = evmWallets[0]?.wallet(seed) ?? wallet;
    const compliance = await proving();
    const { answer } = await signed(compliance, { ...REQUEST, chain: "ethereum", address: by.address }, by);
    const answered = await compliance.ownership.verify({ ...answer, format: "eip-712" });
    expect(answered).toMatchObject({
      ok: false,
      issues: [{ code: "not_allowed", path: "/format", clause: "2.9", params: { allowed: ["eip-191"] } }],
    });
    const wrong = await compliance.ownership.verify({ ...answer, signature: `0x${"1".repeat(130)}` });
    expect(unwrap(wrong)).toMatchObject({ tries_left: 9 });
    expect(unwrap(await compliance.ownership.verify({ ...answer, format: "eip-191" })).status).toBe("proved");
  });

  it("throws not_configured if the method of its chain is gone", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    const other = createCompliance({
      storage: compliance.storage,
      ownership: { ...OWNERSHIP, methods: [evmMessages] },
      clock: () => NOW,
    });
    await failureOf(other.ownership.verify(answer), "not_configured");
  });

  it("throws storage_unavailable if the record changes again and again", async () => {
    const storage = memoryStorage();
    const compliance = await proving({ storage });
    const { answer } = await signed(compliance);
    const ownership = { ...storage.ownership, save: async () => "changed_meanwhile" as const };
    const other = createCompliance({
      storage: { ...storage, ownership } satisfies ComplianceStorage,
      ownership: OWNERSHIP,
      clock: () => NOW,
    });
    await failureOf(other.ownership.verify(answer), "storage_unavailable");
  });

  it("stores nothing after an abort", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    await failureOf(compliance.ownership.verify(answer, { signal: AbortSignal.abort() }), "aborted");
    expect((await compliance.storage.ownership.find(answer.challenge_id))?.revision).toBe(1);
  });
});

describe("a contract wallet", () => {
  const evm = evmWallets.find(({ format }) => format === "eip-191")?.wallet(seed) ?? wallet;
  const request = { ...REQUEST, chain: "ethereum", address: HOT_WALLET } as const;

  async function answeredBy(contractSignatures?: OwnershipOptions["contractSignatures"]) {
    const compliance = await proving({ ownership: { ...OWNERSHIP, contractSignatures } });
    const { challenge, answer } = await signed(compliance, request, evm);
    return { challenge, answer, compliance, verified: compliance.ownership.verify(answer) };
  }

  it("is inconclusive without a node", async () => {
    const { verified } = await answeredBy();
    expect(unwrap(await verified)).toMatchObject({
      status: "inconclusive",
      reason: "contract_wallet",
      what_to_do: expect.any(String),
      tries_left: 9,
    });
  });

  it("is what the node answers", async () => {
    const queries: object[] = [];
    const accepted = await answeredBy(async ({ signal: _, ...query }) => {
      queries.push(query);
      return true;
    });
    expect(unwrap(await accepted.verified)).toMatchObject({ status: "proved", format: "contract" });
    const { text } = accepted.challenge;
    const { signature } = accepted.answer;
    expect(queries).toEqual([
      { chain: "ethereum", chain_id: "eip155:1", address: HOT_WALLET, method: "message", text, signature },
    ]);
    const refused = await answeredBy(async () => false);
    expect(unwrap(await refused.verified)).toMatchObject({ status: "refused", reason: "signature_wrong" });
  });

  it("takes one call to the node, also for answers at the same moment", async () => {
    let calls = 0;
    const { compliance, answer, verified } = await answeredBy(async () => {
      calls += 1;
      return false;
    });
    const others = Array.from({ length: 9 }, () => compliance.ownership.verify(answer));
    const answers = await Promise.all([verified, ...others]);
    expect(answers.map((each) => unwrap(each).status)).toEqual(Array(10).fill("refused"));
    expect(calls).toBe(10);
  });

  it("stays inconclusive where the node cannot decide", async () => {
    const undecided = await answeredBy(async () => undefined);
    expect(unwrap(await undecided.verified)).toMatchObject({ status: "inconclusive", reason: "contract_wallet" });
  });

  it("is nothing if the node fails", async () => {
    const broken = await answeredBy(async () => {
      throw new Error("down");
    });
    await failureOf(broken.verified, "provider_unavailable");
    const typed = await answeredBy(async () => {
      throw new ComplianceError("provider_timeout", "The node did not answer.");
    });
    await failureOf(typed.verified, "provider_timeout");
    const wrong = await answeredBy(async () => "yes" as never);
    await failureOf(wrong.verified, "provider_unreadable");
    for (const { compliance, answer } of [broken, typed, wrong]) {
      expect((await compliance.storage.ownership.find(answer.challenge_id))?.revision).toBe(1);
    }
  });
});

/** Makes a challenge for a transfer on Ethereum, and the transaction that answers it. */
async function sending({ ownership }: Compliance, sender: string = WALLET_OF_CUSTOMER) {
  const request = {
    ...REQUEST,
    chain: "ethereum",
    address: sender,
    method: "transfer",
    deposit_address: HOT_WALLET,
  } as const;
  const { challenge_id, amount = "" } = unwrap(await ownership.challenge(request));
  const transaction: ObservedTransaction = {
    ...{ hash: "0x01", chain: "ethereum", sender: sender.toLowerCase(), recipient: HOT_WALLET, amount },
    at: "2026-12-01T13:00:00+01:00",
  };
  return { transfer: { challenge_id, account_ref_id: "A-1" }, transaction };
}

describe("a transfer of the predefined amount", () => {
  it("is a proof, once", async () => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    const proof = unwrap(await compliance.ownership.observe({ ...transfer, transaction }));
    expect(proof).toMatchObject({
      status: "proved",
      method: "transfer",
      transaction_hash: "0x01",
      amount: transaction.amount,
    });
    const again = await compliance.ownership.observe({ ...transfer, transaction });
    expect(faultsOf(again)).toEqual([["challenge_used", "/challenge_id", "2.9"]]);
    expect(await compliance.ownership.of("ethereum", WALLET_OF_CUSTOMER.toLowerCase())).toEqual([proof]);
  });

  it("is another one if anything differs, and that does not count as a try", async () => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    const refusalOf = async (more: Partial<ObservedTransaction>) => {
      const answer = unwrap(
        await compliance.ownership.observe({ ...transfer, transaction: { ...transaction, ...more } }),
      );
      return answer.status === "refused" && [answer.reason, answer.tries_left];
    };
    expect(await refusalOf({ chain: "polygon" })).toEqual(["transaction_chain", 10]);
    expect(await refusalOf({ sender: HOT_WALLET })).toEqual(["transaction_sender", 10]);
    expect(await refusalOf({ recipient: WALLET_OF_CUSTOMER })).toEqual(["transaction_recipient", 10]);
    expect(await refusalOf({ amount: `${transaction.amount}0` })).toEqual(["transaction_amount", 10]);
    expect(await refusalOf({ at: "2026-12-01T11:59:59.999Z" })).toEqual(["transaction_time", 10]);
    compliance.wait(3 * DAY);
    expect(await refusalOf({ at: "2026-12-02T12:00:00.001Z" })).toEqual(["transaction_time", 10]);
    const late = unwrap(await compliance.ownership.observe({ ...transfer, transaction }));
    expect(late.status).toBe("proved");
  });

  it("refuses a time later than now", async () => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    const at = "2026-12-01T13:00:00.001+01:00";
    const future = await compliance.ownership.observe({ ...transfer, transaction: { ...transaction, at } });
    expect(faultsOf(future)).toEqual([["out_of_range", "/transaction/at", "2.9"]]);
    compliance.wait(1);
    const observed = await compliance.ownership.observe({ ...transfer, transaction: { ...transaction, at } });
    expect(unwrap(observed).status).toBe("proved");
  });

  it("refuses a hash in another spelling, and a deposit address with a tag", async () => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    for (const hash of [" 0x01", "0x01 ", "0x", "0x01\u200b", `0x${"1".repeat(200)}`]) {
      const refused = await compliance.ownership.observe({ ...transfer, transaction: { ...transaction, hash } });
      expect(faultsOf(refused)).toEqual([["text_malformed", "/transaction/hash", "2.9"]]);
    }
    const request = { ...REQUEST, chain: "ripple", method: "transfer" } as const;
    const tagged = await compliance.ownership.challenge({
      ...{ ...request, address: "rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn" },
      deposit_address: "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu",
    });
    expect(faultsOf(tagged)).toEqual([["not_allowed", "/deposit_address", "2.9"]]);
  });

  it("is a proof beside that of a signature", async () => {
    const by = evmWallets.find(({ format }) => format === "eip-191")?.wallet(seed) ?? wallet;
    const compliance = await proving();
    const { answer } = await signed(compliance, { ...REQUEST, chain: "ethereum", address: by.address }, by);
    unwrap(await compliance.ownership.verify(answer));
    const { transfer, transaction } = await sending(compliance, by.address);
    expect(unwrap(await compliance.ownership.observe({ ...transfer, transaction })).status).toBe("proved");
    expect(await compliance.ownership.of("ethereum", by.address)).toHaveLength(2);
  });

  it("proves nothing twice", async () => {
    const compliance = await proving();
    const [first, second] = [await sending(compliance), await sending(compliance)];
    const used = { ...first.transaction, hash: "0xAbC1" };
    unwrap(await compliance.ownership.observe({ ...first.transfer, transaction: used }));
    const { transaction } = second;
    for (const hash of ["0xAbC1", "0xabc1", "ABC1"]) {
      const again = unwrap(
        await compliance.ownership.observe({ ...second.transfer, transaction: { ...transaction, hash } }),
      );
      expect(again).toMatchObject({ status: "refused", reason: "transaction_used" });
    }
    const other = unwrap(
      await compliance.ownership.observe({ ...second.transfer, transaction: { ...transaction, hash: "5VERv8NMvzbJ" } }),
    );
    expect(other.status).toBe("proved");
  });

  it("proves one of two challenges at the same moment", async () => {
    const compliance = await proving();
    const both = [await sending(compliance), await sending(compliance)];
    const answers = await Promise.all(
      both.map(async ({ transfer, transaction }) =>
        unwrap(await compliance.ownership.observe({ ...transfer, transaction })),
      ),
    );
    const told = answers.map((each) => (each.status === "refused" ? [each.reason, each.tries_left] : each.status));
    expect(told).toEqual(["proved", ["transaction_used", 10]]);
  });

  it("stays used when its account is removed", async () => {
    const compliance = await proving();
    const first = await sending(compliance);
    unwrap(await compliance.ownership.observe({ ...first.transfer, transaction: first.transaction }));
    const account = await compliance.accounts.retrieve("A-1");
    await compliance.accounts.remove("A-1");
    const { created: _, last_modified: _m, ...again } = account as NonNullable<typeof account>;
    unwrap(await compliance.accounts.create(again as never));
    const { transfer, transaction } = await sending(compliance);
    const answer = unwrap(await compliance.ownership.observe({ ...transfer, transaction }));
    expect(answer).toMatchObject({ status: "refused", reason: "transaction_used", tries_left: 10 });
  });

  it.each([
    [
      "is labelled as hosted",
      (c: Deciding) => c.addresses.create({ chain: "ethereum", address: WALLET_OF_CUSTOMER, is_self_hosted: false }),
    ],
    [
      "is labelled as that of a VASP",
      (c: Deciding) => c.addresses.create({ chain: "ethereum", address: WALLET_OF_CUSTOMER, vasp_id: "V-2" }),
    ],
    [
      "is named as a service by a provider",
      async (c: Deciding) => c.screenWith(async () => [{ ...CLEAN, vasp_category: "exchange" }]),
    ],
  ])("proves nothing if the sender %s", async (_, before) => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    await before(compliance);
    const answer = unwrap(await compliance.ownership.observe({ ...transfer, transaction }));
    expect(answer).toMatchObject({ status: "refused", reason: "sender_not_self_hosted", tries_left: 9 });
  });

  it.each(["ethereum", "polygon"] as const)("proves nothing if the sender is an own address on %s", async (chain) => {
    const compliance = await deciding(
      { ownership: OWNERSHIP },
      { ownAddresses: [{ chain, address: WALLET_OF_CUSTOMER }] },
    );
    const { transfer, transaction } = await sending(compliance);
    const answer = unwrap(await compliance.ownership.observe({ ...transfer, transaction }));
    expect(answer).toMatchObject({ status: "refused", reason: "sender_not_self_hosted" });
  });

  it("is inconclusive until the sender is screened", async () => {
    const compliance = await proving();
    const { transfer, transaction } = await sending(compliance);
    compliance.screenWith(async () => {
      throw new Error("down");
    });
    const answer = unwrap(await compliance.ownership.observe({ ...transfer, transaction }));
    expect(answer).toMatchObject({ status: "inconclusive", reason: "sender_not_screened", tries_left: 10 });
    compliance.screenWith(async () => [CLEAN]);
    expect(unwrap(await compliance.ownership.observe({ ...transfer, transaction })).status).toBe("proved");
  });

  it("needs no policy: labels and stored screenings count then", async () => {
    const storage = memoryStorage();
    const compliance = await proving({ storage });
    const { transfer, transaction } = await sending(compliance);
    const other = createCompliance({ storage, ownership: OWNERSHIP, clock: () => NOW });
    expect(unwrap(await other.ownership.observe({ ...transfer, transaction })).status).toBe("proved");
    const next = await sending(compliance);
    compliance.screenWith(async () => [{ ...CLEAN, vasp_category: "exchange" }]);
    await compliance.addresses.create({
      chain: "ethereum",
      address: WALLET_OF_CUSTOMER,
      provider_name: "P",
      scan_for_risk: true,
    });
    const named = await other.ownership.observe({
      ...next.transfer,
      transaction: { ...next.transaction, hash: "0x02" },
    });
    expect(unwrap(named)).toMatchObject({ reason: "sender_not_self_hosted" });
  });
});

describe("proofs", () => {
  it("go with their account", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    unwrap(await compliance.ownership.verify(answer));
    const open = await signed(compliance);
    await compliance.accounts.remove("A-1");
    expect(await compliance.ownership.of("solana", wallet.address)).toEqual([]);
    const gone = await compliance.ownership.verify(open.answer);
    expect(faultsOf(gone)).toEqual([["unknown_challenge", "/challenge_id", "2.9"]]);
  });

  it("go with the erasure of their account", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    unwrap(await compliance.ownership.verify(answer));
    await signed(compliance);
    await signed(compliance, { ...REQUEST, account_ref_id: "A-2" });
    // Proved or not, and not those of another account.
    expect(unwrap(await compliance.accounts.erase("A-1"))).toMatchObject({ challenges: 2 });
    expect(unwrap(await compliance.accounts.erase("A-1"))).toMatchObject({ challenges: 0 });
    expect(await compliance.ownership.of("solana", wallet.address)).toEqual([]);
  });

  it("stay when expired challenges are removed", async () => {
    const compliance = await proving();
    const { answer } = await signed(compliance);
    unwrap(await compliance.ownership.verify(answer));
    await signed(compliance);
    // It expires in 15 minutes.
    expect(await compliance.ownership.prune({ before: "2026-12-02" })).toBe(0);
    compliance.wait(16 * MINUTE);
    expect(await compliance.ownership.prune({ before: new Date(NOW.getTime() + 15 * MINUTE) })).toBe(0);
    expect(await compliance.ownership.prune({ before: "2026-12-02" })).toBe(1);
    expect(await compliance.ownership.of("solana", wallet.address)).toHaveLength(1);
  });

  it("are none of an address that is invalid", async () => {
    const { ownership } = await proving();
    expect(await ownership.of("solana", "wrong")).toEqual([]);
  });
});

describe("the duty ownership_check", () => {
  const evm = evmWallets.find(({ format }) => format === "eip-191")?.wallet(seed) ?? wallet;
  const MEASURE = { duty: "mitigating_measure", side: "originator", note: "assessed", at: "2026-12-01" } as const;
  const LARGE = { ...WITHDRAWAL, amount: "2000", beneficiary_address: evm.address, originator_address: HOT_WALLET };

  async function proved(compliance: Deciding, account_ref_id = "A-1") {
    const request = { account_ref_id, chain: "ethereum", address: evm.address, method: "message" } as const;
    const { answer } = await signed(compliance, request, evm);
    return unwrap(await compliance.ownership.verify(answer));
  }

  async function decide(compliance: Deciding) {
    const { decision, missing, proofs } = unwrap(await compliance.transfers.decide(LARGE, { evidence: [MEASURE] }));
    return { decision, duties: missing.map(({ duty }) => duty), proofs };
  }

  it("is performed by a proof of the same account, which the decision keeps", async () => {
    const compliance = await proving();
    expect(await decide(compliance)).toEqual({
      decision: "request_information",
      duties: ["ownership_check"],
      proofs: [],
    });
    const proof = await proved(compliance);
    expect(await decide(compliance)).toEqual({ decision: "execute", duties: [], proofs: [proof] });
    await compliance.accounts.remove("A-1");
    const record = await compliance.transfers.retrieve("W-1");
    expect(record?.versions.map(({ proofs }) => proofs)).toEqual([[], [proof]]);
  });

  it("is open with a proof of another account", async () => {
    const compliance = await proving();
    await proved(compliance, "A-2");
    expect(await decide(compliance)).toMatchObject({ decision: "request_information", proofs: [] });
  });

  it("is performed also after a hundred later proofs of other accounts", async () => {
    const compliance = await proving();
    const proof = await proved(compliance);
    compliance.wait(1);
    for (let count = 0; count < 100; count += 1) await proved(compliance, "A-2");
    expect(await decide(compliance)).toEqual({ decision: "execute", duties: [], proofs: [proof] });
    const { transfer_id: _, ...transfer } = LARGE;
    expect(unwrap(await compliance.transfers.check(transfer))).toMatchObject({ proofs: [proof] });
  });

  it("is open again when the proof is too old, or from a clock far ahead", async () => {
    const compliance = await proving();
    await proved(compliance);
    compliance.wait(30 * DAY);
    expect(await decide(compliance)).toMatchObject({ duties: [] });
    compliance.wait(1);
    expect(await decide(compliance)).toMatchObject({ duties: ["ownership_check"], proofs: [] });
    compliance.wait(100 * DAY);
    await proved(compliance);
    compliance.wait(-31 * DAY);
    expect(await decide(compliance)).toMatchObject({ duties: ["ownership_check"], proofs: [] });
  });

  it("is open without the option ownership", async () => {
    const storage = memoryStorage();
    await proved(await proving({ storage }));
    expect(await decide(await deciding({ storage }))).toMatchObject({ duties: ["ownership_check"], proofs: [] });
  });

  it("of a deposit is performed by a proof of the beneficiary's account", async () => {
    const compliance = await proving();
    const deposit = {
      ...LARGE,
      transfer_id: "D-1",
      ...{ originator_address: evm.address, originator_address_is_self_hosted: true },
      ...{ beneficiary_address: HOT_WALLET, beneficiary_address_is_self_hosted: false },
    };
    const evidence = [{ ...MEASURE, side: "beneficiary" as const }];
    const decided = () => compliance.transfers.decide(deposit as never, { evidence });
    expect(unwrap(await decided())).toMatchObject({ decision: "request_information", proofs: [] });
    const proof = await proved(compliance);
    expect(unwrap(await decided())).toMatchObject({ decision: "execute", proofs: [proof] });
  });

  it("is open for a transfer without a chain, and for a party without an account", async () => {
    const compliance = await proving();
    await proved(compliance);
    const { chain: _, ...withoutChain } = LARGE;
    const { originator_account_reference_id: _id, ...rest } = { ...LARGE, transfer_id: "W-2" };
    const { reference_id: _reference, ...party } = individual;
    for (const transfer of [withoutChain, { ...rest, originator_account: party }]) {
      expect(unwrap(await compliance.transfers.decide(transfer as never)).proofs).toEqual([]);
    }
  });

  const { reference_id: _reference, ...customer } = individual;
  const { individual: person } = customer;
  const named = (changes: object, more: object = {}) => ({
    ...customer,
    ...more,
    individual: { ...person, individual_name: { ...person.individual_name, ...changes } },
  });
  const OTHERS: readonly (readonly [string, object, string])[] = [
    ["another account", { account_reference_id: "A-2" }, "account_reference_id"],
    ["a person of another name", { account: named({ name_last: "Okafor" }) }, "account"],
    ["a person without the first name", { account: named({ name_first: undefined }) }, "account"],
    [
      "a person of another date of birth",
      { account: { ...customer, individual: { ...person, date_of_birth: "1955-01-01" } } },
      "account",
    ],
    ["a person with another customer id", { account: named({}, { customer_id: "C-9" }) }, "account"],
    [
      "a person with another number of the same kind",
      { account: named({}, { national_id: { ...customer.national_id, national_id: "X-2" } }) },
      "account",
    ],
    [
      "a person with another local name",
      {
        account: {
          ...customer,
          individual: { ...person, individual_localname: { name_type: "LEGL", name_last: "Ли" } },
        },
      },
      "account",
    ],
    [
      "an organization",
      {
        account: {
          account_type: "entity",
          customer_id: "C-7",
          entity: { entity_name: { name_type: "LEGL", name_legal: "Okafor" } },
        },
      },
      "account",
    ],
  ];
  const SAME: readonly (readonly [string, object])[] = [
    [
      "the names, but neither a customer id nor a national id",
      { account: without(customer, "/customer_id", "/national_id") },
    ],
    [
      "the names, with a national id of another kind",
      {
        account: named({}, { national_id: { ...customer.national_id, national_id_type: "IDCD", national_id: "X-2" } }),
      },
    ],
    ["the customer's account", { account_reference_id: "A-1" }],
    ["the names of the customer", { account: customer }],
    [
      "the names in another case and with other spaces",
      { account: named({ name_last: ` ${person.individual_name.name_last.toUpperCase()} ` }) },
    ],
  ];

  /** A transfer of the customer whose wallet is on one side, held by this party. */
  function heldBy(side: "originator" | "beneficiary", party: object) {
    const other = side === "originator" ? "beneficiary" : "originator";
    const { originator_account_reference_id: _o, beneficiary_account_reference_id: _b, ...rest } = LARGE;
    return {
      ...rest,
      [`${other}_account_reference_id`]: "A-1",
      ...Object.fromEntries(Object.entries(party).map(([name, value]) => [`${side}_${name}`, value])),
      ...{ [`${side}_address`]: evm.address, [`${other}_address`]: HOT_WALLET },
      ...{ [`${side}_address_is_self_hosted`]: true, [`${other}_address_is_self_hosted`]: false },
    };
  }

  describe.each([
    ["originator", "beneficiary"],
    ["beneficiary", "originator"],
  ] as const)("with the wallet of the %s", (side, other) => {
    const evidence = [{ ...MEASURE, side: other }];

    it.each(OTHERS)("is open if the transfer names %s as its holder, and says why", async (_, party, place) => {
      const compliance = await proving();
      const transfer = heldBy(side, party);
      const decided = async () => unwrap(await compliance.transfers.decide(transfer as never, { evidence }));
      const before = await decided();
      expect(before.reasons.filter(({ code }) => code === "duty_open")).toMatchObject([{ side: other }]);
      expect(before.reasons.some(({ message }) => message.includes("another party"))).toBe(false);
      await proved(compliance);
      const answer = await decided();
      expect(answer).toMatchObject({ version: 2, proofs: [], missing: before.missing });
      expect(answer.reasons).toContainEqual({
        code: "duty_open",
        decision: "request_information",
        side: other,
        path: `/${side}_${place}`,
        clause: expect.any(String),
        message:
          `The duty ownership_check of the ${other}'s VASP is open: the customer proved the wallet, but the transfer names ` +
          "another party as its holder.",
        what_to_do: expect.stringContaining("name the customer's account"),
      });
      expect(await decided()).toMatchObject({ version: 2 });
      const { transfer_id: _id, ...draft } = transfer;
      const checked = await compliance.transfers.check(draft as never);
      if (checked.ok) expect(checked.value.proofs).toEqual([]);
    });

    it.each(SAME)("is performed if the transfer names %s", async (_, party) => {
      const compliance = await proving();
      const proof = await proved(compliance);
      const transfer = heldBy(side, party);
      expect(unwrap(await compliance.transfers.decide(transfer as never, { evidence }))).toMatchObject({
        decision: "execute",
        proofs: [proof],
      });
      const { transfer_id: _id, ...draft } = transfer;
      expect(unwrap(await compliance.transfers.check(draft as never)).proofs).toEqual([proof]);
    });
  });

  it("is performed for an organization of the same names", async () => {
    const compliance = await proving();
    const entity_name = {
      name_type: "LEGL",
      name_legal: "The Invented Bakery Limited",
      name_business: "Bakery",
    } as const;
    const entity_localname = { name_type: "LEGL", name_legal: "Выдуманная пекарня" } as const;
    const bakery = { account_type: "entity", customer_id: "C-7", entity: { entity_name, entity_localname } } as const;
    unwrap(await compliance.accounts.create({ ...bakery, reference_id: "E-1" }));
    const proof = await proved(compliance, "E-1");
    const { beneficiary_account_reference_id: _, ...rest } = { ...LARGE, originator_account_reference_id: "E-1" };
    const holder = (legal: string) => ({
      ...bakery,
      entity: { entity_name: { ...entity_name, name_legal: legal }, entity_localname },
    });
    const proofsOf = async (transfer_id: string, legal: string) => {
      const transfer = { ...rest, transfer_id, beneficiary_account: holder(legal) };
      return unwrap(await compliance.transfers.decide(transfer as never)).proofs;
    };
    expect(await proofsOf("W-3", "the invented bakery  limited")).toEqual([proof]);
    expect(await proofsOf("W-4", "The Other Bakery Limited")).toEqual([]);
  });

  it("has its proofs in the answer of check", async () => {
    const compliance = await proving();
    const { transfer_id: _, ...draft } = LARGE;
    expect(unwrap(await compliance.transfers.check(draft)).proofs).toEqual([]);
    const proof = await proved(compliance);
    expect(unwrap(await compliance.transfers.check(draft)).proofs).toEqual([proof]);
    const small = unwrap(await compliance.transfers.check({ ...draft, amount: "10" }));
    expect(small).not.toHaveProperty("proofs");
    const { chain: _chain, ...withoutChain } = draft;
    expect(unwrap(await compliance.transfers.check(withoutChain)).proofs).toEqual([]);
  });
});

describe("the option ownership", () => {
  const unreadable = new Proxy([evmMessages], {
    get: () => {
      throw new Error("Jane Doe");
    },
  });

  it.each([
    ["a domain with a path", { domain: "exchange.example/x" }],
    ["a domain in capitals", { domain: "Exchange.example" }],
    ["a domain with an empty label", { domain: "wallet..example" }],
    ["a port that does not exist", { domain: "exchange.example:65536" }],
    ["a port that browsers leave out", { domain: "exchange.example:443" }],
    ["a number as domain", { domain: "1" }],
    ["an IPv4 address of two numbers", { domain: "0x7f.1" }],
    ["an IPv4 address with a number above 255", { domain: "256.1.1.1" }],
    ["a number at the end of a domain", { domain: "a.123" }],
    ["a page of another host", { uri: "https://exchange.example.evil.example" }],
    ["a page without TLS", { uri: "http://exchange.example/" }],
    ["credentials in the page", { uri: "https://a:b@exchange.example" }],
    ["no text as domain", { domain: 5 }],
    ["no methods", { methods: [] }],
    ["something else than methods", { methods: [{}] }],
    ["two methods for a chain", { methods: [evmMessages, evmMessages] }],
    ["no maxAgeMs", { maxAgeMs: undefined }],
    ["a maxAgeMs of 0", { maxAgeMs: 0 }],
    ["a uri of another kind", { uri: "javascript:alert(1)" }],
    ["a statement of two lines", { statement: "one\ntwo" }],
    ["an unknown option", { url: "https://exchange.example" }],
    ["something else than a function", { contractSignatures: true }],
  ])("is refused with %s", (_, more) => {
    const ownership = { ...OWNERSHIP, ...more } as never;
    expect(() => createCompliance({ storage: memoryStorage(), ownership })).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: expect.stringContaining("ownership") }),
    );
  });

  it.each([
    [{ domain: "https://exchange.example" }, "a host in lower case, in ASCII (Punycode), without a scheme"],
    [{ methods: [] }, "needs at least one method of vaspkit/ownership, such as [evmMessages]"],
    [{ methods: "evm" }, "needs at least one method of vaspkit/ownership, such as [evmMessages]"],
    [{ methods: [evmMessages, undefined] }, "has something else than a method of vaspkit/ownership at methods[1]"],
    [{ methods: unreadable }, "has methods that cannot be read"],
    [{ methods: [evmMessages, evmMessages] }, "has two methods for the chain ethereum; remove one of them"],
  ])("says what is wrong: %#", (more, what) => {
    const ownership = { ...OWNERSHIP, ...more } as never;
    const { message } = thrownBy(
      () => createCompliance({ storage: memoryStorage(), ownership }),
      "configuration_invalid",
    );
    expect(message).toContain(what);
  });

  it("is left out by null, as other options are", async () => {
    const nothing: object = { ownership: null, policy: null, jurisdictions: null };
    const compliance = createCompliance({ storage: memoryStorage(), ...nothing });
    await failureOf(compliance.ownership.challenge(REQUEST), "not_configured");
  });

  it.each([
    ["exchange.example:8443", "https://exchange.example:8443/wallets?from=app#sign"],
    ["localhost:3000", "http://localhost:3000"],
  ])("accepts the domain %s with the page %s", async (domain, uri) => {
    const compliance = await proving({ ownership: { ...OWNERSHIP, domain, uri } });
    expect(unwrap(await compliance.ownership.challenge(REQUEST)).text).toContain(`URI: ${uri}\n`);
  });

  it("refuses a storage without ownership, and a method that throws when it composes", async () => {
    const { ownership: _, ...rest } = memoryStorage();
    expect(() => createCompliance({ storage: rest as never })).toThrow(/no ownership/);
    const faulty = {
      ...solanaMessages,
      compose: () => {
        throw new Error("secret");
      },
    };
    const compliance = await proving({ ownership: { ...OWNERSHIP, methods: [faulty] } });
    const failure = await failureOf(compliance.ownership.challenge(REQUEST), "configuration_invalid");
    expect(String(failure)).not.toContain("secret");
    for (const composed of [{}, { text: "" }]) {
      const empty = { ...solanaMessages, compose: () => composed as never };
      const other = await proving({ ownership: { ...OWNERSHIP, methods: [empty] } });
      await failureOf(other.ownership.challenge(REQUEST), "configuration_invalid");
    }
  });
});
