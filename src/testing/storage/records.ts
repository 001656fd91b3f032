/** Records to put into a storage: valid ones, small and easy to tell apart. */
import * as fc from "fast-check";
import type { Account } from "../../domain/accounts/account.js";
import type { Alert } from "../../domain/alerts/alert.js";
import type { Vasp } from "../../domain/vasps/vasp.js";
import { nameText } from "./names.js";

export const STAMP = "2026-02-03T04:05:06.789+00:00";

type IndividualAccount = Extract<Account, { account_type: "individual" }>;

export function individual(
  reference_id: string,
  names: Partial<Record<NamePart, string>> = {},
  more = {},
): IndividualAccount {
  return {
    reference_id,
    account_type: "individual",
    account_category: "customer",
    customer_id: `customer of ${reference_id}`,
    individual: { individual_name: { name_type: "LEGL", name_last: "Zzz", ...names } },
    created: STAMP,
    last_modified: STAMP,
    ...more,
  };
}
type NamePart = "name_first" | "name_middle" | "name_last";

export function entity(reference_id: string, name_legal = "Zzz", more = {}): Account {
  return {
    reference_id,
    account_type: "entity",
    account_category: "customer",
    entity: { entity_name: { name_type: "LEGL", name_legal } },
    national_id: { national_id_type: "RAID", national_id: "12345", registration_authority: "RA000001" },
    created: STAMP,
    last_modified: STAMP,
    ...more,
  };
}

export function vasp(vasp_id: string, more: Partial<Vasp> = {}): Vasp {
  return { vasp_id, name_legal: `Legal ${vasp_id}`, ...more };
}

export function alert(alert_id: string, raised_at = "2026-02-03T04:05:06.789Z"): Alert {
  return {
    alert_id,
    rule_code: "THRESHOLD_BY_COUNTRY",
    transaction_id: `transaction of ${alert_id}`,
    country: "SG",
    raised_at,
    decision: {
      status: "breach",
      comparison: "equal",
      amount: "1500",
      amount_currency: "SGD",
      country: "SG",
      currency: "SGD",
      threshold: "1500",
      converted: "1500.00",
      rate: null,
      message: "The amount reaches the threshold of 1500 SGD for SG.",
    },
  };
}

/** The records as a stream; with `failure` it breaks after the last of them. */
export async function* streamOf<T>(records: Iterable<T>, failure?: Error): AsyncGenerator<T> {
  for (const record of records) yield record;
  if (failure !== undefined) throw failure;
}

/** Few, so that they meet again; their order by code units is that of no locale, and that of no UTF-8 either. */
const anyId: fc.Arbitrary<string> = fc.constantFrom("r1", "r2", "R1", "r10", "ä", "z", "\u{1f600}", "\uffff");

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const individualName = fc.record(
  { name_type: fc.constant("LEGL" as const), name_first: nameText, name_middle: nameText, name_last: nameText },
  { requiredKeys: ["name_type", "name_last"] },
);
const entityName = fc.record(
  { name_type: fc.constant("LEGL" as const), name_legal: nameText, name_business: nameText },
  { requiredKeys: ["name_type", "name_legal"] },
);

export const anyAccount: fc.Arbitrary<Account> = fc
  .record({
    reference_id: anyId,
    category: fc.constantFrom("customer" as const, "non-customer" as const),
    email: optional(nameText.map((text) => `${text}@example.org`)),
    parts: fc.oneof(
      fc.record({
        account_type: fc.constant("individual" as const),
        individual: fc.record(
          { individual_name: individualName, individual_localname: individualName },
          { requiredKeys: ["individual_name"] },
        ),
      }),
      fc.record({
        account_type: fc.constant("entity" as const),
        entity: fc.record({ entity_name: entityName, entity_localname: entityName }, { requiredKeys: ["entity_name"] }),
      }),
    ),
  })
  .map(({ reference_id, category, email, parts }) => ({
    reference_id,
    account_category: category,
    ...(email === undefined ? {} : { email }),
    ...parts,
    created: STAMP,
    last_modified: STAMP,
  }));

export const anyVasp: fc.Arbitrary<Vasp> = fc.record(
  {
    vasp_id: anyId,
    name_legal: nameText,
    name_business: nameText,
    address_country_code: fc.constantFrom("SG", "CH", "US"),
    address_street_no: nameText,
    address_street_name: nameText,
    address_city: nameText,
    address_region: nameText,
    address_postcode: nameText,
    website: nameText,
    summary: nameText,
    supported_protocols: fc.array(nameText, { maxLength: 3 }),
    national_id_type_code: fc.constantFrom("RAID" as const, "LEIX" as const),
    national_id: nameText,
    national_id_issue_country: fc.constantFrom("SG", "CH"),
    national_id_registration_authority: fc.constantFrom("RA000001", "RA000002"),
  },
  { requiredKeys: ["vasp_id", "name_legal"] },
);

export const anyAlert: fc.Arbitrary<Alert> = fc
  .tuple(anyId, fc.constantFrom("2026-02-03T04:05:06.789Z", "2026-02-03T04:05:06.790Z", "2025-12-31T23:59:59.999Z"))
  .map(([alert_id, raised_at]) => alert(alert_id, raised_at));

/** A page of a short list, or one beyond it. */
export const anyPage: fc.Arbitrary<{ readonly page: number; readonly size: number }> = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 5 }),
});
