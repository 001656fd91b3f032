/** Checks of the URLs in travel addresses and messages. */
import type { Issue } from "../domain/issue.js";
import type { Result } from "../domain/result.js";
import { isPrivateHost, urlOrUndefined } from "./private-host.js";
import { MAX_TEXT, resultOf, type TravelIssueCode } from "./travel-issue.js";

/** Where a URL is: the pointer and the clause of its issues. */
export interface UrlPlace {
  readonly path: string;
  readonly clause: string;
}

/**
 * Returns the issues of an `https` URL: its form, its scheme, credentials, a fragment, its host.
 *
 * @param given - any value
 * @param inquiry - whether the query must have `t=i`, as in a travel address
 */
export function urlIssues(given: unknown, place: UrlPlace, inquiry = false): readonly Issue<TravelIssueCode>[] {
  const issue = (code: TravelIssueCode, message: string, params?: Issue["params"]): Issue<TravelIssueCode> =>
    params === undefined ? { ...place, code, message } : { ...place, code, params, message };
  if (typeof given !== "string") return [issue("wrong_type", "The URL must be a text.")];
  if (given.length > MAX_TEXT) return [issue("text_too_long", TOO_LONG, { max: MAX_TEXT })];
  if (!/^https:\/\//i.test(given)) return [issue("url_scheme", "The URL must begin with https://.")];
  const rest = given.slice("https://".length);
  const url = urlOrUndefined(given);
  // The URL parser skips further slashes, reads \ as / and drops line breaks. Other parsers do not.
  if (url === undefined || /^\/|[\s\p{C}\\]/u.test(rest)) {
    const message = "The URL is malformed. Write https://, host and path without white space or backslashes.";
    return [issue("url_malformed", message)];
  }
  const [authority = ""] = rest.split(/[/?#]/, 1);
  const issues: Issue<TravelIssueCode>[] = [];
  if (inquiry && rest.includes("://")) {
    issues.push(issue("url_scheme", "The URL must have :// only once. Write %3A%2F%2F in its query."));
  }
  if (authority.includes("@")) {
    issues.push(issue("url_credentials", "The URL must not contain a user or password before its host."));
  }
  if (rest.includes("#"))
    issues.push(issue("url_fragment", "The URL must not have a fragment. Remove # and the rest."));
  if (!isHost(url.hostname)) {
    issues.push(issue("url_host", "The host must be a full domain name such as vasp.example, or an IP address."));
  }
  if (inquiry && url.searchParams.get("t") !== "i") {
    issues.push(issue("url_tag", "The query of a travel address must contain t=i."));
  }
  return issues;
}

const TOO_LONG = `The URL must have at most ${MAX_TEXT} characters.`;

/** A name without a dot is no host of the internet, except localhost in tests. */
function isHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, "");
  return name.includes(".") || name === "localhost" || name.startsWith("[");
}

/**
 * Checks a URL of a counterparty before a request to it. It needs `https` and a valid host, and must have no user, password
 * or fragment. {@link isPrivateHost} must be false for its host. Call it for travel addresses and for every callback.
 *
 * A public name can resolve to a private address. Check the resolved address with {@link isPrivateHost} too, and follow
 * no redirects.
 *
 * @param url - any value
 * @returns the URL unchanged, or the issues: `private_host`, `url_scheme` …
 * @example
 * const target = checkPublicUrl(inquiry.callback);
 * if (!target.ok) return reply(400, target.issues);
 */
export function checkPublicUrl(url: unknown): Result<string, TravelIssueCode> {
  const place: UrlPlace = { path: "", clause: "TRP Transport" };
  const issues = urlIssues(url, place);
  if (issues.length > 0) return { ok: false, issues };
  const text = String(url);
  const message = "The host is private or local. A server must not send requests to it. Ask for a public URL.";
  return resultOf(
    isPrivateHost(new URL(text).hostname) ? [{ ...place, code: "private_host", message }] : [],
    () => text,
  );
}
