/** Requests about proofs of ownership. */
import fc from "fast-check";
import {
  type Chain,
  type ChallengeRequest,
  type OwnershipObserveRequest,
  type OwnershipVerifyRequest,
  parseAddress,
  tagOf,
  unwrap,
} from "../../../src/index.js";
import { type OptionalProperties, recordOf } from "../../../src/testing/arbitraries/account.js";
import { chainAndAddress, validAddress } from "../../../src/testing/arbitraries/address.js";
import { text } from "../../../src/testing/arbitraries/text.js";

const expires_in_ms = fc.integer({ min: 1_000, max: 2_592_000_000 });

/** Transfers on every chain, and texts on Solana. */
export function challengeRequest(which: OptionalProperties = "any"): fc.Arbitrary<ChallengeRequest> {
  const common = recordOf({ account_ref_id: text(), expires_in_ms }, ["account_ref_id"], which);
  const transfer = chainAndAddress().chain(({ chain, address }) =>
    validAddress(chain)
      .filter((deposit_address) => isUntagged(chain, deposit_address))
      .filter((deposit_address) => canonicalOf(chain, deposit_address) !== canonicalOf(chain, address))
      .map((deposit_address) => ({ chain, address, method: "transfer" as const, deposit_address })),
  );
  const message = validAddress("solana").map((address) => ({
    chain: "solana" as const,
    address,
    method: "message" as const,
  }));
  const place =
    which === "all" ? transfer : fc.oneof<fc.Arbitrary<Omit<ChallengeRequest, "account_ref_id">>[]>(transfer, message);
  return fc.tuple(common, place).map(([given, where]) => ({ ...given, ...where }));
}

function canonicalOf(chain: Chain, address: string): string {
  return unwrap(parseAddress(chain, address)).canonical;
}

function isUntagged(chain: Chain, address: string): boolean {
  return tagOf(unwrap(parseAddress(chain, address))) === undefined;
}

/** As ledgers write hashes and ids: hex, base58, base64, and the ids of Hedera. */
const transactionHash = fc.stringMatching(
  /^(?:(?:0x)?[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{43,88}|[0-9A-Za-z+/]{43}=|0\.0\.\d{1,7}@\d{10}\.\d{9})$/,
);

export function ownershipVerify(which: OptionalProperties = "any"): fc.Arbitrary<OwnershipVerifyRequest> {
  const model = { challenge_id: text(), account_ref_id: text(), signature: fc.base64String({ minLength: 4 }) };
  return recordOf(
    { ...model, public_key: fc.base64String({ minLength: 4 }) },
    ["challenge_id", "account_ref_id", "signature"],
    which,
  );
}

/** Transfers on every chain. They have no optional property. */
export function ownershipObserve(): fc.Arbitrary<OwnershipObserveRequest> {
  const transaction = chainAndAddress().chain(({ chain, address: sender }) =>
    fc.record({
      hash: transactionHash,
      chain: fc.constant(chain),
      sender: fc.constant(sender),
      recipient: validAddress(chain),
      amount: fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }).map(String),
      at: fc.constantFrom("2026-11-20T08:00:00Z", "2026-11-20T09:00:00.5+01:00"),
    }),
  );
  return fc.record({ challenge_id: text(), account_ref_id: text(), transaction });
}
