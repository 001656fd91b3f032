/** Measures the validation of an account by all rules of §2.2–2.6, and how many verdicts and issues are right. */
import * as fc from "fast-check";
import { parseAccount } from "vaspkit";
import { arbitraries } from "vaspkit/testing";
import type { Benchmark, Findings, Ratio, Run, Table } from "./kit/benchmark.js";
import type { Chart } from "./kit/charts.js";
import { duration, durations, timesSpread, wrongOf } from "./kit/numbers.js";
import { accountAt } from "./kit/records.js";
import { inTurns, loopOf, type Timings, timesAsFast, turnsOf } from "./kit/timing.js";
import { ajvAccounts } from "./peers/account-ajv.js";
import type { AccountPeer } from "./peers/account-rules.js";
import { zodAccounts } from "./peers/account-zod.js";

const OURS = "vaspkit";
const ours: AccountPeer = { name: OURS, returns: "a copy", accepts: (input) => parseAccount(input).ok };
export const contenders: readonly AccountPeer[] = [ours, ajvAccounts, zodAccounts];

type Members = Record<string, unknown>;

const SIZE = 240;

/** Returns account n as a request, through JSON, as requests arrive. */
function draftOf(index: number): Members {
  const { created: _, last_modified: __, ...draft } = accountAt(index);
  return JSON.parse(JSON.stringify(draft)) as Members;
}

/** A path and the invalid value there. `undefined` removes the member. */
type Fault = readonly [path: string, value: unknown];

const FAULTS: readonly Fault[] = [
  ["/address/address_country_code", "UK"],
  ["/customer_id", 4711],
  ["/email", "nobody"],
  ["/address/address_city_code", "75005"],
  ["/address/address_street_no", "\u200b"],
  ["/account_category", "client"],
  ["/address/address_line", "17, Rue des Écoles\n75005 Paris"],
  ["/national_id", null],
  ["/address/address_street_name", undefined],
  // Half of a surrogate pair.
  ["/reference_id", "Zo\ud83d"],
];

function plant(account: Members, [path, value]: Fault): void {
  const names = path.split("/").slice(1);
  const last = names.pop() ?? "";
  const parent = names.reduce((members, name) => members[name] as Members, account);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

/** Returns valid accounts, and the same accounts with four faults each. */
export function corpora(): Readonly<Record<string, readonly unknown[]>> {
  const drafts = (): readonly Members[] => Array.from({ length: SIZE }, (_, index) => draftOf(index));
  const invalid = drafts();
  for (const [index, account] of invalid.entries()) {
    for (const at of [0, 1, 2, 3]) plant(account, FAULTS[(index + at) % FAULTS.length] as Fault);
  }
  return { valid: drafts(), "invalid, all issues": invalid };
}

export interface Judged {
  readonly input: unknown;
  readonly isValid: boolean;
}

/** Returns valid accounts, and for each issue code accounts that violate one rule. */
export function judgedAccounts(valid: number, ofEachCode: number): readonly Judged[] {
  const seed = 20261121;
  const right = fc.sample(arbitraries.account(), { seed, numRuns: valid });
  const wrong = Object.values(arbitraries.invalidAccounts).flatMap((invalid) =>
    fc.sample<{ readonly input: unknown }>(invalid, { seed, numRuns: ofEachCode }),
  );
  return [
    ...right.map((input) => ({ input, isValid: true })),
    ...wrong.map(({ input }) => ({ input, isValid: false })),
  ];
}

/** Returns how many verdicts are wrong. An exception counts as a refusal, because of getters that throw. */
export function verdictsOf({ accepts }: AccountPeer, judged: readonly Judged[]) {
  const verdicts = { accepted: 0, refused: 0, threw: 0 };
  for (const { input, isValid } of judged) {
    let isAccepted = false;
    try {
      isAccepted = accepts(input);
    } catch {
      verdicts.threw += 1;
    }
    if (isAccepted && !isValid) verdicts.accepted += 1;
    if (!isAccepted && isValid) verdicts.refused += 1;
  }
  return verdicts;
}

/** By the name of the corpus. */
type Timed = ReadonlyMap<string, Timings>;

async function measure({ scale, progress }: Run): Promise<Findings> {
  const timed = new Map<string, Timings>();
  const judged = [...(scale === "full" ? judgedAccounts(3_000, 200) : judgedAccounts(300, 20))];
  for (const [name, accounts] of Object.entries(corpora())) {
    progress(name);
    judged.push(...accounts.map((input) => ({ input, isValid: name === "valid" })));
    const loops = contenders.map((peer) => ({ name: peer.name, run: loopOf(peer.accepts) }));
    timed.set(name, await inTurns(loops, accounts, turnsOf[scale]));
  }
  const { accepted, refused, threw } = verdictsOf(ours, judged);
  return {
    tables: [...[...timed].map(([name, timings]) => timeTable(name, timings)), verdictTable(judged)],
    ratios: Object.fromEntries([...timed].flatMap(([name, timings]) => ratiosOf(name, timings))),
    wrong:
      accepted + refused + threw === 0 ? [] : [`verdicts: ${accepted} accepted, ${refused} refused, ${threw} threw`],
    charts: { "validate-account": chartOf(timed) },
  };
}

/** Not reached yet: what ratios to aim for. */
const OPEN: Readonly<Record<string, number>> = {
  "valid: times as fast as ajv": 1.5,
  "valid: times as fast as zod": 4,
  "invalid, all issues: times as fast as zod": 3,
};

function ratiosOf(corpus: string, timings: Timings): readonly (readonly [string, Ratio])[] {
  return timings.names
    .filter((name) => name !== OURS)
    .map((name) => {
      const ratio = `${corpus}: times as fast as ${name}`;
      const atLeast = OPEN[ratio];
      return [ratio, { ...timesAsFast(timings, OURS, name), ...(atLeast !== undefined && { atLeast, isOpen: true }) }];
    });
}

function timeTable(corpus: string, timings: Timings): Table {
  return {
    title: `Accounts: ${corpus}`,
    columns: ["", "one account", "of ours", "returns"],
    rows: contenders.map(({ name, returns }) => {
      const ratio = name === OURS ? "" : timesSpread(timings.ratio(name, OURS));
      return [name, durations(timings.of(name)), ratio, returns];
    }),
  };
}

function verdictTable(judged: readonly Judged[]): Table {
  const valid = judged.filter(({ isValid }) => isValid).length;
  return {
    title: "Verdicts on these accounts and on generated ones, valid or violating one rule",
    columns: ["", "valid ones refused", "invalid ones accepted", "exceptions"],
    rows: contenders.map((peer) => {
      const { refused, accepted, threw } = verdictsOf(peer, judged);
      return [peer.name, wrongOf(refused, valid), wrongOf(accepted, judged.length - valid), threw];
    }),
  };
}

function chartOf(timed: Timed): Chart {
  const bars = [...timed].flatMap(([group, timings]) =>
    timings.names.map((name) => {
      const { median } = timings.of(name);
      return { group, name, value: median, label: duration(median), isOurs: name === OURS };
    }),
  );
  return {
    title: "How long does it take to check an account by every rule?",
    subtitle: ["One account, all issues; shorter is better.", "ajv validates in place, the others return a copy."],
    description: `Median time of one account: ${bars.map(({ group, name, label }) => `${group}, ${name} ${label}`).join("; ")}.`,
    bars,
  };
}

export const benchmark: Benchmark = {
  measures: "The time of validating an account by every rule, and how many verdicts and issues are right.",
  packages: ["zod", "ajv"],
  measure,
};
