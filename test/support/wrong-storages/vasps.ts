/** Wrong storages of VASP records: how they search and list them. */
import { memoryStorage } from "../../../src/adapters/storage/memory.js";
import { vaspTextsOf } from "../../../src/domain/vasps/list.js";
import type { Vasp } from "../../../src/domain/vasps/vasp.js";
import { altered, likeMatches, searchingVasps, type WrongStorage } from "./altered.js";

const pageCheck = "VASP lists are paged";
const orderCheck = "VASP lists are ordered by code units, absent values last";

function sortedBy(compare: (a: Vasp, b: Vasp) => number): WrongStorage["subject"] {
  return altered(({ vasps }) => ({
    vasps: {
      list: async (query) => {
        const { sort, ...page } = query;
        const asked = await vasps.list(query);
        if (sort === undefined) return asked;
        const { items } = await vasps.list({ page: 1, size: 1000, sort });
        const sorted = [...items].sort((a, b) => (sort.descending ? -1 : 1) * compare(a, b));
        return { ...asked, items: sorted.slice((page.page - 1) * page.size, page.page * page.size) };
      },
    },
  }));
}

export const wrongVaspStorages: readonly WrongStorage[] = [
  {
    check: "VASP search returns the best matches first",
    fault: "only legal names",
    subject: searchingVasps(({ name_legal }) => vaspTextsOf({ vasp_id: "", name_legal })),
  },
  {
    check: "equal VASP matches are ordered by vasp_id",
    fault: "the order of a locale",
    subject: searchingVasps(vaspTextsOf, (found) =>
      [...found].sort((a, b) => a.vasp_id.localeCompare(b.vasp_id, "en")),
    ),
  },
  {
    check: "VASP search returns at most the limit",
    fault: "an ignored limit",
    subject: altered(({ vasps }) => ({ vasps: { search: (term) => vasps.search(term) } })),
  },
  {
    check: "VASP search returns at most the limit",
    fault: "a limit before the ranking",
    subject: altered(({ vasps }) => ({
      vasps: {
        search: async (term, limit) => {
          const found = await vasps.search(term);
          const first = [...found].sort((a, b) => (a.vasp_id < b.vasp_id ? -1 : 1)).slice(0, limit);
          return found.filter((record) => first.includes(record));
        },
      },
    })),
  },
  {
    check: "VASP search has no wildcard characters",
    fault: "a term for LIKE",
    subject: searchingVasps(vaspTextsOf, (found) => found, likeMatches),
  },
  {
    check: "every VASP search agrees with the reference model",
    fault: "only beginnings of words",
    subject: searchingVasps((vasp) =>
      vaspTextsOf(vasp).flatMap((text) => text.split(" ").map((_, index, words) => words.slice(index).join(" "))),
    ),
  },
  {
    check: orderCheck,
    fault: "the order of a locale",
    subject: sortedBy((a, b) =>
      (a.address_city ?? "\uffff\uffff").localeCompare(b.address_city ?? "\uffff\uffff", "en"),
    ),
  },
  {
    check: orderCheck,
    fault: "absent values first when descending",
    subject: sortedBy((a, b) => ((a.address_city ?? "\uffff\uffff") < (b.address_city ?? "\uffff\uffff") ? -1 : 1)),
  },
  {
    check: pageCheck,
    fault: "pages that count from 0",
    subject: altered(({ vasps }) => ({
      vasps: {
        list: async (query) => {
          const { items } = await vasps.list({ ...query, page: query.page + 1 });
          return { ...(await vasps.list(query)), items };
        },
      },
    })),
  },
  {
    check: pageCheck,
    fault: "a total of one page",
    subject: altered(({ vasps }) => ({
      vasps: {
        list: async (query) => {
          const { items, pagination } = await vasps.list(query);
          return { items, pagination: { ...pagination, total: items.length } };
        },
      },
    })),
  },
  {
    check: pageCheck,
    fault: "the last page instead of an empty one",
    subject: altered(({ vasps }) => ({
      vasps: {
        list: async (query) => {
          const asked = await vasps.list(query);
          const last = Math.max(1, Math.ceil(asked.pagination.total / query.size));
          return query.page <= last ? asked : { ...(await vasps.list({ ...query, page: last })) };
        },
      },
    })),
  },
  {
    check: "every VASP list agrees with the reference model",
    fault: "an order cached across loads",
    subject: () => {
      const storage = memoryStorage();
      const kept = new Map<string, readonly Vasp[]>();
      return {
        ...storage,
        vasps: {
          ...storage.vasps,
          list: async (query) => {
            const key = JSON.stringify(query.sort);
            const { items, pagination } = await storage.vasps.list({ ...query, page: 1, size: 1000 });
            if (!kept.has(key)) kept.set(key, items);
            const page = (kept.get(key) ?? []).slice((query.page - 1) * query.size, query.page * query.size);
            return { items: page, pagination: { ...pagination, page: query.page, size: query.size } };
          },
        },
      };
    },
  },
];
