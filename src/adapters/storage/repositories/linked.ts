/**
 * The repository of linked transactions. A transaction is committed before `add` resolves, and `within` reads later. So of two
 * evaluations in different processes, at least one finds both transactions.
 */
import {
  addLinkedAmount,
  type LinkedEvaluation,
  type LinkedTransaction,
  sortLinked,
} from "../../../domain/thresholds/linked.js";
import { linked } from "../../../ports/collections.js";
import type { LinkedTransactionRepository } from "../../../ports/storage.js";
import type { Condition } from "../../../ports/storage-engine.js";
import { copyOf, keptCopyOf } from "../copy.js";
import type { Plan } from "./perform.js";
import { removeRange, type Session } from "./session.js";

/** Returns the repository. */
export function linkedRepository(session: Session): LinkedTransactionRepository {
  const { read, run, whileOpen } = session;
  const collection = linked.name;
  return {
    add: (evaluation, movesTime = false) => whileOpen(() => run(adding(keptCopyOf(evaluation), movesTime))),
    within: (query) =>
      whileOpen(async () => {
        const { link_key, from, to, limit } = copyOf(query);
        const where: Condition[] = [
          ["link_key", "=", link_key],
          ["time", ">=", from],
          ["time", "<=", to],
        ];
        const [found] = await read([{ collection, index: "link_key", where, limit }]);
        return copyOf(sortLinked(linked.recordsOf(found?.rows ?? [])));
      }),
    remove: (link_key) =>
      whileOpen(() => removeRange(session, { collection, index: "link_key", where: [["link_key", "=", link_key]] })),
    prune: (before) =>
      whileOpen(() => removeRange(session, { collection, index: "time", where: [["time", "<", before]] })),
  };
}

/** Adds an amount to a transaction, which mostly is new. */
function adding(evaluation: LinkedEvaluation, movesTime: boolean): Plan<LinkedTransaction> {
  const { link_key, transaction_id } = evaluation;
  return {
    assumesAbsent: true,
    reads: [linked.at(link_key, transaction_id)],
    run: ([row]) => {
      const stored = linked.recordOf(row);
      const result = addLinkedAmount(stored, evaluation, movesTime);
      return result === stored ? { result } : { result, changes: [linked.put(result, row)] };
    },
  };
}
