/** Challenges, answers and proofs over HTTP: statuses, who acts, and what decisions make of a proof. */
import { describe, expect, it } from "vitest";
import { ComplianceError, type ContractSignatures, type OwnershipOptions } from "../../src/index.js";
import { evmMessages } from "../../src/ownership.js";
import { DAY, deciding, HOT_WALLET, MEASURE, WITHDRAWAL } from "../support/decision-samples.js";
import { handlerOf, officer, requestTo, saidBy, send, success } from "../support/http.js";
import { evmWallets } from "../support/ownership/evm-wallets.js";
import type { Wallet } from "../support/ownership/wallet-case.js";

const [wallet, stranger] = [7, 8].map((byte) => evmWallets[0]?.wallet(new Uint8Array(32).fill(byte))) as [
  Wallet,
  Wallet,
];
const ownership: OwnershipOptions = { domain: "exchange.example", methods: [evmMessages], maxAgeMs: 30 * DAY };
const request = { account_ref_id: "A-1", chain: "ethereum", address: wallet.address, method: "message" };
const sending = { ...request, method: "transfer", deposit_address: HOT_WALLET };
const path = "/engine/ownership";
const proofsOf = (address: string, chain = "ethereum") => `/analytics/chains/${chain}/addresses/${address}/proofs`;

/** Serves a compliance with the account A-1. */
async function serving(options: Partial<OwnershipOptions> = {}) {
  const compliance = await deciding({ ownership: { ...ownership, ...options } });
  const handler = handlerOf(compliance);
  const post = (to: string, body: unknown) => send(handler, `${path}/${to}`, { body });
  /** Makes a challenge, and returns it with the answer of a wallet. */
  const signed = async (by: Wallet = wallet) => {
    const challenge = Object((await post("challenges", request)).body).data;
    const { challenge_id, account_ref_id } = challenge;
    return { challenge, answer: { challenge_id, account_ref_id, ...by.sign(challenge.text) } };
  };
  /** Makes a challenge to send an amount, and returns it with the transaction that answers it. */
  const sent = async () => {
    const challenge = Object((await post("challenges", sending)).body).data;
    const { challenge_id, account_ref_id, amount, issued: at } = challenge;
    const transaction = { chain: "ethereum", sender: wallet.address, recipient: HOT_WALLET, amount, at };
    return { challenge, answer: { challenge_id, account_ref_id, transaction: { hash: "0x01", ...transaction } } };
  };
  return { compliance, handler, post, signed, sent };
}

const issuesOf = (body: unknown) => Object(body).issues.map(({ code, path: at }: never) => [code, at]);

describe("POST /engine/ownership/challenges", () => {
  it("returns the text to sign, or the amount to send", async () => {
    const { signed, sent } = await serving();
    const message = (await signed()).challenge;
    expect(message).toMatchObject({ ...request, text: expect.stringContaining("exchange.example wants you") });
    const transfer = (await sent()).challenge;
    expect(transfer).toMatchObject({ ...sending, amount: expect.stringMatching(/^\d+$/) });
    expect(transfer).not.toHaveProperty("text");
  });

  it.each([
    ["an unknown account", { account_ref_id: "A-9" }, ["unknown_account", "/account_ref_id"]],
    ["a chain without a method", { chain: "near", address: "relay.aurora" }, ["not_allowed", "/chain"]],
    ["a transfer to no address", { method: "transfer" }, ["required", "/deposit_address"]],
    ["an invalid address", { address: "0x1" }, ["address_length", "/address"]],
    ["an actor", { actor: officer }, ["unknown_property", "/actor"]],
  ])("answers %s with 400", async (_, more, expected) => {
    const { post } = await serving();
    const { status, body } = await post("challenges", { ...request, ...more });
    expect([status, issuesOf(body)]).toEqual([400, [expected]]);
  });

  it("is 500 without the option ownership, as are the answers", async () => {
    const handler = handlerOf(await deciding());
    const answer = { challenge_id: "c", account_ref_id: "A-1" };
    const bodies = { challenges: request, verify: { ...answer, signature: "s" }, observe: answer };
    for (const [to, body] of Object.entries(bodies)) {
      const answered = await send(handler, `${path}/${to}`, { body });
      expect(answered).toMatchObject({ status: 500, body: { code: "not_configured" } });
    }
  });
});

describe("POST /engine/ownership/verify", () => {
  it("proves the address, once, and records who verified", async () => {
    const { compliance, handler, post, signed } = await serving();
    const { answer } = await signed();
    const { status, body } = await post("verify", answer);
    expect([status, Object(body).data]).toMatchObject([200, { status: "proved", format: "eip-191", actor: officer }]);
    expect(await compliance.ownership.of("ethereum", wallet.address)).toEqual([Object(body).data]);
    expect((await send(handler, proofsOf(wallet.address))).body).toEqual(success([Object(body).data]));
    expect(await post("verify", answer)).toMatchObject({ status: 409, body: { code: "challenge_used" } });
  });

  it("is 200 for an answer that proves nothing", async () => {
    const { post, signed } = await serving();
    const refused = { ...(await signed()).answer, signature: "wrong" };
    expect(await post("verify", refused)).toMatchObject({
      status: 200,
      body: { data: { status: "refused", reason: "signature_malformed", tries_left: 9 } },
    });
    const { answer } = await signed(stranger);
    expect(await post("verify", answer)).toMatchObject({
      status: 200,
      body: { data: { status: "inconclusive", reason: "contract_wallet", tries_left: 9 } },
    });
  });

  it("is 404 for an unknown challenge, and for that of another account", async () => {
    const { post, signed } = await serving();
    const { answer } = await signed();
    for (const other of [{ challenge_id: "none" }, { account_ref_id: "A-2" }]) {
      const { status, body } = await post("verify", { ...answer, ...other });
      expect([status, Object(body).code]).toEqual([404, "unknown_challenge"]);
      expect(issuesOf(body)).toEqual([["unknown_challenge", "/challenge_id"]]);
    }
    expect((await post("verify", answer)).status).toBe(200);
  });

  it("is 409 for an expired challenge, and after ten wrong answers", async () => {
    const { compliance, post, signed } = await serving();
    const { answer } = await signed();
    for (let tries = 0; tries < 10; tries += 1) await post("verify", { ...answer, signature: "0x00" });
    expect(await post("verify", answer)).toMatchObject({ status: 409, body: { code: "challenge_exhausted" } });
    const late = await signed();
    compliance.wait(DAY);
    expect(await post("verify", late.answer)).toMatchObject({ status: 409, body: { code: "challenge_expired" } });
  });

  it("is 400 for the answer to another kind of challenge", async () => {
    const { post, signed, sent } = await serving();
    const [message, transfer] = [(await signed()).answer, (await sent()).answer];
    const verified = await post("verify", { ...message, challenge_id: transfer.challenge_id });
    const observed = await post("observe", { ...transfer, challenge_id: message.challenge_id });
    for (const { status, body } of [verified, observed]) {
      expect([status, issuesOf(body)]).toEqual([400, [["not_allowed", "/challenge_id"]]]);
    }
  });

  it.each<[string, ContractSignatures, number, string]>([
    ["is silent", () => Promise.reject(new ComplianceError("provider_timeout", "No answer.")), 504, "provider_timeout"],
    ["fails", () => Promise.reject(new Error("Jane Doe")), 503, "provider_unavailable"],
    ["answers otherwise than it must", async () => "yes" as never, 502, "provider_unreadable"],
  ])("says that the node for contract wallets %s", async (_, contractSignatures, status, code) => {
    const { compliance, post, signed } = await serving({ contractSignatures });
    const { challenge, answer } = await signed(stranger);
    expect(await post("verify", answer)).toMatchObject({ status, body: { code } });
    expect((await compliance.storage.ownership.find(challenge.challenge_id))?.tries).toEqual([]);
  });
});

describe("POST /engine/ownership/observe", () => {
  it("proves the address by a transfer, once", async () => {
    const { handler, post, sent } = await serving();
    const { answer } = await sent();
    const { status, body } = await post("observe", answer);
    expect([status, Object(body).data]).toMatchObject([
      200,
      { status: "proved", method: "transfer", transaction_hash: "0x01", actor: officer },
    ]);
    expect((await send(handler, proofsOf(wallet.address))).body).toEqual(success([Object(body).data]));
    expect(await post("observe", answer)).toMatchObject({ status: 409, body: { code: "challenge_used" } });
  });

  it("is 200 for another transfer, and 404 for an unknown challenge", async () => {
    const { post, sent } = await serving();
    const { answer } = await sent();
    const other = { ...answer, transaction: { ...answer.transaction, amount: "1" } };
    expect(await post("observe", other)).toMatchObject({
      status: 200,
      body: { data: { status: "refused", reason: "transaction_amount", tries_left: 10 } },
    });
    const { status, body } = await post("observe", { ...answer, challenge_id: "none" });
    expect([status, Object(body).code]).toEqual([404, "unknown_challenge"]);
  });

  it("is 400 for an amount that is a number, or a time without offset", async () => {
    const { post, sent } = await serving();
    const { answer } = await sent();
    const transaction = { ...answer.transaction, amount: 1e20, at: "2026-12-01T12:00:00" };
    const { status, body } = await post("observe", { ...answer, transaction });
    expect([status, issuesOf(body)]).toEqual([
      400,
      [
        ["wrong_type", "/transaction/amount"],
        ["not_a_timestamp", "/transaction/at"],
      ],
    ]);
  });
});

describe("GET /analytics/chains/{chain}/addresses/{address}/proofs", () => {
  it("finds the proofs by any spelling of the address, the newest first", async () => {
    const { compliance, handler, post, signed, sent } = await serving();
    await post("verify", (await signed()).answer);
    compliance.wait(1_000);
    await post("observe", (await sent()).answer);
    const { body } = await send(handler, proofsOf(wallet.address.toLowerCase()));
    expect(Object(body).data.map(({ method }: never) => method)).toEqual(["transfer", "message"]);
  });

  it("is an empty list without one, also on an unknown chain", async () => {
    const { handler } = await serving();
    for (const each of [proofsOf(wallet.address), proofsOf("0x1"), proofsOf(wallet.address, "mars")]) {
      expect(await send(handler, each)).toMatchObject({ status: 200, body: { data: [] } });
    }
    const { status, body } = await send(handler, `${proofsOf(wallet.address)}?account_ref_id=A-1`);
    expect([status, issuesOf(body)]).toEqual([400, [["unknown_property", "/account_ref_id"]]]);
  });
});

it("POST /engine/transfers/decide executes with a proof what it did not without", async () => {
  const { handler, post, signed } = await serving();
  const transfer = { ...WITHDRAWAL, amount: "1000.01", beneficiary_address: wallet.address, evidence: MEASURE };
  const decide = async () => Object((await send(handler, "/engine/transfers/decide", { body: transfer })).body).data;
  expect(await decide()).toMatchObject({
    decision: "request_information",
    missing: [{ duty: "ownership_check" }],
    proofs: [],
  });
  const { body } = await post("verify", (await signed()).answer);
  expect(await decide()).toMatchObject({ decision: "execute", version: 2, proofs: [Object(body).data] });
});

it("an actor that is none is 500, and nothing is stored", async () => {
  const { compliance, signed } = await serving();
  const { challenge, answer } = await signed();
  const handler = handlerOf(compliance, { authenticate: () => ({ actor: "Jane Doe" }) });
  for (const [to, body] of Object.entries({ challenges: request, verify: answer })) {
    const answered = await send(handler, `${path}/${to}`, { body });
    expect(answered).toMatchObject({ status: 500, body: { code: "configuration_invalid" } });
  }
  expect((await compliance.storage.ownership.find(challenge.challenge_id))?.revision).toBe(1);
});

it("no answer but a proof repeats a value of the request", async () => {
  const { handler, signed, sent } = await serving();
  const name = "Canary";
  const [message, transfer] = [(await signed()).answer, (await sent()).answer];
  const bodies: readonly (readonly [to: string, body: object])[] = [
    ["challenges", { ...request, account_ref_id: name }],
    ["challenges", { ...request, chain: name, address: name, method: name, [name]: name }],
    ["verify", { ...message, signature: name, public_key: name }],
    ["verify", { ...message, format: name }],
    ["verify", { ...message, challenge_id: name }],
    ["verify", { ...message, signature: `${name}\n` }],
    ["observe", { ...transfer, transaction: { ...transfer.transaction, hash: name, amount: "1" } }],
    ["observe", { ...transfer, transaction: { ...transfer.transaction, sender: name, at: name } }],
  ];
  for (const [to, body] of bodies) {
    const said = await saidBy(await handler(requestTo("POST", `${path}/${to}`, { body })));
    // Also not in a path: the name of an unknown property is one that is safe to log.
    expect(said.replaceAll(`/${name}`, "")).not.toContain(name);
  }
});

it("a secret in place of a signature is refused, and not stored", async () => {
  const { compliance, post, signed } = await serving();
  const { challenge, answer } = await signed();
  const secret = "abandon ".repeat(11).concat("about");
  const { status, body } = await post("verify", { ...answer, signature: secret });
  expect([status, Object(body).data]).toMatchObject([200, { status: "refused", reason: "secret_key" }]);
  expect(JSON.stringify(body)).not.toContain("abandon");
  expect(JSON.stringify(await compliance.storage.ownership.find(challenge.challenge_id))).not.toContain("abandon");
});
