/** The repository of addresses (§2.8), their screenings and links. */
import {
  type AddressUpdate,
  type LinkedAddress,
  type StoredAddress,
  sortUses,
} from "../../../domain/addresses/address.js";
import { compareTags, linkChangeOf, sortLinks } from "../../../domain/addresses/link.js";
import { applyAddressUpdate, sortAddresses } from "../../../domain/addresses/record.js";
import type { Chain } from "../../../domain/chains/chain.js";
import { ComplianceError } from "../../../domain/compliance-error.js";
import { bare, own } from "../../../domain/own.js";
import {
  type AddressRecord,
  accounts,
  addresses,
  linkAt,
  links,
  screenings,
  tuple,
  uses,
} from "../../../ports/collections.js";
import type { AddressRepository } from "../../../ports/storage.js";
import type { Change, KeyRead, RangeRead, Row } from "../../../ports/storage-engine.js";
import { copyIfAny, copyOf, keptCopyOf } from "../copy.js";
import { ifExpected, type Plan } from "./perform.js";
import { cursorPage, findRecord, type Session } from "./session.js";

/** Returns the repository. */
export function addressRepository(session: Session): AddressRepository {
  const { read, run, whileOpen } = session;
  return {
    // The cast: only an update that must find its record returns "unknown".
    save: (update, recording) =>
      whileOpen(() => run(saving(keptCopyOf(update), false), recording) as Promise<Exclude<Saved, "unknown">>),
    update: (update, recording) => whileOpen(() => run(saving(keptCopyOf(update), true), recording)),
    remove: (chain, address, recording) => whileOpen(() => run(removal(chain, address), recording)),
    find: (chain, address) =>
      whileOpen(async () => {
        const [self, link] = await read(addressReads(chain, address));
        return copyIfAny(storedOf(self?.rows.at(0), link?.rows.at(0)));
      }),
    accountOf: (chain, address, tag) =>
      whileOpen(async () => {
        const found = await findRecord(session, links, linkAt({ chain, address }, tag ?? null));
        return found?.link.account_ref_id;
      }),
    ofAccount: (account_ref_id) => whileOpen(() => ofAccount(session, account_ref_id)),
    history: (chain, address) => whileOpen(() => history(session, chain, address)),
    list: (query) =>
      whileOpen(() => {
        const { chain, size, cursor } = bare(copyOf(query));
        const ofChain = chain !== undefined && ({ index: "chain", where: [["chain", "=", chain]] } as const);
        const listing = {
          name: `addresses ${chain ?? ""}`,
          range: { collection: addresses.name, ...ofChain },
          more: (page: RangeRead) => ({ ...page, follow: { column: "own_link", collection: links.name } }),
          itemsOf: (rows: readonly Row[], others: readonly Row[]) => {
            const linkOfKey = new Map(others.map((row) => [row.key, row]));
            return rows.map((row) => storedWith(addresses.recordOf(row), linkOfKey));
          },
        };
        return cursorPage(session, listing, { size, cursor });
      }),
  };
}

type Saved = StoredAddress | "linked_elsewhere" | "unknown_account" | "unknown";

/** Returns the reads of the rows of {@link storedOf}. */
export function addressReads(chain: Chain, address: string): readonly [self: KeyRead, link: KeyRead] {
  return [addresses.at(chain, address), linkAt({ chain, address }, null)];
}

/** Returns the record with its link, as callers get it. */
export function storedOf(self: Row | undefined, link: Row | undefined): StoredAddress | undefined {
  const record = addresses.recordOf(self);
  return record && storedWith(record, new Map(link && [[link.key, link]]));
}

function storedWith(record: AddressRecord, linkOfKey: ReadonlyMap<string, Row>): StoredAddress {
  const { earlier: _, created, ...rest } = record;
  const link = links.recordOf(linkOfKey.get(linkAt(record, null).key))?.link;
  if (link === undefined) return { ...rest, created };
  const { account_ref_id, linked } = link;
  return { ...rest, account_ref_id, ...(linked !== null && { linked }), created };
}

/** Applies an update, keeps the screening that it replaces, and links the address. */
function saving(update: AddressUpdate, mustExist: boolean): Plan<Saved> {
  const { chain, address, account_ref_id, tag } = bare(update);
  const self = addresses.at(chain, address);
  const tagged = tag === undefined ? [] : [linkAt({ chain, address }, tag)];
  const account = account_ref_id === undefined ? [] : [accounts.at(account_ref_id)];
  return {
    reads: [self, linkAt({ chain, address }, null), ...account, ...tagged],
    run: ([row, ownLink, accountRow, taggedLink]) => {
      const stored = storedOf(row, ownLink);
      if (stored === undefined && mustExist) return { result: "unknown" };
      if (account_ref_id !== undefined && accountRow === undefined) return { result: "unknown_account" };
      const linking = linkChanges(update, tag === undefined ? ownLink : taggedLink);
      if (linking === "linked_elsewhere") return { result: linking };
      const result = applyAddressUpdate(stored, update);
      const changes = [...linking, ...recordChanges(row, result, own(update, "screening") !== undefined)];
      if (changes.length === 0) return { result };
      const isChanged = changes.some(({ collection }) => collection === addresses.name);
      return { result, changes: isChanged ? changes : [...changes, mustStay(self)] };
    },
  };
}

/** Returns the change of the record of an address, if there is one, and the screening that it keeps. */
function recordChanges(
  row: Row | undefined,
  { account_ref_id: _, linked: _linked, ...rest }: StoredAddress,
  isScreened: boolean,
): readonly Change[] {
  const before = addresses.recordOf(row);
  const screening = isScreened && before && own(before, "screening");
  const earlier = before?.earlier ?? 0;
  const { chain, address } = rest;
  const replaced = screening ? [screenings.put({ chain, address, number: earlier, screening }, undefined)] : [];
  const record: AddressRecord = { ...rest, earlier: earlier + replaced.length };
  // `applyAddressUpdate` always writes properties in one order.
  const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(record);
  return isSame ? [] : [addresses.put(record, row), ...replaced];
}

function mustStay(at: KeyRead): Change {
  return { ...at, expect: "present" };
}

/** Both accounts must stay until the commit, because their removal also removes the links that it finds. */
function linkChanges(update: AddressUpdate, row: Row | undefined): readonly Change[] | "linked_elsewhere" {
  const { chain, address } = update;
  const change = linkChangeOf(links.recordOf(row)?.link, update);
  if (change === undefined) return [];
  if (change === "linked_elsewhere") return change;
  const { link, past } = change;
  const started = [mustStay(accounts.at(link.account_ref_id)), links.put({ chain, address, link }, row)];
  if (past === undefined || row === undefined) return started;
  const ended = links.put({ chain, address, link: past, ended: row.version }, undefined);
  return [...started, mustStay(accounts.at(past.account_ref_id)), ended];
}

function removal(chain: Chain, address: string): Plan<boolean> {
  const changes = [{ ...addresses.at(chain, address), expect: "present", remove: true }] as const;
  const where = [["address", "=", tuple([chain, address])]] as const;
  const removals = [links, screenings, uses].map(({ name }) => ({ collection: name, where }));
  return ifExpected(changes, removals);
}

/** Reads the links, and what they name at the same moment. */
async function ofAccount({ read }: Session, account_ref_id: string): Promise<readonly LinkedAddress[]> {
  const where = [
    ["account", "=", account_ref_id],
    ["is_current", "=", 1],
  ] as const;
  const current: RangeRead = { collection: links.name, index: "account", where };
  const [own, found, others] = await read([
    current,
    { ...current, follow: { column: "address", collection: addresses.name } },
    { ...current, follow: { column: "own_link", collection: links.name } },
  ]);
  const tagsOf = new Map<string, (string | null)[]>();
  for (const row of own?.rows ?? []) {
    const { chain, address, link } = links.recordOf(row);
    const { key } = addresses.at(chain, address);
    tagsOf.set(key, [...(tagsOf.get(key) ?? []), link.tag]);
  }
  // A link without a tag may be that of another account.
  const linkOfKey = new Map((others?.rows ?? []).map((row) => [row.key, row]));
  const linked = (found?.rows ?? []).map((row) => {
    const tags = (tagsOf.get(row.key) ?? []).sort(compareTags);
    return { ...storedWith(addresses.recordOf(row), linkOfKey), tags };
  });
  return copyOf(sortAddresses(linked));
}

function incomplete(): ComplianceError {
  return new ComplianceError(
    "storage_corrupt",
    "An address was deleted without its screenings and links. Something other than vaspkit changed the storage. Restore " +
      "it from a backup.",
  );
}

async function history({ read }: Session, chain: Chain, address: string) {
  const where = [["address", "=", tuple([chain, address])]] as const;
  const ofAddress = (collection: string): RangeRead => ({ collection, index: "address", where });
  const reads = [addresses.at(chain, address), ...[screenings, links, uses].map(({ name }) => ofAddress(name))];
  const [self, earlier, all, used] = await read(reads);
  const [row] = self?.rows ?? [];
  const linkRows = all?.rows ?? [];
  if (row === undefined) {
    if (linkRows.length + (earlier?.rows.length ?? 0) > 0) throw incomplete();
    return undefined;
  }
  const stored = storedWith(addresses.recordOf(row), new Map(linkRows.map((each) => [each.key, each])));
  const replaced = [...screenings.recordsOf(earlier?.rows ?? [])].sort((a, b) => a.number - b.number);
  const newest = own(stored, "screening");
  return copyOf({
    ...stored,
    screenings: [...replaced.map(({ screening }) => screening), ...(newest === undefined ? [] : [newest])],
    links: sortLinks(links.recordsOf(linkRows).map(({ link }) => link)),
    uses: sortUses(uses.recordsOf(used?.rows ?? []).map(({ use }) => use)),
  });
}
