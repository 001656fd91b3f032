/** Shapes of transactions and evaluation requests for typia (§4.9). */
import typia from "typia";
import type { Shape } from "../input/types.js";
import type { EvaluationRequest, Transaction } from "./types.js";

export const transactionShape: Shape<Transaction> = typia.json.schemas<[Transaction], "3.1">();

export const evaluationShape: Shape<EvaluationRequest> = typia.json.schemas<[EvaluationRequest], "3.1">();
