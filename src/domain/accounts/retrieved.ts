/** How a retrieved account is shown (§4.4). */
import { toRetrievedForm } from "../timestamp.js";
import type { Account, PostalAddress, RetrievedAccount, RetrievedAddress } from "./account.js";

/** §4.4: three address fields are null where unset; timestamps stand as `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
export function retrievedForm(account: Account): RetrievedAccount {
  const { address, created, last_modified, ...rest } = account;
  return {
    ...rest,
    ...(address && { address: retrievedAddress(address) }),
    created: toRetrievedForm(created),
    last_modified: toRetrievedForm(last_modified),
  };
}

function retrievedAddress(address: PostalAddress): RetrievedAddress {
  const { address_department = null, address_subdepartment = null, address_city_location = null } = address;
  return { ...address, address_department, address_subdepartment, address_city_location };
}
