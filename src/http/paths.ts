/** Finds the route of a path. Segments are compared as they arrive and decoded once. */
import { configurationInvalid } from "../domain/options.js";
import type { Route } from "./route.js";

const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Checks the option `basePath` of a function. Its default is that of §9. */
export function checkedBasePath(owner: string, basePath = "/api/v2"): string {
  if (BASE_PATH.test(basePath)) return basePath;
  throw configurationInvalid(`The option basePath of ${owner} must be a path such as "/api/v2", or "".`);
}

/** What a route depends on in the URL of a request. */
export interface Target {
  readonly pathname: string;
  /** The query with its question mark, or "". */
  readonly search: string;
}

/** A URL in which parsing changes nothing. Its path has no percent sign and no segment that begins with a dot. */
const PLAIN_URL = /^https?:\/\/[a-z0-9.-]+(?::\d+)?((?:\/[\w~-][\w.~-]*)+)(\?[\w.~=&%+-]+)?$/;

/** Returns path and query of the URL of a request, as `URL` does, for most URLs in a third of the time. */
export function targetOf(url: string): Target {
  const [, pathname, search = ""] = PLAIN_URL.exec(url) ?? [];
  return pathname === undefined ? new URL(url) : { pathname, search };
}

/** The route of a path, and its parameters as they arrived. */
export interface PathMatch {
  readonly route: Route;
  /** Names and places of the path parameters. */
  readonly parameters: readonly Segment[];
  /** Segments of the path below the base path, still percent-encoded. */
  readonly segments: readonly string[];
}

/** Finds the routes of a path below the base path, by method. Undefined for a path that no route has. */
export type PathFinder = (pathname: string) => Matches | undefined;

type Matches = ReadonlyMap<string, PathMatch>;

/** A segment of the path of a route: a fixed text, or the name of a parameter. */
interface Segment {
  readonly text: string;
  readonly at: number;
}

/** A route whose path is split into segments. */
interface SplitRoute {
  readonly route: Route;
  readonly fixed: readonly Segment[];
  readonly parameters: readonly Segment[];
}

/**
 * Returns a function that finds routes by path.
 *
 * A fixed segment matches its own spelling only. So `%73earch` is an id, and `search` is the segment of §4.5.
 *
 * @param basePath - what comes before the path of each route
 * @param routes - the routes to serve
 * @returns The finder. Of two routes with one method, it takes the one with fewer parameters.
 */
export function pathFinder(basePath: string, routes: readonly Route[]): PathFinder {
  const prefix = `${basePath}/`;
  const byLength = new Map<number, SplitRoute[]>();
  for (const each of routes.map(splitRoute).sort((a, b) => a.parameters.length - b.parameters.length)) {
    const length = each.fixed.length + each.parameters.length;
    byLength.set(length, [...(byLength.get(length) ?? []), each]);
  }
  const find = (path: string): Matches | undefined => {
    const segments = path.split("/");
    const matches = new Map<string, PathMatch>();
    for (const { route, fixed, parameters } of byLength.get(segments.length) ?? []) {
      if (matches.has(route.method) || !fixed.every(({ text, at }) => segments[at] === text)) continue;
      // A parameter has one character or more.
      if (parameters.every(({ at }) => segments[at] !== "")) matches.set(route.method, { route, parameters, segments });
    }
    return matches.size === 0 ? undefined : matches;
  };
  const withoutParameters = routes.map(({ path }) => path.slice(1)).filter((path) => !path.includes("{"));
  const found = new Map(withoutParameters.map((path) => [prefix + path, find(path)]));
  return (pathname) => {
    const matches = found.get(pathname);
    if (matches !== undefined) return matches;
    return pathname.startsWith(prefix) ? find(pathname.slice(prefix.length)) : undefined;
  };
}

function splitRoute(route: Route): SplitRoute {
  const segments = route.path
    .slice(1)
    .split("/")
    .map((text, at) => ({ text, at }));
  const [fixed, named] = [false, true].map((isNamed) =>
    segments.filter(({ text }) => text.startsWith("{") === isNamed),
  );
  return {
    route,
    fixed: fixed ?? [],
    parameters: (named ?? []).map(({ text, at }) => ({ text: text.slice(1, -1), at })),
  };
}
