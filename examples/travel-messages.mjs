// Write and read a transaction of TRISA, and the reason of a rejection.
import {
  isRepairReason,
  parseTrisaTransaction,
  readTravelReason,
  toTrisaTransaction,
  writeTravelReason,
} from "vaspkit/ivms101";

const transaction = { originator: "mhiSX6A2", beneficiary: "n3rmHXMc", amount: "0.466025010000000001", network: "BTC" };
const written = toTrisaTransaction(transaction, "protojson");
if (!written.ok) throw new Error("Correct the transaction.");
console.log(written.value.amount, written.value.extra_json);

const parsed = parseTrisaTransaction(JSON.stringify(written.value));
if (parsed.ok) console.log(parsed.value.amount);

// Free text of TRP, or an error of TRISA.
const reason = readTravelReason("153 MISSING_FIELDS: date of birth");
console.log(reason.code, reason.name, reason.group, isRepairReason(reason));
console.log(writeTravelReason(54));
