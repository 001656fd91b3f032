/** What the OpenAPI document says about the operations on transfers, with examples. */

import {
  created,
  type OperationText,
  OTHER_ADDRESS,
  officer,
  type Records,
  type Texts,
  vasp,
} from "./openapi-examples.js";

/** Returns the description of each operation on transfers. */
export function transferTexts(records: Records): Texts {
  const { draft, decision, record } = transferRecords(records);
  return {
    "transfers.check": transferCheck(records),
    "transfers.decide": {
      summary: "Decide a transfer",
      input: "TransferDecideRequest",
      data: "TransferDecision",
      statuses: [409],
      body: { ...draft, evidence: [{ ...evidence, at: "2026-11-22" }] },
      example: { transfer_id: draft.transfer_id, ...decision, valid_until: null },
    },
    ...recordTexts(record),
  };
}

function recordTexts(record: TransferExample): Texts {
  const [version] = record.versions;
  const review = { decision: "execute", note: "No duty in Singapore below 1,500 SGD" };
  const outcome = { outcome: "rejected", note: "Customer withdrew the request" };
  const reviewed = { ...review, actor: officer, reviewed_at: created, overridden: version.reasons };
  const confirmed = {
    ...{ version: 1, executed_at: created, confirmed_at: created },
    ...{ actor: officer, executed_without_permission: false },
  };
  return {
    "transfers.list": {
      summary: "List decided transfers",
      input: "TransferListRequest",
      data: "TransferPage",
      example: { items: [record], next_cursor: null },
    },
    "transfers.retrieve": {
      summary: "Retrieve a transfer with all decisions about it",
      data: "TransferRecord",
      statuses: [404],
      example: record,
    },
    "transfers.review": {
      summary: "Record what an officer decided about a suspended transfer",
      input: "TransferReviewRequest",
      data: "TransferRecord",
      statuses: [403, 404, 409],
      body: { ...review, version: 1 },
      example: { ...record, decision: "execute", versions: [{ ...version, review: reviewed }], revision: 2 },
    },
    "transfers.confirm": {
      summary: "Record what became of a transfer",
      input: "TransferConfirmRequest",
      data: "TransferRecord",
      statuses: [404, 409],
      body: outcome,
      example: { ...record, state: "rejected", confirmations: [{ ...outcome, ...confirmed }], revision: 2 },
    },
    "transfers.prune": {
      summary: "Remove transfers whose retention is over",
      data: "PruningCounts",
      example: { removed_count: 0, held_count: 0 },
    },
  };
}

const evidence = { duty: "mitigating_measure", side: "originator", note: "Enhanced monitoring" };

type TransferExample = ReturnType<typeof transferRecords>["record"];

/** A withdrawal to the address of the examples that waits for a person, because no pack covers the country. */
function transferRecords(records: Records) {
  const { draft, made } = withdrawal(records);
  const { direction, kind, reasons, ...found } = made;
  const common = { direction, kind, decision: "suspend" };
  const decision = { version: 1, decided_at: created, ...common, reasons, ...found, review: null };
  const nothing = {
    is_own: false,
    is_self_hosted: null,
    vasp_id: null,
    tag_account: null,
    account: null,
    shared_by: [],
    has_many_links: false,
  };
  const version = {
    ...decision,
    actor: officer,
    transfer: { ...draft, originator_address_is_self_hosted: false },
    originator_account: records.parsed,
    beneficiary_account: records.parsed,
    known: { originator: nothing, beneficiary: { ...nothing, is_self_hosted: true, account: "A-1" } },
  };
  const record = {
    transfer_id: draft.transfer_id,
    state: "open",
    ...common,
    decided_at: created,
    accounts: ["A-1"],
    executed_without_permission: false,
    versions: [version] as const,
    confirmations: [],
    revision: 1,
  };
  return { draft, decision, record };
}

/** Returns a withdrawal, and what was found about it. */
function withdrawal({ wallet, risk, proof }: Records) {
  const draft = {
    transfer_id: "W-1",
    amount: "250",
    currency: "SGD",
    chain: wallet.chain,
    originator_account_reference_id: "A-1",
    originator_vasp_id: "V-1",
    originator_address: OTHER_ADDRESS,
    beneficiary_account_reference_id: "A-1",
    beneficiary_vasp_id: "V-1",
    beneficiary_address: wallet.address,
    beneficiary_address_is_self_hosted: true,
  };
  const open = "No pack covers the country of the provider. Add the pack of the country, or define one.";
  const nothing = { required: [], alternatives: [] };
  const made = {
    direction: "outgoing",
    kind: "withdrawal_to_self_hosted",
    reasons: [
      {
        code: "requirements_undecided",
        decision: "suspend",
        message: "A pack leaves open what is required.",
        what_to_do: open,
        clause: "2.9",
        side: "originator",
      },
    ],
    missing: [],
    requirements: {
      status: "undecided",
      undecided: [{ reason: "pack_missing", side: "originator", jurisdiction: null, tier: null, message: open }],
      tiers: [],
      listed: [],
      originator: nothing,
      beneficiary: nothing,
      duties: [],
    },
    answers: [],
    screenings: [{ side: "beneficiary", chain: wallet.chain, address: wallet.address, entries: [risk], failures: [] }],
    evaluations: [passed()],
    value: { amount: draft.amount, currency: draft.currency },
    evidence: [{ ...evidence, at: "2026-11-22T00:00:00.000+00:00" }],
    proofs: [proof],
    exchange: null,
  };
  return { draft, made };
}

function passed() {
  const message = "The amount is below the travel-rule threshold of 1500 SGD in SG.";
  const decision = {
    status: "pass",
    comparison: "below",
    amount: "250",
    amount_currency: "SGD",
    country: "SG",
    currency: "SGD",
    threshold: "1500",
    converted: "250.00",
    rate: null,
    message,
  };
  return { rule_code: "THRESHOLD_BY_COUNTRY", status: "pass", message, decision };
}

function transferCheck({ parsed }: Records): OperationText {
  const beneficiary = {
    account_type: "individual",
    individual: { individual_name: { name_type: "LEGL", name_first: "Jane", name_last: "Doe" } },
    customer_id: "C-2",
  };
  const route = {
    originator_account_reference_id: "A-1",
    originator_address: OTHER_ADDRESS,
    beneficiary_address: "0x27b1fdb04752bbc536007a920d24acb045561c26",
    originator_vasp_id: "V-1",
    beneficiary_vasp_id: "V-1",
  };
  return {
    summary: "Check a transfer",
    input: "TransferDraft",
    data: "Transfer",
    body: { ...route, beneficiary_account: beneficiary },
    example: {
      ...route,
      kind: "vasp_to_vasp",
      initiator_vasp_id: "V-1",
      addresses_checked: false,
      originator_account: parsed,
      beneficiary_account: { ...beneficiary, account_category: "customer" },
      originator_address_is_self_hosted: false,
      beneficiary_address_is_self_hosted: false,
      originator_vasp: vasp,
      beneficiary_vasp: vasp,
    },
  };
}
