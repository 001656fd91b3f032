/** The laws on a configuration that need no drawn transactions: rates, and what can be reached with them. */
import { ComplianceError } from "../../domain/compliance-error.js";
import type { CountryCode, CurrencyCode } from "../../domain/identifiers/codes.js";
import { checkRateAge } from "../../domain/thresholds/rates.js";
import type { ConformanceCheck } from "../law.js";
import { failureText } from "../storage/watched.js";
import type { Engine, MakeEngine } from "./engine-laws.js";
import { firstOf } from "./rows.js";
import { type Sight, type Standing, standingLaw } from "./standing.js";
import type { Subject } from "./subject.js";

export function standingLaws(subject: Subject, makeEngine: MakeEngine): readonly ConformanceCheck[] {
  return [
    standingLaw(
      subject,
      "every country is reachable from every currency",
      "a transaction in any currency of money that the rates list can be decided in every country that has a threshold",
      (standing) => unreachable(standing, makeEngine(standing.config)),
    ),
    standingLaw(
      subject,
      "no rate is older than allowed",
      "on the day of the decision the rates are at most maxRateAge old, and not of more than a day ahead",
      tooOld,
    ),
  ];
}

/**
 * The whole world in all its money would take seconds. What is in the way is a country's or a currency's, and not a
 * pair's, so in greater tables each country is asked for its share of the currencies, and each currency by some countries.
 */
const MOST_PAIRS = 5_000;

/** By what is in the way, so that one missing rate is one line and not thirty. */
function unreachable({ config, ground }: Standing, engine: Engine): Sight | undefined {
  const gaps = new Map<string, CurrencyCode[]>();
  const countries = Object.keys(config.thresholds);
  const step = Math.ceil((countries.length * ground.listed.length) / MOST_PAIRS);
  for (const [shift, country] of countries.entries()) {
    for (const currency of ground.listed.filter((_, place) => (place + shift) % step === 0)) {
      const refusal = refusalOf(engine, country, currency);
      if (refusal === undefined) continue;
      const key = `${country} cannot be reached: ${refusal}`;
      gaps.set(key, [...(gaps.get(key) ?? []), currency]);
    }
  }
  return firstOf([...gaps].map(([key, currencies]) => `${key.replace(/\.$/, "")} (from ${someOf(currencies)})`));
}

function refusalOf(engine: Engine, country: CountryCode, currency: CurrencyCode): string | undefined {
  try {
    engine.evaluate({ transaction_id: "T-1", amount: "1", currency, country });
    return undefined;
  } catch (error) {
    return error instanceof ComplianceError ? `${error.code}: ${error.message}` : failureText(error);
  }
}

function someOf(currencies: readonly CurrencyCode[]): string {
  const shown = currencies.slice(0, 5).join(", ");
  return currencies.length > 5 ? `${shown} and ${currencies.length - 5} more` : shown;
}

function tooOld({ at, config: { rates }, maxRateAge }: Standing): Sight | undefined {
  try {
    checkRateAge(rates, at, maxRateAge);
    return undefined;
  } catch (error) {
    if (!(error instanceof ComplianceError)) throw error;
    const facts = `the decision is of ${at.toISOString()}, the rates are of ${rates.source}, ${rates.date}`;
    return { seen: `${error.code}: ${error.message.replace(/\.$/, "")} (${facts})` };
  }
}
