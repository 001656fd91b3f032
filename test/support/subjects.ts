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

function subject(name: string, kind: InputKind, parse: Subject["parse"], run?: NonNullable<Subject["run"]>): Subject {
  return { ...kind, name, parse: (input) => parse(input), ...(run && { run }) };
}

function kindOf(valid: InputKind["valid"], ...required: readonly string[]): InputKind {
  return { valid, required };
}

export const accountSubject = subject("an account", accountKind, parseAccount, ({ accounts }, input) =>
  accounts.create(input),
);

/** The put of an account that must be stored with a time that no account has. */
export const accountPutSubject: Subject = {
  ...accountSubject,
  run: ({ accounts }, input) => accounts.put(input, { ifLastModified: "2001-01-01T00:00:00.000+00:00" }),
};

/** Identified by nothing but birth. */
export const byBirthSubject: Subject = {
  ...accountSubject,
  valid: () => individualByBirth().map((party) => ({ reference_id: "A-1", ...party })),
};

export const vaspSubject = subject("a VASP record", vaspKind, parseVasp, async ({ vasps }, input) => {
  const { rejections } = await vasps.load([input]);
  const issues = rejections.flatMap((record) => record.issues);
  return issues.length === 0 ? { ok: true, value: undefined } : { ok: false, issues };
});

export const transferSubject = subject("a transfer", transferKind, parseTransfer, ({ transfers }, input) =>
  transfers.check(input),
);

export const addressCreateSubject = subject(
  "a request to create an address",
  kindOf(addressCreation, "chain", "address"),
  parseAddressCreate,
  ({ addresses }, input) => addresses.create(input),
);

export const addressAssignSubject = subject(
  "a request to assign an address",
  kindOf(addressAssignment, "chain", "address", "reference_id"),
  parseAddressAssign,
  ({ addresses }, input) => addresses.assign(input),
);

export const transactionSubject = subject("a transaction", transactionKind, parseTransaction);

export const evaluationSubject = subject(
  "a request to evaluate",
  kindOf(evaluation, "transaction", "rule_codes"),
  parseEvaluationRequest,
  ({ rules }, input) => rules.evaluate(input),
);

export const accountSearchSubject = subject(
  "a search of accounts",
  kindOf(accountSearch, "search_term"),
  parseAccountSearch,
  ({ accounts }, input) => accounts.search(input),
);

export const accountListSubject = subject(
  "a page of accounts",
  kindOf(accountList),
  parseAccountList,
  ({ accounts }, input) => accounts.list(input),
);

export const vaspSearchSubject = subject(
  "a search of VASPs",
  kindOf(vaspSearch, "search_term"),
  parseVaspSearch,
  ({ vasps }, input) => vasps.search(input),
);

export const vaspListSubject = subject("a page of VASPs", kindOf(vaspList), parseVaspList, ({ vasps }, input) =>
  vasps.list(input),
);

export const alertListSubject = subject("a page of alerts", kindOf(alertList), parseAlertList, ({ alerts }, input) =>
  alerts.list(input),
);

/** Of an alert that is not stored. */
export const alertReviewSubject = subject(
  "a review of an alert",
  kindOf(alertReview, "outcome", "by"),
  parseAlertReview,
  ({ alerts }, input) => alerts.review("unknown", input),
);

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
