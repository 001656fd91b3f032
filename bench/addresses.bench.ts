/** Measures address validation per chain, and how many verdicts are right. */
import { createRequire } from "node:module";
import { Network, validate as validateBitcoin } from "bitcoin-address-validation";
import * as fc from "fast-check";
import { type Chain, chains, parseAddress } from "vaspkit";
import { arbitraries } from "vaspkit/testing";
import type { Benchmark, Findings, Ratio, Run, Table } from "./kit/benchmark.js";
import { inTurns, loopOf, type Timings, timesAsFast, timingTable, turnsOf } from "./kit/timing.js";

interface Validator {
  readonly name: string;
  /** Returns undefined for a chain that it does not support. */
  readonly accepts: (chain: Chain, text: string) => boolean | undefined;
}

const OURS = "vaspkit";
const ours: Validator = { name: OURS, accepts: (chain, text) => parseAddress(chain, text).ok };
/** Ratios of two runs of the same code differ by this factor. */
const NOISE = 1.1;

/** Names of the chains in the multi-chain validators, which support no others. */
const tickers: Readonly<Partial<Record<Chain, string>>> = {
  ...{
    bitcoin: "btc",
    ethereum: "eth",
    litecoin: "ltc",
    "bitcoin-cash": "bch",
    doge: "doge",
    solana: "sol",
    xdc: "xdc",
  },
  ...{ ripple: "xrp", stellar: "xlm", algorand: "algo", polygon: "matic", polkadot: "dot", tezos: "xtz", near: "near" },
};

const requireFrom = createRequire(import.meta.url);

/** These packages declare no types for this function. They throw for unknown currencies, and one of them for some texts. */
function multicoin(name: string): Validator {
  const { validate } = requireFrom(name) as { validate(address: string, currency: string): boolean };
  const accepts = (chain: Chain, text: string): boolean | undefined => {
    const ticker = tickers[chain];
    if (ticker === undefined) return undefined;
    try {
      return validate(text, ticker);
    } catch (error) {
      return error instanceof Error && error.message.startsWith("Missing validator") ? undefined : false;
    }
  };
  return { name, accepts };
}

const validators: readonly Validator[] = [
  ours,
  multicoin("multicoin-address-validator"),
  multicoin("@swyftx/api-crypto-address-validator"),
  {
    name: "bitcoin-address-validation",
    accepts: (chain, text) => (chain === "bitcoin" ? validateBitcoin(text, Network.mainnet) : undefined),
  },
];

const EACH = 200;
const chainNames = Object.keys(chains) as readonly Chain[];
const HEX_CHAINS: readonly Chain[] = ["ethereum", "polygon", "xdc"];
/** Chains that share address formats. */
const families: readonly (readonly Chain[])[] = [
  [...HEX_CHAINS, "near"],
  ["bitcoin", "litecoin", "bitcoin-cash"],
];

function validAddresses(chain: Chain): readonly string[] {
  return fc.sample(arbitraries.address({ chain }), { seed: 20261121, numRuns: EACH }).map(({ address }) => address);
}

function isMixedCase(text: string): boolean {
  return /[a-f]/.test(text.slice(-40)) && /[A-F]/.test(text.slice(-40));
}

/** Returns addresses with a checksum. Hex in one case has none, and only vaspkit computes one for its canonical form. */
function timedAddresses(chain: Chain): readonly string[] {
  return HEX_CHAINS.includes(chain) ? validAddresses(chain).filter(isMixedCase) : validAddresses(chain);
}

/** Returns addresses with one changed character, addresses of other chains, and texts of other kinds. */
function invalidAddresses(chain: Chain): readonly string[] {
  // Any text of another chain may be a name on NEAR or a key on Solana.
  const foreign = chain === "near" || chain === "solana" ? [] : chainNames.filter((other) => !isRelated(chain, other));
  return [
    ...validAddresses(chain).flatMap((text) => changed(chain, text)),
    ...foreign.flatMap((other) => validAddresses(other).slice(0, Math.ceil(EACH / chainNames.length))),
    ...["", " ", "0", "?", "…", "x".repeat(300)],
  ];
}

function isRelated(a: Chain, b: Chain): boolean {
  return a === b || families.some((family) => family.includes(a) && family.includes(b));
}

/** Characters outside the alphabet of a chain without a checksum. Any other change might give another address. */
const OUTSIDE: Partial<Readonly<Record<Chain, string>>> = { near: "!", solana: "0" };

/** Changes one character so that the text is certainly no address. */
function changed(chain: Chain, text: string): readonly string[] {
  const isHex = HEX_CHAINS.includes(chain);
  // EIP-55: the case of the letters is the checksum.
  const at = isHex ? text.search(/[a-f](?=.{0,30}$)/) : Math.floor(text.length / 2);
  const character = isHex ? text[at]?.toUpperCase() : (OUTSIDE[chain] ?? (text[at] === "q" ? "p" : "q"));
  const broken = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
  return !isHex || (isMixedCase(text) && at >= 0 && isMixedCase(broken)) ? [broken] : [];
}

/** Returns the formatted count of wrong verdicts, or "none". */
function wrongVerdicts(chain: Chain, { accepts }: Validator): string {
  const [valid, invalid] = [validAddresses(chain), invalidAddresses(chain)];
  const refused = valid.filter((text) => !accepts(chain, text)).length;
  const accepted = invalid.filter((text) => accepts(chain, text)).length;
  if (refused + accepted === 0) return "none";
  return `${refused + accepted} of ${valid.length + invalid.length} WRONG (${refused} refused, ${accepted} accepted)`;
}

/** Compares with the fastest peer. No budget, because the times of peers vary by half. */
function ratioOf(chain: Chain, timings: Timings): readonly (readonly [string, Ratio])[] {
  const peers = timings.names.filter((name) => name !== OURS);
  const [fastest] = peers.toSorted((a, b) => timings.of(a).median - timings.of(b).median);
  if (fastest === undefined) return [];
  const ratio = { ...timesAsFast(timings, OURS, fastest), atLeast: 1 / NOISE, hasNoBudget: true } as const;
  return [[`${chain}: times as fast as the fastest other`, ratio]];
}

async function measure({ scale, progress }: Run): Promise<Findings> {
  const turns = { ...turnsOf[scale], ...(scale !== "tiny" && { turnMilliseconds: 5, warmUpMilliseconds: 150 }) };
  const rows: Table["rows"][number][] = [];
  let columns: Table["columns"] = [];
  const ratios: (readonly [string, Ratio])[] = [];
  for (const chain of chainNames) {
    progress(chain);
    const all = validators.filter(({ accepts }) => accepts(chain, "?") !== undefined);
    const loops = all.map(({ name, accepts }) => ({ name, run: loopOf((text: string) => !!accepts(chain, text)) }));
    const timings = await inTurns(loops, timedAddresses(chain), turns);
    ratios.push(...ratioOf(chain, timings));
    const wrong = (name: string) => wrongVerdicts(chain, all.find((each) => each.name === name) ?? ours);
    const table = timingTable(chain, "one address", timings, OURS, { "wrong verdicts": wrong });
    columns = ["", ...table.columns];
    rows.push(...table.rows.map((row) => [chain, ...row]));
  }
  return {
    tables: [{ title: "Valid addresses, by chain", columns, rows }],
    ratios: Object.fromEntries(ratios),
    wrong: chainNames
      .map((chain) => `${chain}: ${wrongVerdicts(chain, ours)}`)
      .filter((line) => !line.endsWith(" none")),
  };
}

export const benchmark: Benchmark = {
  measures: "The time of validating an address, by chain, and how many verdicts are right.",
  packages: validators.slice(1).map(({ name }) => name),
  measure,
};
