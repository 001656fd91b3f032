/** Everything that takes an unknown input: what is valid for it, how it is parsed, and which operation takes it. */
import { parseAddressAssign, parseAddressCreate } from "../../src/domain/addresses/parse.js";
import { parseInput } from "../../src/domain/input/parse-input.js";
import { parseChallenge, parseOwnershipObserve, parseOwnershipVerify } from "../../src/domain/ownership/parse.js";
import {
  parseAccountList,
  parseAccountSearch,
  parseAlertList,
  parseAlertReview,
  parseVaspList,
  parseVaspSearch,
} from "../../src/domain/query.js";
import { succeeded } from "../../src/domain/result.js";
import { parseEvaluationRequest } from "../../src/domain/thresholds/parse.js";
import { parseConfirm, parseTransferList, parseTransferReview } from "../../src/domain/transfers/parse-decision.js";
import { decisionReader } from "../../src/generated/decision.reader.js";
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
import { text } from "../../src/testing/arbitraries/text.js";
import {
  accountKind,
  type InputKind,
  transactionKind,
  transferKind,
  vaspKind,
} from "../../src/testing/single-fault/fault.js";
import { addressAssignment, addressCreation } from "./arbitraries/address-request.js";
import { confirmation, transferList, transferReview, transferToDecide } from "./arbitraries/decision-request.js";
import { challengeRequest, ownershipObserve, ownershipVerify } from "./arbitraries/ownership-request.js";
import { accountList, accountSearch, alertList, alertReview, vaspList, vaspSearch } from "./arbitraries/query.js";
import { TODAY } from "./days.js";
import { ofOpenChallenge } from "./ownership/open-challenge.js";

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

/** Its parser does not know the own VASP. */
export const decideSubject = subject(
  "a transfer to decide",
  kindOf(
    transferToDecide,
    ...["transfer_id", "originator_address", "beneficiary_address", "originator_vasp_id", "beneficiary_vasp_id"],
    ...["amount", "currency"],
  ),
  (input) => parseInput(decisionReader, input),
  ({ transfers }, input) => transfers.decide(input),
);

/** The transfer of confirmations and reviews. It is not stored unless a test stores it. */
export const TRANSFER_ID = "unknown";

export const confirmSubject = subject(
  "a confirmation of a transfer",
  kindOf(confirmation, "outcome"),
  (input) => parseConfirm(input, `${TODAY}T07:35:00.123+00:00`),
  ({ transfers }, input) => transfers.confirm(TRANSFER_ID, input),
);

export const transferReviewSubject = subject(
  "a review of a transfer",
  kindOf(transferReview, "decision", "note"),
  parseTransferReview,
  ({ transfers }, input) =>
    transfers.review(TRANSFER_ID, input, { actor: { id: "u-17", role: "compliance officer", kind: "person" } }),
);

export const transferListSubject = subject(
  "a page of transfers",
  kindOf(transferList),
  parseTransferList,
  ({ transfers }, input) => transfers.list(input),
);

export const challengeSubject = subject(
  "a request for a challenge",
  kindOf(challengeRequest, "account_ref_id", "chain", "address", "method"),
  (input) => parseChallenge(input),
  ({ ownership }, input) => ownership.challenge(input),
);

export const ownershipVerifySubject = subject(
  "an answer to a challenge",
  kindOf(ownershipVerify, "challenge_id", "account_ref_id", "signature"),
  parseOwnershipVerify,
  (compliance, input) => compliance.ownership.verify(ofOpenChallenge(compliance, input)),
);

export const ownershipObserveSubject = subject(
  "an observed transfer",
  kindOf(ownershipObserve, "challenge_id", "account_ref_id", "transaction"),
  (input) => parseOwnershipObserve(input, `${TODAY}T07:35:00.123+00:00`),
  (compliance, input) => compliance.ownership.observe(ofOpenChallenge(compliance, input)),
);

/** An account to erase. Its id is the only input, and has no parser. */
export const eraseSubject: Subject = {
  name: "an account to erase",
  valid: () => text().map((reference_id) => ({ reference_id })),
  required: ["reference_id"],
  parse: succeeded,
  run: ({ accounts }, input) => accounts.erase(String(Reflect.get(Object(input), "reference_id"))),
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
  decideSubject,
  confirmSubject,
  transferReviewSubject,
  transferListSubject,
  challengeSubject,
];

/** Subjects whose texts have formats of their own, so that a fault of other texts is none in them. */
export const answerSubjects: readonly Subject[] = [ownershipVerifySubject, ownershipObserveSubject];
