/** Measures address validation per chain, and how many verdicts are right. */
import { createRequire } from "node:module";
import { getCoderByCoinName } from "@ensdomains/address-encoder";
import { Address } from "@ton/core";
import { Network, validate as validateBitcoin } from "bitcoin-address-validation";
import * as fc from "fast-check";
import { type Chain, type ChainModule, chains, parseAddress } from "vaspkit";
import * as furtherChains from "vaspkit/chains";
import { arbitraries } from "vaspkit/testing";
import { furtherFormats } from "../test/support/further-addresses/formats.js";
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

/** A validator of one further chain. */
interface FurtherValidator {
  readonly name: string;
  readonly accepts: (text: string) => boolean;
}

/** Names in `@ensdomains/address-encoder` of the chains for whose common format it has a decoder. */
const coins = {
  // Chains with Ethereum's addresses.
  bsc: "eth",
  base: "eth",
  arbitrum: "eth",
  optimism: "eth",
  avalanche: "eth",
  "ethereum-classic": "eth",
  cardano: "ada",
  cosmos: "atom",
  dash: "dash",
  flow: "flow",
  hedera: "hbar",
  monero: "xmr",
  multiversx: "egld",
  stacks: "stx",
  sui: "sui",
  tron: "trx",
  zcash: "zec",
} as const;

/** Tickers in `multicoin-address-validator`. */
const furtherTickers: Readonly<Record<string, string>> = {
  cardano: "ada",
  dash: "dash",
  "ethereum-classic": "etc",
  monero: "xmr",
  tron: "trx",
  zcash: "zec",
};

/** The formats of chains whose first one is not the common one. */
const commonFormats: Readonly<Record<string, string>> = { filecoin: "f1", hedera: "account-id" };

function validatorsOf(module: ChainModule): readonly FurtherValidator[] {
  const { name } = module;
  const found: FurtherValidator[] = [{ name: OURS, accepts: (text) => parseAddress(module, text).ok }];
  if (name === "ton")
    found.push({ name: "@ton/core", accepts: (text) => doesNotThrow(() => Address.parseFriendly(text)) });
  const coin = Object.hasOwn(coins, name) ? coins[name as keyof typeof coins] : undefined; // It is a key.
  if (coin !== undefined) {
    const { decode } = getCoderByCoinName(coin);
    found.push({ name: "@ensdomains/address-encoder", accepts: (text) => doesNotThrow(() => decode(text)) });
  }
  const ticker = furtherTickers[name];
  if (ticker !== undefined) {
    const { validate } = requireFrom("multicoin-address-validator") as {
      validate(text: string, ticker: string): boolean;
    };
    found.push({ name: "multicoin-address-validator", accepts: (text) => validate(text, ticker) });
  }
  return found;
}

function doesNotThrow(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** Returns addresses of the common format of a further chain. */
function furtherAddresses(name: string): readonly string[] {
  const formats = furtherFormats.filter(({ module }) => module.name === name);
  const format = formats.find((each) => each.format === commonFormats[name]) ?? formats[0];
  if (format === undefined) return [];
  return fc.sample(format.addresses, { seed: 20261121, numRuns: EACH }).map(({ text }) => text);
}

/** Returns the formatted count of wrong verdicts on addresses and, where a checksum exists, on single changes. */
function furtherVerdicts(name: string, { accepts }: FurtherValidator): string {
  const valid = furtherAddresses(name);
  const first = furtherFormats.find(({ module }) => module.name === name);
  const isChecked = first?.isChecked === true && commonFormats[name] !== "account-id";
  const invalid = isChecked ? valid.map((text) => `${text.slice(0, -1)}${text.endsWith("7") ? "5" : "7"}`) : [];
  const refused = valid.filter((text) => !accepts(text)).length;
  const accepted = invalid.filter((text) => accepts(text)).length;
  if (refused + accepted === 0) return "none";
  return `${refused + accepted} of ${valid.length + invalid.length} WRONG (${refused} refused, ${accepted} accepted)`;
}

/** Measures the modules of `vaspkit/chains` beside the libraries that know their common format. */
async function measureFurther({
  scale,
  progress,
}: Run): Promise<{ readonly table: Table; readonly wrong: readonly string[] }> {
  const turns = { ...turnsOf[scale], ...(scale !== "tiny" && { turnMilliseconds: 5, warmUpMilliseconds: 100 }) };
  const rows: Table["rows"][number][] = [];
  const wrong: string[] = [];
  let columns: Table["columns"] = [];
  for (const module of Object.values(furtherChains)) {
    if (!("parse" in module) || furtherAddresses(module.name).length === 0) continue;
    const { name } = module;
    progress(name);
    const all = validatorsOf(module);
    const loops = all.map((each) => ({ name: each.name, run: loopOf(each.accepts) }));
    const timings = await inTurns(loops, furtherAddresses(name), turns);
    const verdicts = (validator: string) =>
      all
        .filter((each) => each.name === validator)
        .map((each) => furtherVerdicts(name, each))
        .join("");
    const table = timingTable(name, "one address", timings, OURS, { "wrong verdicts": verdicts });
    columns = ["", ...table.columns];
    rows.push(...table.rows.map((row) => [name, ...row]));
    if (verdicts(OURS) !== "none") wrong.push(`${name}: ${verdicts(OURS)}`);
  }
  return { table: { title: "Valid addresses of vaspkit/chains, by chain", columns, rows }, wrong };
}

async function measure(run: Run): Promise<Findings> {
  const { scale, progress } = run;
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
  const further = await measureFurther(run);
  return {
    tables: [{ title: "Valid addresses, by chain", columns, rows }, further.table],
    ratios: Object.fromEntries(ratios),
    wrong: [
      ...chainNames.map((chain) => `${chain}: ${wrongVerdicts(chain, ours)}`).filter((line) => !line.endsWith(" none")),
      ...further.wrong,
    ],
  };
}

export const benchmark: Benchmark = {
  measures: "The time of validating an address, by chain, and how many verdicts are right.",
  packages: [...validators.slice(1).map(({ name }) => name), "@ensdomains/address-encoder", "@ton/core"],
  measure,
};
