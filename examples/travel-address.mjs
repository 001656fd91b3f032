// Send an inquiry to a travel address, and read the answer.
import { checkPublicUrl, parseTravelAddress, parseTrpResponse, toTrpInquiry } from "vaspkit/ivms101";

const travelAddress = parseTravelAddress("ta4y7m53pKmTCENDPMhkFeu9Y1QrqrWJyeztsgLxuiPqBbk2Zs7AH");
if (!travelAddress.ok) throw new Error("Show these issues to the customer.");
console.log(travelAddress.value);

// The beneficiary chose the URL. Refuse hosts of your own network.
const target = checkPublicUrl(travelAddress.value.url);
if (!target.ok) throw new Error("Refuse the travel address.");

const person = (primaryIdentifier) => ({
  naturalPerson: {
    name: { nameIdentifier: [{ primaryIdentifier, nameIdentifierType: "LEGL" }] },
    customerIdentification: "1002390",
  },
});
const inquiry = {
  asset: { dti: "4H95J0R2X" },
  amount: "0.000021",
  callback: "https://api.vasp.example/trp/resolutions/9f3c",
  IVMS101: {
    originator: { originatorPersons: [person("Wu")], accountNumber: ["10023909"] },
    beneficiary: { beneficiaryPersons: [person("Barnes")], accountNumber: ["00010190"] },
  },
};
for (const options of [{ profile: "trisa" }, { profile: "getdefy", decimals: 8 }]) {
  const body = toTrpInquiry(inquiry, options);
  if (body.ok) console.log(options.profile, typeof body.value.amount, body.value.amount);
}

// Sending is up to you: fetch(target.value, { method: "POST", body: JSON.stringify(body.value) })
const answer = parseTrpResponse('{"approved":{"address":"bc1q","callback":"https://10.0.0.1/c"}}', "answer");
if (answer.ok && answer.value.kind === "approved") {
  const callback = checkPublicUrl(answer.value.callback);
  if (!callback.ok) console.log(callback.issues[0]);
}
