/** The part of pollution-battery.ts about proofs of ownership, on each storage. */
import { base64 } from "@scure/base";
import type { Compliance, OwnershipOptions } from "../../src/index.js";
import { bitcoinMessages, evmMessages, nearMessages, solanaMessages } from "../../src/ownership.js";
import { HOT_WALLET, OFFICER, WALLET } from "./decision-samples.js";
import { keysOf, payments, signLegacy } from "./ownership/bitcoin-wallets.js";
import { solanaWallet } from "./ownership/solana-wallet.js";
import { untyped } from "./untyped.js";

/** For `createCompliance`. A contract accepts every signature. */
export const OWNERSHIP: OwnershipOptions = {
  domain: "exchange.example",
  methods: [bitcoinMessages, evmMessages, nearMessages, solanaMessages],
  maxAgeMs: 86_400_000,
  contractSignatures: async () => true,
};

type Recorder = (name: string, run: () => unknown) => Promise<void>;

/** Signing is not tested, so the signature of a text is kept from the first run, which is without a pollution. */
const signatures = new Map<string, string>();

function signed(text: string, sign: (text: string) => string): string {
  const signature = signatures.get(text) ?? sign(text);
  signatures.set(text, signature);
  return signature;
}

/** The next random byte. Each challenge begins with one of its own, because curves draw bytes too. */
let next = 0;

const seed = new Uint8Array(32).fill(7);
const solana = solanaWallet.wallet(seed);
const [key = seed] = keysOf(seed);

const OTHER_SIGNATURE =
  "0x76c7a1d63998b6073a6a71af8c78af2daf2bd726580324a40412589f3acfe8cc24d015f8222b5f2bc7787bb88f189ec2ccf1c77a3ad25d73fe5a68f9950aac121b";

/** Wallets that sign, by the name of their chain. */
const wallets: Readonly<Record<string, { readonly address: string; readonly sign: (text: string) => string }>> = {
  solana: { address: solana.address, sign: (text) => solana.sign(text).signature },
  bitcoin: { address: payments.p2pkh(key).address ?? "", sign: (text) => base64.encode(signLegacy(text, key)) },
  // The signature of another key, which the contract accepts.
  ethereum: { address: WALLET, sign: () => OTHER_SIGNATURE },
  near: { address: "relay.aurora", sign: () => base64.encode(new Uint8Array(64).fill(1)) },
};

const faulty: Readonly<Record<string, object>> = {
  empty: {},
  "of an unknown account": {
    ...{ account_ref_id: "N", chain: "solana", address: solana.address },
    ...{ method: "message", expires_in_ms: 60_000 },
  },
  "of a transfer to no address": {
    ...{ account_ref_id: "A-1", chain: "solana", address: solana.address, method: "transfer" },
  },
  "of typed data on Solana": {
    ...{ account_ref_id: "A-1", chain: "solana", address: solana.address, method: "typed_data" },
  },
  "of a chain without a method": {
    ...{ account_ref_id: "A-1", chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb", method: "message" },
  },
};

/** Makes challenges, answers them, and lists proofs, with the same random bytes in each run. */
export async function runOwnership(compliance: Compliance, on: Recorder): Promise<void> {
  const { crypto } = globalThis;
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => {
    // The writer of rows, which must differ from process to process.
    if (!(bytes instanceof Uint8Array) || bytes.length === 8) return real(bytes);
    bytes.fill(next);
    next += 1;
    return bytes;
  };
  try {
    for (const chain of Object.keys(wallets)) await runSignatures(compliance, chain, on);
    await runTransfers(compliance, on);
    for (const [title, input] of Object.entries(faulty)) {
      await on(`ownership.challenge ${title}`, () => compliance.ownership.challenge(untyped(input)));
    }
    await on("ownership.prune", () => compliance.ownership.prune({ before: "2027-01-01", actor: OFFICER }));
  } finally {
    Reflect.deleteProperty(crypto, "getRandomValues");
  }
}

async function runSignatures({ ownership }: Compliance, chain: string, on: Recorder): Promise<void> {
  const { address = "", sign = String } = wallets[chain] ?? {};
  for (const method of chain === "ethereum" ? ["message", "typed_data"] : ["message"]) {
    let [challenge_id, text] = ["none", ""];
    next = 32 * Object.keys(wallets).indexOf(chain) + (method === "message" ? 0 : 16);
    await on(`ownership.challenge of ${chain}, ${method}`, async () => {
      const made = await ownership.challenge(untyped({ account_ref_id: "A-1", chain, address, method }));
      if (made.ok) [challenge_id, text] = [made.value.challenge_id, made.value.text ?? ""];
      return made;
    });
    const answer = { challenge_id, account_ref_id: "A-1", signature: "wrong" };
    const answers: Readonly<Record<string, object>> = {
      empty: {},
      "by another account": { ...answer, account_ref_id: "A-2" },
      malformed: { ...answer, public_key: "wrong" },
      "of an unknown format": { ...answer, format: "wrong" },
      "of a secret": { ...answer, signature: "11".repeat(32) },
      true: { ...answer, signature: signed(text, sign) },
      again: { ...answer, signature: signed(text, sign) },
    };
    for (const [title, input] of Object.entries(answers)) {
      await on(`ownership.verify ${chain}, ${method}, ${title}`, () => ownership.verify(untyped(input)));
    }
  }
  await on(`ownership.of ${chain}`, () => ownership.of(chain as "solana", address));
}

async function runTransfers({ ownership }: Compliance, on: Recorder): Promise<void> {
  const asked = { account_ref_id: "A-1", chain: "ethereum", address: WALLET, method: "transfer" };
  let challenge: { readonly challenge_id?: string; readonly amount?: string; readonly issued?: string } = {};
  next = 128;
  await on("ownership.challenge of a transfer", async () => {
    const made = await ownership.challenge(untyped({ ...asked, deposit_address: HOT_WALLET }));
    if (made.ok) challenge = made.value;
    return made;
  });
  const { challenge_id, amount, issued } = challenge;
  const transaction = { hash: "0x01", chain: "ethereum", sender: WALLET, recipient: HOT_WALLET, amount, at: issued };
  const transactions: Readonly<Record<string, object>> = {
    empty: {},
    "of another amount": { ...transaction, amount: "1" },
    true: transaction,
    again: transaction,
  };
  for (const [title, given] of Object.entries(transactions)) {
    const input = { challenge_id, account_ref_id: "A-1", transaction: given };
    await on(`ownership.observe ${title}`, () => ownership.observe(untyped(input)));
  }
  await on("ownership.of the sender", () => ownership.of("ethereum", WALLET));
}
