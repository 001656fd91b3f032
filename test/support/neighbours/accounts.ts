/** Neighbours of accounts and parties that only an operation can tell: it has a clock and a directory (§2.2, §2.3). */
import fc from "fast-check";
import { partyAt, setting } from "../../../src/testing/neighbours/accounts.js";
import { futureDay } from "../days.js";
import { accountSubject, transferSubject } from "../subjects.js";
import { brokenAny, type Neighbour } from "./neighbour.js";

export const date_of_birth_in_future: fc.Arbitrary<Neighbour> = brokenAny(
  "date_of_birth_in_future",
  [accountSubject, transferSubject],
  setting(partyAt("individual"), "individual/date_of_birth", futureDay()),
).map((neighbour) => ({ ...neighbour, before: async () => undefined }));

/** The id is stored already: by the same account, or by another. */
export const reference_id_taken: fc.Arbitrary<Neighbour> = fc
  .tuple(accountSubject.valid(), accountSubject.valid(), fc.boolean())
  .map(([input, other, isSame]) => ({
    subject: accountSubject,
    code: "reference_id_taken",
    input,
    path: "/reference_id",
    before: async ({ accounts }) =>
      accounts.create(isSame ? input : { ...other, reference_id: Reflect.get(input, "reference_id") }),
  }));
