/**
 * Who knows an address when they see one, and how fast? `npm run bench:addresses`. For each chain: the verdicts on one
 * corpus (valid addresses of every format; one changed character, addresses of other chains, odd texts), and the time
 * of one verdict. With `--check` it exits with 2 when a verdict of ours is wrong, else with 1 when a peer is faster.
 */
import type { Chain } from "../src/domain/chains/chain.js";
import { parseAddress } from "../src/domain/chains/parse.js";
import { type AddressCase, chainNames, invalidCases, timedCases, validCases } from "./support/address-corpora.js";
import { type AddressPeer, addressPeers } from "./support/address-peers.js";
import { type Contender, machine, medianNanoseconds } from "./support/sample.js";

const ROUNDS = 15;

const ours: AddressPeer = { name: "vaspkit", accepts: (chain, text) => parseAddress(chain, text).ok };

interface Row {
  readonly chain: Chain;
  readonly peer: AddressPeer;
  readonly wrongRefusals: number;
  readonly wrongAcceptances: number;
  readonly cases: number;
  /** Nanoseconds for one verdict, on the valid addresses and on the others. */
  readonly valid: number;
  readonly invalid: number;
}

function measure(chain: Chain): readonly Row[] {
  const valid = validCases(chain);
  const invalid = invalidCases(chain);
  const knowing = [ours, ...addressPeers].filter(({ accepts }) => accepts(chain, valid[0]?.text ?? "") !== undefined);
  const validTimes = medianNanoseconds(contenders(knowing, chain), timedCases(chain), ROUNDS, WARM_UP);
  const invalidTimes = medianNanoseconds(contenders(knowing, chain), invalid, ROUNDS, WARM_UP);
  return knowing.map((peer, index) => ({
    chain,
    peer,
    wrongRefusals: valid.filter(({ text }) => !peer.accepts(chain, text)).length,
    wrongAcceptances: invalid.filter(({ text }) => peer.accepts(chain, text)).length,
    cases: valid.length + invalid.length,
    valid: validTimes[index] ?? Number.NaN,
    invalid: invalidTimes[index] ?? Number.NaN,
  }));
}

const WARM_UP = 3;
/** Two runs of the same code differ by as much: what is within it is equal. */
const NOISE = 1.1;

function contenders(peers: readonly AddressPeer[], chain: Chain): readonly Contender<AddressCase>[] {
  return peers.map(({ name, accepts }) => ({
    name,
    run: (cases) => {
      let accepted = 0;
      for (const { text } of cases) if (accepts(chain, text)) accepted += 1;
      return accepted;
    },
  }));
}

function line(row: Row, { valid, invalid }: Row): string {
  const wrong = row.wrongRefusals + row.wrongAcceptances;
  return [
    row.chain.padEnd(13),
    row.peer.name.padEnd(45),
    String(Math.round(1e9 / row.valid)).padStart(9),
    `${(row.valid / valid).toFixed(1)} x`.padStart(9),
    `${(row.invalid / invalid).toFixed(1)} x`.padStart(9),
    wrong === 0 ? "  none" : `  ${wrong} of ${row.cases} (${row.wrongRefusals} refused, ${row.wrongAcceptances} taken)`,
  ].join(" ");
}

const misses: string[] = [];
let isEverWrong = false;
console.log(`${machine()}; medians of ${ROUNDS} interleaved rounds`);
console.log(
  "time: multiples of vaspkit's in the same run, above 1 is slower; of hex only what carries a checksum is timed.\n" +
    "On wrong ones vaspkit also finds out what is wrong, and whether another network has the address.\n",
);
console.log(`${"chain".padEnd(13)} ${"validator".padEnd(45)}  valid/s       time   on wrong ones   wrong verdicts`);
for (const chain of chainNames) {
  const rows = measure(chain);
  const [own] = rows;
  if (own === undefined) throw new Error("there is always a row of ours");
  isEverWrong ||= own.wrongRefusals + own.wrongAcceptances > 0;
  for (const row of rows) {
    console.log(line(row, own));
    if (row.valid * NOISE < own.valid) misses.push(`${chain}: ${row.peer.name} is faster`);
  }
}
if (isEverWrong) misses.push("a verdict of vaspkit is wrong");
for (const miss of misses) console.log(`target missed: ${miss}`);
if (process.argv.includes("--check") && misses.length > 0) process.exitCode = isEverWrong ? 2 : 1;
