/** Requests about decisions: transfers to decide, reviews, confirmations and lists. */
import fc from "fast-check";
import { conditionsMark, plainCursors } from "../../../src/domain/cursor.js";
import { unwrap } from "../../../src/domain/result.js";
import { DECISIONS } from "../../../src/domain/transfers/decision.js";
import type { ConfirmedOutcome, TransferListQuery } from "../../../src/domain/transfers/decision-request.js";
import { parseTransferList } from "../../../src/domain/transfers/parse-decision.js";
import { TRANSFER_STATES } from "../../../src/domain/transfers/record.js";
import type { TransferToDecide } from "../../../src/index.js";
import { type OptionalProperties, recordOf } from "../../../src/testing/arbitraries/account.js";
import { assetTransaction, transaction, transfer } from "../../../src/testing/arbitraries/records.js";
import { text } from "../../../src/testing/arbitraries/text.js";

/** The own VASP of the policy of the tests. */
export const OWN_VASP = "own VASP";

const inCurrency = transaction().map(({ amount, currency }) => ({ amount, currency }));
const inAsset = assetTransaction().map(({ amount, asset }) => ({ amount, asset }));
const place = fc.constantFrom("originator" as const, "beneficiary" as const, "both" as const);

/** Draws transfers that {@link OWN_VASP} takes part in: deposits, withdrawals, transfers from it, to it and within it. */
export function transferToDecide(which: OptionalProperties = "any"): fc.Arbitrary<TransferToDecide> {
  const money = which === "all" ? inCurrency : fc.oneof(inCurrency, inAsset);
  const link = which === "all" ? text() : fc.option(text(), { nil: undefined });
  return fc
    .tuple(transfer({ which }), money, text(), link, place)
    .map(([{ amount: _, currency: _currency, asset: _asset, ...drawn }, value, transfer_id, link_key, own]) => {
      const given = { ...drawn, ...value, transfer_id, ...(link_key !== undefined && { link_key }) };
      // The cast: the compiler cannot infer which amounts and flags go together.
      return { ...given, ...withOwnVasp(drawn, own) } as TransferToDecide;
    });
}

/** A transfer within the own VASP says so in both flags. */
function withOwnVasp(
  given: {
    readonly originator_address_is_self_hosted?: unknown;
    readonly beneficiary_address_is_self_hosted?: unknown;
  },
  own: "originator" | "beneficiary" | "both",
): object {
  const both = { originator_vasp_id: OWN_VASP, beneficiary_vasp_id: OWN_VASP };
  if (given.originator_address_is_self_hosted === true || given.beneficiary_address_is_self_hosted === true)
    return both;
  if (own !== "both") return { [`${own}_vasp_id`]: OWN_VASP };
  return { ...both, originator_address_is_self_hosted: false, beneficiary_address_is_self_hosted: false };
}

const timestamp = fc.constantFrom(
  ...["2026-11-21", "0001-01-02", "2024-02-29T00:00Z", "2026-11-20T08:00:00Z", "2026-11-20T08:00:00.123+05:30"],
);

/** Only of what was sent there are a hash and a time. */
const sentOutcome = fc.constantFrom<ConfirmedOutcome>("executed", "returned");
const unsentOutcome = fc.constantFrom<ConfirmedOutcome>("rejected", "cancelled");
const moment = timestamp.filter((time) => time.includes("T"));

export function confirmation(which: OptionalProperties = "any") {
  const model = { outcome: sentOutcome, executed_at: moment, transaction_hash: text(), note: text() };
  const unsent = recordOf({ outcome: unsentOutcome, note: text() }, ["outcome"], which);
  return fc.oneof(recordOf(model, ["outcome"], which), unsent);
}

export function transferReview() {
  return fc.record({ decision: fc.constantFrom("execute" as const, "reject" as const), note: text() });
}

const id = fc.string();
const TIME = "2026-02-03T04:05:06.789+00:00";

/** The cursor is one of the storage in memory, with the mark of the conditions. */
export function transferList(which: OptionalProperties = "any") {
  const model = {
    cursor: id,
    size: fc.integer({ min: 1, max: 1_000 }),
    decision: fc.constantFrom(...DECISIONS),
    state: fc.constantFrom(...TRANSFER_STATES),
    account_ref_id: text(),
    executed_without_permission: fc.boolean(),
    from: timestamp,
    to: timestamp,
  };
  return recordOf(model, [], which).map(({ cursor, ...conditions }: Partial<TransferListQuery>) => {
    if (cursor === undefined) return conditions;
    const query = unwrap(parseTransferList(conditions));
    const { decision, state, account_ref_id, executed_without_permission, from, to } = query;
    const mark = conditionsMark([decision, state, account_ref_id, executed_without_permission, from, to]);
    const places = Array.from({ length: rangesOf(query) }, () => [TIME, cursor]).flat();
    return { ...conditions, cursor: `${mark}-${plainCursors.write("transfers", places)}` };
  });
}

/** How many ranges a list reads. Its cursor has a place in each. */
function rangesOf({ decision, state, account_ref_id, executed_without_permission }: TransferListQuery): number {
  if (account_ref_id !== undefined) return 2;
  if (executed_without_permission === true || (decision === undefined && state === undefined)) return 1;
  return (decision === undefined ? DECISIONS.length : 1) * (state === undefined ? TRANSFER_STATES.length : 1);
}
