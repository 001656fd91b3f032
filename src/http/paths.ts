/** Finds the route of a path. Segments are compared as they arrive and decoded once. */
import type { Route } from "./routes.js";

/** The route of a path, and its parameters as they arrived. */
export interface PathMatch {
  readonly route: Route;
  /** Path parameters by name, still percent-encoded. */
  readonly encoded: Readonly<Record<string, string>>;
}

/** Finds the routes of a path below the base path, by method. Undefined for a path that no route has. */
export type PathFinder = (pathname: string) => ReadonlyMap<string, PathMatch> | undefined;

/** A route whose path is split into segments. */
interface SplitRoute {
  readonly route: Route;
  readonly segments: readonly Segment[];
}

/** Either a fixed text or a parameter. */
interface Segment {
  readonly text: string;
  readonly isParameter: boolean;
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
  const split = routes.map(splitRoute).sort((a, b) => parameterCount(a) - parameterCount(b));
  return (pathname) => {
    if (!pathname.startsWith(`${basePath}/`)) return undefined;
    const given = pathname.slice(basePath.length + 1).split("/");
    const matches = new Map<string, PathMatch>();
    for (const { route, segments } of split) {
      if (matches.has(route.method) || !fits(segments, given)) continue;
      const parameters = segments.flatMap(({ text, isParameter }, at) =>
        isParameter ? [[text, given[at] ?? ""]] : [],
      );
      matches.set(route.method, { route, encoded: Object.fromEntries(parameters) });
    }
    return matches.size === 0 ? undefined : matches;
  };
}

/** Returns whether each segment is that of the route. A parameter has one character or more. */
function fits(segments: readonly Segment[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every(({ text, isParameter }, at) => (isParameter ? given[at] !== "" : given[at] === text))
  );
}

function splitRoute(route: Route): SplitRoute {
  const segments = route.path
    .slice(1)
    .split("/")
    .map((text) =>
      text.startsWith("{") ? { text: text.slice(1, -1), isParameter: true } : { text, isParameter: false },
    );
  return { route, segments };
}

function parameterCount({ segments }: SplitRoute): number {
  return segments.filter(({ isParameter }) => isParameter).length;
}
