// Convert a received payload to the 2023 edition, and report what is not kept.
import { convertIvms101 } from "vaspkit/ivms101";

const given = {
  originator: {
    originatorPersons: [
      {
        naturalPerson: {
          name: { nameIdentifier: [{ primaryIdentifier: "Wu", nameIdentifierType: "LEGL" }] },
          customerIdentification: "1002390",
        },
      },
    ],
    accountNumber: ["10023909"],
  },
};

const converted = convertIvms101(given, "2023", { profile: "notabene-v2" });
if (converted.ok) console.log(JSON.stringify(converted.value.document), converted.value.losses);
