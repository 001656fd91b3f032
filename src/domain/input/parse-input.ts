/** Parses an input by its schema: returns a plain copy, or every issue in document order. */
import { isCountry } from "../identifiers/country.js";
import type { Issue } from "../issue.js";
import { failed, type Result, succeeded } from "../result.js";
import { clauseAt, compileSchema } from "./compiled-schema.js";
import { inDocumentOrder, tokensOf } from "./json-pointer.js";
import { type IssueCollector, readInput } from "./reader.js";
import { isSafeText } from "./text-rules.js";
import type { InputSchema, ParseContext, RuleContext, RuleGroup } from "./types.js";

/** Returns a plain copy of the input that meets the schema, or all its issues. */
export function parseInput<T>(schema: InputSchema<T>, input: unknown, options: ParseContext = {}): Result<T> {
  const compiled = compileSchema(schema);
  const context = contextOf(options);
  const found = readInput(input, compiled.root, context, schema.nullIsAbsent);
  if (!found.isReadable) return failed([unreadable(schema, found.path)]);
  const { value, collector } = found;
  if (collector.isValid && meetsRules(value, compiled.otherRules, context)) {
    // The schema is generated from T.
    return succeeded(value as T);
  }
  const violations = issuesOfRules(schema, value, collector);
  // Only a changed Object.prototype can make reader and rules differ. The input is refused.
  if (collector.issues.length + violations.length === 0) return failed([unreadable(schema, "")]);
  // The reader's issues are in order already, unless one stands for a name that is not safe to log.
  if (violations.length === 0 && collector.redactedParents === undefined) return failed(collector.issues);
  const tokens = (pointer: string): readonly string[] => compiled.tokens.get(pointer) ?? tokensOf(pointer);
  return failed(inDocumentOrder(value, [...collector.issues, ...violations], tokens));
}

function meetsRules(document: unknown, rules: readonly RuleGroup[], context: RuleContext): boolean {
  return rules.every((group) => group.issuesOf(document, new Set(), context).length === 0);
}

/** Returns the issues of all rules in the order of the specification, without those about values that have an issue. */
function issuesOfRules(
  { rules }: InputSchema<unknown>,
  document: unknown,
  { issues, context }: IssueCollector,
): readonly Issue[] {
  // No rule depends on an unknown property.
  const reported = issues.filter(({ code }) => code !== "unknown_property");
  const faulty = new Set(reported.map(({ path }) => path));
  return rules.flatMap((group) => group.issuesOf(document, faulty, context));
}

const DEFAULT_CONTEXT: RuleContext = { isCountry };

function contextOf({ countries = [], today }: ParseContext): RuleContext {
  if (countries.length === 0) return today === undefined ? DEFAULT_CONTEXT : { isCountry, today };
  const added = new Set(countries);
  // The reader skips the text rules for countries, so an added code has to meet them here.
  const isKnown = (text: string): boolean => isCountry(text) || (added.has(text) && isSafeText(text));
  return today === undefined ? { isCountry: isKnown } : { isCountry: isKnown, today };
}

function unreadable(schema: InputSchema<unknown>, path: string): Issue {
  const message = `The ${schema.record} is unreadable here: a getter or proxy threw, or it has too many values; pass plain data.`;
  return { code: "unreadable", path, clause: clauseAt(schema, path), message };
}
