/** For every issue code its invalid neighbours. A code without one does not compile. */
import fc from "fast-check";
import type { IssueCode } from "../../src/index.js";
import * as accounts from "./neighbours/accounts.js";
import * as addressRequests from "./neighbours/address-requests.js";
import * as addresses from "./neighbours/addresses.js";
import type { Neighbour } from "./neighbours/neighbour.js";
import * as shape from "./neighbours/shape.js";
import * as text from "./neighbours/text.js";
import * as transactions from "./neighbours/transactions.js";
import * as transfers from "./neighbours/transfers.js";

export const neighbours = {
  ...shape,
  ...text,
  ...accounts,
  ...transfers,
  ...addresses,
  ...addressRequests,
  ...transactions,
  // Two kinds of operations have it.
  unknown_account: fc.oneof(transfers.unknown_account, addressRequests.unknown_account),
} satisfies { readonly [C in IssueCode]: fc.Arbitrary<Neighbour> };
