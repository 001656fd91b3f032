/** `vaspkit/http`: the HTTP interface of the specification, from `Request` to `Response`. Imports nothing of Node. */
export {
  createHandler,
  type HttpErrorContext,
  type HttpHandler,
  type HttpHandlerOptions,
} from "./http/handler.js";
export type { HttpProblem, HttpProblemCode } from "./http/problem.js";
