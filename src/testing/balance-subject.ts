/** What the laws of a balance source are checked with, and that it cannot be at fault itself. */
import { isDecimalText } from "../domain/decimal.js";
import type { DecimalText } from "../domain/identifiers/codes.js";
import type { BalanceSource } from "../ports/balance-source.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import { checkQuestions } from "./address-questions.js";
import { type Blame, checkMembers, type MemberNames, madeBy, wrongSubject } from "./subject.js";

/** An address that a source knows. */
export interface KnownBalance extends AddressQuery {
  /** What it holds, in whole units, where you know it: only so can a mix-up of units (satoshi for bitcoin) be seen. */
  readonly balance?: DecimalText;
  /** Not looked at, for prices move; so that what `fakes.balanceSource` is given can be given here as well. */
  readonly balance_usd?: DecimalText | null;
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

const blame: Blame = { laws: "balanceSourceConformance", part: "source" };

const names: MemberNames<BalanceSourceSubject> = { source: true, known: true, unsupported: true, failing: true };

const knownNames: MemberNames<KnownBalance> = {
  chain: true,
  address: true,
  signal: true,
  balance: true,
  balance_usd: true,
};

/** @throws ComplianceError `invalid_input`, with nothing of what is wrong but its place. */
export function checkBalanceSubject(subject: BalanceSourceSubject): void {
  // Here and below: for callers without types.
  if (typeof subject?.source !== "function") {
    throw wrongSubject("source must be a function that makes the source, such as () => houseLedger", blame);
  }
  checkMembers("it", subject, names, blame);
  const { known, failing } = subject;
  checkQuestions(subject, blame);
  // A misspelt balance would be compared with nothing.
  for (const [index, each] of known.entries()) checkMembers(`known[${index}]`, each, knownNames, blame);
  const wrong = known.findIndex(({ balance }) => balance !== undefined && !isAmount(balance));
  if (wrong !== -1) throw wrongSubject(`known[${wrong}].balance must be decimal text such as "1.5"`, blame);
  if (failing !== undefined && typeof failing !== "function") {
    throw wrongSubject("failing must be a function that makes the source over a service that fails", blame);
  }
}

/** @throws ComplianceError `invalid_input` when what is made is no source. */
export function sourceOf(name: "source" | "failing", make: () => BalanceSource): BalanceSource {
  return madeBy({ name, make, method: "balance" }, blame);
}

function isAmount(balance: unknown): boolean {
  return typeof balance === "string" && isDecimalText(balance);
}
