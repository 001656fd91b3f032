/** The shapes of a transaction and of a request to evaluate it, for typia (§4.9). Internal. */
import typia from "typia";
import type { ShapeCheck } from "../input/shape.js";
import type { EvaluationRequest, Transaction } from "./transaction.js";

export const checkTransactionShape: ShapeCheck = typia.createValidateEquals<Transaction>();

export const checkEvaluationShape: ShapeCheck = typia.createValidateEquals<EvaluationRequest>();
