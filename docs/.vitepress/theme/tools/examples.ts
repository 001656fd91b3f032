/** Examples of the tools: correct ones, and ones with faults. All names and numbers are invented. */
const address = {
  address_type: "HOME",
  address_line: "1 Invented Street",
  address_city: "Berlin",
  address_country_code: "DE",
};
const individual_name = { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" };
const account = {
  reference_id: "A-1",
  account_type: "individual",
  customer_id: "C-7",
  individual: { individual_name, date_of_birth: "1990-02-28", place_of_birth: "Berlin" },
  address,
};
const vasp = { vasp_id: "V-1", name_legal: "Our Exchange", address_country_code: "DE" };
const transfer = {
  chain: "bitcoin",
  amount: "4000.00",
  currency: "EUR",
  originator_account_reference_id: "A-1",
  originator_vasp_id: "V-1",
  originator_address: "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
  beneficiary_account: {
    account_type: "individual",
    account_category: "non-customer",
    individual: { individual_name },
  },
  beneficiary_vasp_id: "V-2",
  beneficiary_address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};

/** By kind of record: a correct one, and one with faults. */
export const records = {
  account: [
    account,
    {
      ...account,
      individual: { individual_name, date_of_birth: "1990-02-30" },
      address: { ...address, address_country_code: "UK" },
    },
  ],
  vasp: [vasp, { ...vasp, name_legal: " ", lei: "5299001UQBCR63DQR3A2" }],
  transfer: [transfer, { ...transfer, amount: "4,000", beneficiary_address: "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz" }],
} as const;

const person = (nameIdentifierType: string, more: object): object => ({
  naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: "Wu", nameIdentifierType }] }, ...more },
});
const beneficiary = { beneficiaryPersons: [person("LEGL", {})], accountNumber: ["00010190"] };

/** A payload of the 2020 edition, and one with faults. */
export const messages = [
  {
    originator: {
      originatorPersons: [person("LEGL", { customerIdentification: "1002390" })],
      accountNumber: ["10023909"],
    },
    beneficiary,
  },
  { originator: { originatorPersons: [person("NAME", { countryOfResidence: "UK" })] }, beneficiary },
] as const;

/** A chain with a correct address, and with one of another chain. */
export const addresses = {
  correct: { chain: "ripple", text: "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu" },
  wrong: { chain: "bitcoin", text: "LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz" },
} as const;

/** Amounts about which floating-point numbers are wrong. */
export const breaches = {
  missed: { amount: "19531.25", currency: "ZAR", rate: "0.0768", threshold: "1500", in: "SGD" },
  invented: { amount: "999.99999999999999999", currency: "EUR", rate: "1", threshold: "1000", in: "EUR" },
} as const;

/** Returns an example as the text of a form. */
export function jsonOf(value: object): string {
  return JSON.stringify(value, null, 2);
}
