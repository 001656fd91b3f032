// Parse a received IVMS101 payload. It has two violations.
import { parseIvms101 } from "vaspkit/ivms101";

const received = {
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

const parsed = parseIvms101(received);
if (!parsed.ok) for (const { code, path, clause } of parsed.issues) console.log(code, clause, path);
