/** Valid inputs to start from. Every test that breaks something breaks one of these. */
import { setImmediate } from "node:timers/promises";
import type {
  AccountInput,
  AlertSink,
  Compliance,
  ComplianceOptions,
  EntityParty,
  IndividualParty,
  Party,
  PostalAddress,
  RateTable,
  ThresholdConfig,
  Transaction,
  TransferKind,
  Vasp,
} from "../../src/index.js";
import { createCompliance, fixedRates, memoryStorage, unwrap } from "../../src/index.js";

/** §2.5 with every field. */
export const fullAddress = {
  address_type: "GEOG",
  address_line: "17, Rue des Écoles, 3e étage, 75005 Paris",
  address_street_no: "17",
  address_street_name: "Rue des Écoles",
  address_building_name: "Maison Curie",
  address_floor: "3",
  address_room: "12",
  address_department: "Direction",
  address_subdepartment: "Conformité",
  address_postbox: "BP 40",
  address_city_location: "Quartier Latin",
  address_city: "Paris",
  address_region: "Île-de-France",
  address_district: "5e",
  address_postcode: "75005",
  address_country_code: "FR",
} as const satisfies PostalAddress;

/** §2.5 with no more than it asks for. */
export const shortAddress = {
  address_type: "HOME",
  address_line: "1 Raffles Place",
  address_city: "Singapore",
  address_country_code: "SG",
} as const satisfies PostalAddress;

/** An individual with every field of §2.2, 2.3, 2.5 and 2.6. */
export const individual = {
  reference_id: "ACC-1001",
  account_type: "individual",
  account_category: "customer",
  customer_id: "C-1001",
  email: "zoe.tremblay@example.com",
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Zoé", name_middle: "Anne", name_last: "Tremblay" },
    individual_localname: { name_type: "LEGL", name_first: "Зоя", name_middle: "Анна", name_last: "Тремблей" },
    date_of_birth: "1984-02-29",
    place_of_birth: "Montréal",
    nationality_country: "CA",
    residence_country: "FR",
  },
  address: fullAddress,
  national_id: { national_id_type: "CCPT", national_id: "AB123456", issue_country: "CA" },
} as const satisfies AccountInput;

/** An entity with every field of §2.2, 2.4, 2.5 and 2.6. */
export const entity = {
  reference_id: "ACC-2001",
  account_type: "entity",
  account_category: "non-customer",
  customer_id: "C-2001",
  email: "office@nordlicht.example",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "Nordlicht Handel GmbH", name_business: "Nordlicht" },
    entity_localname: { name_type: "LEGL", name_legal: "ノルトリヒト有限会社", name_business: "ノルトリヒト" },
    registration_country: "DE",
  },
  address: shortAddress,
  national_id: { national_id_type: "RAID", national_id: "HRB 12345", registration_authority: "RA000242" },
} as const satisfies AccountInput;

/** A real LEI, of an asset manager. */
export const lei = "506700GE1G29325QX363";

/** §2.7 with every field. */
export const fullVasp = {
  vasp_id: "VASP-1",
  name_legal: "Aurora Exchange Pte. Ltd.",
  name_business: "Aurora",
  address_country_code: "SG",
  address_street_no: "8",
  address_street_name: "Marina View",
  address_city: "Singapore",
  address_region: "Central",
  address_postcode: "018960",
  website: "https://aurora.example",
  summary: "Exchange and custody.",
  supported_protocols: ["TRP", "TRUST"],
  national_id_type_code: "RAID",
  national_id: "201900001A",
  national_id_issue_country: "SG",
  national_id_registration_authority: "RA000523",
} as const satisfies Vasp;

/** §2.7 with no more than we ask for. */
export const shortVasp = { vasp_id: "VASP-2", name_legal: "Boréal Actifs Numériques SAS" } as const satisfies Vasp;

/** An individual as a party of a transfer (§2.9), without `account_category`, as a caller may write it. */
export const individualParty = {
  account_type: "individual",
  individual: { individual_name: { name_type: "LEGL", name_first: "Ada", name_last: "Lindqvist" } },
  customer_id: "C-7",
} as const satisfies Omit<IndividualParty, "account_category">;

/** An entity as a party of a transfer (§2.9), without `account_category`. */
export const entityParty = {
  account_type: "entity",
  entity: { entity_name: { name_type: "LEGL", name_legal: "Hafen Logistik AG", name_business: "Hafen" } },
  customer_id: "C-8",
} as const satisfies Omit<EntityParty, "account_category">;

/** The two types, and with {@link accountCategories} the four sorts, of a party (§2.9 rule 3). */
export const accountTypes = ["individual", "entity"] as const;
export const accountCategories = ["customer", "non-customer"] as const;

export function partyOf(type: Party["account_type"], category: Party["account_category"]): Party {
  return type === "individual"
    ? { ...individualParty, account_category: category }
    : { ...entityParty, account_category: category };
}

const route = {
  originator_address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  originator_vasp_id: fullVasp.vasp_id,
  beneficiary_vasp_id: shortVasp.vasp_id,
} as const;

/** §2.9, between two VASPs, both parties described directly. */
export const vaspToVasp = {
  originator_account: individualParty,
  beneficiary_account: entityParty,
  ...route,
} as const;

/** §2.9 rule 5: recorded as sent to itself. */
export const withdrawal = {
  ...vaspToVasp,
  beneficiary_address_is_self_hosted: true,
  beneficiary_vasp_id: fullVasp.vasp_id,
} as const;

/** §2.9 rule 6: the customer's VASP, which receives, initiates it. */
export const deposit = {
  ...vaspToVasp,
  originator_address_is_self_hosted: true,
  originator_vasp_id: shortVasp.vasp_id,
} as const;

export const transfers: Readonly<Record<TransferKind, object>> = {
  vasp_to_vasp: vaspToVasp,
  withdrawal_to_self_hosted: withdrawal,
  deposit_from_self_hosted: deposit,
};

/** Some of the European Central Bank's reference rates of 28 June 2024. */
export const ecbTable = {
  base: "EUR",
  date: "2024-06-28",
  source: "European Central Bank",
  rates: { USD: "1.0705", JPY: "171.94", GBP: "0.84638", CHF: "0.9634", SGD: "1.4513", KRW: "1474.86", ZAR: "19.4970" },
} as const satisfies RateTable;

/** In the official currency of each country. The United Kingdom's and Japan's are what 1000 EUR are worth that day. */
export const thresholds = {
  US: "3000",
  SG: "1500",
  GB: "846.38",
  JP: "171940",
  FR: 1000,
} as const satisfies ThresholdConfig["thresholds"];

/** Some minutes after the rates were published. */
export const now = new Date("2024-06-28T14:30:05.123Z");

/** Below the threshold of Singapore: 1499.99 SGD. */
export const passing = {
  transaction_id: "TX-1",
  amount: "1033.55",
  currency: "EUR",
  country: "SG",
} as const satisfies Transaction;

/** One cent more reaches it. */
export const breaching = { ...passing, amount: "1033.56" } as const satisfies Transaction;

export const byCountry = ["THRESHOLD_BY_COUNTRY"] as const;

/** A compliance with thresholds, rates and a clock that stands still; in memory, empty. */
export function sampleCompliance(options: Partial<ComplianceOptions> = {}): Compliance {
  return createCompliance({
    storage: memoryStorage(),
    thresholds,
    rates: fixedRates(ecbTable),
    clock: () => now,
    ...options,
  });
}

/** The same with the two VASPs and the two accounts in its directories. */
export async function filledCompliance(options: Partial<ComplianceOptions> = {}): Promise<Compliance> {
  const compliance = sampleCompliance(options);
  await compliance.vasps.load([fullVasp, shortVasp]);
  unwrap(await compliance.accounts.create(individual));
  unwrap(await compliance.accounts.create(entity));
  return compliance;
}

/** An alert sink that keeps what it took. */
export function keepingSink(): { readonly taken: Parameters<AlertSink>[0][]; readonly onAlert: AlertSink } {
  const taken: Parameters<AlertSink>[0][] = [];
  return { taken, onAlert: (alert) => void taken.push(alert) };
}

/** Lets the deliveries that evaluations have started end. The storage must be in memory, and the sink must not wait. */
export async function deliveries(): Promise<void> {
  // A busy storage takes a turn of its own after a call, and a delivery makes a few calls.
  for (let turn = 0; turn < 8; turn += 1) await setImmediate();
}
