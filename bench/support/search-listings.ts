/** Pages of the VASP listing: the first one in an order, any one after that, and what sorting for each page would take. */
import { vaspListings } from "../../src/adapters/storage/listings.js";
import { pageOf } from "../../src/domain/page.js";
import { sortVasps, type VaspSort } from "../../src/domain/vasps/list.js";
import type { Table } from "./question.js";
import { vasps } from "./search-corpora.js";
import { timed, timesOf } from "./search-timing.js";
import { digits } from "./texts.js";

const SIZE = 50;
const PAGES = 500;
const SORTS: readonly VaspSort[] = (["vasp_id", "name_legal", "address_country_code"] as const).map((field) => ({
  field,
  descending: field !== "vasp_id",
}));

/** Of so many VASPs. */
export function listingTable(count: number): Table {
  const all = new Map(Array.from(vasps(count), (record) => [record.vasp_id, { record }]));
  const listing = vaspListings(all);
  const records = [...all.values()].map(({ record }) => record);
  return {
    title: `${digits(count)} VASPs in pages of ${SIZE}, ms`,
    columns: ["order", "first page", "any page", "p99", "sorting for each page"],
    rows: SORTS.map((sort) => {
      const pageAt = (page: number): unknown => pageOf(listing.inOrder(sort), { page, size: SIZE });
      const [, first] = timed(() => pageAt(1));
      const numbers = Array.from({ length: PAGES }, (_, index) => 1 + ((index * 7919) % (count / SIZE)));
      const page = timesOf(numbers.map((number) => timed(() => pageAt(number))[1]));
      const [, sorting] = timed(() => pageOf(sortVasps(records, sort), { page: 1, size: SIZE }));
      const name = `${sort.field}${sort.descending ? ", descending" : ""}`;
      return [name, ...[first, page.median, page.p99, sorting].map(digits)];
    }),
  };
}
