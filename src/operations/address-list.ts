/** Lists of addresses: one page, or all. */
import type { AddressListQuery, WalletAddress } from "../domain/addresses/address.js";
import { toWalletAddress } from "../domain/addresses/record.js";
import type { RegisteredChains } from "../domain/chains/chain.js";
import { cursorInvalid } from "../domain/cursor.js";
import type { CursorPage } from "../domain/page.js";
import { parseAddressList } from "../domain/query.js";
import { failed, type Result, succeeded } from "../domain/result.js";
import type { AddressRepository } from "../ports/storage.js";
import { allRecords } from "./all-records.js";
import type { OperationOptions } from "./types.js";

interface Deps {
  readonly addresses: AddressRepository;
  readonly chains: RegisteredChains | undefined;
}

/** Returns one page, or the issues of the query. */
export async function listAddresses(deps: Deps, query: unknown): Promise<Result<CursorPage<WalletAddress>>> {
  const parsed = parseAddressList(query, deps.chains);
  if (!parsed.ok) return parsed;
  const page = await pageOf(deps, parsed.value);
  return page === undefined ? failed([cursorInvalid("4.8")]) : succeeded(page);
}

/** Returns all addresses that match. */
export function allAddresses(
  deps: Deps,
  query: unknown,
  options: OperationOptions | undefined,
): AsyncIterable<WalletAddress> {
  const all = {
    operation: "addresses.all",
    parse: (given: unknown) => parseAddressList(given, deps.chains, "all"),
    page: (conditions: AddressListQuery) => pageOf(deps, conditions),
  };
  return allRecords(all, query, options);
}

async function pageOf(
  { addresses, chains }: Deps,
  query: AddressListQuery,
): Promise<CursorPage<WalletAddress> | undefined> {
  const page = await addresses.list(query);
  if (page === undefined) return undefined;
  return { items: page.items.map((stored) => toWalletAddress(stored, chains)), next_cursor: page.next_cursor };
}
