/** The type of a route, and what the rows of the table share. */
import type { Compliance } from "../compliance.js";
import type { Actor } from "../domain/actor.js";
import type { Chain } from "../domain/chains/chain.js";
import { own } from "../domain/own.js";
import { type Result, succeeded } from "../domain/result.js";
import { fromEitherForm, parseTimestamp } from "../domain/timestamp.js";
import type { Vasp } from "../domain/vasps/vasp.js";
import type { OperationName } from "../operations/events.js";

/** What a query parameter contains. */
type QueryKind = "text" | "integer" | "boolean" | "date" | Choice;

/** One of a few texts: `"=a|b"`, as in json-schema.ts. */
type Choice = `=${string}`;

/** What a request contains for the operation of its route. */
export interface RouteRequest {
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by name. The handler has checked them, except for an operation that takes the query. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What the operation takes: see `takes`. */
  readonly input: unknown;
  /** Who acts, as `authenticate` says. Undefined for a program without a name. */
  readonly actor: Actor | undefined;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal | undefined;
}

/** One route: method and path, and the operation that answers it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base path. `{name}` is a path parameter. */
  readonly path: string;
  readonly operation: OperationName;
  /** Clause of the specification. An extension has the clause that it extends. */
  readonly clause: string;
  /** Whether it is served only with the option `extensions`. */
  readonly isExtension: boolean;
  readonly isDeprecated: boolean;
  /** Query parameters. */
  readonly query: Readonly<Record<string, QueryKind>>;
  /** Query parameters that must be present. */
  readonly requiredQuery: readonly string[];
  /**
   * What the operation checks, and so reports issues about. With `"path"` and `"body and path"`, the path parameters are
   * properties of its input. With `"nothing"` they are arguments, for which nothing is invalid.
   */
  readonly takes: "nothing" | "path" | "query" | "body" | "body and path";
  /** JSON Pointers of the numbers in the body that keep all their digits. */
  readonly decimals: readonly string[];
  /** Whether programs are refused. */
  readonly needsPerson: boolean;
  /** Returns the data of the answer, or the issues of the request. Undefined: there is no such record. */
  readonly run: (compliance: Compliance, request: RouteRequest) => Promise<Result<unknown> | undefined>;
}

/** Returns whether requests of a route have a body. */
export function hasBody({ takes }: Route): boolean {
  return takes === "body" || takes === "body and path";
}

/** Returns the texts that a query parameter may be; undefined if it may be any. */
export function choicesOf(kind: QueryKind | undefined): readonly string[] | undefined {
  return kind?.startsWith("=") ? kind.slice(1).split("|") : undefined;
}

/** A query parameter that is checked here, because its operation throws for an invalid one. */
interface QueryRule {
  readonly isViolated: (text: string) => boolean;
  readonly message: string;
}

/** Rules of query parameters by name. */
export const queryRules: ReadonlyMap<string, QueryRule> = /* @__PURE__ */ new Map([
  [
    "before",
    {
      isViolated: (text) => parseTimestamp(text) === undefined,
      message: "before must be a day (2026-11-22) or a time with offset (2026-11-22T08:00:00Z).",
    },
  ],
  [
    "if_last_modified",
    {
      isViolated: (text) => fromEitherForm(text) === undefined,
      message: 'if_last_modified must be the last_modified of an earlier answer, with "+" encoded as %2B.',
    },
  ],
]);

/** Returns the record with a null where it has no issuing country (§2.7). */
export function toVaspData(vasp: Vasp): object {
  // First, because V8 adds a property to a copy slowly.
  const data = { national_id_issue_country: null, ...vasp };
  return data.national_id_issue_country === undefined ? { ...data, national_id_issue_country: null } : data;
}

export async function found(record: Promise<object | undefined>): Promise<Result<object> | undefined> {
  const value = await record;
  return value && succeeded(value);
}

export async function vaspFound(record: Promise<Vasp | undefined>): Promise<Result<object> | undefined> {
  const vasp = await record;
  return vasp && succeeded(toVaspData(vasp));
}

export async function removed(outcome: Promise<boolean>): Promise<Result<object> | undefined> {
  return (await outcome) ? succeeded({ removed: true }) : undefined;
}

/** The handler checks that the parameter is there. */
export function textOf(parameters: Readonly<Record<string, unknown>>, name: string): string {
  return optionalText(parameters, name) ?? "";
}

export function optionalText(parameters: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = own(parameters, name);
  return typeof value === "string" ? value : undefined;
}

/** Returns the transfer and the evidence beside it in the body of a decision. The operation checks both. */
export function decisionParts(body: unknown): { readonly transfer: unknown; readonly evidence: unknown } {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, "evidence")) {
    return { transfer: body, evidence: undefined };
  }
  const { evidence, ...transfer }: { readonly evidence?: unknown } = body;
  return { transfer, evidence };
}

/** The cast: the operations accept every text, and find nothing for one that is no chain. */
export function chainOf(path: RouteRequest["path"]): Chain {
  return textOf(path, "chain") as Chain;
}
