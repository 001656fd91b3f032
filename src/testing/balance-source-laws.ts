/** The laws of the port `BalanceSource`, sentence by sentence, for any source and any test runner. */
import { parseBalanceResponse } from "../domain/addresses/responses.js";
import type { Chain } from "../domain/chains/chain.js";
import { chains } from "../domain/chains/registry.js";
import { ExactDecimal } from "../domain/decimal.js";
import type { DecimalText } from "../domain/identifiers/codes.js";
import type { Balance, BalanceSource } from "../ports/balance-source.js";
import { type AnswerLook, type Asked, type AskedAboutAddresses, answerChecks, eachAnswer } from "./answer-laws.js";
import { type BalanceSourceSubject, checkBalanceSubject, sourceOf } from "./balance-subject.js";
import { type ConformanceCheck, checkOf, type Seen } from "./law.js";
import { isRefusal, type Outcome, seenOf } from "./outcome.js";
import { eachRefusal, refusalChecks, unless, untold } from "./refusal-laws.js";

/**
 * The laws that `BalanceSource` promises. Nothing is asked before a law runs.
 *
 * Whether a balance is in whole units can only be seen of an address whose `balance` the subject says. The law on chains
 * is there when there is something `unsupported`, the law on failures when there is a source that is `failing`.
 *
 * @throws ComplianceError `invalid_input` at once, when the subject and not the source is at fault: no function makes the
 *   source, `known` is empty (the laws would then be kept by anything), an address is none of its chain, a balance is no
 *   decimal text, or a member is unknown. The laws reject so when what was made has no function `balance`.
 * @example
 * const known = [{ chain: "bitcoin", address: "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", balance: "0.5" }] as const;
 * for (const { name, run } of balanceSourceConformance({ source: () => houseLedger, known })) test(name, run);
 */
export function balanceSourceConformance(subject: BalanceSourceSubject): readonly ConformanceCheck[] {
  checkBalanceSubject(subject);
  const { source, failing, ...questions } = subject;
  const asked: AskedAboutAddresses = { ...questions, asking: () => askedOf(sourceOf("source", source)) };
  return [
    ...amountLaws(asked, subject),
    ...answerChecks(asked),
    ...refusalChecks(asked, {
      mistyped: {
        name: "a mistyped address has no balance",
        rule: "what is no address of its chain is refused with invalid_input",
        look: unless("invalid_input"),
      },
      unsupported: {
        name: "a chain that it does not know is refused",
        rule: "an address whose balance it cannot know is refused with chain_unsupported, and not said to hold nothing",
      },
    }),
    ...(failing === undefined
      ? []
      : [failureLaw({ ...questions, asking: () => askedOf(sourceOf("failing", failing)) })]),
  ];
}

function askedOf(source: BalanceSource): Asked {
  return { ask: (query) => source.balance(query) };
}

/** What an answer says. */
function amountLaws(
  asked: AskedAboutAddresses,
  { known }: Pick<BalanceSourceSubject, "known">,
): readonly ConformanceCheck[] {
  return [
    checkOf(
      "a balance is exact decimal text",
      "an answer has balance and balance_usd and nothing else; balance is text of digits with at most one point, " +
        "without sign or exponent, and never a number; balance_usd is such text or null",
      eachAnswer(asked, seenOfForm),
    ),
    checkOf(
      "a balance is in whole units",
      "balance counts bitcoin and not satoshi: it has no more decimals than the asset of the chain, and is what the " +
        "subject says that the address holds",
      eachAnswer(asked, (answer, _, { chain }, index) => {
        const balance = soundBalance(answer)?.balance;
        return balance === undefined ? undefined : seenOfUnits(balance, chain, known[index]?.balance);
      }),
    ),
    checkOf(
      "a worth is dollars to the cent",
      "balance_usd has at most two decimals, or is null when no price was asked for",
      eachAnswer(asked, (answer) =>
        decimalsOf(soundBalance(answer)?.balance_usd ?? "0") > 2 ? "balance_usd has more than two decimals" : undefined,
      ),
    ),
  ];
}

const seenOfForm: AnswerLook = (answer) => {
  const parsed = parseBalanceResponse(answer);
  const [first] = parsed.ok ? [] : parsed.issues;
  return first && `there is ${first.code} at "${first.path}"`;
};

/** An answer of the right form; what is wrong with others, another law says. */
function soundBalance(answer: unknown): Balance | undefined {
  const parsed = parseBalanceResponse(answer);
  return parsed.ok ? parsed.value : undefined;
}

function seenOfUnits(balance: DecimalText, chain: Chain, held: DecimalText | undefined): string | undefined {
  const { decimals, symbol } = chains[chain];
  if (new ExactDecimal(balance).decimalPlaces() > decimals) {
    return `balance has more than the ${decimals} decimals of ${symbol}`;
  }
  if (held === undefined || new ExactDecimal(balance).equals(held)) return undefined;
  const isMinor = new ExactDecimal(held).times(`1e${decimals}`).equals(balance);
  return isMinor ? `balance is in minor units, 10^-${decimals} ${symbol}` : "balance is not what the address holds";
}

function decimalsOf(text: DecimalText): number {
  return text.split(".")[1]?.length ?? 0;
}

function failureLaw(asked: AskedAboutAddresses): ConformanceCheck {
  return checkOf(
    "a source that fails has no balance",
    "when its world fails it throws a ComplianceError that a source may throw (provider_…, rate_…), which does not repeat " +
      "the address; it never says that there is nothing",
    eachRefusal(asked, asked.known, (outcome, query) => seenOfFailure(outcome) ?? untold(outcome, query)),
  );
}

function seenOfFailure(outcome: Outcome): Seen | undefined {
  return isRefusal(outcome, "balance") ? undefined : seenOf(outcome);
}
