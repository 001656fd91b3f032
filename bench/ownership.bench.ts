/** Measures the verification of one signed text with `vaspkit/ownership`, beside the libraries of each chain. */
import {
  algorandMessages,
  bitcoinMessages,
  cosmosMessages,
  evmMessages,
  type OwnershipMethod,
  polkadotMessages,
  rippleMessages,
  solanaMessages,
  stellarMessages,
  verifySignature,
} from "vaspkit/ownership";
import { walletCases } from "../test/support/ownership/wallets.js";
import type { Benchmark, Findings, Ratio, Run, Table } from "./kit/benchmark.js";
import { wrongOf } from "./kit/numbers.js";
import { asyncLoopOf, inTurns, timesAsFast, timingTable, turnsOf } from "./kit/timing.js";
import type { Accepts, SignedItem } from "./peers/signatures.js";
import * as peers from "./peers/signatures.js";

const OURS = "vaspkit";
const SIZE = { full: 60, quick: 10, tiny: 3 } as const;

/** By the names of the wallets of test/support/ownership, which sign the texts. */
const subjects: Readonly<Record<string, readonly [method: OwnershipMethod, peer: string, accepts: Accepts]>> = {
  "evm, eip-191": [evmMessages, "viem", peers.viemMessage],
  "evm, eip-712": [evmMessages, "viem", peers.viemTypedData],
  solana: [solanaMessages, "tweetnacl", peers.tweetnacl],
  "bitcoin p2pkh, bip-137": [bitcoinMessages, "bitcoinjs-message", peers.bitcoinjs],
  stellar: [stellarMessages, "@stellar/stellar-base", peers.stellarBase],
  "ripple secp256k1": [rippleMessages, "ripple-keypairs", peers.rippleKeypairs],
  "polkadot sr25519": [polkadotMessages, "@polkadot/util-crypto", peers.utilCrypto],
  cosmos: [cosmosMessages, "@cosmjs/crypto", peers.cosmjs],
  algorand: [algorandMessages, "algosdk", peers.algorandSdk],
};

/**
 * Peers that are not expected to be slower: libsecp256k1 in C, and libraries over the same curves that check less, such as
 * the strict encodings of keys and signatures.
 */
const OPEN = new Set(["bitcoinjs-message", "@stellar/stellar-base", "ripple-keypairs", "@cosmjs/crypto"]);

/** Signs a text of usual length by each of some wallets. */
function signedBy(name: string, size: number): readonly SignedItem[] {
  const walletCase = walletCases.find((each) => each.name === name);
  if (walletCase === undefined) throw new Error(`There are no wallets ${name}.`);
  return Array.from({ length: size }, (_, n) => {
    const { address, sign } = walletCase.wallet(new Uint8Array(32).fill(n + 1));
    const drawn = `exchange.example wants you to sign in.\n\n${"I confirm that I control this address. ".repeat(8)}\n${n}`;
    const text = walletCase.toText?.(drawn) ?? drawn;
    return { address, text, ...sign(text) };
  });
}

/** Returns each item, and the same with the text and with the signature of the next one. */
function judged(items: readonly SignedItem[]): readonly (readonly [item: SignedItem, isSigned: boolean])[] {
  return items.flatMap((item, n) => {
    const { text, signature } = items[(n + 1) % items.length] ?? item;
    return [[item, true] as const, [{ ...item, text }, false] as const, [{ ...item, signature }, false] as const];
  });
}

/** Counts wrong answers. An exception is a refusal. */
async function wrongAnswers(accepts: Accepts, items: readonly SignedItem[]): Promise<number> {
  let wrong = 0;
  for (const [item, isSigned] of judged(items)) {
    const isAccepted = await Promise.resolve(item)
      .then(accepts)
      .catch(() => false);
    if (isAccepted !== isSigned) wrong += 1;
  }
  return wrong;
}

async function measure({ scale, progress }: Run): Promise<Findings> {
  const found = { tables: [] as Table[], ratios: {} as Record<string, Ratio>, wrong: [] as string[] };
  for (const [name, [method, peer, peerAccepts]] of Object.entries(subjects)) {
    progress(name);
    const items = signedBy(name, SIZE[scale]);
    const accepts: Accepts = (item) => verifySignature(method, item).status === "proved";
    const contenders = Object.entries({ [OURS]: accepts, [peer]: peerAccepts });
    const wrong = new Map<string, number>();
    for (const [each, own] of contenders) wrong.set(each, await wrongAnswers(own, items));
    const loops = contenders.map(([each, own]) => ({
      name: each,
      run: asyncLoopOf(async (item: SignedItem) => own(item)),
    }));
    const timings = await inTurns(loops, items, turnsOf[scale]);
    const right = { "wrong answers": (each: string) => wrongOf(wrong.get(each) ?? 0, 3 * items.length) };
    found.tables.push(timingTable(name, "one signature", timings, OURS, right));
    const ratio = { ...timesAsFast(timings, OURS, peer), atLeast: 1, ...(OPEN.has(peer) && { isOpen: true as const }) };
    found.ratios[`${name}: times as fast as ${peer}`] = ratio;
    for (const [each, count] of wrong) if (count > 0) found.wrong.push(`${name}: ${each} has ${count} wrong answers`);
  }
  return found;
}

export const benchmark: Benchmark = {
  measures: "The time to verify one signed text, beside the libraries that each chain's developers use.",
  packages: [...new Set(Object.values(subjects).map(([, peer]) => peer))],
  measure,
};
