// Read a received payload as parties and VASPs, and check the transfer.
import { createCompliance, memoryStorage } from "vaspkit";
import { fromIvms101 } from "vaspkit/ivms101";

const received = {
  originator: {
    originatorPersons: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [
              { primaryIdentifier: "Barnes", secondaryIdentifier: "Robert", nameIdentifierType: "LEGL" },
              { primaryIdentifier: "Bobby", nameIdentifierType: "ALIA" },
            ],
          },
          customerIdentification: "1002390",
        },
      },
    ],
    accountNumber: ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  },
  beneficiary: {
    beneficiaryPersons: [
      {
        legalPerson: {
          name: { nameIdentifier: [{ legalPersonName: "ABC Limited", legalPersonNameIdentifierType: "LEGL" }] },
          countryOfRegistration: "XX",
        },
      },
    ],
    accountNumber: ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  },
  originatingVASP: {
    originatingVASP: {
      legalPerson: {
        name: { nameIdentifier: [{ legalPersonName: "Example One", legalPersonNameIdentifierType: "LEGL" }] },
      },
    },
  },
};

const read = fromIvms101(received);
if (!read.ok) throw new Error(JSON.stringify(read.issues));
const { parties, vasps, losses } = read.value;
for (const { code, path } of losses) console.log(code, path);

const compliance = createCompliance({ storage: memoryStorage() });
await compliance.vasps.load([
  { vasp_id: "V-1", ...vasps.originator_vasp },
  { vasp_id: "V-2", name_legal: "Our Exchange" },
]);
const checked = await compliance.transfers.check({
  ...parties,
  // A payload does not say who is a customer of yours.
  originator_account: { ...parties.originator_account, account_category: "non-customer" },
  chain: "bitcoin",
  originator_vasp_id: "V-1",
  beneficiary_vasp_id: "V-2",
});
if (checked.ok) console.log(checked.value.kind, checked.value.originator_account);
await compliance.close();
