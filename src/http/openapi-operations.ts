/** What the OpenAPI document says about each operation, with an example of its request and of its response. */

import type { TypeName } from "../generated/schema-table.js";
import type { OperationName } from "../operations/events.js";

/** The description of an operation. */
export interface OperationText {
  /** What it does, in a few words. */
  readonly summary: string;
  /** Type of its input: the body, or the query of a search or a list. */
  readonly input?: TypeName;
  /** Type of `data` in the notation of json-schema.ts. */
  readonly data: string;
  /** Statuses besides those of all operations. */
  readonly statuses?: readonly number[];
  /** Example of the body. */
  readonly body?: object;
  /** Example of `data`. */
  readonly example: unknown;
}

type Texts = Partial<Record<OperationName, OperationText>>;

/** Returns the description of each operation that has a route. */
export function operationTexts(): Texts {
  const records = { ...accountRecords(), ...addressRecords(), ...alertRecords() };
  return { ...accountTexts(records), ...vaspTexts(), ...addressTexts(records), ...engineTexts(records) };
}

/** Examples of parameters by name. The examples of bodies and data fit to them. */
export const parameterExamples: Readonly<Record<string, string | number | boolean>> = {
  chain: "ethereum",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  reference_id: "A-1",
  vasp_id: "V-1",
  alert_id: "THRESHOLD_BY_COUNTRY:US:USD:3000:T-1",
  search_term: "example",
  account_category: "customer",
  account_type: "entity",
  limit: 10,
  page: 1,
  size: 50,
  transaction_id: "T-1",
  delivered: false,
  reviewed: false,
  from: "2026-11-01",
  to: "2026-12-01",
  before: "2026-11-01",
  if_last_modified: "2026-11-22T08:00:00.000+00:00",
};

const created = "2026-11-22T08:00:00.000+00:00";
const retrieved = "2026-11-22 08:00:00.000 +0000";

const address = {
  address_type: "GEOG",
  address_street_name: "Example Street",
  address_street_no: "1",
  address_city: "Zurich",
  address_country_code: "CH",
};

/** An account without its id, as it is written. */
const party = {
  account_type: "entity",
  customer_id: "C-1",
  email: "office@example.com",
  entity: { entity_name: { name_type: "LEGL", name_legal: "Example Trading AG" }, registration_country: "CH" },
  address,
  national_id: { national_id_type: "RAID", national_id: "CHE-123.456.789", registration_authority: "RA000548" },
};

const vasp = {
  vasp_id: "V-1",
  name_legal: "Example Exchange Ltd",
  address_country_code: "SG",
  national_id_issue_country: null,
};

function accountRecords() {
  const parsed = { ...party, account_category: "customer" };
  return { parsed, account: { reference_id: "A-1", ...parsed, created, last_modified: created } };
}

function addressRecords() {
  const { chain } = parameterExamples;
  const risk = {
    provider_name: "OFAC",
    risk_ratio: 0,
    risk_descriptors: ["not-listed"],
    vasp_name_legal: "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
    created,
  };
  const wallet = {
    address: parameterExamples["address"],
    chain,
    symbol: "ETH",
    is_self_hosted: false,
    financial_data: { balance: null, balance_usd: null },
    risk_data: [risk],
    created,
  };
  return { risk, wallet };
}

const rule_code = "THRESHOLD_BY_COUNTRY";

function alertRecords() {
  const decision = {
    status: "breach",
    comparison: "equal",
    amount: 3000,
    amount_currency: "USD",
    country: "US",
    currency: "USD",
    threshold: "3000",
    converted: "3000.00",
    rate: null,
    message: "The amount reaches the travel-rule threshold of 3000 USD in US.",
  };
  const { alert_id } = parameterExamples;
  const alert = { alert_id, rule_code, transaction_id: "T-1", country: "US", raised_at: created, decision };
  return { decision, alert: { ...alert, delivered: false, reviews: [] } };
}

type Records = ReturnType<typeof accountRecords> & ReturnType<typeof addressRecords> & ReturnType<typeof alertRecords>;

const removal = { data: "Removal", statuses: [404], example: { removed: true } };

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
  const link = { account_ref_id: "A-1", tag: null, linked: created, unlinked: null };
  const { chain } = wallet;
  return {
    "addresses.create": {
      summary: "Create an address",
      input: "AddressCreateRequest",
      data: "WalletAddress",
      statuses: [422, 502, 504],
      body: { provider_name: "OFAC", scan_for_risk: true, account_ref_id: "A-1" },
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
        is_self_hosted: null,
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
  return { "rules.evaluate": evaluation(records), "transfers.check": transferCheck(records), ...alertTexts(records) };
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

function transferCheck({ parsed, wallet }: Records): OperationText {
  const beneficiary = {
    account_type: "individual",
    individual: { individual_name: { name_type: "LEGL", name_first: "Jane", name_last: "Doe" } },
    customer_id: "C-2",
  };
  const route = {
    originator_account_reference_id: "A-1",
    originator_address: wallet.address,
    beneficiary_address: "0xde709f2102306220921060314715629080e2fb77",
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
      example: { ...alert, reviews: [{ ...review, reviewed_at: created }] },
    },
    "alerts.prune": {
      summary: "Remove alerts that were delivered and reviewed",
      data: "AlertRemoval",
      example: { removed_count: 0 },
    },
  };
}
