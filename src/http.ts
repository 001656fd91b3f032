/** `vaspkit/http`: the HTTP interface of the specification, from `Request` to `Response`. Imports nothing of Node. */
export { bearerTokens } from "./http/bearer.js";
export {
  createHandler,
  type HttpErrorContext,
  type HttpHandler,
  type HttpHandlerOptions,
} from "./http/handler.js";
export type { HttpProblem, HttpProblemCode } from "./http/problem.js";
export {
  accountSchema,
  addressCreateSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
  standardSchema,
  transactionSchema,
  transferSchema,
  vaspSchema,
} from "./http/standard-schema.js";
