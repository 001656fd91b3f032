/**
 * Writes rules about several properties as JSON Schema. A rule is a function, so it is called with every combination of its
 * operands. What it rejects becomes a schema, and nothing has to be written twice.
 */
import type { Rule } from "../../src/domain/input/types.js";

/** A part of a JSON Schema. */
export type Fragment = { readonly [keyword: string]: unknown };

/** What an operand can be: present or not, or one of a few values. */
export interface Operand {
  /** `a` or `a/b`, without the mark of presence. */
  readonly path: string;
  /** Values of the operand; undefined for presence. */
  readonly values: readonly unknown[] | undefined;
  /** Whether the property can be absent. */
  readonly isOptional: boolean;
}

/** One operand with what it must be. */
interface Literal {
  readonly operand: Operand;
  readonly isPresent: boolean;
}

/** Literals that must all hold. */
type Term = readonly Literal[];

/** Returns the schema that rejects what the rules reject. All are about the same operands. */
export function schemaOfRules(rules: readonly [Rule, ...Rule[]], operands: readonly Operand[]): Fragment {
  const [rule] = rules;
  const choices = operands.filter(({ values }) => values !== undefined);
  const presences = operands.filter(({ values }) => values === undefined);
  const isViolated = (chosen: readonly unknown[], present: readonly boolean[]): boolean => {
    const values = operands.map((operand) => {
      const choice = choices.indexOf(operand);
      return choice === -1 ? argumentOf(rule, operand, present[presences.indexOf(operand)] === true) : chosen[choice];
    });
    return rules.some((each) => each.isViolated(...values));
  };
  if (presences.length === 0) return restricted(choices, (chosen) => isViolated(chosen, []));
  const patternOf = (chosen: readonly unknown[]) =>
    presencesOf(presences)
      .map((each) => isViolated(chosen, each))
      .join();
  // Combinations of values that reject the same presences become one condition.
  const byPattern = new Map<string, unknown[][]>();
  for (const chosen of combinationsOf(choices.map(valuesOf))) {
    const pattern = patternOf(chosen);
    if (pattern.includes("true")) byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), chosen]);
  }
  if (byPattern.size === 0) throw new TypeError(`The rule ${rule.code} rejects nothing.`);
  const fragments = [...byPattern.values()].map((rejecting) => {
    const [first = []] = rejecting;
    const required = requirement(presences, (each) => !isViolated(first, each));
    const conditions = choices.map((operand, index) => ({
      operand,
      allowed: [...new Set(rejecting.map((chosen) => chosen[index]))],
    }));
    const size = conditions.reduce((product, { allowed }) => product * allowed.length, 1);
    if (size !== rejecting.length) throw new TypeError(`The rule ${rule.code} has dependent conditions.`);
    return conditions.reduceRight<Fragment>(
      (then, { operand, allowed }) => conditional(operand, allowed, then),
      required,
    );
  });
  return fragments.reduce(merged);
}

/** Returns the argument of `isViolated` for a presence: true or false, or a value where the rule takes the value. */
function argumentOf(rule: Rule, { path }: Operand, isPresent: boolean): unknown {
  if (rule.of.includes(`${path}?`)) return isPresent;
  return isPresent ? {} : undefined;
}

function valuesOf({ values = [], isOptional }: Operand): readonly unknown[] {
  return isOptional ? [undefined, ...values] : values;
}

function presencesOf(operands: readonly Operand[]): boolean[][] {
  return combinationsOf(operands.map(() => [false, true]));
}

function combinationsOf<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((found, list) => found.flatMap((each) => list.map((value) => [...each, value])), [[]]);
}

/** Returns the schema of a rule about values only: the last operand is restricted where the others have certain values. */
function restricted(operands: readonly Operand[], isViolated: (chosen: readonly unknown[]) => boolean): Fragment {
  const last = operands.at(-1);
  const [first, ...more] = operands.slice(0, -1);
  if (last === undefined || first === undefined || more.length > 0) throw new TypeError("A rule has other operands.");
  const parts = valuesOf(first).map((value) => {
    const allowed = valuesOf(last).filter((each) => !isViolated([value, each]));
    const isFree = allowed.length === valuesOf(last).length;
    return isFree
      ? {}
      : conditional(first, [value], at(last.path, oneOf(allowed.filter((each) => each !== undefined))));
  });
  return parts.reduce(merged, {});
}

/** Returns the schema that requires `then` where the operand has one of the values. */
function conditional(operand: Operand, values: readonly unknown[], then: Fragment): Fragment {
  if (values.includes(undefined)) throw new TypeError(`A condition is about an absent ${operand.path}.`);
  const all = operand.values ?? [];
  if (values.length === all.length && !operand.isOptional) return then;
  const condition = at(operand.path, oneOf(values), operand.isOptional);
  return { if: condition, then };
}

function oneOf(values: readonly unknown[]): Fragment {
  return values.length === 1 ? { const: values[0] } : { enum: values };
}

/** Returns the schema at a path. `isRequired`: the property must be present too. */
function at(path: string, schema: unknown, isRequired = false): Fragment {
  const [name = "", below] = path.split("/");
  const inner = below === undefined ? schema : at(below, schema, isRequired);
  return { ...(isRequired && { required: [name] }), properties: { [name]: inner } };
}

/** Returns the schema for which properties must be present, in the form with fewer parts. */
function requirement(operands: readonly Operand[], isAllowed: (present: readonly boolean[]) => boolean): Fragment {
  const ways = primeTerms(operands, isAllowed);
  const isEither =
    operands.length === 2 && presencesOf(operands).every((each) => isAllowed(each) === (each[0] !== each[1]));
  if (isEither) return { oneOf: operands.map((operand) => literalSchema({ operand, isPresent: true })) };
  const clauses = primeTerms(operands, (present) => !isAllowed(present)).map((term) =>
    term.map(({ operand, isPresent }) => ({ operand, isPresent: !isPresent })),
  );
  if (clauses.length === 1 || clauses.every((clause) => clause.length < 3)) {
    return clauses.map(clauseSchema).reduce(merged, {});
  }
  return { anyOf: ways.map(termSchema) };
}

/** Returns the terms that together are true for exactly the same combinations, each as short as possible. */
function primeTerms(operands: readonly Operand[], isTrue: (present: readonly boolean[]) => boolean): readonly Term[] {
  const all = presencesOf(operands);
  const masks = combinationsOf<boolean | undefined>(operands.map(() => [undefined, true, false]));
  const covers = (mask: readonly (boolean | undefined)[], present: readonly boolean[]): boolean =>
    mask.every((wanted, index) => wanted === undefined || wanted === present[index]);
  const implicants = masks.filter((mask) => all.filter((present) => covers(mask, present)).every(isTrue));
  const primes = implicants.filter(
    (mask) =>
      !implicants.some((other) => other !== mask && other.every((each, i) => each === undefined || each === mask[i])),
  );
  return primes.map((mask) =>
    mask.flatMap((isPresent, index) => {
      const operand = operands[index];
      return operand === undefined || isPresent === undefined ? [] : [{ operand, isPresent }];
    }),
  );
}

/** Returns the schema in which every literal holds. */
function termSchema(term: Term): Fragment {
  return term.map(literalSchema).reduce(merged, {});
}

function literalSchema({ operand: { path }, isPresent }: Literal): Fragment {
  if (!isPresent) return at(path, false);
  const [name = "", below] = path.split("/");
  return below === undefined
    ? { required: [name] }
    : { required: [name], properties: { [name]: { required: [below] } } };
}

/** Returns the schema in which at least one literal holds. */
function clauseSchema(clause: Term): Fragment {
  const [only] = clause;
  if (clause.length === 1 && only !== undefined) return literalSchema(only);
  const wanted = clause.filter(({ isPresent }) => isPresent).map(({ operand }) => operand.path);
  const unwanted = clause.filter(({ isPresent }) => !isPresent).map(({ operand }) => operand.path);
  const [name = ""] = unwanted;
  if (unwanted.length === 1 && wanted.length === 1) return { dependentRequired: { [name]: wanted } };
  // With the properties, because linters look for them beside `required`.
  if (wanted.length === 0)
    return { not: { required: unwanted, properties: Object.fromEntries(unwanted.map((each) => [each, true])) } };
  return { anyOf: clause.map(literalSchema) };
}

/** Returns the schema of two parts. */
export function merged(a: Fragment, b: Fragment): Fragment {
  if (isConditional(a) && isConditional(b)) return together(a, b);
  const result: Record<string, unknown> = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const known = result[keyword];
    if (known === undefined) result[keyword] = value;
    else if (keyword === "required") result[keyword] = [...new Set([...list(known), ...list(value)])];
    else if (keyword === "properties" || keyword === "dependentRequired") result[keyword] = mergedMembers(known, value);
    else if (JSON.stringify(known) !== JSON.stringify(value)) return together(a, b);
  }
  return result;
}

function isConditional(schema: Fragment): boolean {
  return "if" in schema || "allOf" in schema;
}

function mergedMembers(a: unknown, b: unknown): Fragment {
  const result: Record<string, unknown> = { ...Object(a) };
  for (const [name, value] of Object.entries(Object(b))) {
    const known = result[name];
    if (known === undefined) result[name] = value;
    else if (Array.isArray(known)) result[name] = [...known, ...list(value)];
    else result[name] = known === false || value === false ? false : merged(Object(known), Object(value));
  }
  return result;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Conditions with the same `if` become one. Others, and keywords that cannot be joined, stand side by side. */
function together(a: Fragment, b: Fragment): Fragment {
  const parts = [...partsOf(a)];
  for (const part of partsOf(b)) {
    const index = parts.findIndex((each) => isSameCondition(each, part));
    const same = parts[index];
    if (same === undefined) parts.push(part);
    else parts[index] = { if: same["if"], then: merged(Object(same["then"]), Object(part["then"])) };
  }
  return parts.length === 1 ? Object(parts[0]) : { allOf: parts };
}

function partsOf({ allOf, ...rest }: Fragment): readonly Fragment[] {
  const own = Object.keys(rest).length === 0 ? [] : [rest];
  return [...own, ...(list(allOf) as readonly Fragment[])];
}

function isSameCondition(a: Fragment, b: Fragment): boolean {
  return "if" in a && "if" in b && JSON.stringify(a["if"]) === JSON.stringify(b["if"]);
}

/** Returns the schema with the two conditions on both values of one property as `if`, `then` and `else`. */
export function withElse(schema: Fragment): Fragment {
  const parts = list(schema["allOf"]) as readonly Fragment[];
  const [first, second] = parts;
  const isPair = Object.keys(schema).length === 1 && parts.length === 2 && first !== undefined && second !== undefined;
  const [name, ...more] = Object.keys(Object(Object(first?.["if"])["properties"]));
  if (!isPair || name !== "account_type" || more.length > 0) return schema;
  return { ...first, else: second["then"] };
}
