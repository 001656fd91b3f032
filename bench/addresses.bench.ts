/** Who knows an address when they see one, and how fast? */
import type { Chain } from "../src/domain/chains/chain.js";
import { parseAddress } from "../src/domain/chains/parse.js";
import { type AddressCase, chainNames, invalidCases, timedCases, validCases } from "./support/address-corpora.js";
import { type AddressPeer, addressPeers } from "./support/address-peers.js";
import type { Findings, Question, Ratio, Run, Table } from "./support/question.js";
import { digits, durations, timesSpread } from "./support/texts.js";
import { type Contender, inTurns, loopOf, type Timings, timesAsFast } from "./support/timing.js";

const OURS = "vaspkit";
const ours: AddressPeer = { name: OURS, accepts: (chain, text) => parseAddress(chain, text).ok };
/** Two runs of the same code differ by as much: what is within it is as fast. */
const NOISE = 1.1;

/** The verdicts on the addresses of one chain. */
interface Judged {
  readonly chain: Chain;
  readonly peers: readonly AddressPeer[];
  /** Of one verdict, on valid addresses and on texts that are none. */
  readonly valid: Timings;
  readonly invalid: Timings;
  readonly refused: (peer: AddressPeer) => number;
  readonly taken: (peer: AddressPeer) => number;
  readonly cases: number;
}

async function judged(chain: Chain, isQuick: boolean): Promise<Judged> {
  const [valid, invalid] = [validCases(chain), invalidCases(chain)];
  const peers = [ours, ...addressPeers].filter(({ accepts }) => accepts(chain, valid[0]?.text ?? "") !== undefined);
  const contenders = peers.map(
    ({ name, accepts }): Contender<AddressCase> => ({
      name,
      run: loopOf(({ text }) => accepts(chain, text) === true),
    }),
  );
  const turns = { rounds: isQuick ? 13 : 25, turnMilliseconds: 5, warmUpMilliseconds: 150 };
  return {
    chain,
    peers,
    valid: await inTurns(contenders, timedCases(chain), turns),
    invalid: await inTurns(contenders, invalid, turns),
    refused: ({ accepts }) => valid.filter(({ text }) => !accepts(chain, text)).length,
    taken: ({ accepts }) => invalid.filter(({ text }) => accepts(chain, text)).length,
    cases: valid.length + invalid.length,
  };
}

function tableOf(all: readonly Judged[]): Table {
  return {
    title:
      "Verdicts by chain. Of hex only addresses with a checksum are timed. Of a wrong one vaspkit also finds out\n" +
      "what is wrong with it, and whether another network has such an address.",
    columns: ["", "", "a valid one", "of ours", "a wrong one, of ours", "wrong verdicts"],
    rows: all.flatMap((each) =>
      each.peers.map((peer) => [
        each.chain,
        peer.name,
        durations(each.valid.of(peer.name)),
        ...[each.valid, each.invalid].map((timings) =>
          peer === ours ? "" : timesSpread(timings.ratio(peer.name, OURS)),
        ),
        verdictText(each, peer),
      ]),
    ),
  };
}

function verdictText({ refused, taken, cases }: Judged, peer: AddressPeer): string {
  const [good, bad] = [refused(peer), taken(peer)];
  if (good + bad === 0) return "none";
  return `${digits(good + bad)} of ${digits(cases)} WRONG (${good} refused, ${bad} taken)`;
}

const ratioName = (chain: Chain): string => `${chain}: times as fast as the fastest other`;

/**
 * Against whoever is the fastest on valid addresses; none where nobody else knows the chain. The others' times move by half
 * from run to run, with what V8 makes of their checks: the target says what matters.
 */
function ratioOf({ chain, peers, valid }: Judged): readonly (readonly [string, Ratio])[] {
  const others = peers.filter((peer) => peer !== ours).map(({ name }) => name);
  const [fastest] = others.sort((a, b) => valid.of(a).median - valid.of(b).median);
  return fastest === undefined ? [] : [[ratioName(chain), { ...timesAsFast(valid, OURS, fastest), hasNoBudget: true }]];
}

async function measure({ isQuick, progress }: Run): Promise<Findings> {
  const all: Judged[] = [];
  for (const [index, chain] of chainNames.entries()) {
    progress(chain, index / chainNames.length);
    all.push(await judged(chain, isQuick));
  }
  return {
    tables: [tableOf(all)],
    ratios: Object.fromEntries(all.flatMap(ratioOf)),
    wrong: all.flatMap((each) => {
      const text = verdictText(each, ours);
      return text === "none" ? [] : [`${each.chain}: ${text}`];
    }),
  };
}

/** Chains that anybody else knows: whoever does not know a chain says so for any text. */
const shared = chainNames.filter((chain) => addressPeers.some(({ accepts }) => accepts(chain, "?") !== undefined));

export const question: Question = {
  name: "addresses",
  asks: "Who knows an address when they see one, and how fast?",
  packages: addressPeers.map(({ name }) => name),
  targets: shared.map((chain) => ({ ratio: ratioName(chain), atLeast: 1 / NOISE })),
  measure,
};
