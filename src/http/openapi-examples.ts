/** Records for the examples of the OpenAPI document. */

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

/** Descriptions by operation. */
export type Texts = Partial<Record<OperationName, OperationText>>;

/** Examples of parameters by name. The examples of bodies and data fit to them. */
export const parameterExamples: Readonly<Record<string, string | number | boolean>> = {
  chain: "ethereum",
  address: "0x4a62316623ad457F02cDC5D997deD67a383EC569",
  reference_id: "A-1",
  vasp_id: "V-1",
  alert_id: "THRESHOLD_BY_COUNTRY:US:USD:3000:T-1",
  transfer_id: "W-1",
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
  decision: "suspend",
  state: "open",
  account_ref_id: "A-1",
  executed_without_permission: false,
  keep: "transfers",
  if_last_modified: "2026-11-22T08:00:00.000+00:00",
};

/** An address of the own VASP. */
export const OTHER_ADDRESS = "0xde709f2102306220921060314715629080e2fb77";

/** Who sends the requests of the examples. */
export const officer = { id: "u-17", role: "compliance officer", kind: "person" };

export const created = "2026-11-22T08:00:00.000+00:00";
export const retrieved = "2026-11-22 08:00:00.000 +0000";

export const address = {
  address_type: "GEOG",
  address_street_name: "Example Street",
  address_street_no: "1",
  address_city: "Zurich",
  address_country_code: "CH",
};

/** An account without its id, as it is written. */
export const party = {
  account_type: "entity",
  customer_id: "C-1",
  email: "office@example.com",
  entity: { entity_name: { name_type: "LEGL", name_legal: "Example Trading AG" }, registration_country: "CH" },
  address,
  national_id: { national_id_type: "RAID", national_id: "CHE-123.456.789", registration_authority: "RA000548" },
};

export const vasp = {
  vasp_id: "V-1",
  name_legal: "Example Exchange Ltd",
  address_country_code: "SG",
  national_id_issue_country: null,
};

export function accountRecords() {
  const parsed = { ...party, account_category: "customer" };
  return { parsed, account: { reference_id: "A-1", ...parsed, created, last_modified: created } };
}

export function addressRecords() {
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
    is_self_hosted: true,
    financial_data: { balance: null, balance_usd: null },
    risk_data: [risk],
    created,
  };
  return { risk, wallet };
}

/** A challenge about the address, and the proof that came of it. */
export function ownershipRecords() {
  const { chain, address } = parameterExamples;
  const text = [
    "exchange.example wants you to sign in with your Ethereum account:",
    address,
    "",
    "I confirm that I control this address. Signing sends no transaction.",
    "",
    "URI: https://exchange.example",
    "Version: 1",
    "Chain ID: 1",
    "Nonce: dbc1b4c900ffe48d575b5da5c6380401",
    "Issued At: 2026-11-22T08:00:00.000Z",
    "Expiration Time: 2026-11-22T08:15:00.000Z",
    "Request ID: 4d318a794e2335b7788d781c9c7485afd4fff1d55875d00500321a5785a898b4",
  ].join("\n");
  const challenge = {
    ...{ challenge_id: "6e340b9cffb37a989ca544e6bb780a2c", account_ref_id: "A-1", chain, address, method: "message" },
    ...{ issued: created, expires: "2026-11-22T08:15:00.000+00:00", text },
  };
  const { expires: _, ...proved } = challenge;
  // Of the key 0x07…07.
  const signature =
    "0x76c7a1d63998b6073a6a71af8c78af2daf2bd726580324a40412589f3acfe8cc24d015f8222b5f2bc7787bb88f189ec2ccf1c77a3ad25d73fe5a68f9950aac121b";
  const proof = { status: "proved", ...proved, proved_at: created, format: "eip-191", signature, actor: officer };
  return { challenge, proof };
}

export const rule_code = "THRESHOLD_BY_COUNTRY";

export function alertRecords() {
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

export type Records = ReturnType<typeof accountRecords> &
  ReturnType<typeof addressRecords> &
  ReturnType<typeof alertRecords> &
  ReturnType<typeof ownershipRecords>;
