/** Checks of the option `policy` of `createCompliance`. */
import { policyReader } from "../../generated/decision.reader.js";
import type { RegisteredChains } from "../chains/chain.js";
import { ethereumFormOf } from "../chains/ethereum-form.js";
import { parseAddressIn, tagOf } from "../chains/parse.js";
import { specifiedChains } from "../chains/registry.js";
import type { DurationMs } from "../identifiers/codes.js";
import { isDate } from "../identifiers/date.js";
import { parseInput } from "../input/parse-input.js";
import type { Jurisdiction } from "../jurisdictions/types.js";
import { configurationInvalid, isDuration, MAX_TIMER } from "../options.js";
import { bare, own } from "../own.js";
import { unwrap } from "../result.js";
import type { CounselAnswer } from "./decision.js";
import type { CheckedPolicy, ExchangePolicy, OwnAddress, OwnAddressTest, Policy } from "./policy.js";

/** What the checks need of the other options. */
interface Others {
  readonly chains: RegisteredChains | undefined;
  readonly jurisdictions: readonly Jurisdiction[] | undefined;
  readonly hasProvider: (name: string) => boolean;
  readonly hasThresholds: boolean;
}

/** @throws ComplianceError `configuration_invalid` */
export function checkedPolicy(
  given: Policy,
  { chains, jurisdictions, hasProvider, hasThresholds }: Others,
): CheckedPolicy {
  const parsed = parseInput(policyReader, given, chains && { chains });
  if (!parsed.ok) {
    const named = parsed.issues.map(({ code, path }) => `${code} at "${path}"`);
    throw configurationInvalid(`The option policy of createCompliance is invalid: ${named.join(", ")}.`);
  }
  // The cast: the reader checks the names of chains.
  const { ownAddresses = [], answers = [], answerTimeoutMs = TEN_SECONDS, ...policy } = bare(parsed.value as Policy);
  checkNumbers(policy);
  if (!(Number.isSafeInteger(answerTimeoutMs) && answerTimeoutMs >= 1 && answerTimeoutMs <= MAX_TIMER)) {
    throw invalid(`needs whole milliseconds from 1 to ${MAX_TIMER} as answerTimeoutMs`);
  }
  if (jurisdictions === undefined)
    throw invalid("needs the option jurisdictions: the packs say which duties there are");
  if (policy.screenWith.length === 0 || !policy.screenWith.every(hasProvider)) {
    throw invalid("needs screenWith: at least one key of the option riskProviders, and no other names");
  }
  if (new Set(policy.screenWith).size < policy.screenWith.length) throw invalid("has a name twice in screenWith");
  if (policy.suspendOnBreach && !hasThresholds) throw invalid("needs the option thresholds for suspendOnBreach");
  for (const answer of answers) checkAnswer(answer, jurisdictions);
  if (answers.some((answer, index) => answers.slice(0, index).some((other) => areOfOneDay(answer, other)))) {
    throw invalid(
      "has two answers about the same jurisdiction, kind and day: end the earlier one with until, or make them one",
    );
  }
  checkExchange(own(policy, "exchange"));
  return Object.freeze({
    ...policy,
    answers,
    answerTimeoutMs,
    isOwnAddress: ownAddressTest(ownAddresses, chains ?? specifiedChains, keyOnChain),
    mayBeOwnAddress: ownAddressTest(ownAddresses, chains ?? specifiedChains, keyOnAnyChain),
  });
}

function invalid(what: string): Error {
  return configurationInvalid(`The option policy of createCompliance ${what}.`);
}

const TEN_SECONDS: DurationMs = 10_000;

function checkNumbers({ rejectRisk, suspendRisk, decisionMaxAgeMs, retentionMs }: Omit<Policy, "ownAddresses">): void {
  const isRatio = (ratio: number): boolean => Number.isSafeInteger(ratio) && ratio >= 1 && ratio <= 100;
  if (!(isRatio(rejectRisk) && isRatio(suspendRisk) && suspendRisk <= rejectRisk)) {
    throw invalid("needs integers from 1 to 100 as rejectRisk and suspendRisk, and suspendRisk at most rejectRisk");
  }
  if (!(isDuration(decisionMaxAgeMs, 1) && isDuration(retentionMs, 0))) {
    throw invalid("needs whole milliseconds, at most 100 years: decisionMaxAgeMs above 0, retentionMs 0 or more");
  }
}

function checkExchange(exchange: ExchangePolicy | undefined): void {
  if (exchange === undefined || (isDuration(exchange.answerWithinMs, 1) && isDuration(exchange.windowMs, 1))) return;
  throw invalid(
    "needs whole milliseconds above 0, at most 100 years, as exchange.answerWithinMs and exchange.windowMs",
  );
}

function checkAnswer(answer: CounselAnswer, jurisdictions: readonly Jurisdiction[]): void {
  const { jurisdiction, from, until } = bare(answer);
  if (!jurisdictions.some(({ code }) => code === jurisdiction)) {
    throw invalid("has an answer whose jurisdiction is no code of a pack of the option jurisdictions");
  }
  if (!isDate(from) || !(until === undefined || (isDate(until) && until >= from))) {
    throw invalid("has an answer whose from and until are no days, 2026-11-22, or whose until is before from");
  }
}

/** Returns whether both answers are about the same transfers on some day. The later one in the list would never count. */
function areOfOneDay(one: CounselAnswer, other: CounselAnswer): boolean {
  const [until, otherUntil] = [own(one, "until"), own(other, "until")];
  return (
    one.jurisdiction === other.jurisdiction &&
    one.kind === other.kind &&
    (until === undefined || other.from <= until) &&
    (otherUntil === undefined || one.from <= otherUntil)
  );
}

function keyOnChain(chain: string, canonical: string): string {
  return `${chain} ${canonical}`;
}

/** Returns one key for all chains on which the key of an address of Ethereum's form has the same address. */
function keyOnAnyChain(chain: string, canonical: string): string {
  return ethereumFormOf(chain, canonical) ?? keyOnChain(chain, canonical);
}

/**
 * The reader checked the addresses and their tags.
 *
 * @param keyOf - equal for the addresses that count as one
 */
function ownAddressTest(
  addresses: readonly OwnAddress[],
  chains: RegisteredChains,
  keyOf: (chain: string, canonical: string) => string,
): OwnAddressTest {
  const tagsOf = new Map<string, (string | undefined)[]>();
  for (const { chain, address, tag } of addresses.map(bare)) {
    const parsed = unwrap(parseAddressIn(chains, chain, address));
    const key = keyOf(chain, parsed.canonical);
    tagsOf.set(key, [...(tagsOf.get(key) ?? []), tag ?? tagOf(parsed)]);
  }
  return (chain, canonical, tag) =>
    (tagsOf.get(keyOf(chain, canonical)) ?? []).some((each) => each === undefined || tag === null || each === tag);
}
