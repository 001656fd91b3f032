/** Challenges that are open in a compliance. Their ids are random, so no drawn input has them. */
import { type Challenge, type Compliance, unwrap } from "../../../src/index.js";
import { individual } from "../samples.js";
import { solanaWallet } from "./solana-wallet.js";

/** The wallet that is proved. */
export const provedWallet = solanaWallet.wallet(new Uint8Array(32).fill(7));

const request = { account_ref_id: "A-1", chain: "solana", address: provedWallet.address } as const;

const answers = new WeakMap<Compliance, object>();

/** Returns the input about the open challenge of a compliance; the input itself if there is none. */
export function ofOpenChallenge(compliance: Compliance, input: unknown): unknown {
  const answer = answers.get(compliance);
  return answer === undefined ? input : { ...Object(input), ...answer };
}

const messageTask = { method: "message" } as const;
const transferTask = {
  method: "transfer",
  deposit_address: solanaWallet.wallet(new Uint8Array(32).fill(8)).address,
} as const;

/** Makes a challenge of the stored account A-1. Inputs get its id, and what `answer` returns. */
async function open(
  compliance: Compliance,
  task: typeof messageTask | typeof transferTask,
  answer: (challenge: Challenge) => object,
): Promise<void> {
  const challenge = unwrap(await compliance.ownership.challenge({ ...request, ...task }));
  const { challenge_id, account_ref_id } = challenge;
  answers.set(compliance, { challenge_id, account_ref_id, ...answer(challenge) });
}

/** Makes a challenge to sign a message. Inputs get its id, and the true signature if wanted. */
export function openMessage(compliance: Compliance, isSigned: boolean): Promise<void> {
  return open(compliance, messageTask, ({ text = "" }) => (isSigned ? provedWallet.sign(text) : {}));
}

/** Makes a challenge to send an amount. Inputs get its id, and the true transaction if wanted. */
export function openTransfer(compliance: Compliance, isSent: boolean): Promise<void> {
  return open(compliance, transferTask, (challenge) => (isSent ? { transaction: transactionOf(challenge) } : {}));
}

function transactionOf({ chain, address, deposit_address, amount, issued }: Challenge): object {
  return { hash: "0x01", chain, sender: address, recipient: deposit_address, amount, at: issued };
}

/** Stores the account A-1 with a proof of its wallet. */
export async function storeProof(compliance: Compliance): Promise<void> {
  await compliance.accounts.create({ ...individual, reference_id: "A-1" });
  await openMessage(compliance, true);
  unwrap(await compliance.ownership.verify(ofOpenChallenge(compliance, {})));
}
