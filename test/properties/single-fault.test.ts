/** Every issue code has single-fault inputs. Each gives exactly one issue and stores nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Issue, IssueCode, Result } from "../../src/index.js";
import { runs } from "../support/runs.js";
import type { SingleFaultInput } from "../support/single-fault.js";
import { singleFaultInputs } from "../support/single-fault.js";
import { subjects } from "../support/subjects.js";
import { audited, watchedCompliance } from "../support/watched-compliance.js";

// The map has exactly the issue codes: the compiler checks it.
const codes = Object.keys(singleFaultInputs) as IssueCode[];

function issuesOf(result: Result<unknown>): readonly Issue[] {
  return result.ok ? [] : result.issues;
}

/** One sentence that begins with a capital or a property name and ends with its only full stop. */
const sentence = /^[A-Za-z][^\n]*[^.\s]\.$/;

const clause = /^[24]\.\d(\.\d)?$|^8$/;

async function seen({
  subject,
  input,
  before,
}: SingleFaultInput): Promise<{ issues: readonly Issue[]; stored: number }> {
  const { compliance, writes } = watchedCompliance(audited());
  await before?.(compliance);
  const stored = writes();
  const outcome = (await subject.run?.(compliance, input)) ?? subject.parse(input);
  return { issues: issuesOf(outcome), stored: writes() - stored };
}

describe.each(codes)("%s", (code) => {
  it("is the only issue of its single-fault inputs, with path, clause and one sentence, and nothing is stored", async () => {
    const one = fc.asyncProperty(singleFaultInputs[code], async (invalid) => {
      const { issues, stored } = await seen(invalid);
      expect(invalid.code).toBe(code);
      expect(issues.map((issue) => [issue.code, issue.path])).toEqual([[code, invalid.path]]);
      expect(stored).toBe(0);
      // Parsing finds the same, or nothing where only a clock and stored records show the fault.
      expect(issuesOf(invalid.subject.parse(invalid.input))).toEqual(invalid.before ? [] : issues);
      const [issue] = issues;
      // The clause of a jurisdiction's rule is its citation.
      expect(issue?.clause).toMatch(invalid.code === "field_required_by_jurisdiction" ? /^[A-Z]{2}: / : clause);
      expect(issue?.message).toMatch(sentence);
      expect(issue?.message).not.toMatch(/of the (\w+) of the \1/);
      expect(issue?.message.match(/[.!?](?=\s|$)/g)).toHaveLength(1);
    });
    await fc.assert(one, { numRuns: runs(75) });
  });
});

describe("the valid inputs before the fault", () => {
  it.each(subjects)("$name: a valid one has no issue", ({ valid, parse }) => {
    fc.assert(
      fc.property(fc.oneof(valid("any"), valid("all")), (input) => {
        expect(issuesOf(parse(input))).toEqual([]);
      }),
      { numRuns: runs(50) },
    );
  });
});
