/** Calls of OwnershipRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { OwnershipRecord } from "../../domain/ownership/proof.js";
import { jsonText } from "../outcome.js";
import { insertAccount, removeAccount } from "./account-steps.js";
import { compareElements } from "./model.js";
import { ACTOR, ADDRESSES, anyReference, REFERENCES, STAMP, stamp } from "./records.js";
import { type Model, type Step, type Steps, step } from "./step.js";
import { withOrderedTies } from "./walk.js";

type Place = Pick<OwnershipRecord, "chain" | "address">;

/** Account and address of each challenge. */
const PLACES = new Map([
  ["c1", { account_ref_id: "r1", ...ADDRESSES[0] }],
  ["C1", { account_ref_id: "r2", ...ADDRESSES[0] }],
  ["c2", { account_ref_id: "r1", ...ADDRESSES[1] }],
  ["__proto__", { account_ref_id: "__proto__", ...ADDRESSES[0] }],
]);
const CHALLENGES = [...PLACES.keys()];

interface ChallengeParts extends Partial<Pick<OwnershipRecord, "account_ref_id" | "address" | "expires">> {
  readonly proved_at?: string | undefined;
  /** Of a proof by a transfer. */
  readonly hash?: string | undefined;
}

/** Returns a record. Its second revision has a try, and a later one may have a proof. */
export function challengeRecord(
  challenge_id: string,
  revision = 1,
  { expires = STAMP, proved_at, hash, ...given }: ChallengeParts = {},
): OwnershipRecord {
  const place = { ...(PLACES.get(challenge_id) ?? { account_ref_id: challenge_id, ...ADDRESSES[0] }), ...given };
  const tried = { tried_at: STAMP, status: "refused", reason: "signature_wrong", actor: ACTOR } as const;
  return {
    ...{ challenge_id, ...place, method: "message", issued: STAMP, expires, text: "é text", nonce: "00", salt: "01" },
    tries: revision === 1 ? [] : [tried],
    ...(proved_at !== undefined && { proof: { proved_at, ...provedBy(hash), actor: ACTOR } }),
    revision,
  };
}

function provedBy(hash: string | undefined) {
  return hash === undefined ? { format: "micheline", signature: "edsig" } : { transaction_hash: hash };
}

/** The first three are one transaction. */
const HASHES = ["0xAb01", "ab01", "AB01", "ab02", "5VERv8NMvzbJ", "5verv8nmvzbj", "__proto__"];

/** Thirty days after the expiry. Written apart from the code that is checked. */
function usedUntil({ expires }: OwnershipRecord): string {
  return new Date(Date.parse(expires) + 2_592_000_000).toISOString().replace("Z", "+00:00");
}

/** Returns chain and hash of the proof. */
function transactionOf({ chain, proof }: OwnershipRecord): string | undefined {
  const hash = proof?.transaction_hash;
  if (hash === undefined) return undefined;
  return jsonText([chain, /^(0x)?ab0/i.test(hash) ? hash.slice(-4).toLowerCase() : hash]);
}

function saveChallenge(record: OwnershipRecord): Step {
  const { challenge_id, account_ref_id, revision } = record;
  return step("ownership.save", [record], {
    call: ({ ownership }) => ownership.save(record),
    expected: ({ challenges, accounts, used }) => {
      if ((challenges.get(challenge_id)?.revision ?? 0) + 1 !== revision) return "changed_meanwhile";
      if (!accounts.has(account_ref_id)) return "unknown_account";
      const transaction = transactionOf(record);
      if (transaction !== undefined && used.has(transaction)) return "transaction_used";
      if (transaction !== undefined) used.set(transaction, usedUntil(record));
      challenges.set(challenge_id, record);
      return "saved";
    },
  });
}

const anyHash = fc.option(fc.constantFrom(...HASHES), { nil: undefined });

const anySave = fc
  .tuple(
    fc.constantFrom(...CHALLENGES),
    fc.constantFrom(1, 1, 2, 2, 3),
    stamp,
    fc.option(stamp, { nil: undefined }),
    anyHash,
  )
  .map(([id, revision, expires, proved_at, hash]) =>
    saveChallenge(challengeRecord(id, revision, { expires, proved_at: revision === 1 ? undefined : proved_at, hash })),
  );

/** A challenge with its proof, which is saved at once. */
export const anyProof = fc
  .tuple(fc.constantFrom(...CHALLENGES), stamp)
  .map(([id, proved_at]) => saveChallenge(challengeRecord(id, 1, { proved_at })));

/** A proof by a transfer, which is saved at once. */
const anyTransfer = fc
  .tuple(fc.constantFrom(...CHALLENGES), stamp, stamp, fc.constantFrom(...HASHES))
  .map(([id, expires, proved_at, hash]) => saveChallenge(challengeRecord(id, 1, { expires, proved_at, hash })));

function findChallenge(id: string): Step {
  return step("ownership.find", [id], {
    call: ({ ownership }) => ownership.find(id),
    expected: ({ challenges }) => challenges.get(id),
  });
}

function proofsAt({ chain, address }: Place, account?: string): Step {
  return step("ownership.proofs", [chain, address, account], {
    call: async ({ ownership }) => inOrder(await ownership.proofs(chain, address, account)),
    expected: (model) => {
      const found = expectedProofs(model, { chain, address });
      return account === undefined ? found : found.filter(({ account_ref_id }) => account_ref_id === account);
    },
  });
}

/** Returns records of equal time in one order, because a storage may choose it. */
export function inOrder(found: readonly OwnershipRecord[]): readonly OwnershipRecord[] {
  return withOrderedTies(found, provedAt, ({ challenge_id }) => challenge_id);
}

function provedAt({ proof }: OwnershipRecord): string {
  return proof?.proved_at ?? "";
}

/** Returns the records of an address with a proof, newest first. Written apart from the code that is checked. */
export function expectedProofs({ challenges }: Model, { chain, address }: Place): readonly OwnershipRecord[] {
  const found = [...challenges.values()].filter(
    (each) => each.proof !== undefined && each.chain === chain && each.address === address,
  );
  return found.sort(
    (a, b) => -compareElements([provedAt(a)], [provedAt(b)]) || compareElements([a.challenge_id], [b.challenge_id]),
  );
}

/** Also times at which transactions are no longer used. */
const anyEnd = fc.oneof(
  stamp,
  stamp.map((expires) => usedUntil(challengeRecord("c1", 1, { expires }))),
);

const pruneChallenges = anyEnd.map((before) =>
  step("ownership.prune", [before], {
    call: ({ ownership }) => ownership.prune(before),
    expected: ({ challenges, used }) => {
      for (const [transaction, expires] of used) if (expires < before) used.delete(transaction);
      const expired = [...challenges.values()].filter(({ proof, expires }) => proof === undefined && expires < before);
      for (const { challenge_id } of expired) challenges.delete(challenge_id);
      return expired.length;
    },
  }),
);

const anyProofs = fc
  .tuple(fc.constantFrom(...ADDRESSES.slice(0, 2)), fc.option(anyReference, { nil: undefined }))
  .map(([place, account]) => proofsAt(place, account));

export const ownershipSteps: Steps = {
  first: REFERENCES.map((id) => insertAccount(id)),
  writes: [anySave, anyTransfer],
  reads: [fc.constantFrom(...CHALLENGES).map(findChallenge), anyProofs],
  lists: [
    fc.oneof(
      pruneChallenges,
      anyReference.map((id) => removeAccount(id)),
    ),
    anyReference.map((id) => insertAccount(id)),
  ],
  finalReads: [...CHALLENGES.map(findChallenge), ...ADDRESSES.slice(0, 2).map((place) => proofsAt(place))],
};

/** Concurrent changes of challenges and removals of their accounts. */
export const ownershipRaces: Steps = {
  ...ownershipSteps,
  reads: [fc.constantFrom(...CHALLENGES).map(findChallenge)],
  writes: [
    fc.oneof(
      { weight: 4, arbitrary: anySave },
      anyReference.map((id) => removeAccount(id)),
    ),
  ],
};
