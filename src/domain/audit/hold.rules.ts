/** Rules of a hold besides its type. */
import { isDate } from "../identifiers/date.js";
import { formatRule, ruleOf } from "../input/rules.js";
import type { AuditHoldRequest } from "./hold.js";

export const holdRules = [
  formatRule("until", "not_a_date", "8", isDate, "until must be a real calendar date, YYYY-MM-DD.", true),
  ruleOf<AuditHoldRequest>()({
    code: "out_of_range",
    clause: "8",
    path: "/until",
    of: ["until"],
    isViolated: (until, { today }) => until !== undefined && today !== undefined && until < today,
    message: "until must not be before today (UTC): such a hold would be over; give a later last day.",
  }),
] as const;
