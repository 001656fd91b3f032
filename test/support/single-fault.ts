/** Inputs with exactly one fault, for every issue code. */
import { types } from "node:util";
import fc from "fast-check";
import {
  type Chain,
  type Compliance,
  chains,
  type IssueCode,
  parseAddress,
  type TransferDraft,
  unwrap,
  type VaspDraft,
} from "../../src/index.js";
import { party } from "../../src/testing/arbitraries/account.js";
import { validAddress } from "../../src/testing/arbitraries/address.js";
import { invalidAddressTexts } from "../../src/testing/arbitraries/invalid-address-text.js";
import { transfer, vasp } from "../../src/testing/arbitraries/records.js";
import { text } from "../../src/testing/arbitraries/text.js";
import { removedAt } from "../../src/testing/single-fault/document.js";
import { type Fault, type Invalid, named, replacing, withFault } from "../../src/testing/single-fault/fault.js";
import {
  amountFaults,
  countryFaults,
  partyAt,
  partyFaults,
  registerFaults,
  setting,
  textFaults,
  transferFaults,
  withoutTags,
  wrongTags,
} from "../../src/testing/single-fault/field-faults.js";
import { shapeFaults } from "../../src/testing/single-fault/shape-faults.js";
import {
  addressAssignment,
  addressCreation,
  type GivenAddress,
  type GivenAssignment,
  PROVIDERS,
} from "./arbitraries/address-request.js";
import { confirmation, OWN_VASP, transferReview, transferToDecide } from "./arbitraries/decision-request.js";
import { ownershipVerify } from "./arbitraries/ownership-request.js";
import { alertReview } from "./arbitraries/query.js";
import { futureDay } from "./days.js";
import { lackingTransfer } from "./lacking-transfer.js";
import { ofOpenChallenge, openMessage } from "./ownership/open-challenge.js";
import { byCountry } from "./samples.js";
import {
  accountListSubject,
  accountPutSubject,
  accountSearchSubject,
  accountSubject,
  addressAssignSubject,
  addressCreateSubject,
  alertListSubject,
  alertReviewSubject,
  byBirthSubject,
  confirmSubject,
  decideSubject,
  eraseSubject,
  evaluationSubject,
  ownershipVerifySubject,
  type Subject,
  subjects,
  TRANSFER_ID,
  transactionSubject,
  transferListSubject,
  transferReviewSubject,
  transferSubject,
  vaspListSubject,
  vaspSearchSubject,
  vaspSubject,
} from "./subjects.js";
import { untyped } from "./untyped.js";
import { passTime } from "./watched-compliance.js";

/** An invalid input with exactly one fault. */
export interface SingleFaultInput extends Invalid {
  readonly subject: Subject;
  /** Prepares the stored records. Present only where parsing finds nothing and the operation must. */
  readonly before?: (compliance: Compliance) => Promise<unknown>;
}

/** Draws inputs of any of the subjects with one of the faults. Each subject must have a matching node. */
function withFaultIn(
  code: IssueCode,
  subjects: readonly Subject[],
  faults: fc.Arbitrary<Fault>,
): fc.Arbitrary<SingleFaultInput> {
  return fc.oneof(
    ...subjects.map((subject) => withFault(code, subject, faults).map((invalid) => ({ ...invalid, subject }))),
  );
}

/** The faults of `vaspkit/testing`: those that parsing alone finds. */
const knownFaults = {
  ...shapeFaults,
  ...textFaults,
  ...countryFaults,
  ...registerFaults,
  ...partyFaults,
  ...transferFaults,
  ...amountFaults,
};

/** Draws inputs of any of the subjects with a fault of `vaspkit/testing`. */
function withKnownFault(
  code: keyof typeof knownFaults,
  ...subjects: readonly Subject[]
): fc.Arbitrary<SingleFaultInput> {
  return withFaultIn(code, subjects, knownFaults[code]);
}

// Accounts and parties: faults that need a clock or a directory (§2.2, §2.3).

const date_of_birth_in_future: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "date_of_birth_in_future",
  [accountSubject, transferSubject, decideSubject],
  setting(partyAt("individual"), "individual/date_of_birth", futureDay()),
).map((invalid) => ({ ...invalid, before: async () => undefined }));

/** Either the same account or another one already has the id. */
const reference_id_taken: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(accountSubject.valid(), accountSubject.valid(), fc.boolean())
  .map(([input, other, isSame]) => ({
    subject: accountSubject,
    code: "reference_id_taken",
    input,
    path: "/reference_id",
    before: async ({ accounts }) =>
      accounts.create(untyped(isSame ? input : { ...other, reference_id: Reflect.get(input, "reference_id") })),
  }));

/** No account has the id, or one of another version. */
const changed_meanwhile: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(accountSubject.valid(), fc.boolean())
  .map(([input, isStored]) => ({
    subject: accountPutSubject,
    code: "changed_meanwhile",
    input,
    path: "/reference_id",
    before: async ({ accounts }) => (isStored ? accounts.put(untyped(input)) : undefined),
  }));

// Address requests: faults that need a directory (§4.1, §4.2).

const provider_name_missing: fc.Arbitrary<SingleFaultInput> = addressCreation().map((request) => ({
  subject: addressCreateSubject,
  code: "provider_name_missing",
  path: "/provider_name",
  input: removedAt({ ...request, scan_for_risk: true }, "/provider_name"),
}));

const otherName = fc
  .oneof(text(), fc.constantFrom("rdbig", "RDBIG ", "constructor", "__proto__", "toString"))
  .filter((name) => !PROVIDERS.some((known) => known === name));

const unknown_provider: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(addressCreation("all"), otherName, party())
  .map(([request, provider_name, stored]) => ({
    subject: addressCreateSubject,
    code: "unknown_provider",
    path: "/provider_name",
    input: { ...request, provider_name },
    before: ({ accounts }) => accounts.create(untyped({ ...stored, reference_id: request.account_ref_id })),
  }));

/** The account exists, and another address of it. */
const unknown_address: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(addressAssignment(), addressCreation("all"), party())
  .filter(([assignment, other]) => assignment.address !== other.address)
  .map(([assignment, { chain, address }, stored]) => ({
    subject: addressAssignSubject,
    code: "unknown_address",
    path: "/address",
    input: assignment,
    before: async ({ accounts, addresses }) => {
      const { reference_id } = assignment;
      await accounts.create({ ...stored, reference_id });
      await addresses.create({ chain, address, account_ref_id: reference_id });
    },
  }));

/**
 * Requests of both kinds about an address. Without a path, it is that of the account.
 *
 * @param change returns the input and what must be stored, from a valid request, another value and the account's id
 */
function ofRequests<Other>(
  code: IssueCode,
  path: string | undefined,
  others: fc.Arbitrary<Other>,
  change: (
    request: GivenAddress | GivenAssignment,
    other: Other,
    account: string | undefined,
  ) => Pick<SingleFaultInput, "input" | "before">,
  which: "all" | "any" = "all",
): fc.Arbitrary<SingleFaultInput> {
  return fc.oneof(
    fc.tuple(addressCreation(which), others).map(([request, other]) => ({
      subject: addressCreateSubject,
      code,
      path: path ?? "/account_ref_id",
      ...change(request, other, request.account_ref_id),
    })),
    fc.tuple(addressAssignment(), others).map(([request, other]) => ({
      subject: addressAssignSubject,
      code,
      path: path ?? "/reference_id",
      ...change(request, other, request.reference_id),
    })),
  );
}

/** Everything exists except the account. */
const unknownAddressAccount = ofRequests("unknown_account", undefined, fc.constant(undefined), (input) => ({
  input,
  before: ({ addresses }) => addresses.create({ chain: input.chain, address: input.address }),
}));

/** Everything exists, and another account is linked under the same tag. */
const address_linked_elsewhere = ofRequests(
  "address_linked_elsewhere",
  undefined,
  party(),
  (request, stored, account) => ({
    input: { ...request, relink: false },
    before: (compliance) => linkedToOther(compliance, stored, request, account),
  }),
);

async function linkedToOther(
  { accounts, addresses }: Compliance,
  stored: object,
  { chain, address, tag }: GivenAssignment | GivenAddress,
  account: string | undefined,
): Promise<void> {
  const other = account === "other" ? "another" : "other";
  for (const reference_id of [account, other]) await accounts.create(untyped({ ...stored, reference_id }));
  unwrap(await addresses.create(untyped({ chain, address, account_ref_id: other, ...(tag !== undefined && { tag }) })));
}

const side = fc.constantFrom("originator" as const, "beneficiary" as const);

/** Links, and sides of a transfer, with a tag that is wrong. */
function withTag(code: "tag_malformed" | "tag_contradicts"): fc.Arbitrary<SingleFaultInput> {
  return fc.oneof(
    { weight: 1, arbitrary: withKnownFault(code, ...bothTransfers) },
    {
      weight: 2,
      arbitrary: ofRequests(code, "/tag", wrongTags[code], (request, link) => ({ input: { ...request, ...link } })),
    },
  );
}

// Invalid addresses (§2.9, §4.1, §4.2).

/** Draws otherwise valid inputs of each kind with an invalid address. */
function withAddress(code: keyof typeof invalidAddressTexts): fc.Arbitrary<SingleFaultInput> {
  const requests = ofRequests(
    code,
    "/address",
    invalidAddressTexts[code],
    (request, { chain, text }) => ({ input: removedAt({ ...request, chain, address: text }, "/tag") }),
    "any",
  );
  return fc.oneof({ weight: 1, arbitrary: withKnownFault(code, ...bothTransfers) }, { weight: 2, arbitrary: requests });
}

// Queries and evaluation requests (§4.5, §4.6, §4.8, §4.9).

/** A term of combining marks only: it is empty after folding, so only a search refuses it as blank. */
const blankTerm: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "text_blank",
  [accountSearchSubject, vaspSearchSubject],
  replacing(named("search_term"), fc.constantFrom("\u0301", "\u0308 \u0301", "¨", " \u093f")),
);

const rule_codes_empty: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "rule_codes_empty",
  [evaluationSubject],
  replacing(({ path }) => path === "/rule_codes", fc.constant([])),
);

const link_key_missing: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "link_key_missing",
  [evaluationSubject],
  fc
    .constantFrom(["LINKED_TRANSACTIONS_BY_COUNTRY"], [...byCountry, "LINKED_TRANSACTIONS_BY_COUNTRY"])
    .map((codes) => ({
      at: ({ path }) => path === "/rule_codes",
      change: ({ document }) => {
        const { link_key: _, ...transaction } = Object(Reflect.get(Object(document), "transaction"));
        return { input: { transaction, rule_codes: codes }, path: "/transaction/link_key" };
      },
    })),
);

const noCount = fc.oneof(
  fc.integer({ max: 0 }),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -1, 1.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, Number.MIN_VALUE),
);

const out_of_range: fc.Arbitrary<SingleFaultInput> = fc.oneof(
  withFaultIn("out_of_range", [accountSearchSubject], replacing(named("limit"), noCount)),
  withFaultIn("out_of_range", [vaspListSubject], replacing(named("page"), noCount)),
  withFaultIn(
    "out_of_range",
    [vaspListSubject, alertListSubject, accountListSubject, transferListSubject],
    replacing(named("size"), fc.oneof(noCount, fc.integer({ min: 1_001 }))),
  ),
);

/** Texts that no storage can have written. */
const noCursor = fc.oneof(
  fc.constantFrom("a b", "a+b", "a/b", "YQ==", "é", "."),
  text().filter((each) => !/^[\w-]+$/.test(each)),
);

const cursor_invalid: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "cursor_invalid",
  [accountListSubject, alertListSubject, transferListSubject],
  replacing(named("cursor"), noCursor),
);

const noTimestamp = fc.constantFrom(
  ...["now", "2026-02-30", "2026-11-22T08:00:00", "2026-11-22 08:00:00Z", "2026-11-22T24:00:00Z"],
  ...["0001-01-01T00:00+01:00", "20261122", "2026-11-22T08:00:00.Z", "2026-11-22T08:60Z"],
  ...["2026-11-22T08:00:00+25:00", "0000-01-01", "１９９９-01-01"],
);

const not_a_timestamp: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "not_a_timestamp",
  [alertListSubject, transferListSubject, confirmSubject],
  replacing(named("from", "to", "executed_at"), noTimestamp),
);

const unknown_alert: fc.Arbitrary<SingleFaultInput> = alertReview().map((input) => ({
  subject: alertReviewSubject,
  code: "unknown_alert",
  path: "",
  input,
  // Only stored records show it.
  before: async () => undefined,
}));

// Transfers: faults that need the directories (§2.9).

/** A transfer whose ids all differ, and the ids that must be in the directories. */
interface Resolvable {
  readonly whole: TransferDraft;
  readonly ids: Readonly<Record<"originator" | "beneficiary", { readonly account: string; readonly vasp: string }>>;
}

/** Transfers between two VASPs, with both parties by reference. */
const resolvable: fc.Arbitrary<Resolvable> = fc
  .tuple(fc.uniqueArray(text(), { minLength: 4, maxLength: 4 }), transfer({ kinds: ["vasp_to_vasp"] }))
  .map(([[a = "", b = "", c = "", d = ""], { originator_account, beneficiary_account, ...route }]) => ({
    ids: { originator: { account: a, vasp: c }, beneficiary: { account: b, vasp: d } },
    whole: {
      ...route,
      originator_account_reference_id: a,
      beneficiary_account_reference_id: b,
      originator_vasp_id: c,
      beneficiary_vasp_id: d,
    },
  }));

/** Stores both accounts and both VASPs of a transfer, except those that are left out. */
async function storeSides(
  { accounts, vasps }: Compliance,
  { originator, beneficiary }: Resolvable["ids"],
  stored: object | undefined,
  record: VaspDraft,
  absent?: string,
): Promise<void> {
  for (const { account } of [originator, beneficiary]) {
    if (stored !== undefined && account !== absent) {
      await accounts.create(untyped({ ...stored, reference_id: account }));
    }
  }
  const ids = [originator.vasp, beneficiary.vasp].filter((id) => id !== absent);
  await vasps.load(ids.map((vasp_id) => ({ ...record, vasp_id })));
}

/** Transfers of which one account, or one VASP, is not stored. */
function withoutStored(kind: "account" | "vasp"): fc.Arbitrary<SingleFaultInput> {
  return fc.tuple(resolvable, side, party(), vasp()).map(([{ whole, ids }, unknown, stored, record]) => ({
    subject: transferSubject,
    code: `unknown_${kind}` as const,
    path: kind === "account" ? `/${unknown}_account_reference_id` : `/${unknown}_vasp_id`,
    input: whole,
    before: (compliance) => storeSides(compliance, ids, stored, record, ids[unknown][kind]),
  }));
}

const twoAddresses = fc
  .constantFrom(...Object.values(chains).map(({ name }) => name))
  .chain((chain) => fc.record({ chain: fc.constant(chain), one: validAddress(chain), other: validAddress(chain) }))
  .filter(({ chain, one, other }) => canonicalOf(chain, one) !== canonicalOf(chain, other));

function canonicalOf(chain: Chain, text: string): string {
  return unwrap(parseAddress(chain, text)).canonical;
}

/** Everything exists, and one of the addresses is stored with the other label. */
const self_hosted_contradicts: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(resolvable, side, twoAddresses, party(), vasp())
  .map(([{ whole, ids }, wrong, { chain, one, other }, stored, record]) => ({
    subject: transferSubject,
    code: "self_hosted_contradicts",
    path: `/${wrong}_address_is_self_hosted`,
    input: {
      ...withoutTags(whole),
      chain,
      originator_address: other,
      beneficiary_address: other,
      [`${wrong}_address`]: one,
    },
    before: async (compliance) => {
      const { addresses } = compliance;
      await storeSides(compliance, ids, stored, record);
      await addresses.create({ chain, address: one, is_self_hosted: true });
      await addresses.create({ chain, address: other, is_self_hosted: false });
    },
  }));

/** Everything exists, and a party lacks one field, or all alternatives, that a pack requires. */
const field_required_by_jurisdiction: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(resolvable, lackingTransfer, vasp())
  .map(([{ whole, ids }, { lacking, path }, record]) => {
    const {
      originator_account_reference_id: _,
      beneficiary_account_reference_id: _id,
      asset: _asset,
      ...route
    } = whole;
    return {
      subject: transferSubject,
      code: "field_required_by_jurisdiction",
      path,
      input: { ...route, ...lacking },
      before: (compliance) => storeSides(compliance, ids, undefined, record),
    };
  });

// Decisions about transfers: faults that need a policy or the stored transfers (§2.9).

/** Neither VASP is that of the policy, which parsing does not know. */
const own_vasp_missing: fc.Arbitrary<SingleFaultInput> = withFaultIn(
  "own_vasp_missing",
  [decideSubject],
  fc.constant({
    at: ({ path }) => path === "",
    change: ({ document }) => {
      const ids = Object.entries(document).filter(([, value]) => value === OWN_VASP);
      const others = Object.fromEntries(ids.map(([property]) => [property, `no ${OWN_VASP}`]));
      return { path: "/originator_vasp_id", input: { ...document, ...others } };
    },
  }),
).map((invalid) => ({ ...invalid, before: async () => undefined }));

const storedDecision = {
  transfer_id: TRANSFER_ID,
  amount: 5,
  currency: "CHF",
  originator_account_reference_id: "A-1",
  originator_vasp_id: OWN_VASP,
  originator_address: "one",
  beneficiary_account_reference_id: "A-1",
  beneficiary_vasp_id: OWN_VASP,
  beneficiary_address: "other",
  beneficiary_address_is_self_hosted: true,
} as const;

/** Rejected, because every screened address has a risk. The other one is suspended: without a chain nothing is screened. */
const rejectedDecision = {
  ...storedDecision,
  chain: "near",
  originator_address: "relay.aurora",
  beneficiary_address: "aurora",
} as const;

/** Stores a decided transfer of the account A-1. */
async function storeDecision(
  { accounts, vasps, transfers }: Compliance,
  given: object = storedDecision,
): Promise<void> {
  await accounts.create({ reference_id: "A-1", ...storedParty });
  await vasps.load([{ vasp_id: OWN_VASP, name_legal: "Own AG" }]);
  unwrap(await transfers.decide(given as unknown));
}

const storedParty = {
  account_type: "individual",
  customer_id: "C-1",
  individual: { individual_name: { name_type: "LEGL", name_last: "Example" } },
} as const;

/** Both parties are described, so that no account must be stored. */
const describedDecision = fc
  .tuple(transferToDecide(), party(), party())
  .map(
    ([
      { originator_account_reference_id: _, beneficiary_account_reference_id: _id, ...rest },
      originator_account,
      beneficiary_account,
    ]) => ({ ...rest, originator_account, beneficiary_account }),
  );

/** The stored transfer is one of an account that the given one does not name. */
const transfer_id_taken: fc.Arbitrary<SingleFaultInput> = describedDecision.map((input) => ({
  subject: decideSubject,
  code: "transfer_id_taken",
  path: "/transfer_id",
  input,
  before: (compliance) => storeDecision(compliance, { ...storedDecision, transfer_id: input.transfer_id }),
}));

const endings = fc.constantFrom("executed" as const, "rejected" as const, "returned" as const, "cancelled" as const);

/** The stored transfer is confirmed. */
const transfer_closed: fc.Arbitrary<SingleFaultInput> = fc.oneof(
  fc.tuple(describedDecision, endings, vasp()).map(([input, outcome, record]) => ({
    subject: decideSubject,
    code: "transfer_closed" as const,
    path: "/transfer_id",
    input,
    before: async ({ vasps, transfers }: Compliance) => {
      const ids = new Set([input.originator_vasp_id, input.beneficiary_vasp_id]);
      await vasps.load(Array.from(ids, (vasp_id) => ({ ...record, vasp_id })));
      unwrap(await transfers.decide(input as unknown));
      unwrap(await transfers.confirm(input.transfer_id, { outcome }));
    },
  })),
  fc
    .tuple(
      fc.oneof(
        transferReview().map((input) => ({ subject: transferReviewSubject, input })),
        confirmation()
          .filter(({ outcome }) => outcome !== "executed")
          .map((input) => ({ subject: confirmSubject, input })),
      ),
      endings,
    )
    .map(([given, outcome]) => ({
      ...given,
      code: "transfer_closed" as const,
      path: "",
      before: async (compliance: Compliance) => {
        await storeDecision(compliance);
        unwrap(await compliance.transfers.confirm(TRANSFER_ID, { outcome }));
      },
    })),
);

/** The newest decision is another one, or has a review. */
const transfer_not_suspended: fc.Arbitrary<SingleFaultInput> = fc
  .tuple(transferReview(), fc.boolean())
  .map(([input, isReviewed]) => ({
    subject: transferReviewSubject,
    code: "transfer_not_suspended",
    path: "",
    input,
    before: async (compliance) => {
      await storeDecision(compliance, isReviewed ? storedDecision : rejectedDecision);
      if (isReviewed) await transferReviewSubject.run?.(compliance, { decision: "execute", note: "seen" });
    },
  }));

/** Nothing is stored. */
const unknown_transfer: fc.Arbitrary<SingleFaultInput> = fc
  .oneof(
    transferReview().map((input) => ({ subject: transferReviewSubject, input })),
    confirmation().map((input) => ({ subject: confirmSubject, input })),
  )
  .map((given) => ({ ...given, code: "unknown_transfer", path: "", before: async () => undefined }));

/** Of a challenge that exists, in a state that accepts no answer. */
function ofChallenge(code: ChallengeCode, close: (compliance: Compliance) => Promise<unknown>) {
  return ownershipVerify().map(
    (input): SingleFaultInput => ({
      subject: ownershipVerifySubject,
      code,
      path: "/challenge_id",
      input,
      before: async (compliance) => {
        await compliance.accounts.create({ reference_id: "A-1", ...storedParty });
        await close(compliance);
      },
    }),
  );
}

type ChallengeCode = "challenge_used" | "challenge_expired" | "challenge_exhausted" | "unknown_challenge";

const challenge_used = ofChallenge("challenge_used", async (compliance) => {
  await openMessage(compliance, true);
  unwrap(await compliance.ownership.verify(ofOpenChallenge(compliance, {})));
});

const challenge_expired = ofChallenge("challenge_expired", async (compliance) => {
  await openMessage(compliance, false);
  passTime(compliance, 15 * 60 * 1000 + 1);
});

const challenge_exhausted = ofChallenge("challenge_exhausted", async (compliance) => {
  await openMessage(compliance, false);
  for (let tries = 0; tries < 10; tries += 1) {
    unwrap(await compliance.ownership.verify(ofOpenChallenge(compliance, { signature: "wrong" })));
  }
});

const unknown_challenge = ofChallenge("unknown_challenge", async () => undefined);

/** An account with a stored transfer: open and suspended, or rejected a moment ago. */
function ofErasure(code: "transfer_open" | "retention_running"): fc.Arbitrary<SingleFaultInput> {
  return fc.constant({
    subject: eraseSubject,
    code,
    path: "",
    input: { reference_id: "A-1" },
    before: (compliance) => storeDecision(compliance, code === "transfer_open" ? storedDecision : rejectedDecision),
  });
}

/** An account on hold. */
const held: fc.Arbitrary<SingleFaultInput> = fc.constant({
  subject: eraseSubject,
  code: "held",
  path: "",
  input: { reference_id: "A-1" },
  before: async (compliance) => {
    await storeDecision(compliance, storedDecision);
    unwrap(await compliance.audit.hold({ kind: "account", id: "A-1" }, { reason: "Court order" }));
  },
});

// Faults that parsing finds.

const requests = [addressCreateSubject, addressAssignSubject, evaluationSubject];
const demanding = subjects.filter(({ required }) => required.length > 0);
const parties = [accountSubject, transferSubject, decideSubject];
const transactions = [transactionSubject, evaluationSubject];
const bothTransfers = [transferSubject, decideSubject];
const reviews = [transferReviewSubject, confirmSubject];
const lists = [accountSearchSubject, accountListSubject, vaspListSubject, transferListSubject];

/** Without a readable `individual`, there is no second issue about the identification by birth. */
const withoutBirth = (code: IssueCode, ...values: readonly unknown[]): fc.Arbitrary<SingleFaultInput> =>
  withFaultIn(
    code,
    [byBirthSubject],
    replacing(({ path }) => path === "/individual", fc.constantFrom(...values)),
  );

/** A `Date` is a valid time in a request for alerts or transfers. */
function isTimeOfList({ subject, path, input }: SingleFaultInput): boolean {
  return (
    (subject === alertListSubject || subject === transferListSubject) &&
    path !== "" &&
    types.isDate(Reflect.get(Object(input), path.slice(1)))
  );
}

/** Draws a known fault of each code in any of the subjects. */
function ofSubjects<C extends keyof typeof knownFaults>(
  among: readonly Subject[],
  codes: readonly C[],
): Readonly<Record<C, fc.Arbitrary<SingleFaultInput>>> {
  const entries = codes.map((code) => [code, withKnownFault(code, ...among)]);
  // One entry for each code.
  return Object.fromEntries(entries) as Record<C, fc.Arbitrary<SingleFaultInput>>;
}

/** Single-fault inputs for every issue code. A code without them does not compile. */
export const singleFaultInputs = {
  unreadable: withKnownFault("unreadable", ...subjects),
  wrong_type: fc.oneof(
    { weight: 1, arbitrary: withoutBirth("wrong_type", "Doe", 5, [], null) },
    { weight: 11, arbitrary: withKnownFault("wrong_type", ...subjects).filter((fault) => !isTimeOfList(fault)) },
  ),
  required: fc.oneof(
    { weight: 1, arbitrary: withoutBirth("required", undefined) },
    { weight: 11, arbitrary: withKnownFault("required", ...demanding) },
  ),
  unknown_property: withKnownFault("unknown_property", ...subjects),
  not_allowed: withKnownFault("not_allowed", ...parties, ...requests, vaspSubject, ...lists, ...reviews),
  text_blank: fc.oneof(
    { weight: 4, arbitrary: withKnownFault("text_blank", ...demanding) },
    { weight: 1, arbitrary: blankTerm },
  ),
  ...ofSubjects(demanding, ["text_too_long", "text_malformed", "text_control_character"]),
  not_a_country: withKnownFault("not_a_country", ...parties, vaspSubject, ...transactions),
  ...ofSubjects([...parties, vaspSubject], ["not_an_lei", "not_a_registration_authority"]),
  ...ofSubjects(
    [...transactions, ...bothTransfers],
    ["not_a_currency", "amount_negative", "amount_not_finite", "amount_malformed", "currency_and_asset"],
  ),
  ...ofSubjects(parties, [
    ...(["not_a_date", "not_an_email", "identification_missing", "address_incomplete", "street_name_missing"] as const),
    ...(["entity_on_individual", "individual_on_entity", "issue_country_on_entity"] as const),
    ...(["national_id_type_of_entity", "national_id_type_of_individual"] as const),
    ...(["registration_authority_missing", "registration_authority_on_individual"] as const),
  ]),
  ...ofSubjects(bothTransfers, [
    "party_missing",
    "party_ambiguous",
    "both_self_hosted",
    "not_sent_to_itself",
    "same_address",
  ]),
  address_length: withAddress("address_length"),
  address_characters: withAddress("address_characters"),
  address_checksum: withAddress("address_checksum"),
  address_network: withAddress("address_network"),
  address_other_network: withAddress("address_other_network"),
  address_format: withAddress("address_format"),
  address_secret_key: withAddress("address_secret_key"),
  date_of_birth_in_future,
  reference_id_taken,
  changed_meanwhile,
  rule_codes_empty,
  link_key_missing,
  out_of_range,
  cursor_invalid,
  not_a_timestamp,
  unknown_alert,
  own_vasp_missing,
  transfer_id_taken,
  transfer_closed,
  transfer_not_suspended,
  unknown_transfer,
  unknown_challenge,
  challenge_used,
  challenge_expired,
  challenge_exhausted,
  transfer_open: ofErasure("transfer_open"),
  retention_running: ofErasure("retention_running"),
  held,
  provider_name_missing,
  unknown_provider,
  unknown_address,
  address_linked_elsewhere,
  tag_malformed: withTag("tag_malformed"),
  tag_contradicts: withTag("tag_contradicts"),
  unknown_vasp: withoutStored("vasp"),
  self_hosted_contradicts,
  field_required_by_jurisdiction,
  // Transfers and address requests both have this code.
  unknown_account: fc.oneof(withoutStored("account"), unknownAddressAccount),
} satisfies { readonly [C in IssueCode]: fc.Arbitrary<SingleFaultInput> };
