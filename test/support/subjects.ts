/** Everything that takes an unknown input: what is valid for it, how it is parsed, and which operation takes it. */
import type fc from "fast-check";
import { parseAddressAssign, parseAddressCreate } from "../../src/domain/addresses/parse.js";
import { parseAccountSearch, parseAlertList, parseVaspList, parseVaspSearch } from "../../src/domain/query.js";
import { parseEvaluationRequest } from "../../src/domain/thresholds/parse.js";
import {
  type Compliance,
  parseAccount,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type Result,
} from "../../src/index.js";
import {
  account,
  entityParty,
  individualByBirth,
  individualParty,
  type Members,
} from "../../src/testing/arbitraries/account.js";
import { text } from "../../src/testing/arbitraries/text.js";
import { evaluation, transaction } from "../../src/testing/arbitraries/transaction.js";
import { transfer } from "../../src/testing/arbitraries/transfer.js";
import { vasp } from "../../src/testing/arbitraries/vasp.js";
import { addressAssignment, addressCreation } from "./arbitraries/address-request.js";
import { accountSearch, pageQuery, vaspList, vaspSearch } from "./arbitraries/query.js";

export interface Subject {
  readonly name: string;
  /** Valid inputs; `all`: with every member that the kind of input can have. */
  readonly valid: (which?: Members) => fc.Arbitrary<object>;
  readonly parse: (input: unknown) => Result<unknown>;
  /** The operation that takes such an input; none takes a transaction alone. */
  readonly run?: (compliance: Compliance, input: unknown) => Promise<Result<unknown>>;
  /** The members that the input must have. Of the objects in it see {@link requiredMembers}. */
  readonly required: readonly string[];
  /** Whether null counts as absent (§2.7). */
  readonly nullIsAbsent?: true;
}

export const accountSubject: Subject = {
  name: "an account",
  valid: account,
  parse: (input) => parseAccount(input),
  run: (compliance, input) => compliance.accounts.create(input),
  required: ["reference_id", "account_type"],
};

/** The same, of one type, for what only one of them can break. */
export const individualSubject: Subject = {
  ...accountSubject,
  valid: (which) => individualParty(which).chain((party) => text().map((reference_id) => ({ reference_id, ...party }))),
};

export const entitySubject: Subject = {
  ...accountSubject,
  valid: (which) => entityParty(which).chain((party) => text().map((reference_id) => ({ reference_id, ...party }))),
};

export const byBirthSubject: Subject = {
  ...accountSubject,
  valid: () => individualByBirth().map((party) => ({ reference_id: "A-1", ...party })),
};

export const vaspSubject: Subject = {
  name: "a VASP record",
  valid: vasp,
  parse: (input) => parseVasp(input),
  run: async (compliance, input) => {
    const { rejected } = await compliance.vasps.load([input]);
    const issues = rejected.flatMap((record) => record.issues);
    return issues.length === 0 ? { ok: true, value: undefined } : { ok: false, issues };
  },
  required: ["vasp_id", "name_legal"],
  nullIsAbsent: true,
};

export const transferSubject: Subject = {
  name: "a transfer",
  valid: (which) => transfer({ ...(which && { which }) }),
  parse: (input) => parseTransfer(input),
  run: (compliance, input) => compliance.transfers.check(input),
  required: ["originator_address", "beneficiary_address", "originator_vasp_id", "beneficiary_vasp_id"],
};

export const addressCreateSubject: Subject = {
  name: "a request to create an address",
  valid: addressCreation,
  parse: parseAddressCreate,
  run: (compliance, input) => compliance.addresses.create(input),
  required: ["chain", "address"],
};

export const addressAssignSubject: Subject = {
  name: "a request to assign an address",
  valid: addressAssignment,
  parse: parseAddressAssign,
  run: (compliance, input) => compliance.addresses.assign(input),
  required: ["chain", "address", "reference_id"],
};

export const transactionSubject: Subject = {
  name: "a transaction",
  valid: transaction,
  parse: (input) => parseTransaction(input),
  required: ["transaction_id", "amount", "currency", "country"],
};

export const evaluationSubject: Subject = {
  name: "a request to evaluate",
  valid: evaluation,
  parse: (input) => parseEvaluationRequest(input),
  run: (compliance, input) => compliance.rules.evaluate(input),
  required: ["transaction", "rule_codes"],
};

export const accountSearchSubject: Subject = {
  name: "a search of accounts",
  valid: accountSearch,
  parse: parseAccountSearch,
  run: (compliance, input) => compliance.accounts.search(input),
  required: ["search_term"],
};

const vaspSearchSubject: Subject = {
  name: "a search of VASPs",
  valid: vaspSearch,
  parse: parseVaspSearch,
  run: (compliance, input) => compliance.vasps.search(input),
  required: ["search_term"],
};

export const vaspListSubject: Subject = {
  name: "a page of VASPs",
  valid: vaspList,
  parse: parseVaspList,
  run: (compliance, input) => compliance.vasps.list(input),
  required: [],
};

export const alertListSubject: Subject = {
  name: "a page of alerts",
  valid: pageQuery,
  parse: parseAlertList,
  run: (compliance, input) => compliance.alerts.list(input),
  required: [],
};

export const subjects: readonly Subject[] = [
  accountSubject,
  vaspSubject,
  transferSubject,
  addressCreateSubject,
  addressAssignSubject,
  transactionSubject,
  evaluationSubject,
  accountSearchSubject,
  vaspSearchSubject,
  vaspListSubject,
  alertListSubject,
];

const partyMembers = ["account_type"] as const;
const individualNameMembers = ["name_type", "name_last"] as const;
const entityNameMembers = ["name_type", "name_legal"] as const;

/** The members that an object within an input must have, by the object's name (§2.2–2.6, §4.9). */
export const requiredMembers: Readonly<Record<string, readonly string[]>> = {
  originator_account: partyMembers,
  beneficiary_account: partyMembers,
  individual: ["individual_name"],
  individual_name: individualNameMembers,
  individual_localname: individualNameMembers,
  entity: ["entity_name"],
  entity_name: entityNameMembers,
  entity_localname: entityNameMembers,
  address: ["address_type", "address_city", "address_country_code"],
  national_id: ["national_id_type", "national_id"],
  transaction: ["transaction_id", "amount", "currency", "country"],
};

/** Members whose text is one of a few. */
export const enumerated: ReadonlySet<string> = new Set([
  "account_type",
  "account_category",
  "name_type",
  "address_type",
  "national_id_type",
  "national_id_type_code",
  "chain",
  "sort",
  "rule_codes",
]);
