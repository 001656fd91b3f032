/** What a decision about a transfer is made on: requirements, evaluations and screenings; and the version that follows. */
import type { Actor } from "../domain/actor.js";
import type { RegisteredChains } from "../domain/chains/chain.js";
import { decimalOf, roundedUpText } from "../domain/decimal.js";
import { PARTY_SIDES, type Requirements } from "../domain/jurisdictions/requirements.js";
import { own } from "../domain/own.js";
import type { CountedProofs } from "../domain/ownership/counting.js";
import type { AppliedPrice } from "../domain/prices/types.js";
import type { AnyTransaction, RuleResult } from "../domain/thresholds/types.js";
import { laterThan, toIsoOffset } from "../domain/timestamp.js";
import { withAnswers } from "../domain/transfers/answers.js";
import { decideTransfer, type Failure, type Findings, isFailure, screenedSides } from "../domain/transfers/decide.js";
import type {
  CounselAnswer,
  DutyEvidence,
  KnownAddress,
  MoneyOfTransfer,
  TransferReview,
} from "../domain/transfers/decision.js";
import type { DecisionDraft } from "../domain/transfers/decision-request.js";
import type { ExchangeFacts } from "../domain/transfers/exchange-facts.js";
import type { StatedTransfer } from "../domain/transfers/parse-decision.js";
import type { CheckedPolicy } from "../domain/transfers/policy.js";
import { newestOf, type TransferRecord, type TransferVersion, withVersion } from "../domain/transfers/record.js";
import type { CheckedTransfer } from "../domain/transfers/transfer.js";
import type { Auditor } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import { isSameData } from "../ports/rows.js";
import type { AddressRepository } from "../ports/storage.js";
import type { TransferRepository } from "../ports/transfers.js";
import { type Abort, inTime } from "./abort.js";
import type { DecisionBasis } from "./audit-transfers.js";
import type { CheckedOwnership } from "./ownership-options.js";
import type { RiskProviders } from "./risk-providers.js";
import { type EvaluatorDeps, ruleEvaluator } from "./rules.js";
import { outsideFailure, screenSides, withEarlierHits } from "./screen-sides.js";
import type { TransferParts } from "./transfer-issues.js";
import { countryOf, type RequirementDeps, requirementsQueryOf, requirementsReader } from "./transfer-requirements.js";

/** What a decision depends on. */
export interface DecideDeps extends RequirementDeps, EvaluatorDeps {
  readonly policy: CheckedPolicy | undefined;
  readonly ownership: CheckedOwnership | undefined;
  readonly transfers: TransferRepository;
  readonly addresses: AddressRepository;
  readonly riskProviders: RiskProviders | undefined;
  readonly hasThresholds: boolean;
  readonly auditor: Auditor | undefined;
  readonly clock: Clock;
  readonly countries: readonly string[];
  readonly chains: RegisteredChains | undefined;
}

/** One call of `transfers.decide`, checked. */
export interface Request extends StatedTransfer {
  readonly evidence: readonly DutyEvidence[];
  readonly actor: Actor;
  readonly at: Date;
  readonly abort: Abort;
}

/** The parts of a request that are stored, in full. */
export interface Resolved extends TransferParts {
  readonly known: { readonly originator: KnownAddress; readonly beneficiary: KnownAddress };
  readonly counted: CountedProofs;
  readonly exchange: ExchangeFacts | null;
}

/** What is needed for a new version. */
export interface Next {
  readonly resolved: Resolved;
  readonly stored: TransferRecord | undefined;
  /** What an earlier round of the call made and did not store. Its hits count as well. */
  readonly overtaken: TransferVersion | undefined;
  /** That of the call, and that of the newest version if its content is the same. */
  readonly evidence: readonly DutyEvidence[];
}

/** The record with the new version, and what its decision was made on. */
interface Found {
  readonly record: TransferRecord;
  readonly basis: DecisionBasis;
}

/** Creates the function that finds everything out and makes the record with the new version. */
export function finder(deps: DecideDeps) {
  const requirementsOf = requirementsReader(deps);
  const evaluate = ruleEvaluator(deps, true);
  const { jurisdictions = [], hasThresholds, prices, rates, ownership } = deps;
  return async (request: Request, next: Next, policy: CheckedPolicy): Promise<Found> => {
    const { resolved, stored, overtaken, evidence } = next;
    const { draft, direction, kind, at, abort, actor } = request;
    const { originator_vasp, beneficiary_vasp, counted, exchange, ...parties } = resolved;
    const transfer = checkedTransfer(request, resolved);
    const screened = screenedSides({ draft, direction, known: resolved.known }, policy);
    const ask = (limited: Abort) =>
      Promise.all([
        orFailure(requirementsOf(transfer, at, limited)),
        hasThresholds ? evaluateSides(transfer, draft, evaluate, { at, abort: limited }) : NOTHING,
        screenSides(deps, { draft, screened, policy, abort, limited }),
      ]);
    const [required, evaluated, screenedNow] = await inTime(ask, abort, policy.answerTimeoutMs);
    const newest = stored && newestOf(stored);
    const screenings = withEarlierHits(screenedNow, { earlier: overtaken?.screenings, before: newest?.screenings });
    const answered = answeredBy(required, policy, { jurisdictions, kind, at });
    const { price, requirements, answers } = answered;
    const { results: evaluations, failures: failedRules } = evaluated;
    const found = { draft, direction, screened, screenings, requirements, evaluations, failedRules, evidence, counted };
    const hasOption = { prices: prices !== undefined, rates: rates !== undefined, ownership: ownership !== undefined };
    const findings = { ...found, ...parties, kind, exchange, hasOption };
    const value = moneyOfTransfer(draft, price ?? priceIn(evaluations));
    const record = withVersion(stored, draft.transfer_id, {
      ...timeOf(newest, at),
      direction,
      kind,
      ...decideTransfer(findings, policy),
      requirements: isFailure(requirements) ? null : requirements,
      answers,
      screenings,
      evaluations,
      value,
      evidence,
      proofs: counted.proofs,
      exchange,
      review: refusalOf(stored, draft),
      actor,
      transfer: draft,
      ...parties,
    });
    const query = requirementsQueryOf(transfer, at);
    return {
      record,
      basis: { findings, policy, query, packs: jurisdictions, answers, price, requirements: answered.before },
    };
  };
}

/** Returns the review by which an officer rejected this content before, also if other content was decided since; or null. */
function refusalOf(stored: TransferRecord | undefined, draft: DecisionDraft): TransferReview | null {
  const refused = stored?.versions.find(
    ({ transfer, review }) => review?.decision === "reject" && isSameData(transfer, draft),
  );
  return refused?.review ?? null;
}

/** Returns number and time of the next version. The times of versions differ, also if the clock is set back. */
function timeOf(newest: TransferVersion | undefined, at: Date): Pick<TransferVersion, "version" | "decided_at"> {
  const now = toIsoOffset(at);
  if (newest === undefined) return { version: 1, decided_at: now };
  return { version: newest.version + 1, decided_at: laterThan(newest.decided_at, now) ?? now };
}

type Required = Awaited<ReturnType<ReturnType<typeof requirementsReader>>>;

/** Returns the requirements with the answers of counsel, or why there are none. */
function answeredBy(
  required: Required | Failure,
  { answers }: CheckedPolicy,
  context: Parameters<typeof withAnswers>[2],
): {
  readonly requirements: Findings["requirements"];
  readonly answers: readonly CounselAnswer[];
  readonly price: AppliedPrice | undefined;
  /** Before the answers of counsel. */
  readonly before: Requirements | undefined;
} {
  // The cast: a policy needs packs, so that there are requirements.
  const found = required as Exclude<typeof required, undefined>;
  if (isFailure(found)) return { requirements: found, answers: [], price: undefined, before: undefined };
  const { requirements: before } = found;
  return { ...withAnswers(before, answers, context), price: own(found, "price"), before };
}

interface EvaluatedSides {
  readonly results: readonly RuleResult[];
  readonly failures: readonly Failure[];
}

const NOTHING: EvaluatedSides = { results: [], failures: [] };

/** The cast: a transfer to decide has what requirements are about. */
function checkedTransfer({ draft, kind }: Request, resolved: Resolved): CheckedTransfer {
  const { originator_vasp, beneficiary_vasp } = resolved;
  return { ...draft, kind, originator_vasp, beneficiary_vasp } as unknown as CheckedTransfer;
}

/** Evaluates the rules in the country of each provider that takes part. A country that is unknown is undecided already. */
async function evaluateSides(
  transfer: CheckedTransfer,
  draft: DecisionDraft,
  evaluate: ReturnType<typeof ruleEvaluator>,
  { at, abort }: { readonly at: Date; readonly abort: Abort },
): Promise<EvaluatedSides> {
  const { kind } = transfer;
  const involved = PARTY_SIDES.filter((side) => kind !== OTHERS[side]);
  const countries = involved.map((side) => countryOf(transfer, side));
  const link_key = own(draft, "link_key");
  const codes =
    link_key === undefined
      ? (["THRESHOLD_BY_COUNTRY"] as const)
      : (["THRESHOLD_BY_COUNTRY", "LINKED_TRANSACTIONS_BY_COUNTRY"] as const);
  const results: RuleResult[] = [];
  const failures: Failure[] = [];
  for (const country of new Set(countries.filter((each) => each !== undefined))) {
    const evaluated = await evaluate(transactionOf(draft, country), codes, at, abort);
    results.push(...evaluated.results);
    for (const { error } of evaluated.failures) failures.push(outsideFailure(error));
  }
  return { results, failures };
}

/** The kind of transfer whose self-hosted wallet is on that side, so that no provider is. */
const OTHERS = { originator: "deposit_from_self_hosted", beneficiary: "withdrawal_to_self_hosted" } as const;

function transactionOf(draft: DecisionDraft, country: string): AnyTransaction {
  const { transfer_id: transaction_id, amount } = draft;
  const [asset, link_key] = [own(draft, "asset"), own(draft, "link_key")];
  const common = { transaction_id, amount, country, ...(link_key !== undefined && { link_key }) };
  // The cast: without an asset there is a currency.
  return asset === undefined ? { ...common, currency: own(draft, "currency") as string } : { ...common, asset };
}

async function orFailure<T>(promise: Promise<T>): Promise<T | Failure> {
  try {
    return await promise;
  } catch (thrown) {
    return outsideFailure(thrown);
  }
}

function priceIn(results: readonly RuleResult[]): AppliedPrice | undefined {
  const [first] = results;
  return first && own(first.decision, "price");
}

function moneyOfTransfer(draft: DecisionDraft, price: AppliedPrice | undefined): MoneyOfTransfer | null {
  const currency = own(draft, "currency");
  if (currency !== undefined) return { amount: draft.amount, currency };
  const amount = price && roundedUpText(decimalOf(draft.amount).times(price.price));
  return price === undefined || amount === undefined ? null : { amount, currency: price.currency, price };
}
