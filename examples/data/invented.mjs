// @ts-check
/** Invented data of the quickstart: customers, a form with mistakes, a withdrawal, and amounts near the thresholds. */

/** @type {import("vaspkit").AccountDraft} */
export const zoe = {
  reference_id: "A-1001",
  account_type: "individual",
  email: "zoe@example.com",
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" },
    date_of_birth: "1990-02-28",
    place_of_birth: "Example-on-Sea",
    residence_country: "DE",
  },
};

/** @type {import("vaspkit").AccountDraft} */
export const widgets = {
  reference_id: "A-1002",
  account_type: "entity",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "Łódź Example Widgets sp. z o.o." },
    registration_country: "PL",
  },
  // The check digits are right, but this LEI was never issued.
  national_id: { national_id_type: "LEIX", national_id: "EXAMPLE0000000000184" },
};

/** @type {import("vaspkit").AccountDraft} */
export const bakery = {
  reference_id: "A-1003",
  account_type: "entity",
  account_category: "non-customer",
  entity: {
    entity_name: { name_type: "LEGL", name_legal: "The Invented Bakery Limited", name_business: "Brot & Mehr" },
    registration_country: "GB",
  },
  // RA000585: a registration authority of the United Kingdom in the list of GLEIF.
  national_id: { national_id_type: "RAID", national_id: "EXAMPLE-0001", registration_authority: "RA000585" },
};

/**
 * A form with six mistakes.
 *
 * @type {unknown}
 */
export const careless = {
  reference_id: "A-1004",
  account_type: "individual",
  email: "name at example.com",
  individual: {
    individual_name: { name_type: "LEGL", name_frist: "Anna", name_last: "Invented" },
    date_of_birth: "1990-02-30",
    nationality_country: "UK",
  },
  address: { address_type: "GEOG", address_street_no: "1", address_city: "Nowhere", address_country_code: "DE" },
  national_id: { national_id_type: "LEIX", national_id: "EXAMPLE0000000000000" },
};

/**
 * A withdrawal to the customer's own wallet.
 *
 * @satisfies {import("vaspkit").TransferDraft}
 */
export const withdrawal = {
  originator_account_reference_id: zoe.reference_id,
  beneficiary_account_reference_id: zoe.reference_id,
  originator_vasp_id: "ESMA-5493007WZ7IFULIL8G21",
  beneficiary_vasp_id: "ESMA-5493007WZ7IFULIL8G21",
  chain: "bitcoin",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  beneficiary_address_is_self_hosted: true,
};

/**
 * What a transfer from Germany needs besides its amount: to the customer's own wallet, and to a provider in Gibraltar.
 *
 * @satisfies {Record<string, import("vaspkit").TransferDraft>}
 */
export const fromGermany = {
  "own wallet": { ...withdrawal, originator_country: "DE" },
  Gibraltar: {
    ...withdrawal,
    beneficiary_account_reference_id: bakery.reference_id,
    beneficiary_address: "3P14159f73E4gFr7JterCCQh9QjiTjiZrG",
    beneficiary_address_is_self_hosted: false,
    originator_country: "DE",
    beneficiary_country: "GI",
  },
};

/** What the staff did about the customer's own wallet. */
export const checkedWallet = /** @type {const} */ ([
  { duty: "ownership_check", side: "originator", note: "message signed with the key", at: "2026-10-06" },
  { duty: "mitigating_measure", side: "originator", note: "risk assessed as low", at: "2026-10-06" },
]);

/** A customer of whom only the customer number is known. */
export const numbered = /** @type {const} */ ({
  account_type: "individual",
  customer_id: "C-1005",
  individual: { individual_name: { name_type: "LEGL", name_first: "Anna", name_last: "Invented" } },
});

/**
 * A message of another provider: an organization without its legal name, and a country code that does not exist.
 *
 * @type {unknown}
 */
export const received = {
  originator: {
    originatorPersons: [
      {
        legalPerson: {
          name: { nameIdentifier: [{ legalPersonName: "Acme Trading", legalPersonNameIdentifierType: "TRAD" }] },
          customerIdentification: "1002390",
        },
      },
    ],
    accountNumber: ["10023909"],
  },
  beneficiary: {
    beneficiaryPersons: [
      {
        naturalPerson: {
          name: { nameIdentifier: [{ primaryIdentifier: "Wu", nameIdentifierType: "LEGL" }] },
          countryOfResidence: "UK",
        },
      },
    ],
  },
};

const scan = /** @type {const} */ ({ scan_for_risk: true, provider_name: "OFAC" });

/** Zoë's own wallet, as in a QR code, and two addresses of the sanctions list in another spelling than there. */
export const wallets = /** @type {const} */ ([
  {
    chain: "bitcoin",
    address: "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    is_self_hosted: true,
    account_ref_id: zoe.reference_id,
    ...scan,
  },
  { chain: "polygon", address: "0x983a81ca6fb1e441266d2fbcb7d8e530ac2e05a2", ...scan },
  { chain: "tron", address: "TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g", ...scan },
  { chain: "bitcoin-cash", address: "bitcoincash:qpgf0ztxq3mwfq6eg5versgfdzq9c3pwv5jsk6wnay", ...scan },
]);

/** The addresses of a withdrawal in USDT. */
export const tronAddresses = {
  originator_address: wallets[2].address,
  beneficiary_address: "TUoHaVjx7n5xz8LwPRDckgFrDWhMhuSuJM",
};

/** Two characters are swapped. */
export const mistyped = { ...wallets[0], address: "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F34T" };

/** The threshold of each country in the currency of the transaction, and amounts around it. */
export const crossings = [
  {
    country: "US",
    currency: "EUR",
    where: "3000 USD ÷ 1.1269 = 2662.17055… EUR",
    amounts: ["2662.17", "2662.18"],
  },
  {
    country: "SG",
    currency: "JPY",
    where: "1500 SGD × 178.15 ÷ 1.4392 = 185676.07003… JPY",
    amounts: ["185676", "185677"],
  },
  {
    country: "DE",
    currency: "USD",
    where: "1000 EUR × 1.1269 = 1126.9 USD",
    amounts: ["1126.89", "1126.8999999999999999999", "1126.90"],
  },
];
