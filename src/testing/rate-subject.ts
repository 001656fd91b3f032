/** What the laws of a source of rates are checked with, and that it cannot be at fault itself. */
import type { CurrencyCode } from "../domain/identifiers/codes.js";
import { isRateCode } from "../domain/thresholds/rates.js";
import type { RateSource } from "../ports/rate-source.js";
import { type Blame, checkMembers, type MemberNames, madeBy, wrongSubject } from "./subject.js";

/** A source of rates whose laws are to be checked. */
export interface RateSourceSubject {
  /** Makes it. It must answer in the same way while the laws run, but for `renew`: give it a service that does. */
  readonly source: () => RateSource;
  /** The time to ask for; by default the present, when a law runs. */
  readonly at?: Date;
  /** The currencies that your transactions and thresholds need. The base of a table needs no rate. */
  readonly currencies?: readonly CurrencyCode[];
  /**
   * Gives other rates to the source that was made last: the service publishes them, and the clock of the source passes
   * the time for which it keeps a table. Without it nobody sees what becomes of the older table then.
   */
  readonly renew?: () => Promise<void> | void;
  /** Makes the source over a service that fails, if it has one: that refuses, is down, or answers with a page of HTML. */
  readonly failing?: () => RateSource;
}

const blame: Blame = { laws: "rateSourceConformance", part: "source" };

const names: MemberNames<RateSourceSubject> = {
  source: true,
  at: true,
  currencies: true,
  renew: true,
  failing: true,
};

/** @throws ComplianceError `invalid_input`, with nothing of what is wrong but its place. */
export function checkRateSubject(subject: RateSourceSubject): void {
  // Here and below: for callers without types.
  if (typeof subject?.source !== "function") {
    throw wrongSubject("source must be a function that makes the source, such as () => fixedRates(table)", blame);
  }
  checkMembers("it", subject, names, blame);
  const { at, currencies = [], renew, failing } = subject;
  if (at !== undefined && !isTime(at)) throw wrongSubject("at must be a Date, and not an invalid one", blame);
  if (!Array.isArray(currencies) || !currencies.every((code) => typeof code === "string" && isRateCode(code))) {
    throw wrongSubject('currencies must be an array of codes such as "EUR"', blame);
  }
  if (renew !== undefined && typeof renew !== "function") {
    throw wrongSubject("renew must be a function that gives the source other rates", blame);
  }
  if (failing !== undefined && typeof failing !== "function") {
    throw wrongSubject("failing must be a function that makes the source over a service that fails", blame);
  }
}

/** @throws ComplianceError `invalid_input` when what is made is no source. */
export function sourceOf({ source: make }: Pick<RateSourceSubject, "source">): RateSource {
  return madeBy({ name: "source", make, method: "current" }, blame);
}

/** @throws ComplianceError `invalid_input` when what is made is no source. */
export function failingOf(make: () => RateSource): RateSource {
  return madeBy({ name: "failing", make, method: "current" }, blame);
}

export function notRenewed(): Error {
  return wrongSubject("renew must give the source other rates, but after it they are the same", blame);
}

function isTime(at: unknown): boolean {
  return at instanceof Date && !Number.isNaN(at.getTime());
}
