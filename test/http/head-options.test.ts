/** HEAD and OPTIONS on the path of every route. */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Route } from "../../src/http/route.js";
import { routes } from "../../src/http/routes.js";
import { answerOf, handlerOf, served } from "../support/http.js";
import { type Prepared, routeCases, routeRequest } from "../support/http-routes.js";
import { sampleCompliance } from "../support/samples.js";

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
const reading = routes.filter(({ method }) => method === "GET");
const paths = [...new Set(routes.map(({ path }) => path))];
// The last segment of /engine/transfers/check is an id for GET.
const written = paths.filter((path) => !reading.some((route) => patternOf(route).test(path)));
const specified = new Set(routes.filter(({ isExtension }) => !isExtension).map(({ path }) => path));

/** Returns the expression of the paths of a route. */
function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** Returns a valid request of a route, and what must be stored for it. */
function validRequest(route: Route): { readonly request: Request; readonly before: Prepared["before"] } {
  const { valid } = routeCases[keyOf(route)] ?? { valid: fc.constant<Prepared>({}) };
  const [found] = fc
    .sample(valid, { numRuns: 20, seed: 17 })
    .map(({ before, ...parts }) => ({ request: routeRequest(keyOf(route), parts), before }))
    .flatMap(({ request, before }) => (request === undefined ? [] : [{ request, before }]));
  if (found === undefined) throw new Error(`No sample of ${keyOf(route)} can be sent.`);
  return found;
}

/** Returns a request to a path, with a text in place of each parameter. */
function requestOf(method: string, path: string, headers: HeadersInit): Request {
  return new Request(`https://vaspkit.test/api/v2${path.replaceAll(/\{\w+\}/g, "near")}`, { method, headers });
}

/** Returns the methods of a path, in the order of the table. The segment `search` is an id for the other methods. */
function allowed(path: string, hasExtensions: boolean): string {
  const rows = routes.filter((route) => (hasExtensions || !route.isExtension) && patternOf(route).test(path));
  const methods = [...new Set(rows.map(({ method }) => method))];
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

describe("HEAD", () => {
  it.each(reading.map((route) => [keyOf(route), route] as const))("like %s, without a body", async (_, route) => {
    const { handle, compliance, writes } = served();
    const { request, before } = validRequest(route);
    await before?.(compliance);
    const stored = writes();
    const get = await handle(request);
    const head = await handle(new Request(request.url, { method: "HEAD", headers: request.headers }));
    expect(get.status).toBe(200);
    expect([head.status, ...head.headers]).toEqual([200, ...get.headers]);
    expect(head.body).toBeNull();
    expect(writes()).toBe(stored);
  });

  it.each(written)("of %s is 405, because it has no GET", async (path) => {
    const headers = { authorization: "Bearer token" };
    const response = await handlerOf(sampleCompliance())(requestOf("HEAD", path, headers));
    expect([response.status, response.headers.get("allow"), response.body]).toEqual([405, allowed(path, true), null]);
  });
});

describe.each([true, false])("OPTIONS, extensions: %s,", (extensions) => {
  const known = paths.filter((path) => extensions || specified.has(path));

  it.each(known)("of %s has its methods, without a credential", async (path) => {
    const authenticate = vi.fn(() => undefined);
    const handler = handlerOf(sampleCompliance(), { extensions, authenticate });
    const { status, headers, body } = await answerOf(handler(requestOf("OPTIONS", path, {})));
    expect([status, headers.get("allow"), body]).toEqual([204, allowed(path, extensions), undefined]);
    expect(headers.get("content-type")).toBeNull();
    expect(authenticate).not.toHaveBeenCalled();
  });
});
