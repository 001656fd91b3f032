/** Flow. Eight bytes in hex, which must be a word of a linear code (flow-go, `model/flow/address.go`). */
import {
  type Alphabet,
  charactersIssue,
  checksumIssue,
  checkText,
  formatIssue,
  lengthIssue,
  otherNetworkIssue,
} from "../address-issues.js";
import type { AddressIssue, ChainModule, DecodedAddress } from "../chain.js";
import { furtherChain } from "./secret-keys.js";

const printable: Alphabet = { name: "hex (digits and the letters a to f)", pattern: /^[!-~]*$/ };
const LENGTH = "16 hex digits after 0x";

/** Columns of the parity check matrix of the code [64, 45, 7], in hex, lowest bit first. The first 19 are powers of 2. */
const LATER_COLUMNS =
  "7328d 6689a 6112f 6084b 433fd 42aab 41951 233ce 22a81 21948 1ef60 1deca 1c639 1bdd8 1a535 194ac 18c46 1632b " +
  "1529b 14a43 13184 12942 118c1 f812 e027 d00e c83c b01d a831 982b 7034 682a 5819 3807 7d2 727 68e 67c 59d 4eb 3b4 " +
  "36a 2d9 1c7 3f";
const columns: readonly number[] = /* @__PURE__ */ columnsOf(LATER_COLUMNS);

function columnsOf(later: string): readonly number[] {
  const first = Array.from({ length: 19 }, (_, index) => 2 ** index);
  return [...first, ...later.split(" ").map((column) => Number.parseInt(column, 16))];
}

/** Code words of test network, emulator, sandbox and preview network. */
const testCodes: readonly bigint[] = [
  0x6834ba37b3980209n,
  0x1cb159857af02018n,
  0x1035ce4eff92ae01n,
  0x5211829e88528817n,
];

function parseFlow(text: string): DecodedAddress | AddressIssue {
  const issue = checkText(text, { alphabet: printable, minLength: 1, maxLength: 90 });
  if (issue) return issue.code === "address_length" ? lengthIssue(LENGTH) : issue;
  if (!text.startsWith("0x")) return formatIssue("The wallet address must begin with 0x, the x in lower case.");
  if (text.length === 42) return lengthIssue(LENGTH, "40 digits are an address of Flow EVM, which is another network");
  if (text.length !== 18) return lengthIssue(LENGTH);
  if (!/^0x[0-9A-Fa-f]{16}$/.test(text)) return charactersIssue(text, printable);
  const word = BigInt(text);
  if (word === 0n) return formatIssue("The wallet address is zero, which is no account.");
  if (isCodeWord(word)) return { canonical: text.toLowerCase(), format: "hex" };
  return testCodes.some((code) => isCodeWord(word ^ code))
    ? otherNetworkIssue("a test network of flow")
    : checksumIssue;
}

/** Every change of up to six bits leaves the code. */
function isCodeWord(word: bigint): boolean {
  return columns.reduce((parity, column, bit) => ((word >> BigInt(bit)) & 1n ? parity ^ column : parity), 0) === 0;
}

/** Flow. Its 19 bits of parity notice every wrong digit, but are too few to name it for an address of another chain. */
export const flow: ChainModule<"flow"> = /* @__PURE__ */ furtherChain({
  name: "flow",
  symbol: "FLOW",
  decimals: 8,
  coinType: 539,
  formats: ["hex"],
  parse: parseFlow,
});
