/** Wrong storages of reviews of alerts, of conditions and cursors of their lists, and of their removal. */
import type { AlertReview } from "../../../src/domain/alerts/alert.js";
import type { AlertRepository } from "../../../src/ports/storage.js";
import { altered, elsewhere, type WrongStorage } from "./altered.js";

function changed(change: (alerts: AlertRepository) => Partial<AlertRepository>): WrongStorage["subject"] {
  return altered(({ alerts }) => ({ alerts: change(alerts) }));
}

/** Keeps reviews apart. */
function reviewing(
  add: (before: readonly AlertReview[], review: AlertReview) => readonly AlertReview[],
  pause = async (): Promise<void> => undefined,
): WrongStorage["subject"] {
  return changed((alerts) => {
    const kept = new Map<string, readonly AlertReview[]>();
    const find: AlertRepository["find"] = async (id) => {
      const found = await alerts.find(id);
      return found && structuredClone({ ...found, reviews: kept.get(id) ?? [] });
    };
    return {
      find,
      review: async (id, review) => {
        const before = kept.get(id) ?? [];
        await pause();
        if ((await alerts.find(id)) !== undefined) kept.set(id, add(before, structuredClone(review)));
        return find(id);
      },
    };
  });
}

const historyCheck = "reviews of an alert are kept in order";
const conditionCheck = "alert lists have and count only what matches every condition";
const walkCheck = "alert pages by cursor list every alert once, in order";
const stableCheck = "a cursor of alerts stays valid while alerts change";
const pruneCheck = "delivered and reviewed alerts are removed";

export const wrongReviews: readonly WrongStorage[] = [
  { check: historyCheck, fault: "only the last review", subject: reviewing((_, review) => [review]) },
  { check: historyCheck, fault: "the newest first", subject: reviewing((before, review) => [review, ...before]) },
  {
    check: historyCheck,
    fault: "equal reviews stored once",
    subject: reviewing((before, review) =>
      before.some((each) => JSON.stringify(each) === JSON.stringify(review)) ? before : [...before, review],
    ),
  },
  {
    check: historyCheck,
    fault: "an error for an unknown alert",
    subject: changed((alerts) => ({
      review: async (id, review) => {
        const reviewed = await alerts.review(id, review);
        if (reviewed === undefined) throw new Error("There is no such alert.");
        return reviewed;
      },
    })),
  },
  {
    check: "no concurrent review of an alert is lost",
    fault: "a read and then a write",
    subject: reviewing((before, review) => [...before, review], elsewhere),
  },
  ...(["transaction_id", "delivered", "reviewed", "from", "to"] as const).map(
    (name): WrongStorage => ({
      check: conditionCheck,
      fault: `an ignored ${name}`,
      subject: changed((alerts) => ({
        list: (query) => alerts.list({ ...query, [name]: undefined }),
        listAfter: (query) => alerts.listAfter({ ...query, [name]: undefined }),
      })),
    }),
  ),
  {
    check: conditionCheck,
    fault: "conditions that a cursor forgets",
    subject: changed((alerts) => ({ listAfter: ({ cursor, size }) => alerts.listAfter({ cursor, size }) })),
  },
  {
    check: walkCheck,
    fault: "a next_cursor on the last page",
    subject: changed((alerts) => ({
      listAfter: async (query) => {
        const page = await alerts.listAfter(query);
        return page && { ...page, next_cursor: page.next_cursor ?? query.cursor };
      },
    })),
  },
  {
    check: walkCheck,
    fault: "a cursor that names a time only",
    subject: changed((alerts) => {
      const times = new Map<string, string>();
      return {
        list: async (query) => {
          const page = await alerts.list(query);
          const last = page.items.at(-1)?.alert.raised_at ?? "";
          if (page.next_cursor !== null) times.set(page.next_cursor, last);
          return page;
        },
        listAfter: async ({ cursor, ...query }) => {
          const page = await alerts.list({ page: 1, ...query, to: times.get(cursor) });
          return { items: page.items, next_cursor: null };
        },
      };
    }),
  },
  {
    check: stableCheck,
    fault: "a cursor that counts",
    subject: changed((alerts) => ({
      list: async (query) => {
        const page = await alerts.list(query);
        return { ...page, next_cursor: page.next_cursor && String(query.size) };
      },
      listAfter: async ({ cursor, size, ...filter }) => {
        const { items } = await alerts.list({ page: 1, size: 1000, ...filter });
        const start = Number(cursor);
        const next_cursor = start + size < items.length ? String(start + size) : null;
        return { items: items.slice(start, start + size), next_cursor };
      },
    })),
  },
  {
    check: "a text that is no cursor is rejected",
    fault: "the first page for any text",
    subject: changed((alerts) => ({
      listAfter: async (query) => {
        const { cursor: _, ...first } = query;
        return (await alerts.listAfter(query)) ?? alerts.list({ ...first, page: 1 });
      },
    })),
  },
  {
    check: pruneCheck,
    fault: "removal of alerts without a review",
    subject: changed((alerts) => {
      const removed = new Set<string>();
      return {
        prune: async (before) => {
          const { items } = await alerts.list({ page: 1, size: 1000, delivered: true, to: before });
          for (const { alert } of items) removed.add(alert.alert_id);
          return items.length;
        },
        find: async (id) => (removed.has(id) ? undefined : alerts.find(id)),
      };
    }),
  },
  {
    check: pruneCheck,
    fault: "undelivered alerts that are never removed",
    subject: changed((alerts) => ({ prune: (before) => alerts.prune(before) })),
  },
  {
    check: pruneCheck,
    fault: "undelivered alerts that are always removed",
    subject: changed((alerts) => ({ prune: (before) => alerts.prune(before, true) })),
  },
  {
    check: pruneCheck,
    fault: "removal of alerts of exactly that time",
    subject: changed((alerts) => ({ prune: (before) => alerts.prune(before.replace(".000Z", ".001Z")) })),
  },
  {
    check: pruneCheck,
    fault: "alerts that stay findable",
    subject: changed((alerts) => {
      const found = new Map<string, Awaited<ReturnType<AlertRepository["find"]>>>();
      return {
        review: async (id, review) => {
          const reviewed = await alerts.review(id, review);
          if (reviewed !== undefined) found.set(id, reviewed);
          return reviewed;
        },
        find: async (id) => (await alerts.find(id)) ?? found.get(id),
      };
    }),
  },
];
