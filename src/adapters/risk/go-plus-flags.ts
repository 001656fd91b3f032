/** The flags of GoPlus' library, and how much each of them weighs. */
import type { JsonNode } from "../transport/json.js";

/** A flag that is set. */
export interface Flag {
  readonly text: string;
  readonly ratio: number;
}

const crime = 80;
const suspicion = 60;
const nuisance = 30;

/** All that the vendor documents and that public clients have seen. */
const ratios: ReadonlyMap<string, number> = new Map([
  ["sanctioned", 100],
  ["cybercrime", crime],
  ["money_laundering", crime],
  ["financial_crime", crime],
  ["darkweb_transactions", crime],
  ["phishing_activities", crime],
  ["stealing_attack", crime],
  ["blackmail_activities", crime],
  ["mixer", crime],
  ["malicious_mining_activities", crime],
  ["fake_kyc", crime],
  ["blacklist_doubt", suspicion],
  ["honeypot_related_address", suspicion],
  ["fake_token", suspicion],
  ["gas_abuse", nuisance],
  ["reinit", nuisance],
  ["fake_standard_interface", nuisance],
]);

/** An answer without these is not one of this API. */
const core = ["sanctioned", "money_laundering", "cybercrime"] as const;

/** Says what an address is and not what it did. */
const property = "contract_address";
const malevolentContracts = "number_of_malicious_contracts_created";

/** The flags that are set, `sanctioned` first, then as they came. Anything but `"0"` and `"1"` in a known one is unreadable. */
export function readFlags(result: JsonNode): readonly Flag[] {
  for (const name of core) isSet(result.at(name));
  const flags = result.names().flatMap((name) => readFlag(name, result.at(name)));
  const isSanction = ({ text }: Flag): boolean => text === "sanctioned";
  return [...flags.filter(isSanction), ...flags.filter((flag) => !isSanction(flag))];
}

function readFlag(name: string, node: JsonNode): readonly Flag[] {
  const ratio = ratios.get(name);
  if (ratio !== undefined) return isSet(node) ? [{ text: name, ratio }] : [];
  if (name === malevolentContracts) {
    const count = countIn(node);
    return count === 0n ? [] : [{ text: `${name}:${count}`, ratio: suspicion }];
  }
  // A new flag may mean anything: not nothing, and nobody knows how much.
  const isNewFlag = name !== property && node.isText() && node.text() === "1";
  return isNewFlag ? [{ text: name, ratio: suspicion }] : [];
}

function isSet(node: JsonNode): boolean {
  const text = node.text();
  return text === "0" || text === "1" ? text === "1" : node.refuse('has neither "0" nor "1"');
}

function countIn(node: JsonNode): bigint {
  const text = node.text();
  return /^\d{1,20}$/.test(text) ? BigInt(text) : node.refuse("has no count");
}
