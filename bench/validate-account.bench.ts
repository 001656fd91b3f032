/** Measures the validation of an account by all rules of §2.2–2.6, and how many verdicts and issues are right. */
import * as fc from "fast-check";
import { parseAccount } from "vaspkit";
import { arbitraries } from "vaspkit/testing";
import { isSafeText } from "../src/domain/input/text-rules.js";
import type { Benchmark, Findings, Ratio, Run, Table } from "./kit/benchmark.js";
import { seededRandom, wrongOf } from "./kit/numbers.js";
import { draftAt } from "./kit/records.js";
import { inTurns, loopOf, type Timings, timesAsFast, timingTable, turnsOf } from "./kit/timing.js";
import { ajvAccounts, ajvPeer } from "./peers/account-ajv.js";
import { type AccountPeer, addressTexts } from "./peers/account-rules.js";
import { zodAccounts, zodPeer } from "./peers/account-zod.js";

const OURS = "vaspkit";
const ours: AccountPeer = { name: OURS, returns: "a copy", accepts: (input) => parseAccount(input).ok };
/** Peers with our own test of a text show how much of a ratio is that test. */
const helped = [ajvPeer("ajv, our test of texts", isSafeText), zodPeer("zod, our test of texts", isSafeText)];
const contenders: readonly AccountPeer[] = [ours, ajvAccounts, zodAccounts, ...helped];

type Members = Record<string, unknown>;

const SIZE = 240;

/** Returns account n as a request, through JSON, as requests arrive. */
function draftOf(index: number): Members {
  return JSON.parse(JSON.stringify(draftAt(index))) as Members;
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

const REQUIRED =
  `reference_id account_type individual entity customer_id individual_name entity_name name_type name_last
  name_legal address_type address_city address_country_code address_line address_street_name national_id_type national_id
  registration_authority`.split(/\s+/);

/** Returns account n with every member that its type can have. */
function completeAt(index: number): Members {
  const { address, individual, entity, ...rest } = draftOf(index) as Record<string, Members>;
  const { address_city: text, address_country_code: code } = address as Members;
  const texts = Object.fromEntries(addressTexts.map((name) => [name, text]));
  const { individual_name, entity_name } = individual ?? entity ?? {};
  const parts = individual
    ? {
        individual: { individual_localname: individual_name, residence_country: code, ...individual },
        national_id: { national_id_type: "CCPT", national_id: `C${index}`, issue_country: code },
      }
    : { entity: { entity_localname: entity_name, ...entity } };
  return { email: `mail@${index}.example`, ...rest, ...parts, address: { ...texts, ...address } };
}

/** Leaves out optional members at random and shuffles the rest: the accounts have hundreds of shapes. */
function varied(members: Members, random: () => number): Members {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => REQUIRED.includes(name) || random() < 0.5)
      .map(([name, value]) => [random(), name, value] as const)
      .sort(([a], [b]) => a - b)
      .map(([, name, value]) => [name, typeof value === "object" ? varied(value as Members, random) : value]),
  );
}

/** Returns valid accounts of few shapes and of many, and accounts with four faults each. */
function corpora(): Readonly<Record<string, readonly unknown[]>> {
  const every = (make: (index: number) => Members): readonly Members[] =>
    Array.from({ length: SIZE }, (_, index) => make(index));
  const random = seededRandom(99);
  const invalid = every(draftOf);
  for (const [index, account] of invalid.entries()) {
    for (const at of [0, 1, 2, 3]) plant(account, FAULTS[(index + at) % FAULTS.length] as Fault);
  }
  return {
    valid: every(draftOf),
    // Through JSON, as requests arrive.
    "valid, varied": JSON.parse(JSON.stringify(every((index) => varied(completeAt(index), random)))),
    "invalid, all issues": invalid,
  };
}

interface Judged {
  readonly input: unknown;
  readonly isValid: boolean;
}

/** Returns valid accounts, and for each issue code accounts that violate one rule. */
function judgedAccounts(valid: number, ofEachCode: number): Judged[] {
  const seed = 20261121;
  const right = fc.sample(arbitraries.account(), { seed, numRuns: valid }).map((input) => ({ input, isValid: true }));
  const wrong = Object.values(arbitraries.invalidAccounts).flatMap((invalid) =>
    fc.sample<{ readonly input: unknown }>(invalid, { seed, numRuns: ofEachCode }),
  );
  return [...right, ...wrong.map(({ input }) => ({ input, isValid: false }))];
}

/** Returns how many verdicts are wrong. An exception counts as a refusal, because of getters that throw. */
function verdictsOf({ accepts }: AccountPeer, judged: readonly Judged[]) {
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

async function measure({ scale, progress }: Run): Promise<Findings> {
  const timed = new Map<string, Timings>();
  const judged = scale === "full" ? judgedAccounts(3_000, 200) : judgedAccounts(300, 20);
  for (const [name, accounts] of Object.entries(corpora())) {
    progress(name);
    judged.push(...accounts.map((input) => ({ input, isValid: name.startsWith("valid") })));
    const loops = contenders.map((peer) => ({ name: peer.name, run: loopOf(peer.accepts) }));
    timed.set(name, await inTurns(loops, accounts, turnsOf[scale]));
  }
  const { accepted, refused, threw } = verdictsOf(ours, judged);
  const isRight = accepted + refused + threw === 0;
  return {
    tables: [
      ...[...timed].map(([name, timings]) =>
        timingTable(`Accounts: ${name}`, "one account", timings, OURS, { returns }),
      ),
      verdictTable(judged),
    ],
    ratios: Object.fromEntries([...timed].flatMap(([name, timings]) => ratiosOf(name, timings))),
    wrong: isRight ? [] : [`verdicts: ${accepted} accepted, ${refused} refused, ${threw} threw`],
  };
}

const TARGETS: Readonly<Record<string, Pick<Ratio, "atLeast" | "isOpen">>> = {
  "valid: times as fast as ajv": { atLeast: 1.3, isOpen: true },
  "valid: times as fast as zod": { atLeast: 3 },
  "valid, varied: times as fast as ajv": { atLeast: 3 },
  "valid, varied: times as fast as zod": { atLeast: 6, isOpen: true },
  "invalid, all issues: times as fast as zod": { atLeast: 3, isOpen: true },
};

function ratiosOf(corpus: string, timings: Timings): readonly (readonly [string, Ratio])[] {
  return contenders.slice(1).map((peer) => {
    const name = `${corpus}: times as fast as ${peer.name}`;
    const ratio = timesAsFast(timings, OURS, peer.name);
    return [name, { ...ratio, ...TARGETS[name], ...(helped.includes(peer) && { hasNoBudget: true }) }];
  });
}

function returns(name: string): string {
  return contenders.find((peer) => peer.name === name)?.returns ?? "";
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

export const benchmark: Benchmark = {
  measures: "The time of validating an account by every rule, and how many verdicts and issues are right.",
  packages: ["zod", "ajv"],
  measure,
};
