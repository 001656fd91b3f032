// Parse a received IVMS101 payload, and convert it to the edition and spelling of another counterparty.
import { convertIvms101, parseIvms101 } from "vaspkit/ivms101";

const originator = {
  originatorPersons: [
    {
      naturalPerson: {
        name: { nameIdentifier: [{ primaryIdentifier: "Wu", nameIdentifierType: "LEGL" }] },
        customerIdentification: "1002390",
      },
    },
  ],
  accountNumber: ["10023909"],
};
const nameIdentifier = [{ primaryIdentifier: "Barnes", nameIdentifierType: "LEGL" }];
const beneficiary = { beneficiaryPersons: [{ naturalPerson: { name: { nameIdentifier }, countryOfResidence: "UK" } }] };

const parsed = parseIvms101({ originator, beneficiary });
if (!parsed.ok) for (const { code, path, clause } of parsed.issues) console.log(code, clause, path);

const converted = convertIvms101({ originator }, "2023", { profile: "notabene-v2" });
if (converted.ok) console.log(JSON.stringify(converted.value.document), converted.value.losses);
