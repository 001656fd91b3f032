/** Everything that takes an unknown input: what is valid for it, how it is parsed, and which operation takes it. */
import { parseAddressAssign, parseAddressCreate } from "../../src/domain/addresses/parse.js";
import {
  parseAccountList,
  parseAccountSearch,
  parseAlertList,
  parseAlertReview,
  parseVaspList,
  parseVaspSearch,
} from "../../src/domain/query.js";
import { parseEvaluationRequest } from "../../src/domain/thresholds/parse.js";
import {
  type Compliance,
  parseAccount,
  parseTransaction,
  parseTransfer,
  parseVasp,
  type Result,
} from "../../src/index.js";
import { individualByBirth } from "../../src/testing/arbitraries/account.js";
import { evaluation } from "../../src/testing/arbitraries/records.js";
import {
  accountKind,
  type InputKind,
  transactionKind,
  transferKind,
  vaspKind,
} from "../../src/testing/single-fault/fault.js";
import { addressAssignment, addressCreation } from "./arbitraries/address-request.js";
import { accountList, accountSearch, alertList, alertReview, vaspList, vaspSearch } from "./arbitraries/query.js";

export interface Subject extends InputKind {
  readonly name: string;
  readonly parse: (input: unknown) => Result<unknown>;
  /** The operation that takes such an input; none takes a transaction alone. */
  readonly run?: (compliance: Compliance, input: unknown) => Promise<Result<unknown>>;
}

export const accountSubject: Subject = {
  ...accountKind,
  name: "an account",
  parse: (input) => parseAccount(input),
  run: (compliance, input) => compliance.accounts.create(input),
};

/** The put of an account that must be stored with a time that no account has. */
export const accountPutSubject: Subject = {
  ...accountSubject,
  run: (compliance, input) => compliance.accounts.put(input, { ifLastModified: "2001-01-01T00:00:00.000+00:00" }),
};

/** Identified by nothing but birth. */
export const byBirthSubject: Subject = {
  ...accountSubject,
  valid: () => individualByBirth().map((party) => ({ reference_id: "A-1", ...party })),
};

export const vaspSubject: Subject = {
  ...vaspKind,
  name: "a VASP record",
  parse: (input) => parseVasp(input),
  run: async (compliance, input) => {
    const { rejected } = await compliance.vasps.load([input]);
    const issues = rejected.flatMap((record) => record.issues);
    return issues.length === 0 ? { ok: true, value: undefined } : { ok: false, issues };
  },
};

export const transferSubject: Subject = {
  ...transferKind,
  name: "a transfer",
  parse: (input) => parseTransfer(input),
  run: (compliance, input) => compliance.transfers.check(input),
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
  ...transactionKind,
  name: "a transaction",
  parse: (input) => parseTransaction(input),
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

export const accountListSubject: Subject = {
  name: "a page of accounts",
  valid: accountList,
  parse: parseAccountList,
  run: (compliance, input) => compliance.accounts.list(input),
  required: [],
};

export const vaspSearchSubject: Subject = {
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
  valid: alertList,
  parse: parseAlertList,
  run: (compliance, input) => compliance.alerts.list(input),
  required: [],
};

/** Of an alert that is not stored. */
export const alertReviewSubject: Subject = {
  name: "a review of an alert",
  valid: alertReview,
  parse: parseAlertReview,
  run: (compliance, input) => compliance.alerts.review("unknown", input),
  required: ["outcome", "by"],
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
  accountListSubject,
  vaspSearchSubject,
  vaspListSubject,
  alertListSubject,
  alertReviewSubject,
];
