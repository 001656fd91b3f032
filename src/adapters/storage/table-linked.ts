/** The repository of linked transactions in tables. */
import { bare } from "../../domain/own.js";
import { addLinkedAmount, type LinkedTransaction } from "../../domain/thresholds/linked.js";
import type { LinkedTransactionRepository } from "../../ports/storage.js";
import type { RunWhileOpen } from "./closable.js";
import { copyOf, keptCopyOf } from "./copy.js";
import { linkedId } from "./linked-listing.js";
import type { TableHost } from "./table-host.js";

/** Returns the repository of the linked transactions of `host`. */
export function linkedRepository(host: TableHost, runWhileOpen: RunWhileOpen): LinkedTransactionRepository {
  return {
    add: (given) =>
      runWhileOpen(async () => {
        const evaluation = keptCopyOf(given);
        const id = linkedId(evaluation);
        const stored = await host.change(({ linked }) => {
          const before = linked.get(id);
          const after = addLinkedAmount(before, evaluation);
          return after === before ? { result: after } : { result: after, rows: { linked: new Map([[id, after]]) } };
        });
        return copyOf(stored);
      }),
    within: (given) =>
      runWhileOpen(async () => {
        const query = bare(copyOf(given));
        const { linked, linkedListing } = await host.tables();
        const found = linkedListing.within(query).map((place) => linked.get(linkedId(place)));
        return copyOf(found.filter((row) => row !== undefined));
      }),
    remove: (link_key) =>
      runWhileOpen(async () => {
        const { linkedListing } = await host.tables();
        return removeRows(host, linkedListing.of(link_key).map(linkedId), () => true);
      }),
    prune: (before) =>
      runWhileOpen(async () => {
        const { linkedListing } = await host.tables();
        return removeRows(host, linkedListing.before(before).map(linkedId), ({ time }) => time < before);
      }),
  };
}

/** Removes the rows with these ids for which the condition holds, and returns how many. */
async function removeRows(
  host: TableHost,
  ids: readonly string[],
  condition: (row: LinkedTransaction) => boolean,
): Promise<number> {
  return host.change(({ linked }) => {
    // Looked up again, because an earlier change may have removed one, or put another in its place.
    const removed = ids.filter((id) => {
      const row = linked.get(id);
      return row !== undefined && condition(row);
    });
    if (removed.length === 0) return { result: 0 };
    return { result: removed.length, rows: { linked: new Map(removed.map((id) => [id, undefined])) } };
  });
}
