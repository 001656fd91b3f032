/** The shapes of what providers of risk and sources of balances answer, for typia (§2.8). Internal. */
import typia from "typia";
import type { DecimalText } from "../identifiers/codes.js";
import type { Shape } from "../input/shape.js";
import type { RiskEntry } from "./address.js";

/** An answer has no name of its own, but a place in a document needs one. */
export interface RiskAnswer {
  readonly entries: readonly RiskEntry[];
}

export interface BalanceAnswer {
  readonly balance: DecimalText;
  readonly balance_usd: DecimalText | null;
}

export const riskAnswerShape: Shape<RiskAnswer> = typia.json.schemas<[RiskAnswer], "3.1">();
export const balanceAnswerShape: Shape<BalanceAnswer> = typia.json.schemas<[BalanceAnswer], "3.1">();
