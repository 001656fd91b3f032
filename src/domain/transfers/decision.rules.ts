/** Rules of the requests about decisions besides their types. */
import { addressRule, tagRules } from "../addresses/address.rules.js";
import { cursorRule } from "../cursor.js";
import { integerRule } from "../input/rules.js";
import { MAX_PAGE_SIZE } from "../page.js";
import { momentRule, timestampRule } from "../query.rules.js";

const CLAUSE = "2.9";

/** Of one piece of evidence. */
export const evidenceRules = [timestampRule("at", CLAUSE)] as const;

/** A day alone would be its midnight, at which perhaps nothing was permitted. */
export const confirmRules = [momentRule("executed_at", CLAUSE)] as const;

/** Of one own address of a policy. */
export const ownAddressRules = [addressRule("address", CLAUSE), ...tagRules(CLAUSE)] as const;

export const transferListRules = [
  cursorRule("4.8"),
  timestampRule("from", "4.8"),
  timestampRule("to", "4.8"),
  integerRule("size", "4.8", 1, MAX_PAGE_SIZE),
] as const;
