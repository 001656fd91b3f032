/** Reads the parameters of a request and combines them with its body into the input of an operation. */

import type { Compliance } from "../compliance.js";
import type { Actor } from "../domain/actor.js";
import { escapeToken, isSafeToLog } from "../domain/input/json-pointer.js";
import type { Issue } from "../domain/issue.js";
import { own } from "../domain/own.js";
import { failed, type Result } from "../domain/result.js";
import { fromSearchParams } from "../domain/search-params.js";
import type { PathMatch, Target } from "./paths.js";
import { choicesOf, queryRules, type Route } from "./route.js";

type Values = Readonly<Record<string, unknown>>;

/** The parameters of a request, and what is wrong with them. */
export interface Parameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Values;
  readonly issues: readonly Issue[];
}

/**
 * Reads path and query parameters.
 *
 * @param match - the route, and the segments with its path parameters
 * @param url - path and query of the request
 * @returns The parameters, and every issue that the operation does not report itself.
 */
export function readParameters({ route, parameters, segments }: PathMatch, url: Target): Parameters {
  const issues: Issue[] = [];
  const path: [string, string][] = [];
  for (const { text: name, at } of parameters) {
    const decoded = decode(segments[at] ?? "");
    if (decoded === undefined) issues.push(malformed(name, route));
    path.push([name, decoded ?? ""]);
  }
  const query = url.search === "" ? {} : readQuery(url, route, issues);
  if (route.takes !== "query") issues.push(...queryIssues(query, route));
  return { path: Object.fromEntries(path), query, issues };
}

function readQuery(url: Target, route: Route, issues: Issue[]): Values {
  // The decoder of URLSearchParams replaces malformed bytes, so that another text would be searched for.
  if (decode(url.search) === undefined) issues.push(malformed("", route));
  // The function returns an object of parameters for every URL.
  return fromSearchParams(url.search) as Values;
}

/** Decodes percent-encoded UTF-8 once. Returns undefined for malformed text. */
function decode(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function malformed(name: string, { clause }: Route): Issue {
  const subject = name === "" ? "The query" : name;
  const message = `${subject} is not percent-encoded UTF-8; encode it, for example with encodeURIComponent.`;
  return { code: "text_malformed", path: name === "" ? "" : `/${name}`, clause, message };
}

/** Returns the issues of query parameters that the operation does not take as its input. */
function queryIssues(query: Values, { query: known, requiredQuery, clause }: Route): readonly Issue[] {
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (!Object.hasOwn(known, name)) issues.push(unknownParameter(name, Object.keys(known), clause));
    else if (typeof value !== "string") {
      const message = `${name} must be text, and must not be repeated.`;
      issues.push({ code: "wrong_type", path: `/${name}`, clause, params: { types: ["string"] }, message });
    } else issues.push(...textIssues(name, value, { query: known, clause }));
  }
  for (const name of requiredQuery) {
    if (Object.hasOwn(query, name)) continue;
    const message = `${name} is missing; it must be text.`;
    issues.push({ code: "required", path: `/${name}`, clause, params: { types: ["string"] }, message });
  }
  return issues;
}

/** Returns the issue of the text of a known parameter, if it has one. */
function textIssues(name: string, text: string, { query, clause }: Pick<Route, "query" | "clause">): readonly Issue[] {
  const rule = queryRules.get(name);
  if (rule?.isViolated(text)) return [{ code: "not_a_timestamp", path: `/${name}`, clause, message: rule.message }];
  const allowed = choicesOf(own(query, name));
  if (allowed === undefined || allowed.includes(text)) return [];
  const message = `${name} must be ${allowed.map((each) => `"${each}"`).join(" or ")}.`;
  return [{ code: "not_allowed", path: `/${name}`, clause, params: { allowed }, message }];
}

function unknownParameter(name: string, allowed: readonly string[], clause: string): Issue {
  const path = isSafeToLog(name) ? `/${escapeToken(name)}` : "";
  const message = "The query has an unknown parameter; check its spelling, or remove it.";
  return { code: "unknown_property", path, clause, params: { allowed }, message };
}

/** A property that no operation has. With it in the input, an operation reports all its issues and stores nothing. */
const REFUSED = "$request";

/** The parts of a request, for {@link runRoute}. */
export interface RouteCall {
  readonly compliance: Compliance;
  readonly route: Route;
  readonly parameters: Parameters;
  /** Undefined for a route without one. */
  readonly body: unknown;
  readonly actor: Actor | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs the operation of a route. If the parameters have issues, the operation stores nothing and adds its own issues.
 *
 * @returns The data, all issues, or undefined when there is no such record.
 */
export async function runRoute(call: RouteCall): Promise<Result<unknown> | undefined> {
  const { compliance, route, parameters, body, actor, signal } = call;
  const { path, query, issues } = parameters;
  const runWith = (input: unknown) => route.run(compliance, { path, query, input, actor, signal });
  if (route.takes === "nothing") return issues.length > 0 ? failed(issues) : runWith(path);
  const { given, input, inBoth } = inputOf(route, parameters, body);
  const found = [...issues, ...inBoth.map((name) => ofPath(name, route))];
  if (found.length === 0) return runWith(input);
  const result = await runWith(isObject(input) ? { ...input, [REFUSED]: true } : input);
  const others = result?.ok === false ? result.issues : [];
  const isSent = isObject(given) && Object.hasOwn(given, REFUSED);
  // A parameter that cannot be decoded has no value, about which the operation could report more.
  const ignored = found
    .filter(({ code, path: at }) => code === "text_malformed" && at !== "")
    .map(({ path: at }) => at);
  if (!isSent) ignored.push(`/${REFUSED}`);
  return failed([...found, ...others.filter(({ path: at }) => !ignored.includes(at))]);
}

/** Returns what the operation takes, and the names that are in the path and in the body. */
function inputOf({ takes }: Route, { path, query }: Parameters, body: unknown) {
  if (takes === "query") return { given: query, input: query, inBoth: [] };
  const given = takes === "path" ? {} : body;
  // Every operation refuses something else than an object.
  if (takes === "body" || !isObject(given)) return { given, input: given, inBoth: [] };
  const inBoth = Object.keys(path).filter((name) => Object.hasOwn(given, name));
  return { given, input: { ...given, ...path }, inBoth };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function ofPath(name: string, { clause }: Route): Issue {
  const message = `${name} is part of the path; remove it from the body.`;
  return { code: "unknown_property", path: `/${name}`, clause, message };
}
