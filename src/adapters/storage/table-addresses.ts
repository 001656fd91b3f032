/** The repository of addresses in memory. A change of an address puts its row and the screening or link that it replaces. */
import type { AddressListQuery, AddressUpdate, LinkedAddress, StoredAddress } from "../../domain/addresses/address.js";
import { compareTags, linkChangeOf, linkOf, sortLinks } from "../../domain/addresses/link.js";
import { applyAddressUpdate, sortAddresses } from "../../domain/addresses/record.js";
import type { Chain } from "../../domain/chains/chain.js";
import type { Cursors } from "../../domain/cursor.js";
import { bare, own } from "../../domain/own.js";
import type { CursorPage } from "../../domain/page.js";
import { compareText } from "../../domain/text.js";
import type { AddressRepository } from "../../ports/storage.js";
import type { RunWhileOpen } from "./closable.js";
import { copyIfAny, copyOf, keptCopyOf } from "./copy.js";
import type { SortedList } from "./sorted-list.js";
import { type Change, type TableHost, withSorted } from "./table-host.js";
import {
  type AddressRow,
  addressId,
  type LinkRow,
  type Lookup,
  pastLinkId,
  type Rows,
  screeningId,
  type Tables,
  tagLinkId,
} from "./tables.js";

/** Returns the repository of the addresses of `host`. */
export function addressRepository(host: TableHost, runWhileOpen: RunWhileOpen, cursors: Cursors): AddressRepository {
  const change = async (given: AddressUpdate, mustExist: boolean): Promise<Outcome> => {
    const update = keptCopyOf(given);
    return copyOf(await host.change((rows) => addressChange(rows, update, mustExist)));
  };
  return {
    // The cast: only an update that must find its record returns "unknown".
    save: (given) => runWhileOpen(() => change(given, false) as Promise<Exclude<Outcome, "unknown">>),
    update: (given) => runWhileOpen(() => change(given, true)),
    remove: (chain, address) => runWhileOpen(() => host.change((rows) => removal(rows, chain, address))),
    find: (chain, address) =>
      runWhileOpen(async () => copyIfAny((await host.tables()).addresses.get(addressId(chain, address))?.stored)),
    accountOf: (chain, address, tag) =>
      runWhileOpen(async () => {
        const { addresses, links } = await host.tables();
        const id = addressId(chain, address);
        if (tag !== undefined) return links.get(tagLinkId(id, tag))?.link.account_ref_id;
        return linkOf(addresses.get(id)?.stored)?.account_ref_id;
      }),
    ofAccount: (account_ref_id) =>
      runWhileOpen(async () => copyOf(sortAddresses(linkedAddresses(await host.tables(), account_ref_id)))),
    history: (chain, address) =>
      runWhileOpen(async () => {
        const { addresses, screenings, links, linksOf } = await host.tables();
        const id = addressId(chain, address);
        const row = addresses.get(id);
        if (row === undefined) return undefined;
        const { stored, earlier } = row;
        const all = Array.from({ length: earlier }, (_, number) => screenings.get(screeningId(id, number))?.screening);
        const kept = [...(linksOf.get(id) ?? [])].map((linkId) => links.get(linkId)?.link);
        return copyOf({
          ...stored,
          screenings: [...all, own(stored, "screening")].filter((each) => each !== undefined),
          links: sortLinks([...kept, linkOf(stored)].filter((each) => each !== undefined)),
        });
      }),
    list: (given) =>
      runWhileOpen(async () => {
        const query = bare(copyOf(given));
        const { tables, sorted } = await withSorted(host, ({ addressListing }) => addressListing.ids);
        return copyIfAny(pageAfter(tables, sorted, query, cursors));
      }),
  };
}

type Outcome = StoredAddress | "linked_elsewhere" | "unknown_account" | "unknown";

function addressChange(rows: Lookup, update: AddressUpdate, mustExist: boolean): Change<Outcome> {
  const { chain, address, account_ref_id } = bare(update);
  const id = addressId(chain, address);
  const row = rows.addresses.get(id);
  if (row === undefined && mustExist) return { result: "unknown" };
  if (account_ref_id !== undefined && rows.accounts.get(account_ref_id) === undefined) {
    return { result: "unknown_account" };
  }
  const { stored, earlier = 0, pastLinks = 0 } = bare(row ?? ({} as Partial<AddressRow>));
  const links = linkRows(rows, { id, stored, pastLinks }, update);
  if (links === "linked_elsewhere") return { result: links };

  const result = applyAddressUpdate(stored, update);
  const replaced = own(update, "screening") && stored && own(stored, "screening");
  const screenings = new Map(
    replaced && [[screeningId(id, earlier), { chain, address, number: earlier, screening: replaced }] as const],
  );
  const next = nextRow(result, earlier + screenings.size, pastLinks + (links.has(pastLinkId(id, pastLinks)) ? 1 : 0));
  // `applyAddressUpdate` and `nextRow` always write properties in one order.
  const isChanged = row === undefined || JSON.stringify(next) !== JSON.stringify(row);
  const changed: Partial<Rows> = {
    ...(isChanged && { addresses: new Map([[id, next]]) }),
    ...(screenings.size > 0 && { screenings }),
    ...(links.size > 0 && { links }),
  };
  // Saving an address without anything new costs no write.
  return Object.keys(changed).length === 0 ? { result } : { result, rows: changed };
}

function nextRow(stored: StoredAddress, earlier: number, pastLinks: number): AddressRow {
  return { stored, earlier, ...(pastLinks > 0 && { pastLinks }) };
}

interface LinkedRow {
  readonly id: string;
  readonly stored: StoredAddress | undefined;
  readonly pastLinks: number;
}

/** Returns the rows of links that the update puts. */
function linkRows(
  rows: Lookup,
  { id, stored, pastLinks }: LinkedRow,
  update: AddressUpdate,
): ReadonlyMap<string, LinkRow> | "linked_elsewhere" {
  const { chain, address, tag } = bare(update);
  const links = new Map<string, LinkRow>();
  const current = tag === undefined ? linkOf(stored) : rows.links.get(tagLinkId(id, tag))?.link;
  const change = linkChangeOf(current, update);
  if (change === "linked_elsewhere") return change;
  if (change === undefined) return links;
  const { link, past } = change;
  if (tag !== undefined) links.set(tagLinkId(id, tag), { chain, address, link });
  if (past !== undefined) links.set(pastLinkId(id, pastLinks), { chain, address, number: pastLinks, link: past });
  return links;
}

function removal(rows: Lookup, chain: Chain, address: string): Change<boolean> {
  const id = addressId(chain, address);
  const row = rows.addresses.get(id);
  if (row === undefined) return { result: false };
  const links = [...(rows.linksOf.get(id) ?? [])].filter((linkId) => {
    const link = rows.links.get(linkId);
    return link !== undefined && link.chain === chain && link.address === address;
  });
  const screenings = Array.from({ length: row.earlier }, (_, number) => screeningId(id, number));
  const removed = (ids: readonly string[]): Map<string, undefined> => new Map(ids.map((each) => [each, undefined]));
  return {
    result: true,
    rows: { addresses: removed([id]), screenings: removed(screenings), links: removed(links) },
  };
}

function linkedAddresses(tables: Tables, account_ref_id: string): readonly LinkedAddress[] {
  const tagsOf = new Map<string, (string | null)[]>();
  for (const id of tables.addressesOf.get(account_ref_id) ?? []) tagsOf.set(id, [null]);
  for (const linkId of tables.linksOfAccount.get(account_ref_id) ?? []) {
    const row = tables.links.get(linkId);
    if (row === undefined || row.link.unlinked !== null) continue;
    const id = addressId(row.chain, row.address);
    tagsOf.set(id, [...(tagsOf.get(id) ?? []), row.link.tag]);
  }
  return [...tagsOf].flatMap(([id, tags]) => {
    const stored = tables.addresses.get(id)?.stored;
    return stored === undefined ? [] : [{ ...stored, tags: tags.sort(compareTags) }];
  });
}

function pageAfter(
  { addresses }: Tables,
  sorted: SortedList<string>,
  { chain, size, cursor }: AddressListQuery,
  cursors: Cursors,
): CursorPage<StoredAddress> | undefined {
  const listing = `addresses ${chain ?? ""}`;
  // Below the space that follows the chain in every id.
  const start = chain === undefined ? "" : `${chain}\u001f`;
  const [last] = cursor === undefined ? [start] : (cursors.read(listing, cursor, 1) ?? []);
  if (last === undefined) return undefined;
  const ids = sorted
    .from((id) => compareText(id, last) > 0, size + 1)
    .filter((id) => chain === undefined || id.startsWith(`${chain} `));
  const page = ids.slice(0, size);
  const items = page.map((id) => addresses.get(id)?.stored).filter((stored) => stored !== undefined);
  const end = ids.length > size ? page.at(-1) : undefined;
  return { items, next_cursor: end === undefined ? null : cursors.write(listing, [end]) };
}
