/** What the OpenAPI document says about the operations on ownership, with examples. */

import { created, OTHER_ADDRESS, type Records, type Texts } from "./openapi-examples.js";

/** Returns the description of each operation on ownership that has a route. */
export function ownershipTexts({ challenge, proof }: Records): Texts {
  const { account_ref_id, chain, address, method, challenge_id } = challenge;
  const paid = transferProof({ challenge, proof });
  const { transaction_hash: hash, deposit_address: recipient, amount } = paid;
  return {
    "ownership.challenge": {
      summary: "Make a challenge to prove control of an address",
      input: "ChallengeRequest",
      data: "Challenge",
      body: { account_ref_id, chain, address, method },
      example: challenge,
    },
    "ownership.verify": {
      summary: "Verify a signature as the answer to a challenge",
      input: "OwnershipVerifyRequest",
      data: "OwnershipAnswer",
      statuses: [404, 409, 502, 504],
      body: { challenge_id, account_ref_id, signature: proof.signature },
      example: proof,
    },
    "ownership.observe": {
      summary: "Compare a final transfer with a challenge",
      input: "OwnershipObserveRequest",
      data: "OwnershipAnswer",
      statuses: [404, 409],
      body: {
        challenge_id: paid.challenge_id,
        account_ref_id,
        transaction: { hash, chain, sender: address, recipient, amount, at: created },
      },
      example: paid,
    },
    "ownership.of": {
      summary: "Find the proofs of an address",
      data: "[Proof]",
      example: [proof],
    },
  };
}

/** A proof of the same address by a transfer. */
function transferProof({ challenge, proof }: Pick<Records, "challenge" | "proof">) {
  const { account_ref_id, chain, address, issued } = challenge;
  const { status, proved_at, actor } = proof;
  return {
    ...{ status, challenge_id: "084fed08b978af4d7d196a7446a86b58", account_ref_id, chain, address },
    ...{ method: "transfer", issued, deposit_address: OTHER_ADDRESS, amount: "34020000000000", proved_at },
    ...{ transaction_hash: "0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b", actor },
  };
}
