/** What the laws of a balance source are checked with, and that it cannot be at fault itself. */
import { isDecimalText } from "../domain/decimal.js";
import type { DecimalText } from "../domain/identifiers/codes.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import { type Blame, checkQuestions, wrongSubject } from "./address-questions.js";

/** An address that a source knows. */
export interface KnownBalance extends AddressQuery {
  /** What it holds, in whole units, where you know it: only so can a mix-up of units (satoshi for bitcoin) be seen. */
  readonly balance?: DecimalText;
}

/** A source whose laws are to be checked. */
export interface BalanceSourceSubject {
  /** Makes it. It must answer the same question in the same way while the laws run: give it a service that does. */
  readonly source: () => BalanceSource;
  /** Addresses that it knows, in canonical form; at least one, better some that hold something and some that do not. */
  readonly known: readonly KnownBalance[];
  /** Addresses whose balance it cannot know (of other chains), if there are such. */
  readonly unsupported?: readonly AddressQuery[];
  /** Makes it over a service that fails, if it has one: that refuses the key, is down, or answers with a page of HTML. */
  readonly failing?: () => BalanceSource;
}

const blame: Blame = { laws: "balanceSourceLaws", part: "source" };

/** @throws ComplianceError `invalid_input`, with nothing of what is wrong but its place. */
export function checkBalanceSubject(subject: BalanceSourceSubject): void {
  // Here and below: for callers without types.
  if (typeof subject?.source !== "function") {
    throw wrongSubject("source must be a function that makes the source, such as () => houseLedger", blame);
  }
  const { known, failing } = subject;
  checkQuestions(subject, blame);
  const wrong = known.findIndex(({ balance }) => balance !== undefined && !isAmount(balance));
  if (wrong !== -1) throw wrongSubject(`known[${wrong}].balance must be decimal text such as "1.5"`, blame);
  if (failing !== undefined && typeof failing !== "function") {
    throw wrongSubject("failing must be a function that makes the source over a service that fails", blame);
  }
}

function isAmount(balance: unknown): boolean {
  return typeof balance === "string" && isDecimalText(balance);
}
