/** Makes challenges: the text to sign, or the amount to send. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChainModule, RegisteredChains } from "../chains/chain.js";
import { bare, own } from "../own.js";
import { timeAfter, toIsoOffset } from "../timestamp.js";
import { type OwnershipMethod, RANDOM_BYTES, type SignInRequest, type TextToSign } from "./method.js";
import type { OwnershipRecord } from "./proof.js";
import type { ChallengeRequest } from "./requests.js";
import { signInText } from "./sign-in-text.js";

/** What the texts of a website say, and the methods by the names of their chains. */
interface Signing {
  readonly domain: string;
  readonly uri: string;
  readonly statement: string;
  readonly methods: ReadonlyMap<string, OwnershipMethod>;
}

interface Context {
  readonly ownership: Signing;
  readonly chains: RegisteredChains;
  readonly at: Date;
}

const A_QUARTER = 15 * 60 * 1000;
const A_DAY = 24 * 60 * 60 * 1000;

/** Returns a new challenge. The method of the chain must support the requested one. */
export function newChallenge(request: ChallengeRequest, { ownership, chains, at }: Context): OwnershipRecord {
  const { account_ref_id, chain, address, method } = request;
  const isTransfer = method === "transfer";
  const lasting = own(request, "expires_in_ms") ?? (isTransfer ? A_DAY : A_QUARTER);
  const issued = toIsoOffset(at);
  const base = {
    ...{ challenge_id: bytesToHex(randomBytes(RANDOM_BYTES)), account_ref_id, chain, address, method },
    ...{
      issued,
      expires: timeAfter(issued, lasting),
      salt: bytesToHex(randomBytes(RANDOM_BYTES)),
      tries: [],
      revision: 1,
    },
  };
  if (isTransfer) {
    // The cast: the rules require it for a transfer.
    const deposit_address = own(request, "deposit_address") as string;
    return { ...base, deposit_address, amount: amountOn(chains.get(chain) as ChainModule) };
  }
  // The cast: the operation has checked that the chain has a method.
  const signing = ownership.methods.get(chain) as OwnershipMethod;
  const nonce = bytesToHex(randomBytes(signing.nonceBytes ?? RANDOM_BYTES));
  const signIn: SignInRequest = {
    ...{ domain: ownership.domain, uri: ownership.uri, statement: ownership.statement, chain, address, nonce },
    chain_id: chainIdOf(signing, chain),
    issued: utc(base.issued),
    expires: utc(base.expires),
    request_id: digestOf(account_ref_id, base.salt),
  };
  const { text, message, recipient } = bare(toSign(signing, signIn, method));
  const isPassed = message !== undefined;
  return {
    ...base,
    text,
    ...(isPassed && { message, nonce }),
    ...(recipient !== undefined && { recipient }),
  };
}

/** Returns the CAIP-2 id of a chain of the method. */
export function chainIdOf({ chains }: OwnershipMethod, chain: string): string {
  // The cast: the options have the method under this chain.
  return own(chains, chain) as string;
}

function toSign(signing: OwnershipMethod, request: SignInRequest, method: "message" | "typed_data"): TextToSign {
  const composed = signing.compose?.(request, method) ?? { text: signInText(request, signing.accountOf) };
  // A method of the caller may return anything; the caller of this function names it.
  if (typeof composed.text !== "string" || composed.text === "") throw new TypeError("no text");
  return composed;
}

/** As EIP-4361 and wallets write times. */
function utc(time: string): string {
  return time.replace("+00:00", "Z");
}

/** Returns the digest of an account. Without the salt, which is not in the text, account ids cannot be tried. */
function digestOf(account_ref_id: string, salt: string): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${salt}:`), utf8ToBytes(account_ref_id))));
}

/** Fewer base units are refused as dust (Dogecoin, Litecoin), or are below the least output (Cardano). */
const LEAST: ReadonlyMap<string, bigint> = new Map([
  ["doge", 1_000_000n],
  ["litecoin", 10_000n],
  ["cardano", 1_000_000n],
]);

/** Returns 1,000 to 9,999 units of at most eight decimals, more where the chain needs more. */
function amountOn({ name, decimals }: ChainModule): string {
  const unit = 10n ** BigInt(Math.max(0, decimals - 8));
  const drawn = randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % 9_000;
  return String((LEAST.get(name) ?? 0n) + BigInt(1_000 + drawn) * unit);
}
