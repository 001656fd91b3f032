/** The conformance suite of the port `BalanceSource`. */
import { parseBalanceResponse } from "../domain/addresses/responses.js";
import type { Chain } from "../domain/chains/chain.js";
import { chains } from "../domain/chains/registry.js";
import { ExactDecimal } from "../domain/decimal.js";
import { isDecimalText } from "../domain/decimal-text.js";
import type { DecimalText } from "../domain/identifiers/codes.js";
import type { Balance, BalanceSource } from "../ports/balance-source.js";
import type { AddressQuery } from "../ports/risk-provider.js";
import {
  type AddressPort,
  type AddressPortSubject,
  answerChecks,
  checkRequests,
  eachAnswer,
  eachRefusal,
  type LookAtAnswer,
  refusalChecks,
  unlessCode,
  unlessRepeated,
} from "./address-port-checks.js";
import {
  type ConformanceCheck,
  checkOf,
  checkSubjectNames,
  createdBy,
  readSubject,
  type SuiteCall,
  wrongSubject,
} from "./check.js";
import { describeOutcome, isAllowedFailure } from "./outcome.js";

/** An address with a known balance. */
export interface KnownBalance extends Pick<AddressQuery, "chain" | "address"> {
  /**
   * The balance in whole units. Only with it can a check notice wrong units, such as satoshi for bitcoin.
   *
   * @default the amount is not compared
   */
  readonly balance?: DecimalText | undefined;
  /** Ignored, because prices change. Allowed so that `fakes.balanceSource` can share the same list. */
  readonly balance_usd?: DecimalText | null | undefined;
}

/** A balance source to test. */
export interface BalanceSourceSubject {
  /** Creates the source. It must answer the same request the same way during a check, so use a fixed service. */
  readonly source: () => BalanceSource;
  /** Supported addresses, in canonical form. At least one; better some with a balance and some without. */
  readonly known: readonly KnownBalance[];
  /**
   * Addresses of chains that it does not support.
   *
   * @default no check on unsupported chains
   */
  readonly unsupported?: readonly AddressQuery[] | undefined;
  /**
   * Creates the source over a service that fails: it refuses the key, is down, or returns HTML.
   *
   * @default no check on failures
   */
  readonly failing?: (() => BalanceSource) | undefined;
}

const call: SuiteCall = { suite: "balanceSourceConformance", part: "source" };

/**
 * Returns the checks for the promises of `BalanceSource`. No request is sent before a check runs.
 *
 * Wrong units can only be noticed for an address with a `balance` in `known`.
 *
 * @param subject the source and the addresses to request
 * @returns The checks, to be run by any test runner.
 * @throws ComplianceError `invalid_input` at once for a wrong subject. No function creates the source, `known` is empty, an
 *   address or a balance is invalid, or a property is unknown. A check rejects with it when the created source has no
 *   method `balance`.
 * @example
 * const known = [{ chain: "bitcoin", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", balance: "0.5" }] as const;
 * for (const { name, run } of balanceSourceConformance({ source: () => houseLedger, known })) test(name, run);
 */
export function balanceSourceConformance(subject: BalanceSourceSubject): readonly ConformanceCheck[] {
  readSubject(() => checkSubject(subject), call);
  const { source, failing, ...requests } = subject;
  const port: AddressPortSubject = { ...requests, create: () => portOf("source", source) };
  return [
    ...amountChecks(port, subject),
    ...answerChecks(port),
    ...refusalChecks(port, {
      invalid: {
        name: "an invalid address has no balance",
        promise: "An invalid address is refused with invalid_input.",
        look: unlessCode("invalid_input"),
      },
      unsupported: "An address of an unsupported chain is refused with chain_unsupported. It never has a balance of 0.",
    }),
    ...(failing === undefined ? [] : [failureCheck({ ...requests, create: () => portOf("failing", failing) })]),
  ];
}

function portOf(name: "source" | "failing", create: () => BalanceSource): AddressPort {
  const source = createdBy<BalanceSource>({ name, create, method: "balance" }, call);
  return { request: (query) => source.balance(query) };
}

const knownNames = {
  chain: true,
  address: true,
  balance: true,
  balance_usd: true,
} as const;

function checkSubject(subject: BalanceSourceSubject): void {
  // Callers without types may pass anything.
  if (typeof subject?.source !== "function") {
    throw wrongSubject("source must be a function that creates the source, such as () => houseLedger", call);
  }
  checkSubjectNames("it", subject, { source: true, known: true, unsupported: true, failing: true }, call);
  const { known, failing } = subject;
  checkRequests(subject, call);
  // A misspelt balance would not be compared.
  for (const [index, each] of known.entries()) checkSubjectNames(`known[${index}]`, each, knownNames, call);
  const wrong = known.findIndex(({ balance }) => balance !== undefined && !isAmount(balance));
  if (wrong !== -1) throw wrongSubject(`known[${wrong}].balance must be decimal text such as "1.5"`, call);
  if (failing !== undefined && typeof failing !== "function") {
    throw wrongSubject("failing must be a function that creates the source over a service that fails", call);
  }
}

function isAmount(balance: unknown): boolean {
  return typeof balance === "string" && isDecimalText(balance);
}

/** Checks on the content of an answer. */
function amountChecks(
  port: AddressPortSubject,
  { known }: Pick<BalanceSourceSubject, "known">,
): readonly ConformanceCheck[] {
  return [
    checkOf(
      "a balance is exact decimal text",
      "An answer has balance and balance_usd and nothing else. balance is decimal text without sign or exponent, never a " +
        "number. balance_usd is such text or null.",
      eachAnswer(port, lookAtForm),
    ),
    checkOf(
      "a balance is in whole units",
      "balance counts bitcoin and not satoshi: it has no more decimals than the asset, and equals the known balance.",
      eachAnswer(port, (answer, _, { chain }, index) => {
        const balance = validBalance(answer)?.balance;
        return balance === undefined ? undefined : lookAtUnits(balance, chain, known[index]?.balance);
      }),
    ),
    checkOf(
      "a balance in dollars has at most two decimals",
      "balance_usd has at most two decimals, or is null where no price was requested.",
      eachAnswer(port, (answer) =>
        decimalsOf(validBalance(answer)?.balance_usd ?? "0") > 2 ? "balance_usd has more than two decimals" : undefined,
      ),
    ),
  ];
}

const lookAtForm: LookAtAnswer = (answer) => {
  const parsed = parseBalanceResponse(answer);
  const [first] = parsed.ok ? [] : parsed.issues;
  return first && `the answer has the issue ${first.code} at "${first.path}"`;
};

/** Returns a valid answer. Another check reports an invalid one. */
function validBalance(answer: unknown): Balance | undefined {
  const parsed = parseBalanceResponse(answer);
  return parsed.ok ? parsed.value : undefined;
}

function lookAtUnits(balance: DecimalText, chain: Chain, expected: DecimalText | undefined): string | undefined {
  const { decimals, symbol } = chains[chain];
  if (new ExactDecimal(balance).decimalPlaces() > decimals) {
    return `balance has more than the ${decimals} decimals of ${symbol}`;
  }
  if (expected === undefined || new ExactDecimal(balance).equals(expected)) return undefined;
  const isMinor = new ExactDecimal(expected).times(`1e${decimals}`).equals(balance);
  return isMinor ? `balance is in minor units, 10^-${decimals} ${symbol}` : "balance differs from the known balance";
}

function decimalsOf(text: DecimalText): number {
  return text.split(".")[1]?.length ?? 0;
}

function failureCheck(port: AddressPortSubject): ConformanceCheck {
  return checkOf(
    "a failing source returns no balance",
    "When its service fails, it throws a ComplianceError that a source may throw (provider_…, rate_…), without the " +
      "address. It never returns 0.",
    eachRefusal(port, port.known, (outcome, query) =>
      isAllowedFailure(outcome, "balance") ? unlessRepeated(outcome, query) : describeOutcome(outcome),
    ),
  );
}
