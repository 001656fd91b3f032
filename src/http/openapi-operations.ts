/** What the OpenAPI document says about each operation, with an example of its request and of its response. */

import {
  accountRecords,
  address,
  addressRecords,
  alertRecords,
  created,
  type OperationText,
  officer,
  ownershipRecords,
  party,
  type Records,
  retrieved,
  rule_code,
  type Texts,
  vasp,
} from "./openapi-examples.js";
import { ownershipTexts } from "./openapi-ownership.js";
import { transferTexts } from "./openapi-transfers.js";

/** Returns the description of each operation that has a route. */
export function operationTexts(): Texts {
  const records = { ...accountRecords(), ...addressRecords(), ...alertRecords(), ...ownershipRecords() };
  return {
    ...accountTexts(records),
    ...vaspTexts(),
    ...addressTexts(records),
    ...engineTexts(records),
    ...transferTexts(records),
    ...ownershipTexts(records),
  };
}

const removal = { data: "Removal", statuses: [404], example: { removed: true } };

const erasure: OperationText = {
  summary: "Erase an account with its links, alerts and transfers",
  data: "ErasureReport",
  statuses: [409],
  example: {
    ...{ account: true, links: 1, challenges: 0, linked_transactions: 0, alerts: 0, uses: 0 },
    ...{ transfers: 0, kept_transfers: 0 },
  },
};

function accountTexts({ account }: Records): Texts {
  const { reference_id, created: _, last_modified: __, ...named } = account;
  const unset = { address_department: null, address_subdepartment: null, address_city_location: null };
  const times = { created: retrieved, last_modified: retrieved };
  const summary = {
    reference_id,
    account_type: "Entity",
    name: "Example Trading AG",
    account_category: named.account_category,
    email: named.email,
    created,
    last_modified: created,
  };
  return {
    "accounts.create": {
      summary: "Create an account",
      input: "AccountDraft",
      data: "Account",
      statuses: [409],
      body: { reference_id, ...party },
      example: account,
    },
    "accounts.retrieve": {
      summary: "Retrieve an account",
      data: "RetrievedAccount",
      statuses: [404],
      example: { ...account, address: { ...address, ...unset }, ...times },
    },
    "accounts.search": {
      summary: "Search accounts",
      input: "AccountSearchRequest",
      data: "[AccountSummary]",
      example: [summary],
    },
    "accounts.list": {
      summary: "List accounts",
      input: "AccountListRequest",
      data: "AccountPage",
      example: { items: [account], next_cursor: null },
    },
    "accounts.put": {
      summary: "Store an account, new or in place of another one",
      input: "AccountDraft",
      data: "AccountPut",
      statuses: [409],
      body: party,
      example: { account: { ...account, last_modified: created.replace(".000", ".001") }, is_new: false },
    },
    "accounts.remove": { summary: "Remove an account", ...removal },
    "accounts.erase": erasure,
  };
}

function vaspTexts(): Texts {
  return {
    "vasps.search": { summary: "Search VASPs", input: "VaspSearchRequest", data: "[Vasp]", example: [vasp] },
    "vasps.retrieve": { summary: "Retrieve a VASP", data: "Vasp", statuses: [404], example: vasp },
    "vasps.list": {
      summary: "List VASPs",
      input: "VaspListRequest",
      data: "VaspPage",
      example: { items: [vasp], pagination: { total: 1, size: 50, page: 1 } },
    },
    "vasps.remove": { summary: "Remove a VASP", ...removal },
  };
}

function addressTexts({ wallet, risk }: Records): Texts {
  const link = { account_ref_id: "A-1", tag: null, linked: created, unlinked: null, actor: officer };
  const { chain } = wallet;
  return {
    "addresses.create": {
      summary: "Create an address",
      input: "AddressCreateRequest",
      data: "WalletAddress",
      statuses: [422, 502, 504],
      body: { is_self_hosted: true, provider_name: "OFAC", scan_for_risk: true, account_ref_id: "A-1" },
      example: wallet,
    },
    "addresses.assign": {
      summary: "Assign an address to an account",
      data: "AddressAssignment",
      example: { reference_id: "A-1" },
    },
    "addresses.ofAccount": {
      summary: "Find the addresses of an account",
      data: "[AccountAddress]",
      example: [{ ...wallet, tags: [null] }],
    },
    "addresses.list": {
      summary: "List addresses",
      input: "AddressListRequest",
      data: "AddressPage",
      example: { items: [wallet], next_cursor: null },
    },
    "addresses.retrieve": { summary: "Retrieve an address", data: "WalletAddress", statuses: [404], example: wallet },
    "addresses.remove": { summary: "Remove an address", ...removal },
    "addresses.history": {
      summary: "Retrieve everything recorded about an address",
      data: "AddressHistory",
      statuses: [404],
      example: {
        chain,
        address: wallet.address,
        is_self_hosted: true,
        vasp_id: null,
        labelled_by: officer,
        uses: [],
        account_ref_id: "A-1",
        screenings: [[risk]],
        links: [link],
        balance: null,
      },
    },
    "addresses.accountOf": {
      summary: "Find the account of an address",
      data: "AddressAssignment",
      statuses: [404],
      example: { reference_id: "A-1" },
    },
  };
}

function engineTexts(records: Records): Texts {
  return { "rules.evaluate": evaluation(records), ...alertTexts(records) };
}

function evaluation({ decision, alert }: Records): OperationText {
  const { transaction_id, alert_id } = alert;
  const { status, message } = decision;
  return {
    summary: "Evaluate rules",
    input: "EvaluationRequest",
    data: "RuleEvaluation",
    statuses: [502, 504],
    body: {
      transaction: { transaction_id, amount: 3000, currency: "USD", country: "US" },
      rule_codes: [rule_code],
    },
    example: {
      transaction_id,
      evaluated_at: created.replace("+00:00", ""),
      results: [{ rule_code, status, message, decision, alert_id }],
    },
  };
}

function alertTexts({ alert }: Records): Texts {
  const review = { outcome: "dismissed", by: "j.doe", note: "Own transfer, same owner" };
  return {
    "alerts.list": {
      summary: "List alerts",
      input: "AlertListRequest",
      data: "AlertPage",
      example: { items: [alert], next_cursor: null },
    },
    "alerts.retrieve": { summary: "Retrieve an alert", data: "AlertRecord", statuses: [404], example: alert },
    "alerts.review": {
      summary: "Record a review of an alert",
      input: "AlertReviewRequest",
      data: "AlertRecord",
      statuses: [404],
      body: review,
      example: { ...alert, reviews: [{ ...review, reviewed_at: created, actor: officer }] },
    },
    "alerts.prune": {
      summary: "Remove alerts that were delivered and reviewed",
      data: "RemovalCount",
      example: { removed_count: 0 },
    },
  };
}
