/** For every issue code its invalid neighbours. A code without one does not compile. */
import fc from "fast-check";
import type { IssueCode } from "../../src/index.js";
import { date_of_birth_in_future, reference_id_taken } from "./neighbours/accounts.js";
import {
  unknown_account as accountOfAddress,
  provider_name_missing,
  unknown_address,
  unknown_provider,
} from "./neighbours/address-requests.js";
import { ofAddresses } from "./neighbours/addresses.js";
import type { Neighbour } from "./neighbours/neighbour.js";
import { parsed } from "./neighbours/parsed.js";
import { out_of_range, rule_codes_empty } from "./neighbours/queries.js";
import { unknown_account as accountOfTransfer, unknown_vasp } from "./neighbours/transfers.js";

export const neighbours = {
  ...parsed,
  ...ofAddresses,
  date_of_birth_in_future,
  reference_id_taken,
  rule_codes_empty,
  out_of_range,
  provider_name_missing,
  unknown_provider,
  unknown_address,
  unknown_vasp,
  // Two kinds of operations have it.
  unknown_account: fc.oneof(accountOfTransfer, accountOfAddress),
} satisfies { readonly [C in IssueCode]: fc.Arbitrary<Neighbour> };
