/** From the shape of an input to issues: typia tells fast whether all is right, its schema tells all that is wrong. */
import type { Issue, IssueCode } from "../issue.js";
import { pointerOf, type Token, tellable } from "./pointer.js";

/** What our shapes need of JSON Schema, as typia writes it. Properties are in the order of the interface. */
interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/**
 * A type, as two values. The issues come from the schema because a typia validator does not give all of them: it leaves
 * out an error whose path begins the one before it (`name` after `name_legal`), and looks for no unknown property in an
 * object with just as many members as the type requires.
 */
export interface Shape<T> {
  /** `typia.createEquals`: the input is of the type and has no other property. */
  readonly fits: (input: unknown) => input is T;
  /** `typia.json.schemas` of the type. */
  readonly schema: {
    readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
    readonly schemas: readonly Schema[];
  };
}

/** An issue and its true place, which may name what must not be told (see `tellable`): never show it. */
export interface ShapeFault {
  readonly place: string;
  readonly issue: Issue;
}

interface Walk {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The clause that describes the place of a pointer. */
  readonly ruleAt: (path: string) => string;
}

/**
 * Every fault of the shape, those of one object in the order of its type and unknown properties last. What does not fit
 * has at least one, also if the schema should ever find none: it fails closed.
 */
export function shapeFaults(
  { fits, schema }: Shape<unknown>,
  document: unknown,
  ruleAt: Walk["ruleAt"],
): readonly ShapeFault[] {
  if (fits(document)) return [];
  const walk = { schemas: { ...schema.components.schemas }, ruleAt };
  const faults = schema.schemas.flatMap((root) => faultsAt(document, root, [], walk));
  return faults.length > 0 ? faults : [wrong("wrong_type", { type: "object" }, [], walk)];
}

function faultsAt(value: unknown, of: Schema, tokens: readonly Token[], walk: Walk): readonly ShapeFault[] {
  const schema = resolved(of, walk);
  if (value === undefined) return [wrong("required", schema, tokens, walk)];
  if (schema.properties !== undefined && typeof value === "object" && value !== null) {
    return memberFaults(value, schema, schema.properties, tokens, walk);
  }
  if (schema.items !== undefined && Array.isArray(value)) {
    // The cast: `items` is a schema wherever our shapes have arrays; typia's type also allows for a boolean.
    const items = schema.items as Schema;
    return value.flatMap((item, index) => faultsAt(item, items, [...tokens, index], walk));
  }
  const options = schema.oneOf ?? [schema];
  if (options.some((option) => accepts(option, value))) return [];
  const isOtherCode = typeof value === "string" && options.some((option) => option.const !== undefined);
  return [wrong(isOtherCode ? "not_allowed" : "wrong_type", schema, tokens, walk)];
}

function memberFaults(
  value: object,
  schema: Schema,
  properties: Readonly<Record<string, Schema>>,
  tokens: readonly Token[],
  walk: Walk,
): readonly ShapeFault[] {
  const known = Object.entries(properties).flatMap(([name, of]) =>
    Object.hasOwn(value, name) || schema.required?.includes(name)
      ? faultsAt(Reflect.get(value, name), of, [...tokens, name], walk)
      : [],
  );
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  return [...known, ...unknown.map((name) => unknownProperty([...tokens, name], walk))];
}

function resolved(of: Schema, { schemas }: Walk): Schema {
  return (of.$ref && schemas[of.$ref.slice("#/components/schemas/".length)]) || of;
}

function accepts(schema: Schema, value: unknown): boolean {
  if (schema.const !== undefined) return schema.const === value;
  return schema.type === (value === null ? "null" : typeof value);
}

function wrong(code: IssueCode, schema: Schema, tokens: readonly Token[], { ruleAt }: Walk): ShapeFault {
  const place = pointerOf(tokens);
  const is = code === "required" ? "is missing; it must be" : "must be";
  const message = `${nameOf(tokens)} ${is} ${nounOf(schema)}.`;
  return { place, issue: { code, path: place, rule: ruleAt(place), message } };
}

function unknownProperty(tokens: readonly Token[], { ruleAt }: Walk): ShapeFault {
  const parent = tokens.slice(0, -1);
  const rule = ruleAt(pointerOf(parent));
  const message = `${nameOf(parent)} has a property that clause ${rule} does not know; check its spelling.`;
  return {
    place: pointerOf(tokens),
    issue: { code: "unknown_property", path: pointerOf(tellable(tokens)), rule, message },
  };
}

/** What to call the place in a sentence: its property, or the input as a whole. */
function nameOf(tokens: readonly Token[]): string {
  const name = tokens.findLast((token) => typeof token === "string");
  if (name === undefined) return "The input";
  return tokens.at(-1) === name ? name : `Each of ${name}`;
}

/** A sentence lists no more values than a person reads. */
const MOST_LISTED = 20;

const nouns: ReadonlyMap<unknown, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
]);

function nounOf({ oneOf, type, const: code }: Schema): string {
  if (oneOf === undefined) return code === undefined ? `${nouns.get(type)}` : `${code}`;
  const codes = oneOf.filter((option) => option.const !== undefined).map((option) => option.const);
  if (codes.length > MOST_LISTED) return `one of ${codes.length} values, such as ${codes[0]}`;
  return codes.length > 0 ? `one of ${codes.join(", ")}` : oneOf.map(nounOf).join(" or ");
}
