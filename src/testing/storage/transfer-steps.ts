/** Calls of TransferRepository and their expected answers, for drawn sequences. */
import * as fc from "fast-check";
import type { LinkedAmount } from "../../domain/thresholds/linked.js";
import { DECISIONS, type Decision, type KnownAddress } from "../../domain/transfers/decision.js";
import type { DecisionDraft, TransferListQuery } from "../../domain/transfers/decision-request.js";
import {
  TRANSFER_STATES,
  type TransferConfirmation,
  type TransferRecord,
  type TransferVersion,
} from "../../domain/transfers/record.js";
import type { TransferFactsQuery, TransferSideEffects } from "../../ports/transfers.js";
import { insertAccount, removeAccount } from "./account-steps.js";
import { changeAddress, historyOf, keyOf, removeAddress } from "./address-steps.js";
import { findAlert, insertAlert } from "./alert-steps.js";
import { addLinked, allOf, changeLinked } from "./linked-steps.js";
import { byCodeUnits, expectedAccount, expectedAddress, expectedLinks } from "./model.js";
import { anyProof, expectedProofs, inOrder } from "./ownership-steps.js";
import {
  ACTOR,
  ADDRESSES,
  addressUpdate,
  alert,
  anyReference,
  individual,
  linkedEvaluation,
  minute,
  REFERENCES,
  STAMP,
  stamp,
  TAGS,
  TRANSFER_IDS,
  vasp,
} from "./records.js";
import { eraseAny, pruneTransfers } from "./removal-steps.js";
import { type Model, type Step, type Steps, step } from "./step.js";
import { loadVasps } from "./vasp-steps.js";
import { listAll, type Walk, walkAmid } from "./walk.js";

/** The accounts of both sides; null: a party without an account. */
type Sides = readonly [originator: string | null, beneficiary: string | null];

interface TransferParts {
  readonly sides?: Sides;
  readonly decision?: Decision;
  readonly decided_at?: string;
  readonly confirmations?: readonly TransferConfirmation[];
}

const LINK_KEYS = ["k1", "k2"] as const;
const { reference_id: _, created: _created, last_modified: _modified, ...PARTY } = individual("party");
const KNOWN: KnownAddress = {
  is_own: false,
  is_self_hosted: null,
  vasp_id: null,
  tag_account: null,
  account: null,
  shared_by: [],
  has_many_links: false,
};

/** The own address, and that of the other side in each version. */
const [OWN_PLACE, ...OTHER_PLACES] = [ADDRESSES[0], ADDRESSES[2], ADDRESSES[3]] as const;

/** Returns a record. Its second version has another link key, and another address. */
export function transferRecord(transfer_id: string, revision = 1, parts: TransferParts = {}): TransferRecord {
  const { sides = ["r1", "r1"], decision = "execute", decided_at = STAMP, confirmations = [] } = parts;
  const [originator, beneficiary] = sides;
  const made = { decision, direction: "outgoing", kind: "vasp_to_vasp", decided_at } as const;
  const nothing = { reasons: [], missing: [], answers: [], screenings: [], evaluations: [], evidence: [], proofs: [] };
  const versions = LINK_KEYS.slice(0, revision).map((link_key, index): TransferVersion => {
    const transfer = {
      ...{ transfer_id, link_key, amount: "1", asset: "XTZ", chain: "tezos" },
      ...(originator === null ? { originator_account: PARTY } : { originator_account_reference_id: originator }),
      ...(beneficiary === null ? { beneficiary_account: PARTY } : { beneficiary_account_reference_id: beneficiary }),
      ...{ originator_vasp_id: "r1", beneficiary_vasp_id: "r2" },
      ...{ originator_address: OWN_PLACE.address, beneficiary_address: OTHER_PLACES[index]?.address },
    };
    return {
      ...{ version: index + 1, ...made, ...nothing, requirements: null, value: null, exchange: null, review: null },
      ...{ originator_account: PARTY, beneficiary_account: PARTY, actor: ACTOR },
      // The cast: each side has either an account or a party.
      transfer: transfer as DecisionDraft,
      known: { originator: KNOWN, beneficiary: KNOWN },
    };
  });
  const executed_without_permission = confirmations.some((each) => each.executed_without_permission);
  const accounts = [...new Set(sides)].filter((id) => id !== null);
  const state = confirmations.at(-1)?.outcome ?? "open";
  return { transfer_id, state, ...made, accounts, executed_without_permission, versions, confirmations, revision };
}

/** What stays the same in all revisions of a transfer. */
const TRANSFERS = new Map<string, TransferParts>([
  [TRANSFER_IDS[0], { sides: ["r1", "r1"] }],
  ["r1", { sides: ["r1", "r2"] }],
  ["R1", { sides: [null, "r2"], decided_at: "2026-02-03T04:05:06.790+00:00" }],
  ["__proto__", { sides: ["__proto__", null], decided_at: "2025-12-31T23:59:59.999+00:00" }],
]);
const anyTransfer = fc.constantFrom(...TRANSFER_IDS);

function saveTransfer(record: TransferRecord, effects?: TransferSideEffects): Step {
  const { transfer_id, revision } = record;
  return step("transfers.save", [record, effects], {
    call: ({ transfers }) => transfers.save(record, effects),
    expected: (model, answer) => {
      const { accounts, transfers } = model;
      const touched = effects?.accounts ?? [];
      const isKnown = touched.every(({ reference_id, created }) => accounts.get(reference_id)?.created === created);
      const isNext = (transfers.get(transfer_id)?.revision ?? 0) + 1 === revision;
      const refusals = [...(isNext ? [] : ["changed_meanwhile"]), ...(isKnown ? [] : ["unknown_account"])];
      if (refusals.length > 0) return refusals.find((each) => each === answer) ?? refusals[0];
      transfers.set(transfer_id, record);
      storeEffects(model, transfer_id, effects);
      return "saved";
    },
  });
}

function storeEffects(model: Model, transfer_id: string, effects: TransferSideEffects = {}): void {
  for (const key of effects.unlink ?? []) model.linked.delete(JSON.stringify([key, transfer_id]));
  for (const link of effects.linked ?? []) changeLinked(model, link);
  for (const use of effects.uses ?? []) model.uses.set(JSON.stringify([keyOf(use), transfer_id, use.side]), use);
}

/** Returns the uses of both addresses of a version. Written apart from the code that is checked. */
function usesOf(
  { transfer_id, versions }: TransferRecord,
  version: number,
  at: string,
): TransferSideEffects["uses"] & object {
  const transfer = versions.find((each) => each.version === version)?.transfer;
  const place = { chain: "tezos", transfer_id, at } as const;
  const [from, to] = [transfer?.originator_account_reference_id, transfer?.beneficiary_account_reference_id];
  return [
    { ...place, address: OWN_PLACE.address, side: "originator", account_ref_id: from ?? null },
    { ...place, address: String(transfer?.beneficiary_address), side: "beneficiary", account_ref_id: to ?? null },
  ];
}

function confirmation(outcome: string, version: number, at: string, isPermitted: boolean): TransferConfirmation {
  const executed_without_permission = outcome === "executed" && !isPermitted;
  // The cast: any state but open is an outcome.
  const confirmed = { outcome: outcome as TransferConfirmation["outcome"], executed_at: STAMP, confirmed_at: at };
  return { ...confirmed, version, actor: ACTOR, executed_without_permission };
}

/** Effects on one link key, which is not among those that the transfer leaves. */
function linkedEffects(
  { link_key, time, removed, unlink, ...effects }: DrawnEffects,
  transaction_id: string,
): TransferSideEffects {
  const place = { transaction_id, time, removed };
  const amounts = AMOUNTS.filter((amount) => !removed.includes(amount));
  const linked = link_key === undefined ? {} : { linked: [{ ...place, link_key, amounts }] };
  return { ...effects, ...(unlink && { unlink: unlink.filter((key) => key !== link_key) }), ...linked };
}

interface DrawnEffects extends Omit<TransferSideEffects, "linked"> {
  readonly link_key?: string | undefined;
  readonly time: string;
  readonly removed: readonly LinkedAmount[];
}

const AMOUNTS: readonly LinkedAmount[] = [
  { amount: "1", asset: "XTZ" },
  { amount: "2", currency: "EUR" },
];

/** What other evaluations add. */
const { amount: EVALUATED } = linkedEvaluation("k1", "t");

/** A new transfer always names its accounts, so that an erasure sees it. Only the second revision has uses. */
const anySave = fc
  .record({
    id: anyTransfer,
    revision: fc.constantFrom(1, 1, 2, 2, 2, 3),
    decision: fc.constantFrom(...DECISIONS),
    outcome: fc.constantFrom("open", ...TRANSFER_STATES),
    version: fc.constantFrom(1, 2),
    at: stamp,
    isPermitted: fc.boolean(),
    given: fc.record(
      {
        accounts: fc.subarray(REFERENCES.map((id) => individual(id))),
        unlink: fc.subarray([...LINK_KEYS]),
        uses: fc.constant([]),
        link_key: fc.constantFrom(...LINK_KEYS),
        time: fc.constantFrom(1, 1439).map(minute),
        removed: fc.constantFrom<readonly LinkedAmount[]>([], [EVALUATED], AMOUNTS.slice(1), AMOUNTS.slice(0, 1)),
      },
      { requiredKeys: ["time", "removed"] },
    ),
  })
  .map(({ id, revision, decision, outcome, version, at, isPermitted, given }) => {
    const confirmations = outcome === "open" ? [] : [confirmation(outcome, version, at, isPermitted)];
    const record = transferRecord(id, revision, { ...TRANSFERS.get(id), decision, confirmations });
    const effects = linkedEffects(given, id);
    const accounts = record.accounts.map((each) => individual(each));
    if (revision === 1) return saveTransfer(record, { ...effects, accounts });
    const hasUses = revision === 2 && effects.uses !== undefined;
    return saveTransfer(record, hasUses ? { ...effects, uses: usesOf(record, version, at) } : effects);
  });

function findTransfer(id: string): Step {
  return step("transfers.find", [id], {
    call: ({ transfers }) => transfers.find(id),
    expected: ({ transfers }) => transfers.get(id),
  });
}

function findFacts(query: TransferFactsQuery): Step {
  return step("transfers.facts", [query], {
    call: async ({ transfers }) => {
      const found = await transfers.facts(query);
      return { ...found, addresses: found.addresses.map((each) => ({ ...each, proofs: inOrder(each.proofs) })) };
    },
    expected: (model) => ({
      transfer: model.transfers.get(query.transfer_id),
      exchange: model.exchanges.get(query.transfer_id),
      accounts: query.accounts.map((id) => model.accounts.get(id)),
      vasps: query.vasps.map((id) => model.vasps.get(id)),
      addresses: query.addresses.map(({ tag, ...place }) => {
        const events = model.addresses.get(keyOf(place)) ?? [];
        const shared = expectedLinks(events).filter((link) => link.tag !== null && link.unlinked === null);
        return {
          stored: expectedAddress(events),
          tag_account: tag === undefined ? undefined : expectedAccount(events, tag),
          shared_by: [...new Set(shared.map(({ account_ref_id }) => account_ref_id))].sort(byCodeUnits),
          has_many_links: false,
          proofs: expectedProofs(model, place).filter(({ account_ref_id }) => account_ref_id === query.proofsOf),
        };
      }),
    }),
  });
}

const anyFacts = fc
  .record({
    transfer_id: anyTransfer,
    accounts: fc.array(anyReference, { maxLength: 2 }),
    vasps: fc.array(fc.constantFrom("r1", "r2"), { maxLength: 2 }),
    addresses: fc.array(
      fc
        .tuple(fc.constantFrom(...ADDRESSES.slice(0, 3)), fc.constantFrom({}, ...TAGS.map((tag) => ({ tag }))))
        .map(([place, tag]) => ({ ...place, ...tag })),
      { maxLength: 2 },
    ),
    proofsOf: fc.constantFrom("r1", "r2", undefined),
  })
  .map(findFacts);

type Filter = Omit<TransferListQuery, "size" | "cursor">;

function transferWalk(filter: Filter, size: number): Walk<TransferRecord> {
  return {
    name: "transfers.list",
    query: { ...filter, size },
    page: ({ transfers }, cursor) => transfers.list({ ...filter, size, ...(cursor !== undefined && { cursor }) }),
    idOf: ({ transfer_id }) => transfer_id,
    stored: ({ transfers }) => new Map(expectedMatches(transfers, filter).map((each) => [each.transfer_id, each])),
  };
}

function listTransfers(filter: Filter, size: number): Step {
  return listAll(
    (each) => transferWalk(filter, each),
    size,
    ({ decided_at }) => decided_at,
    ({ transfers }) => expectedMatches(transfers, filter),
  );
}

function expectedMatches(transfers: Model["transfers"], filter: Filter): readonly TransferRecord[] {
  const { decision, state, account_ref_id, executed_without_permission, from, to } = filter;
  const matching = [...transfers.values()].filter(
    (each) =>
      (decision ?? each.decision) === each.decision &&
      (state ?? each.state) === each.state &&
      (account_ref_id === undefined || each.accounts.includes(account_ref_id)) &&
      (executed_without_permission ?? each.executed_without_permission) === each.executed_without_permission &&
      (from ?? "") <= each.decided_at &&
      (to === undefined || each.decided_at < to),
  );
  return matching.sort((a, b) => byCodeUnits(b.decided_at, a.decided_at) || byCodeUnits(a.transfer_id, b.transfer_id));
}

/** Mostly of one condition, so that something matches. */
const anyFilter: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom<Filter>({}, { executed_without_permission: true }, { executed_without_permission: false }),
  anyReference.map((account_ref_id) => ({ account_ref_id })),
  fc.record({ from: stamp, to: stamp }, { requiredKeys: [] }),
  fc.record(
    {
      decision: fc.constantFrom(...DECISIONS),
      state: fc.constantFrom(...TRANSFER_STATES),
      account_ref_id: anyReference,
      executed_without_permission: fc.boolean(),
      from: stamp,
      to: stamp,
    },
    { requiredKeys: [] },
  ),
);

/** Changes what the facts and the erasure of a transfer find. */
const others = fc.oneof(
  fc.tuple(fc.constantFrom(...LINK_KEYS), anyTransfer).map((given) => addLinked(linkedEvaluation(...given))),
  fc.constant(insertAlert("r1", alert("r1"))),
  anyProof,
  fc
    .tuple(anyReference, fc.constantFrom({}, ...TAGS.map((tag) => ({ tag }))))
    .map(([account_ref_id, tag]) => linking(account_ref_id, tag)),
  fc.constantFrom(removeAddress(ADDRESSES[0]), loadVasps([vasp("r2")])),
);

function linking(account_ref_id: string, tag: { readonly tag?: string }): Step {
  return changeAddress({ kind: "save", update: addressUpdate("a", { account_ref_id, relink: true, ...tag }) });
}

const anyAccountChange = fc.oneof(
  anyReference.map((id) => removeAccount(id)),
  anyReference.map((id) => insertAccount(id)),
);

/** Everything that the facts of a transfer can have. */
export function allFacts(transfer_id: string): Step {
  const addresses = [ADDRESSES[0], { ...ADDRESSES[0], tag: "1" }, ADDRESSES[2]];
  return findFacts({ transfer_id, accounts: REFERENCES, vasps: ["r1"], addresses, proofsOf: "r1" });
}

export const transferSteps: Steps = {
  first: [
    ...REFERENCES.map((id) => insertAccount(id)),
    insertAlert("r1", alert("r1")),
    loadVasps([vasp("r1")]),
    linking("r1", {}),
    linking("r2", { tag: "1" }),
    ...OTHER_PLACES.map(({ address }) => changeAddress({ kind: "save", update: addressUpdate(address) })),
    ...TRANSFER_IDS.slice(1).map((id) => {
      const confirmations = id === "R1" ? [confirmation("executed", 1, STAMP, false)] : [];
      return saveTransfer(transferRecord(id, 1, { ...TRANSFERS.get(id), confirmations }));
    }),
  ],
  writes: [anySave],
  reads: [anyTransfer.map(findTransfer), anyFacts],
  lists: [
    fc.oneof(
      fc.tuple(anyFilter, fc.integer({ min: 1, max: 4 })).map(([filter, size]) => listTransfers(filter, size)),
      fc
        .tuple(
          anyFilter,
          fc.integer({ min: 1, max: 2 }),
          fc.array(fc.oneof(anySave, pruneTransfers, eraseAny), { maxLength: 3 }),
        )
        .map(([filter, size, changes]) => walkAmid(transferWalk(filter, size), changes)),
    ),
    fc.oneof(pruneTransfers, eraseAny, eraseAny),
    fc.oneof(others, others, anyAccountChange),
  ],
  finalReads: [
    ...TRANSFER_IDS.map(findTransfer),
    ...[{}, { account_ref_id: "r1" }, { account_ref_id: "r2" }].map((filter) => listTransfers(filter, 2)),
    allFacts("r1"),
    ...[OWN_PLACE, ...OTHER_PLACES].map(historyOf),
    ...LINK_KEYS.map(allOf),
    findAlert("r1"),
  ],
};

/** Concurrent changes of transfers and their accounts. */
export const transferRaces: Steps = {
  ...transferSteps,
  reads: [anyTransfer.map(findTransfer), anyTransfer.map(allFacts)],
  writes: [fc.oneof({ weight: 4, arbitrary: anySave }, { weight: 2, arbitrary: eraseAny }, anyAccountChange)],
};
