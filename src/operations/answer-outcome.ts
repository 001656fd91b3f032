/** What an event reports about the answer of an operation: codes and counts, and no other value. */
import type { Issue } from "../domain/issue.js";
import { own } from "../domain/own.js";
import type { CountName, EventCounts, OperationOutcome } from "./events.js";

/** Counts that an answer has itself. A record of the compiler, so that none is forgotten. */
const named: Readonly<Record<Exclude<CountName, "total" | "breaches">, true>> = {
  results: true,
  loaded: true,
  replaced: true,
  added: true,
  unchanged: true,
  removed: true,
  rejectedCount: true,
  delivered: true,
  failed: true,
  screened: true,
  skipped: true,
  unsupported: true,
  newlyListed: true,
  noLongerListed: true,
};

/** Returns the codes of the issues, or counts. Never throws: a storage of the caller may return anything. */
export function answerOutcome(answer: unknown): OperationOutcome {
  try {
    const ok = memberOf(answer, "ok");
    const issues = memberOf(answer, "issues");
    if (ok !== false || !Array.isArray(issues)) {
      return { outcome: "ok", counts: countsOf(ok === true ? memberOf(answer, "value") : answer) };
    }
    return { outcome: "issues", issues: [...new Set(issues.map(({ code }: Issue) => code))] };
  } catch {
    return { outcome: "ok", counts: {} };
  }
}

function countsOf(value: unknown): EventCounts {
  if (value === undefined || value === null) return { results: 0 };
  // Whether a record was removed, or how many were.
  if (typeof value === "boolean" || Number.isSafeInteger(value)) return { removed: Number(value) };
  if (Array.isArray(value)) return { results: value.length };
  const counts = Object.keys(named)
    .map((name) => [name, countIn(value, name)] as const)
    .filter(([, count]) => Number.isSafeInteger(count));
  if (counts.length > 0) return Object.fromEntries(counts);
  const items = memberOf(value, "items");
  if (Array.isArray(items)) {
    const total = memberOf(memberOf(value, "pagination"), "total");
    return { results: items.length, ...(typeof total === "number" && { total }) };
  }
  const results = memberOf(value, "results");
  if (!Array.isArray(results)) return { results: 1 };
  const breaches = results.filter((result) => memberOf(result, "status") === "breach").length;
  return { results: results.length, breaches };
}

/** A report has a number, or the list of what it counts. */
function countIn(report: unknown, name: string): unknown {
  const member = memberOf(report, name);
  return name !== "results" && Array.isArray(member) ? member.length : member;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? own(Object(value), name) : undefined;
}
