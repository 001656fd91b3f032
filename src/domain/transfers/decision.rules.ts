/** Rules of the requests about decisions besides their types. */
import { addressRule, tagRules } from "../addresses/address.rules.js";
import { cursorRule } from "../cursor.js";
import { integerRule, ruleOf } from "../input/rules.js";
import { MAX_PAGE_SIZE } from "../page.js";
import { momentRule, timestampRule } from "../query.rules.js";
import type { TransferConfirmRequest } from "./decision-request.js";

const CLAUSE = "2.9";

/** Of one piece of evidence. */
export const evidenceRules = [timestampRule("at", CLAUSE)] as const;

const confirmRule = ruleOf<TransferConfirmRequest>();

export const confirmRules = [
  // A day alone would be its midnight, at which perhaps nothing was permitted.
  momentRule("executed_at", CLAUSE),
  confirmRule({
    code: "not_allowed",
    clause: CLAUSE,
    path: "/transaction_hash",
    of: ["outcome", "transaction_hash?"],
    isViolated: (outcome, isGiven) => isGiven && (outcome === "rejected" || outcome === "cancelled"),
    message: "transaction_hash is only for the outcomes executed and returned; nothing was sent, so remove it.",
  }),
  confirmRule({
    code: "not_allowed",
    clause: CLAUSE,
    path: "/executed_at",
    of: ["outcome", "executed_at?"],
    isViolated: (outcome, isGiven) => isGiven && (outcome === "rejected" || outcome === "cancelled"),
    message: "executed_at is only for the outcomes executed and returned; nothing was sent, so remove it.",
  }),
] as const;

/** Of one own address of a policy. */
export const ownAddressRules = [addressRule("address", CLAUSE), ...tagRules(CLAUSE)] as const;

export const transferListRules = [
  cursorRule("4.8"),
  timestampRule("from", "4.8"),
  timestampRule("to", "4.8"),
  integerRule("size", "4.8", 1, MAX_PAGE_SIZE),
] as const;
