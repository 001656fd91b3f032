/** How a retrieved account is shown (§4.4). */
import { toRetrievedForm } from "../timestamp.js";
import type { Account, RetrievedAccount } from "./account.js";

/** §4.4: three address fields are null where unset; timestamps stand as `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
export function retrievedForm(account: Account): RetrievedAccount {
  const { address, created, last_modified, ...rest } = account;
  return {
    ...rest,
    ...(address && {
      address: { address_department: null, address_subdepartment: null, address_city_location: null, ...address },
    }),
    created: toRetrievedForm(created),
    last_modified: toRetrievedForm(last_modified),
  };
}
