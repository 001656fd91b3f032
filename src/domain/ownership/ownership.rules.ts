/** Rules of the requests about ownership besides their types. */
import { addressRule } from "../addresses/address.rules.js";
import { formatRule, integerRule, ruleOf } from "../input/rules.js";
import { momentRule } from "../query.rules.js";
import { MAX_OPEN } from "./proof.js";
import type { ChallengeRequest } from "./requests.js";

const CLAUSE = "2.9";
const challengeRule = ruleOf<ChallengeRequest>();

export const challengeRules = [
  addressRule("address", CLAUSE),
  addressRule("deposit_address", CLAUSE),
  challengeRule({
    code: "required",
    clause: CLAUSE,
    path: "/deposit_address",
    of: ["method", "deposit_address?"],
    isViolated: (method, isGiven) => method === "transfer" && !isGiven,
    message:
      "deposit_address is missing; the method transfer needs an address of your own to which the customer sends.",
  }),
  challengeRule({
    code: "not_allowed",
    clause: CLAUSE,
    path: "/deposit_address",
    of: ["method", "deposit_address?"],
    isViolated: (method, isGiven) => method !== "transfer" && isGiven,
    message: "deposit_address is only for the method transfer; remove it.",
  }),
  integerRule("expires_in_ms", CLAUSE, 1_000, MAX_OPEN),
] as const;

/** Longer than other texts, because COSE and contract signatures are. A recovery phrase passes, and is then refused as one. */
const LONG_ASCII = /^[!-~][ -~]{0,9999}$/;

function longTextRule(property: string) {
  const message = `${property} must be a text of 1 to 10,000 ASCII characters, as the wallet returned it, without white space around it.`;
  return formatRule(property, "text_malformed", CLAUSE, (text) => LONG_ASCII.test(text), message, true);
}

export const ownershipVerifyRules = [longTextRule("signature"), longTextRule("public_key")] as const;

export const MAX_LONG_TEXT = 10_000;

/** At most 2²⁵⁶ - 1, the largest amount of any chain. */
const BASE_UNITS = /^(?:0|[1-9][0-9]{0,77})$/;

/** In hex, base58, base64 or base32, or an id such as `0.0.5@1.2`. Two spellings must not count as two transactions. */
const TRANSACTION_HASH = /^(?!0x$)[0-9A-Za-z.@:_+/=-]{1,200}$/i;

/** Of the transaction. */
export const observedRules = [
  addressRule("sender", CLAUSE),
  addressRule("recipient", CLAUSE),
  formatRule(
    "amount",
    "amount_malformed",
    CLAUSE,
    (text) => BASE_UNITS.test(text),
    "amount must be a whole number of base units (satoshi, wei) as text of digits.",
    true,
  ),
  momentRule("at", CLAUSE),
  formatRule(
    "hash",
    "text_malformed",
    CLAUSE,
    (text) => TRANSACTION_HASH.test(text),
    "hash must be the transaction's hash or id as the ledger writes it, without spaces.",
  ),
] as const;
