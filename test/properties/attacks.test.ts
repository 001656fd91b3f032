/** A customer's false claims change no decision about another customer's transfer, and no label and no link. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chain, RiskEntry, TransferToDecide } from "../../src/index.js";
import { CLEAN, type Deciding, deciding, MEASURE, OFFICER } from "../support/decision-samples.js";
import { isFullRun, runs } from "../support/runs.js";
import { individual } from "../support/samples.js";

/** An address that a transfer names. Some are known to the exchange. */
interface Named {
  readonly chain: Chain;
  /** The same address in other spellings. */
  readonly spellings: readonly string[];
  readonly tag?: string;
}

const hex = (digits: string): readonly string[] => [`0x${digits}`, `0x${digits.toUpperCase()}`];

/** The exchange's own, with tags of customers on Ripple; classic and as X-addresses with the tag 1. */
const HOT: Named = { chain: "ethereum", spellings: hex("aa00000000000000000000000000000000000001") };
const OMNIBUS = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59";
const X_OMNIBUS = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu";
/** Labelled with V-2. */
const EXCHANGE: Named = { chain: "ethereum", spellings: hex("bb00000000000000000000000000000000000002") };
/** Labelled as self-hosted, and linked to A-2. */
const LINKED: Named = { chain: "ethereum", spellings: hex("cc00000000000000000000000000000000000003") };
/** Unknown: wallets of A-1, and an address that A-2 names as one of V-3. */
const FRESH: Named = { chain: "ethereum", spellings: hex("dd00000000000000000000000000000000000004") };
const CLAIMED: Named = { chain: "ethereum", spellings: hex("ee00000000000000000000000000000000000005") };
const OMNIBUS_1: Named = { chain: "ripple", spellings: [OMNIBUS], tag: "1" };
const X_OF_1: Named = { chain: "ripple", spellings: [X_OMNIBUS] };
const OMNIBUS_2: Named = { chain: "ripple", spellings: [OMNIBUS], tag: "2" };
const LEDGER: Named = { chain: "ripple", spellings: ["rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH"] };
const ATTACKED: readonly Named[] = [HOT, EXCHANGE, LINKED, FRESH, CLAIMED, OMNIBUS_1, X_OF_1, OMNIBUS_2, LEDGER];

const first = ({ spellings }: Named): string => String(spellings[0]);

/** What a risk provider says depends on the address only. */
async function screened(): Promise<readonly RiskEntry[]> {
  return [CLEAN];
}

/** An exchange with two customers and their addresses, and an attacker. */
async function exchange(): Promise<Deciding> {
  const ownAddresses = [
    { chain: "ethereum" as const, address: first(HOT) },
    { chain: "ripple" as const, address: OMNIBUS },
  ];
  const compliance = await deciding({}, { ownAddresses, suspendOnBreach: true, retentionMs: 1000 });
  compliance.screenWith(screened);
  const { accounts, addresses } = compliance;
  await accounts.create({ ...individual, reference_id: "A-X" });
  await addresses.create({ chain: "ethereum", address: first(EXCHANGE), vasp_id: "V-2" });
  const linked = { chain: "ethereum", address: first(LINKED), is_self_hosted: true, account_ref_id: "A-2" } as const;
  await addresses.create(linked);
  await addresses.create({ chain: "ripple", address: OMNIBUS, account_ref_id: "A-1", tag: "1" });
  await addresses.create({ chain: "ripple", address: OMNIBUS, account_ref_id: "A-2", tag: "2" });
  return compliance;
}

/** The side of a transfer with an address, in one of its spellings. */
function sideOf(side: "originator" | "beneficiary", { spellings, tag }: Named, pick = 0): object {
  return {
    [`${side}_address`]: spellings[pick % spellings.length],
    ...(tag !== undefined && { [`${side}_tag`]: tag }),
  };
}

interface Claim {
  readonly transfer_id: string;
  readonly account: string;
  readonly amount: string;
  readonly from: Named;
  readonly to: Named;
  /** What the customer says of the other side: a wallet, a VASP, or an account of the exchange. */
  readonly other: "wallet" | "V-2" | "V-3" | "A-1" | "A-2" | "A-X";
  readonly isIncoming: boolean;
  readonly pick: number;
  readonly link_key: string;
}

/** The transfer as the exchange passes it on, with the claims of its customer. */
function transferOf({
  transfer_id,
  account,
  amount,
  from,
  to,
  other,
  isIncoming,
  pick,
  link_key,
}: Claim): TransferToDecide {
  const [own, far] = isIncoming ? (["beneficiary", "originator"] as const) : (["originator", "beneficiary"] as const);
  const isInside = other.startsWith("A-");
  const isVasp = other.startsWith("V-");
  const described = { [`${far}_account`]: { ...OTHER_PARTY } };
  const transfer = {
    ...{ transfer_id, amount, currency: "EUR", chain: to.chain, link_key },
    ...sideOf("originator", from, pick),
    ...sideOf("beneficiary", to, pick),
    [`${own}_account_reference_id`]: account,
    [`${own}_vasp_id`]: "V-OWN",
    [`${far}_vasp_id`]: isVasp ? other : "V-OWN",
    ...(isInside
      ? { [`${far}_account_reference_id`]: other }
      : isVasp
        ? described
        : { [`${far}_account_reference_id`]: account }),
    ...(other === "wallet" && { [`${far}_address_is_self_hosted`]: true }),
    ...(isInside && { originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: false }),
  };
  // The cast: the compiler cannot infer the properties of the sides.
  return transfer as unknown as TransferToDecide;
}

const OTHER_PARTY = {
  account_type: "individual",
  customer_id: "C-9",
  individual: { individual_name: { name_type: "LEGL", name_last: "Okafor" } },
};

const victim = (number: number, rest: Omit<Claim, "transfer_id" | "pick" | "link_key">): Claim => ({
  transfer_id: `V-${number}`,
  pick: 0,
  link_key: rest.account,
  ...rest,
});

/** True transfers of two customers. Three of 400 EUR reach the threshold of 1000 EUR together. */
const VICTIMS: readonly Claim[] = [
  victim(0, { account: "A-1", amount: "400", from: HOT, to: FRESH, other: "wallet", isIncoming: false }),
  victim(1, { account: "A-2", amount: "10", from: HOT, to: LINKED, other: "wallet", isIncoming: false }),
  victim(2, { account: "A-1", amount: "400", from: HOT, to: EXCHANGE, other: "V-2", isIncoming: false }),
  victim(3, { account: "A-2", amount: "10", from: HOT, to: CLAIMED, other: "V-3", isIncoming: false }),
  victim(4, { account: "A-1", amount: "400", from: FRESH, to: HOT, other: "wallet", isIncoming: true }),
  victim(5, { account: "A-2", amount: "10", from: EXCHANGE, to: HOT, other: "V-2", isIncoming: true }),
  victim(6, { account: "A-1", amount: "5", from: OMNIBUS_1, to: OMNIBUS_2, other: "A-2", isIncoming: false }),
  victim(7, { account: "A-1", amount: "5", from: OMNIBUS_1, to: LEDGER, other: "wallet", isIncoming: false }),
  victim(8, { account: "A-2", amount: "5", from: LEDGER, to: OMNIBUS_2, other: "wallet", isIncoming: true }),
];

type Deed = "decide" | "decide with evidence" | "review" | "execute" | "cancel" | "wait";

interface Step {
  readonly victim: number;
  readonly deed: Deed;
  readonly attacks: readonly Attack[];
}

interface Attack {
  readonly claim: Claim;
  readonly hasEvidence: boolean;
  readonly after: "nothing" | "executed" | "reviewed and executed" | "rejected by an officer" | "cancelled" | "erased";
}

const named = fc.constantFrom(...ATTACKED);

/** Mostly from or to the hot wallet, which the exchange uses for its customers. Then the attack may be executed. */
const sidesOfAttack = fc
  .oneof({ weight: 2, arbitrary: fc.tuple(fc.constant(HOT), named) }, { weight: 1, arbitrary: fc.tuple(named, named) })
  .filter(([own, far]) => own.chain === far.chain && first(own) !== first(far));

/**
 * The exchange gives each new transfer an id of its own, and the link key of its customer. An attacker may repeat the ids
 * of others, which are decided already.
 */
const attack: fc.Arbitrary<Attack> = fc
  .record({
    id: fc.oneof(
      { weight: 5, arbitrary: fc.nat({ max: 30 }).map((number) => `X-${number}`) },
      { weight: 1, arbitrary: fc.nat({ max: VICTIMS.length - 1 }).map((number) => `V-${number}`) },
    ),
    amount: fc.constantFrom("1", "1", "1", "0", "999", "100000"),
    sides: sidesOfAttack,
    other: fc.constantFrom("wallet", "wallet", "V-2", "V-3", "A-1", "A-2"),
    isIncoming: fc.boolean(),
    pick: fc.nat({ max: 1 }),
    hasEvidence: fc.constantFrom(true, true, true, false),
    after: fc.constantFrom(
      ...(["nothing", "executed", "executed", "reviewed and executed"] as const),
      ...(["rejected by an officer", "cancelled", "erased"] as const),
    ),
  })
  .map(({ id, amount, sides: [own, far], other, isIncoming, pick, hasEvidence, after }) => ({
    claim: {
      ...{ transfer_id: id, account: "A-X", amount, other, isIncoming, pick },
      ...(isIncoming ? { from: far, to: own } : { from: own, to: far }),
      link_key: id.startsWith("V") ? "A-1" : "A-X",
    },
    hasEvidence,
    after,
  }));

const step: fc.Arbitrary<Step> = fc.record({
  victim: fc.nat({ max: VICTIMS.length - 1 }),
  deed: fc.constantFrom("decide", "decide", "decide with evidence", "review", "execute", "cancel", "wait"),
  attacks: fc.array(attack, { maxLength: 4 }),
});

/** Of the attacker; and how often a transfer of a customer was permitted. */
const seen = { attacks: 0, execute: 0, executed: 0, taken: 0, suspended: 0, permitted: 0 };

/** Runs one attack. The exchange does with the attacker's transfer what it does with any other. */
async function runAttack(compliance: Deciding, { claim, hasEvidence, after }: Attack): Promise<void> {
  const { transfers } = compliance;
  // An id that nobody has yet is not the attacker's to choose.
  const isOfVictim = claim.transfer_id.startsWith("V");
  if (isOfVictim && (await transfers.retrieve(claim.transfer_id)) === undefined) return;
  seen.attacks += 1;
  const transfer = transferOf(claim);
  const evidence = (["originator", "beneficiary"] as const).map((side) => ({ ...MEASURE[0], side }));
  const decided = await transfers.decide(transfer, hasEvidence ? { evidence } : {});
  if (!decided.ok) {
    if (decided.issues.some(({ code }) => code === "transfer_id_taken")) seen.taken += 1;
    return;
  }
  expect(isOfVictim).toBe(false);
  if (decided.value.decision === "execute") seen.execute += 1;
  if (decided.value.decision === "suspend") seen.suspended += 1;
  await handle(compliance, claim.transfer_id, after);
}

/** Does what follows the decision about the attacker's transfer. */
async function handle({ transfers, accounts }: Deciding, transfer_id: string, after: Attack["after"]): Promise<void> {
  const review = (decision: "execute" | "reject") =>
    transfers.review(transfer_id, { decision, note: "seen" }, { actor: OFFICER });
  if (after === "rejected by an officer") await review("reject");
  if (after === "reviewed and executed") await review("execute");
  if (after === "executed" || after === "reviewed and executed") {
    const confirmed = await transfers.confirm(transfer_id, { outcome: "executed" });
    if (confirmed.ok) seen.executed += 1;
  }
  if (after === "cancelled") await transfers.confirm(transfer_id, { outcome: "cancelled" });
  if (after === "erased") {
    const erased = await accounts.erase("A-X", { keep: "transfers" });
    if (erased.ok) await accounts.create({ ...individual, reference_id: "A-X" });
  }
}

/** Carries out one step of a customer, and returns what came of it. */
async function runStep({ transfers, wait }: Deciding, { victim: number, deed }: Step): Promise<unknown> {
  const claim = VICTIMS[number];
  if (claim === undefined) throw new Error("There is no such customer.");
  const { transfer_id } = claim;
  // The clock moves by the steps of the customers only, so that both runs have the same times.
  wait(1000);
  if (deed === "decide") return transfers.decide(transferOf(claim));
  if (deed === "decide with evidence") return transfers.decide(transferOf(claim), { evidence: MEASURE });
  if (deed === "review")
    return transfers.review(transfer_id, { decision: "execute", note: "seen" }, { actor: OFFICER });
  if (deed === "execute") return transfers.confirm(transfer_id, { outcome: "executed" });
  if (deed === "cancel") return transfers.confirm(transfer_id, { outcome: "cancelled" });
  wait(900_000);
  return undefined;
}

/** What the exchange knows of each address, without its uses and screenings. */
async function knownAddresses({ addresses }: Deciding): Promise<unknown> {
  const known = ATTACKED.map(async ({ chain, spellings, tag }) => {
    const history = await addresses.history(chain, String(spellings[0]));
    const { is_self_hosted = null, vasp_id = null, links = [], account_ref_id = null } = history ?? {};
    const labelled_by = history?.labelled_by ?? null;
    const account = await addresses.accountOf(chain, String(spellings[0]), tag);
    return { is_self_hosted, vasp_id, links, account_ref_id, labelled_by, account };
  });
  return Promise.all(known);
}

/** Carries out the steps, with or without the attacks after each, and returns everything about the customers. */
async function run(steps: readonly Step[], isAttacked: boolean): Promise<unknown> {
  const compliance = await exchange();
  const before = await knownAddresses(compliance);
  const outcomes: unknown[] = [];
  for (const each of steps) {
    if (isAttacked) for (const attacking of each.attacks) await runAttack(compliance, attacking);
    const outcome = await runStep(compliance, each);
    if (JSON.stringify(outcome)?.includes('"valid_until":"')) seen.permitted += 1;
    outcomes.push(outcome);
  }
  const records = await Promise.all(VICTIMS.map(({ transfer_id }) => compliance.transfers.retrieve(transfer_id)));
  expect(await knownAddresses(compliance)).toEqual(before);
  return { outcomes, records };
}

const RUNS = runs(250, 1 / 6);

describe("an attacker among the customers", () => {
  it("changes no decision about a transfer of another customer, no label and no link", async () => {
    const steps = fc.array(step, { minLength: 6, maxLength: 12 });
    const property = fc.asyncProperty(steps, async (given) => {
      expect(await run(given, true)).toEqual(await run(given, false));
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 1_200_000);

  it("does what customers can do: transfers are executed, suspended, and refused for ids of others", () => {
    const least = isFullRun ? RUNS * 0.15 : 5;
    for (const [name, count] of Object.entries(seen)) expect.soft(count, name).toBeGreaterThanOrEqual(least);
  });
});
