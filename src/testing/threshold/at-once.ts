/** Many questions at once: what answers one of them with the answer of another is found. */
import type { ThresholdEngine } from "../../domain/thresholds/types.js";
import { type Case, transactionOf } from "../arbitraries/near-threshold.js";
import { factLines } from "./words.js";
import { asked, expectAnswer, idOf, type WrappedEvaluate } from "./wrapped.js";

/** One of the transactions that are asked at once. */
interface Question {
  readonly of: Case;
  readonly transaction_id: string;
}

/** Besides each case: its country and currency, and its id, with the amount of the next one. */
export function crossed(drawn: readonly Case[]): readonly Question[] {
  const own = drawn.map((of) => ({ of, transaction_id: idOf(of) }));
  const mixed = own.flatMap(({ of: { pair }, transaction_id }, index) => {
    const next = drawn[index + 1];
    return next === undefined ? [] : [{ of: { pair, amount: next.amount }, transaction_id }];
  });
  return [...own, ...mixed];
}

/** @throws Finding at the first that is not answered as by the engine. */
export async function askedAtOnce(
  evaluate: WrappedEvaluate,
  questions: readonly Question[],
  engine: ThresholdEngine,
): Promise<void> {
  const transactions = questions.map(({ of, transaction_id }) => transactionOf(of, transaction_id));
  const outcomes = await Promise.all(transactions.map((each) => asked(evaluate, each)));
  const together = transactions.map((each) => JSON.stringify(each)).join(", ");
  for (const [index, outcome] of outcomes.entries()) {
    const [transaction, question] = [transactions[index], questions[index]];
    if (transaction === undefined || question === undefined) continue;
    const facts = [JSON.stringify(transaction), ...factLines(question.of.pair, question.of.amount)];
    expectAnswer(outcome, engine.evaluate(transaction).status, [...facts, `asked at once: ${together}`]);
  }
}
